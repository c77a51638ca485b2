import Classroom

/// School that keeps the book.
public struct School: Sendable, Equatable {
    public let name: String
    /// IANA name of the time zone.
    public let timeZone: String
    /// Whether student IDs are typed, and not given by the book.
    public let typesIDs: Bool
}

extension Store {
    /// The school; `nil` while nobody has said which.
    public func school() async throws -> School? {
        try await database.read { connection in
            try connection.first("SELECT name, time_zone, types_ids FROM school").map { row in
                School(
                    name: try row.text("name"), timeZone: try row.text("time_zone"),
                    typesIDs: try row.flag("types_ids"))
            }
        }
    }
}

extension RowTable where R == SchoolRow {
    static let school = RowTable(
        name: "school", key: ["id"], columns: ["name", "time_zone", "types_ids", "saved_at"],
        keyValues: { [.integer($0)] },
        read: { row in
            SchoolRow(
                name: try row.text("name"), timeZone: try row.text("time_zone"),
                typesIDs: try row.flag("types_ids"), savedAt: try row.instant("saved_at"))
        },
        values: { [$0.name.sqlValue, $0.timeZone.sqlValue, $0.typesIDs.sqlValue, $0.savedAt.sqlValue] })
}
