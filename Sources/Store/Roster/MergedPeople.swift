import Classroom

/// What of somebody goes with them when they are merged into somebody else.
public struct Belongings: Sendable, Equatable {
    /// Classes attended.
    public let attended: Int
    /// Classes taught.
    public let taught: Int
    /// Courses taken.
    public let courses: Int
    /// Entries of the log that they wrote.
    public let entries: Int
    public let questions: Int
}

extension Store {
    public func belongings(of person: Identifier) async throws -> Belongings {
        try await database.read { connection in
            let row = try connection.first(
                """
                SELECT (SELECT COUNT(*) FROM mark WHERE person = $1 AND is_present = 1 AND is_saved = 1)
                       + (SELECT COUNT(*) FROM class CROSS JOIN mark WHERE mark.class = class.id AND mark.person = $1
                          AND phase IN ('running', 'paused') AND is_present = 1) AS attended,
                       (SELECT COUNT(*) FROM class WHERE instructor = $1) AS taught,
                       (SELECT COUNT(*) FROM enrolment WHERE person = $1 AND state = 'accepted') AS courses,
                       (SELECT COUNT(*) FROM training WHERE person = $1 AND is_deleted = 0) AS entries,
                       (SELECT COUNT(*) FROM question WHERE asker = $1) AS questions
                """, person)
            func number(_ name: String) throws -> Int { Int(try row?.integer(name) ?? 0) }
            return Belongings(
                attended: try number("attended"), taught: try number("taught"), courses: try number("courses"),
                entries: try number("entries"), questions: try number("questions"))
        }
    }

    /// Those who turned out to be a person, and can still be separated from them; the latest first.
    public func merged(into person: Identifier, now: Instant = .now) async throws -> [Person] {
        try await database.read { connection in
            let others =
                try connection.first("SELECT others FROM person WHERE id = $1", person)?
                .identifiers("others") ?? []
            return try connection.found(Person.select + " WHERE person.id IN $list", others.map { [$0.sqlValue] })
                .map(Person.init).filter { $0.removal.map { $0.ends > now } ?? false }
                .sorted { ($0.removal?.at ?? now, $0.id) > ($1.removal?.at ?? now, $1.id) }
        }
    }

    /// The person who stays of those who turned out to be one: they themselves if they were not merged.
    public func counting(_ person: Identifier) async throws -> Identifier {
        try await database.read { connection in
            var id = person
            // Only people who are there are merged into, so no way leads round.
            while let next = try connection.first("SELECT merged_into FROM person WHERE id = $1", id)?
                .optionalIdentifier("merged_into")
            {
                id = next
            }
            return id
        }
    }
}

/// Somebody who was merged into somebody else.
struct MergedPerson {
    let nameKey: String
    let studentID: String?
    /// Who stays.
    let other: Identifier
}

extension Connection {
    /// Everybody who was merged: few, who have an index of their own.
    func mergedPeople() throws -> [MergedPerson] {
        let rows = try rows("SELECT id, name_key, removed_id, merged_into FROM person WHERE merged_into IS NOT NULL")
        let into = Dictionary(
            try rows.map { (try $0.identifier("id"), try $0.identifier("merged_into")) },
            uniquingKeysWith: { first, _ in first })
        return try rows.map { row in
            var other = try row.identifier("merged_into")
            while let next = into[other] { other = next }
            return MergedPerson(
                nameKey: try row.text("name_key"), studentID: try row.optionalText("removed_id"), other: other)
        }
    }
}
