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
        [
            "value": value.model, "label": label.model, "selected": selected.model,
            "lacksPosition": lacksPosition.model,
        ]
    }
}

/// Credit for data shown, as its licence requires.
public struct Attribution: Modelled, Sendable, Equatable {
    public let text: String
    public let href: String

    public init(text: String, href: String) {
        (self.text, self.href) = (text, href)
    }

    public var model: Model { ["text": text.model, "href": href.model] }
}
