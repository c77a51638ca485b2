/// What was put right of a class afterwards, with the names of those it is about.
public struct ClassStory: Sendable {
    /// Oldest first.
    public let changes: [ClassChange]
    /// Name of a person, venue or course; `nil` if it is unknown.
    public let name: @Sendable (Identifier) -> String?

    public init(
        changes: [ClassChange], name: @escaping @Sendable (Identifier) -> String?
    ) {
        self.changes = changes
        self.name = name
    }
}
