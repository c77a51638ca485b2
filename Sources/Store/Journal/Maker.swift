import Classroom

/// Who makes an entry.
public struct Maker: Sendable, Equatable {
    /// `nil` for whoever runs the server, by the command line.
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

    /// Whoever may run commands where the book lies.
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
