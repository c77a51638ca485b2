/// What was put right of a class afterwards, with the names of those it is about.
public struct ClassStory: Sendable {
    /// Oldest first.
    public let changes: [ClassChange]
    /// Names of people, venues and courses.
    public let names: [Identifier: String]

    public init(
        changes: [ClassChange], names: [Identifier: String]
    ) {
        self.changes = changes
        self.names = names
    }
}
