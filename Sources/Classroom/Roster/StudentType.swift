/// Student type, as named by instructors.
public struct StudentType: Sendable, Equatable {
    public let id: Identifier
    public let name: String
    /// Number of people of this type.
    public let count: Int

    public init(
        id: Identifier, name: String, count: Int
    ) {
        self.id = id
        self.name = name
        self.count = count
    }
}
