import Classroom

/// What people are told about a class of a course.
public struct ClassNews: Sendable {
    public let course: String
    public let venue: String
    public let timeZone: String
    public let phase: ClassLifeCycle.Phase
    public let plannedAt: Instant
    /// Whether students can mark themselves present.
    public let isOpen: Bool
    public let evidence: AttendancePolicy.Evidence
}

/// Marks that students have made of themselves at a class.
public struct NewMarks: Sendable {
    /// How many of those asked about are present, and how many wait for the instructor.
    public let present, unconfirmed: Int
    /// Of all students of the class.
    public let allPresent, allUnconfirmed: Int
    /// Name of one of those asked about.
    public let name: String
}

extension Store {
    /// News of a class; `nil` unless it is of a course.
    public func news(of session: Identifier) async throws -> ClassNews? {
        try await database.read { connection in
            try connection.first(
                """
                SELECT course.title, venue.name, time_zone, phase, planned_at, class.is_open AS class_is_open,
                       \(AttendancePolicy.ofClass)
                FROM class JOIN course ON course.id = class.course \(Venue.join("class.venue"))
                WHERE class.id = $1
                """, session
            ).map { row in
                ClassNews(
                    course: try row.text("title"), venue: try row.text("name"), timeZone: try row.text("time_zone"),
                    phase: try row.word("phase"), plannedAt: try row.instant("planned_at"),
                    isOpen: try row.flag("class_is_open"), evidence: try row.word("evidence"))
            }
        }
    }

    /// Courses of classes; those that are of none are left out.
    public func courses(ofClasses sessions: Set<Identifier>) async throws -> [Identifier: Identifier] {
        try await database.read { connection in
            let rows = try connection.found(
                "SELECT id, course FROM class WHERE course IS NOT NULL AND id IN $list",
                sessions.map { [$0.sqlValue] })
            let pairs = try rows.map { (try $0.identifier("id"), try $0.identifier("course")) }
            return Dictionary(pairs) { first, _ in first }
        }
    }

    /// What has become of claims; `nil` if nothing, since the instructor has decided before.
    public func newMarks(of students: Set<Identifier>, at session: Identifier) async throws -> NewMarks? {
        try await database.read { connection in
            let rows = try connection.rows(
                """
                SELECT person, is_present, how, first_name, last_name FROM mark JOIN person ON person.id = mark.person
                WHERE class = $1 AND (is_present = 1 OR doubt IS NOT NULL)
                """, session)
            let new = try rows.filter {
                try $0.text("how") != Mark.How.instructor.rawValue && students.contains($0.identifier("person"))
            }
            guard let one = new.first else { return nil }
            let (allPresent, present) = try (
                rows.count { try $0.flag("is_present") }, new.count { try $0.flag("is_present") }
            )
            let name = PersonName(first: try one.text("first_name"), last: try one.text("last_name"))
            return NewMarks(
                present: present, unconfirmed: new.count - present, allPresent: allPresent,
                allUnconfirmed: rows.count - allPresent, name: name.full)
        }
    }

    /// Whether a class has another time or venue than before an entry of the journal; not if it was planned by that entry.
    public func hasMoved(_ session: Identifier, since sequence: Int64) async throws -> Bool {
        try await database.read { connection in
            let plans = try connection.rows(
                """
                SELECT sequence, fields FROM entry WHERE class = $1 AND kind = 'class.scheduled' ORDER BY sequence
                """, session
            ).reduce(into: [Plan]()) { plans, row in plans.append(try Plan(row, after: plans.last)) }
            let before = plans.filter { $0.sequence < sequence }
            guard let last = plans.last, let old = before.last else { return false }
            if last.start != old.start { return true }
            guard let venue = plans.last(where: { $0.venue != nil })?.venue else { return false }
            let usual = try connection.first(
                "SELECT course.venue FROM class JOIN course ON course.id = class.course WHERE class.id = $1", session)
            return try venue != (before.last { $0.venue != nil }?.venue ?? usual?.identifier("venue"))
        }
    }
}

/// Time and venue of a class, as an entry gave them.
private struct Plan {
    let sequence: Int64
    let start: Instant?
    let venue: Identifier?

    init(_ row: Row, after last: Plan?) throws {
        sequence = try row.integer("sequence")
        let fields = try CanonicalFields.fields(row.text("fields"))
        func text(_ name: String) -> String {
            if case .text(let text)? = fields.first(where: { $0.name == name })?.value { text } else { "" }
        }
        let keepsStart = fields.contains { $0.name == "keepsStart" && $0.value == .flag(true) }
        start = keepsStart ? last?.start ?? Instant(text("start")) : Instant(text("start"))
        venue = Identifier(text("venue"))
    }
}
