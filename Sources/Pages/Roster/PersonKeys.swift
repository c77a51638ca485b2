import Classroom

/// Sign-in codes and links of watches by which a person comes in. Only the server knows them.
public struct PersonKeys: Sendable {
    let hasCodes: Bool
    let codesText: String
    /// To be read by the person and by owners.
    let codes: Model
    /// Links of watches, also those that were revoked; for the same readers.
    let links: Model
    /// Whether there are codes or links that can be revoked.
    let areThere: Bool

    public init(count: Int, codes: Model, links: Model, hasLinks: Bool) {
        hasCodes = count > 0
        codesText = count == 0 ? "No sign-in code" : counted(count, "sign-in code", "sign-in codes")
        (self.codes, self.links, areThere) = (codes, links, hasCodes || hasLinks)
    }

    /// Without signal.
    private init() {
        (hasCodes, codes, links, areThere) = (false, [], [], false)
        codesText = "Sign-in codes can be made when there is a signal."
    }

    public static let unknown = PersonKeys()
}

/// What the page of a removed person says.
public struct RemovalView: Modelled, Sendable {
    public let text: String
    public let mayRestore: Bool

    public init(_ removal: PersonRemoval, _ calendar: WallCalendar, mayRestore: Bool) {
        func day(_ time: Instant) -> String { calendar.day(calendar.day(of: time).text) }
        text = "Removed on " + day(removal.at) + ". Can be put back until " + day(removal.ends) + "."
        self.mayRestore = mayRestore
    }

    public var model: Model {
        var object = ModelObject()
        object.add("text", text)
        object.add("mayRestore", mayRestore)
        return object.model
    }
}
