import Classroom

/// Maker of an entry.
public struct Maker: Sendable, Equatable {
    /// Person; `nil` for the command line.
    public let person: Identifier?
    public let role: Role

    public init(person: Identifier, role: Role) {
        self.person = person
        self.role = role
    }

    private init() {
        person = nil
        role = .instructor
    }

    /// Anybody who can run commands on the server.
    public static let host = Maker()

    func may(_ kind: Kind) -> Bool {
        switch kind.makers {
        case .everyone: true
        case .instructors: role == .instructor
        // Whether somebody still is one, the book says when the entry is there: see `isOwner(on:)`.
        case .owners: role == .instructor
        case .host: person == nil
        }
    }
}
