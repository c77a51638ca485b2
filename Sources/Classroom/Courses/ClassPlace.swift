/// Number of a class among the classes of its course, with its neighbours.
public final class ClassPlace: Sendable {
    public let previous: ClassSession?
    public let next: ClassSession?
    /// Number of the class, from 1.
    public let number: Int
    public let count: Int

    public init(previous: ClassSession?, next: ClassSession?, number: Int, count: Int) {
        self.previous = previous
        self.next = next
        self.number = number
        self.count = count
    }
}
