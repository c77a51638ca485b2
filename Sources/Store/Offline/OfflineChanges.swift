import Classroom

/// People and classes that have changed since a copy was made.
struct OfflineChanges {
    let people: Set<Identifier>
    let classes: Set<Identifier>
    /// Those of the classes that may have left the person's copy.
    let movable: Set<Identifier>

    /// Whether somebody's training log may have changed: in it are classes, too.
    func mayChangeLog(of person: Identifier) -> Bool { people.contains(person) || !classes.isEmpty }
}

extension OfflineCopy {
    /// Whether an entry of a kind says of all people and classes that it changes.
    fileprivate static func saysAll(_ kind: String) -> Bool {
        let groups = [
            "attendance.", "reconfirmation.", "question.", "enrolment.", "training.", "notifications.", "school.",
        ]
        return sayingAll.contains(kind) || groups.contains { kind.hasPrefix($0) }
    }

    /// Whether an entry of a kind makes a class one of its course, or takes it away: the others have other numbers then.
    fileprivate static func numbersAnew(_ kind: String) -> Bool { numberingAnew.contains(kind) }

    /// Whether claims that were made before are judged anew after an entry of a kind.
    fileprivate static func judgesAnew(_ kind: String) -> Bool {
        kind == Kind.attendanceOpened.name || kind == Kind.attendanceClosed.name
    }

    private static let numberingAnew = Set(
        [
            Kind.classScheduled, .classUnscheduled, .classDeleted, .classRestored, .classRecorded, .classCorrected,
        ].map(\.name))

    /// Whether an entry of a kind may do so, if the class is started on another day than planned.
    fileprivate static func startsAnew(_ kind: String) -> Bool {
        kind == Kind.classStarted.name || kind == Kind.classUnstarted.name
    }

    private static let sayingAll = numberingAnew.union(
        [
            Kind.classStarted, .classUnstarted, .classPaused, .classResumed, .classSaved, .classMeasured,
            .personAdded, .personRegistered, .personEdited, .personNumbered, .personActivated, .personDeactivated,
            .personPictured,
            .venueSaved, .venueHidden, .venueShown, .venueMerged, .venueSeparated, .courseCreated, .courseEdited,
            .courseArchived, .courseUnarchived, .studentTypeSaved, .studentTypeDeleted, .studentTypeRestored,
        ].map(\.name))

    /// Whether after an entry of a kind another venue is shown for a class.
    fileprivate static func movesVenue(_ kind: String) -> Bool {
        kind == Kind.venueMerged.name || kind == Kind.venueSeparated.name
    }

    /// Whether after an entry of a kind all planned classes of its course come, or go.
    fileprivate static func turnsCourse(_ kind: String) -> Bool {
        kind == Kind.courseArchived.name || kind == Kind.courseUnarchived.name
    }
}

extension Connection {
    /// What entries after a place in the journal have changed; `nil` if more may have changed than they say, or much.
    ///
    /// - Parameters:
    ///   - person: whose copy it is.
    ///   - isStudent: whether it is a student's.
    func changes(
        after sequence: Int64, most: Int, for person: Identifier, isStudent: Bool = false, now: Instant
    ) throws -> OfflineChanges? {
        let student = isStudent ? person : nil
        let entries = try rows(
            """
            SELECT kind, person, class, course, CASE WHEN kind = '\(Kind.classCorrected.name)' THEN fields END AS corrected
            FROM entry WHERE sequence > $1 ORDER BY sequence LIMIT \(most + 1)
            """, sequence)
        var (people, classes, told, edited): (Set<Identifier>, Set<Identifier>, Set<Identifier>, Set<Identifier>) =
            ([], [], [], [])
        var (courses, numbered, started): (Set<Identifier>, Set<Identifier>, Set<Identifier>) = ([], [], [])
        var turned: Set<Identifier> = []
        for entry in entries {
            let kind = try entry.text("kind")
            guard OfflineCopy.saysAll(kind) else { return nil }
            if kind == Kind.courseEdited.name {
                // With who teaches it, all of its classes come, or go.
                guard try entry.optionalIdentifier("person") == nil else { return nil }
                courses.insert(try entry.identifier("course"))
            }
            // A student's classes name the venue that is shown.
            if isStudent, OfflineCopy.movesVenue(kind) { return nil }
            if OfflineCopy.turnsCourse(kind) { turned.insert(try entry.identifier("course")) }
            if let corrected = try entry.optionalText("corrected") {
                // In the course that it was of, the others have other numbers, too.
                let fields = try CanonicalFields.fields(corrected)
                if fields.contains(where: { $0.name == "course" }) { return nil }
            }
            if let person = try entry.optionalIdentifier("person") {
                people.insert(person)
                // All classes of a course come, or go.
                if person == student, kind.hasPrefix("enrolment.") { return nil }
                if student != nil, kind == Kind.personEdited.name { edited.insert(person) }
            }
            guard let session = try entry.optionalIdentifier("class") else { continue }
            classes.insert(session)
            if OfflineCopy.numbersAnew(kind) { numbered.insert(session) }
            if OfflineCopy.startsAnew(kind) { started.insert(session) }
            // Those who were there have one session more, or were not there after all.
            if kind.hasPrefix("class.") || OfflineCopy.judgesAnew(kind) { told.insert(session) }
        }
        // With the questions and marks of a student's copy are the names of who made them.
        let named = try found(
            """
            SELECT id FROM person WHERE id IN $list
              AND (role = 'instructor' OR EXISTS (SELECT 1 FROM question WHERE question.asker = person.id))
            """, edited.sorted().map { [$0.sqlValue] })
        guard named.isEmpty else { return nil }
        numbered.formUnion(try startedOnAnotherDay(started))
        let others = try numberedAnew(by: numbered, for: person, isStudent: isStudent)
        // Which of many are the nearest, no entry tells.
        guard try others.isEmpty || others.count <= most && !areTooManyNear(person, isStudent: isStudent, now) else {
            return nil
        }
        classes.formUnion(others)
        // Of many, others are the nearest then.
        guard try turned.isEmpty || !areTooManyNear(person, isStudent: isStudent, now) else { return nil }
        classes.formUnion(try self.classes(of: turned))
        let movable = classes
        // They may take place elsewhere, and be logged otherwise.
        classes.formUnion(try self.classes(of: courses))
        let attending = try found("SELECT person FROM mark WHERE class IN $list", told.map { [$0.sqlValue] })
        people.formUnion(try attending.map { try $0.identifier("person") })
        return entries.count > most || people.count > most
            ? nil
            : OfflineChanges(people: people, classes: classes, movable: movable)
    }

    private func classes(of courses: Set<Identifier>) throws -> [Identifier] {
        try found("SELECT id FROM class WHERE course IN $list", courses.sorted().map { [$0.sqlValue] })
            .map { try $0.identifier("id") }
    }

    /// Classes of a person's courses that have other numbers by what was said of some: those from their first planned start on.
    private func numberedAnew(
        by classes: Set<Identifier>, for person: Identifier, isStudent: Bool
    ) throws -> Set<Identifier> {
        if classes.isEmpty { return [] }
        let wanted = classes.sorted().map { [$0.sqlValue] }
        let own = try ownCourses(of: person, isStudent: isStudent)
        // Where a class was before it was moved, its course's other classes count from there.
        let plans = try byClass(
            """
            SELECT class, kind, happened_at, fields FROM entry WHERE class IN $list AND kind IN (
                '\(Kind.classScheduled.name)', '\(Kind.classRecorded.name)', '\(Kind.classCorrected.name)',
                '\(Kind.classStarted.name)')
            """, wanted)
        var first: [Identifier: Instant] = [:]
        for row in try found("SELECT * FROM class WHERE id IN $list", wanted).map(ClassRow.init) {
            guard let course = row.course, own.contains(course) else { continue }
            let starts = try (plans[row.id] ?? []).compactMap(Self.start)
            let all = starts + [row.plannedAt, row.startedAt, first[course]].compactMap(\.self)
            first[course] = all.min()
        }
        let later = try first.flatMap { course, start in
            try rows("SELECT id FROM class WHERE course = $1 AND planned_at >= $2", course, start)
        }
        return Set(try later.map { try $0.identifier("id") })
    }

    /// Those of the classes that were at some time started on another day than planned.
    private func startedOnAnotherDay(_ classes: Set<Identifier>) throws -> Set<Identifier> {
        let moved = try found(
            """
            SELECT id FROM class WHERE id IN $list AND (plan_at IS NOT NULL OR EXISTS (
                SELECT 1 FROM entry WHERE entry.class = class.id AND entry.kind = '\(Kind.classStarted.name)'
                  AND ABS(entry.happened_at - class.planned_at) >= \(ClassRow.anotherDay)))
            """, classes.sorted().map { [$0.sqlValue] })
        return Set(try moved.map { try $0.identifier("id") })
    }

    /// Start of a class as an entry tells it.
    private static func start(_ entry: Row) throws -> Instant? {
        if try entry.text("kind") == Kind.classStarted.name { return try entry.instant("happened_at") }
        for field in try CanonicalFields.fields(entry.text("fields")) where field.name == "start" {
            if case .text(let start) = field.value { return Instant(start) }
        }
        return nil
    }

    /// Courses that a person teaches, or that classes of theirs are of; of a student, those that they take.
    private func ownCourses(of person: Identifier, isStudent: Bool) throws -> Set<Identifier> {
        let courses =
            isStudent
            ? try rows("SELECT course FROM enrolment WHERE person = $1 AND state = 'accepted'", person)
            : try rows(
                """
                SELECT course FROM course_instructor WHERE person = $1
                UNION SELECT course FROM class WHERE instructor = $1 AND course IS NOT NULL
                """, person)
        return Set(try courses.map { try $0.identifier("course") })
    }

    /// Whether classes of a person's courses are left out since others are nearer in time.
    private func areTooManyNear(_ person: Identifier, isStudent: Bool, _ now: Instant) throws -> Bool {
        let (around, most) = (OfflineClass.around, OfflineClass.mostPlanned)
        let near =
            isStudent
            ? try rows(
                """
                SELECT class.id FROM class JOIN course ON course.id = class.course
                  JOIN enrolment ON enrolment.course = course.id
                WHERE enrolment.person = $1 AND state = 'accepted' AND is_archived = 0 AND phase <> 'deleted'
                  AND (phase IN ('running', 'paused') OR planned_at BETWEEN $2 AND $3)
                LIMIT \(most + 1)
                """, person, now.adding(milliseconds: -around), now.adding(milliseconds: around))
            : try rows(
                """
                SELECT class.id FROM class JOIN course ON course.id = class.course
                  JOIN course_instructor ON course_instructor.course = course.id
                WHERE course_instructor.person = $1 AND is_archived = 0 AND phase IN ('scheduled', 'cancelled')
                LIMIT \(most + 1)
                """, person)
        return near.count > most
    }

    /// Classes of a person that are not in an update, though they may have changed.
    func gone(
        _ changes: OfflineChanges, without taken: [OfflineClass], for person: Identifier, isStudent: Bool = false
    ) throws -> [Identifier] {
        let others = changes.movable.subtracting(taken.map(\.row.id))
        if others.isEmpty { return [] }
        let own = try ownCourses(of: person, isStudent: isStudent)
        return try found("SELECT * FROM class WHERE id IN $list", others.sorted().map { [$0.sqlValue] })
            .map(ClassRow.init).filter { row in
                row.course.map(own.contains) ?? (row.instructor == person)
            }.map(\.id)
    }
}
