import Classroom

/// Data that an instructor's device needs to run a class offline.
public struct OfflineCopy: Sendable {
    public let venues: [Venue]
    public let types: [StudentType]
    public let classes: [OfflineClassSession]
    /// Course classes in session or to come, whose pages only the server makes.
    public let courseClasses: [(id: Identifier, inSession: Bool)]
    /// Batch of all people, in order of identifier.
    public let people: [Person]
    /// Cursor of the next batch of people.
    public let next: Cursor?
}

/// Class with the steps from which its state follows.
public struct OfflineClassSession: Sendable {
    public let id: Identifier
    public let venue: Identifier
    public let isOfCourse: Bool
    public let startedAt: Instant
    /// Outside temperature in degrees Celsius; `nil` if unknown.
    public let temperature: Double?
    /// Steps after the start, by time.
    public let steps: [(step: ClassLifeCycle.Step, at: Instant)]
    public let marks: [OfflineMark]
}

/// Current mark of a person at a class.
public struct OfflineMark: Sendable {
    public let person: Identifier
    public let isPresent: Bool
    public let at: Instant
}

extension Store {
    /// Offline data of an instructor: all venues and student types, the drop-in classes in session and newest saved
    /// ones with the first batch, and people, `most` to a batch.
    public func offlineCopy(
        for instructor: Identifier, after: String? = nil, most: Int = 1000
    ) async throws -> OfflineCopy {
        var start: SQLValue = .text("")
        if let after {
            guard case .text(let id)? = Cursor(after, like: [.text])?.values.first, Identifier(id) != nil else {
                throw Problem.invalid("after", "cursor", "This is not a position in this list.")
            }
            start = .text(id)
        }
        let types = after == nil ? try await studentTypes() : []
        return try await database.read { [start] connection in
            let people = try connection.rows(
                Person.select + " WHERE person.id > $1 ORDER BY person.id LIMIT \(most + 1)", values: [start])
            let shown = try people.prefix(most).map(Person.init)
            let next = people.count > most ? shown.last.map { Cursor([.text($0.id.text)]) } : nil
            return OfflineCopy(
                venues: after == nil ? try connection.allVenues() : [], types: types,
                classes: after == nil ? try connection.offlineClasses(of: instructor) : [],
                courseClasses: after == nil ? try connection.courseClasses(of: instructor) : [], people: shown,
                next: next)
        }
    }
}

extension Connection {
    fileprivate func allVenues() throws -> [Venue] {
        try rows(
            "SELECT id, name, address, latitude, longitude, radius FROM venue ORDER BY name_key, id LIMIT 1000"
        ).map { try Venue($0, from: nil) }
    }

    /// Number of saved classes included.
    private static var mostSaved: Int { 30 }

    fileprivate func offlineClasses(of instructor: Identifier) throws -> [OfflineClassSession] {
        let select = "SELECT id, course, venue, started_at, temperature FROM class WHERE instructor = $1 AND phase "
        let rows =
            try rows(select + "IN ('running', 'paused') AND course IS NULL", instructor)
            + rows(select + "= 'saved' ORDER BY started_at DESC, id DESC LIMIT \(Self.mostSaved)", instructor)
        return try rows.map { row in
            let id = try row.identifier("id")
            return OfflineClassSession(
                id: id, venue: try row.identifier("venue"),
                isOfCourse: try row.optionalIdentifier("course") != nil, startedAt: try row.instant("started_at"),
                temperature: try row.optionalReal("temperature"),
                steps: try classEvents(of: id).compactMap { event in event.step.map { (step: $0, at: event.at) } }
                    .filter { $0.step != .started }, marks: try offlineMarks(at: id))
        }
    }

    fileprivate func courseClasses(of instructor: Identifier) throws -> [(id: Identifier, inSession: Bool)] {
        try rows(
            """
            SELECT class.id, phase FROM class JOIN course_instructor ON course_instructor.course = class.course
            WHERE course_instructor.person = $1 AND phase IN ('running', 'paused', 'scheduled')
            ORDER BY phase, planned_at LIMIT 200
            """, instructor
        ).map { (try $0.identifier("id"), try $0.text("phase") != "scheduled") }
    }

    private func offlineMarks(at session: Identifier) throws -> [OfflineMark] {
        try rows("SELECT person, is_present, at FROM mark WHERE class = $1 ORDER BY person", session).map { row in
            OfflineMark(
                person: try row.identifier("person"), isPresent: try row.flag("is_present"), at: try row.instant("at"))
        }
    }
}
