import Classroom

/// An entry as it is told to those who follow.
public struct FeedEntry: Sendable {
    public let sequence: Int64
    public let id: Identifier
    public let device: Identifier
    public let kind: String
    public let at: Instant
    public let classID: Identifier?
    public let person: Identifier?
    /// The instructor of the class, if it happened in one.
    public let instructor: Identifier?
}

/// What somebody follows.
public enum FeedScope: Sendable, Equatable {
    /// All that concerns an instructor: the roster, the venues and the classes of their own.
    case instructor(Identifier)
    /// One class.
    case session(Identifier)

    /// Whether an entry belongs to it.
    public func holds(_ entry: FeedEntry) -> Bool {
        switch self {
        case .instructor(let person): entry.classID == nil || entry.instructor == person
        case .session(let id): entry.classID == id
        }
    }
}

extension Store {
    /// The entries after a place in the journal, oldest first, at most `most` of them.
    public func entries(after sequence: Int64, most: Int = 500) async throws -> [FeedEntry] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT entry.sequence, entry.id, entry.device, entry.kind, entry.at, entry.class, entry.person,
                       class.instructor
                FROM entry LEFT JOIN class ON class.id = entry.class
                WHERE entry.sequence > $1 ORDER BY entry.sequence LIMIT $2
                """, sequence, most
            ).map(FeedEntry.init)
        }
    }

    /// The entries of one class after a place in the journal, oldest first, at most `most` of them.
    public func entries(ofClass id: Identifier, after sequence: Int64, most: Int = 500) async throws -> [FeedEntry] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT entry.sequence, entry.id, entry.device, entry.kind, entry.at, entry.class, entry.person,
                       class.instructor
                FROM entry LEFT JOIN class ON class.id = entry.class
                WHERE entry.class = $1 AND entry.sequence > $2 ORDER BY entry.sequence LIMIT $3
                """, id, sequence, most
            ).map(FeedEntry.init)
        }
    }
}

extension FeedEntry {
    init(_ row: Row) throws {
        sequence = try row.integer("sequence")
        id = try row.identifier("id")
        device = try row.identifier("device")
        kind = try row.text("kind")
        at = try row.instant("at")
        classID = try row.optionalIdentifier("class")
        person = try row.optionalIdentifier("person")
        instructor = try row.optionalIdentifier("instructor")
    }
}
