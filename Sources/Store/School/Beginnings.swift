/// Which of the first steps have been taken in a book.
public struct Beginnings: Sendable {
    /// Whether there is anybody besides the first.
    public let hasPeople: Bool
    public let hasVenue: Bool
    /// Whether there is a class or a course.
    public let hasClass: Bool
}

extension Store {
    public func beginnings() async throws -> Beginnings {
        try await database.read { connection in
            func has(_ sql: String, rows: Int = 1) throws -> Bool {
                try connection.rows(sql + " LIMIT \(rows)").count == rows
            }
            return Beginnings(
                hasPeople: try has("SELECT id FROM person", rows: 2), hasVenue: try has("SELECT id FROM venue"),
                hasClass: try has("SELECT id FROM class") || has("SELECT id FROM course"))
        }
    }
}
