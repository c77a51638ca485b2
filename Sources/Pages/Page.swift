import Classroom

/// Page at a URL. Its model is JSON for programs, and fills its template for people.
public protocol Page: Modelled, Sendable {
    /// Name of the template below `templates/`.
    static var template: String { get }
    var title: String { get }
    /// Address whose tab is highlighted; `nil` for the page's own.
    var tab: String? { get }
    /// Whether the page has the whole screen, without the tabs.
    var isWholeScreen: Bool { get }
    /// Class that the page shows, in which it takes part by the local network.
    var followed: String? { get }
    /// Address of the list that the page is an entry of, shown beside it on wide screens.
    var list: String? { get }
}

extension Page {
    public var tab: String? { nil }
    public var isWholeScreen: Bool { false }
    public var followed: String? { nil }
    public var list: String? { nil }
}

/// Page that a device makes of its book. It has of `Page` what Embedded Swift can ask of a value whose type is not known.
public protocol DevicePage: AnyObject, Sendable {
    var templateName: String { get }
    var title: String { get }
    var tab: String? { get }
    var list: String? { get }
    var model: Model { get }
}

extension DevicePage where Self: Page {
    public var templateName: String { Self.template }
}

/// Option in a choice.
public final class Choice: Modelled, Sendable {
    public let value: String
    public let label: String
    public let selected: Bool
    /// True for a venue without a position, where no geofence can be checked.
    public let lacksPosition: Bool?

    public init(value: String, label: String, selected: Bool, lacksPosition: Bool? = nil) {
        self.value = value
        self.label = label
        self.selected = selected
        self.lacksPosition = lacksPosition
    }

    public var model: Model {
        var object = ModelObject()
        object.add("value", value)
        object.add("label", label)
        object.add("selected", selected)
        object.add("lacksPosition", lacksPosition)
        return object.model
    }
}

extension Choice {
    /// Choice of venues, which always includes the chosen venue.
    ///
    /// - Parameter name: of the chosen venue.
    @inline(never)
    public static func venues(_ venues: [Venue], chosen: Identifier? = nil, _ name: String = "") -> [Choice] {
        var choices: [Choice] = []
        for venue in venues {
            choices.append(
                Choice(
                    value: venue.id.text, label: venue.name, selected: venue.id == chosen,
                    lacksPosition: venue.position == nil ? true : nil))
        }
        if let chosen, !choices.contains(where: { $0.selected }) {
            choices.insert(Choice(value: chosen.text, label: name, selected: true), at: 0)
        }
        return choices
    }

    /// Choice of venues, with that of a class chosen.
    public static func venues(_ venues: [Venue], of session: ClassSession?) -> [Choice] {
        Self.venues(venues, chosen: session?.venueID, session?.venue ?? "")
    }
}

/// Credit for data shown, as its licence requires.
public struct Attribution: Modelled, Sendable, Equatable {
    public let text: String
    public let href: String

    public init(text: String, href: String) {
        (self.text, self.href) = (text, href)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("text", text)
        object.add("href", href)
        return object.model
    }
}
