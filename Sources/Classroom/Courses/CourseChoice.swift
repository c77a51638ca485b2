/// Course to which a class may come.
public struct CourseChoice: Sendable {
    public let id: Identifier
    public let title: String
    /// Number of people who were at the class and do not take the course.
    public let strangers: Int

    public init(id: Identifier, title: String, strangers: Int) {
        (self.id, self.title, self.strangers) = (id, title, strangers)
    }
}
