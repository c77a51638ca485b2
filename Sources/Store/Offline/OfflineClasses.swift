import Classroom

/// Class that a device takes along, with the events from which its state follows.
public struct OfflineClass: Sendable {
    /// The class; in a student's copy at the venue that is shown for it, in an instructor's at its own.
    public let row: ClassRow
    /// Number of the class among those of its course, from 1; `nil` for a drop-in class.
    public let number: Int?
    /// How many questions there are, and how many are open.
    public let questions: (open: Int, all: Int)
    /// The questions themselves; `nil` if there are too many.
    public let asking: [OfflineQuestion]?
    /// What was told of it, by time.
    public let events: [OfflineEvent]
    public let marks: [(person: Identifier, mark: Mark)]
    /// Who made the mark of the student whose copy it is; `nil` in an instructor's.
    public var markedBy: String?
    /// The latest question whether those present are still there, with its answers.
    public let asked: (asked: Reconfirmation, answers: [Identifier: Reconfirmed])?

    /// How many of the instructor's saved classes, and of those that others saved, are taken along in any case, newest first.
    fileprivate static let (fewestSaved, fewestOfOthers) = (ClassesToStart.mostTelling, 50)
    /// How many of each are taken along, if all together do not have too many marks; and how many of those planned, nearest first.
    static let (mostSaved, mostPlanned) = (200, 200)
    /// How long before and after today classes of a student's courses are taken along, in milliseconds.
    static let around: Int64 = 60 * 86_400_000
}

/// Event of a class, as the journal has it.
public struct OfflineEvent: Sendable {
    public let kind: String
    public let fields: [Field]
    public let at: Instant
    public let device: Identifier
    public let maker: Identifier?
    public let sequence: Int64
}

extension Connection {
    /// Classes of an instructor and of their courses: those in session, the newest that were saved, and those planned;
    /// their courses; whether more were saved by the instructor, or are planned; and since when all that were saved are there,
    /// `nil` for ever.
    ///
    /// - Parameters:
    ///   - only: classes without which they are left out; `nil` for none.
    ///   - mostMarks: how many marks the saved ones have together, but for the newest.
    func offlineClasses(
        of instructor: Identifier, _ now: Instant, only: Set<Identifier>?, mostMarks: Int64
    ) throws -> (
        classes: [OfflineClass], courses: Set<Identifier>, hasMoreSaved: Bool, hasMorePlanned: Bool, allSince: Instant?
    ) {
        let taught = "SELECT course FROM course_instructor WHERE course_instructor.person = $1"
        let inSession = try classRows(
            """
            (instructor = $1 AND class.course IS NULL OR class.course IN (\(taught))) AND phase IN ('running', 'paused')
            """, instructor)
        let saved = try classRows(
            """
            instructor = $1 AND phase = 'saved' ORDER BY started_at DESC, class.id DESC LIMIT \(OfflineClass.mostSaved + 1)
            """, instructor)
        let ofOthers = try classRows(
            """
            class.course IN (\(taught)) AND instructor <> $1 AND phase = 'saved'
            ORDER BY started_at DESC, class.id DESC LIMIT \(OfflineClass.mostSaved + 1)
            """, instructor)
        let planned = try classRows(
            """
            class.course IN (SELECT id FROM course WHERE is_archived = 0 AND id IN (\(taught)))
              AND phase IN ('scheduled', 'cancelled')
            ORDER BY ABS(planned_at - $2), class.id LIMIT \(OfflineClass.mostPlanned + 1)
            """, instructor, now)
        let most = OfflineClass.mostSaved
        let taken = try taken(Array(saved.prefix(most)), Array(ofOthers.prefix(most)), mostMarks: mostMarks)
        let ids = Set(taken.map(\.id))
        let left = (saved + ofOthers).filter { !ids.contains($0.id) }
        let (begun, coming) = (inSession + taken, planned.prefix(OfflineClass.mostPlanned))
        func isWanted(_ session: ClassRow) -> Bool { only.map { $0.contains(session.id) } ?? true }
        return (
            try whole(begun.filter(isWanted), coming.filter(isWanted), for: instructor),
            Set((begun + coming).compactMap(\.course)),
            saved.count > taken.count { $0.instructor == instructor }, planned.count > coming.count,
            left.flatMap { [$0.startedAt, $0.plannedAt].compactMap { $0 } }.max().map { $0.adding(milliseconds: 1) }
        )
    }

    /// Of saved classes of an instructor and of others, both newest first, those that are taken along.
    private func taken(_ own: [ClassRow], _ ofOthers: [ClassRow], mostMarks: Int64) throws -> [ClassRow] {
        let marks = try byClass(
            "SELECT class, COUNT(*) AS number FROM mark WHERE class IN $list GROUP BY class",
            (own + ofOthers).map { [$0.id.sqlValue] }
        ).mapValues { try $0.first?.integer("number") ?? 0 }
        let (few, fewOfOthers) = (OfflineClass.fewestSaved, OfflineClass.fewestOfOthers)
        let surely = own.prefix(few) + ofOthers.prefix(fewOfOthers)
        let further = own.dropFirst(few) + ofOthers.dropFirst(fewOfOthers)
        var left = surely.reduce(mostMarks) { $0 - (marks[$1.id] ?? 0) }
        let newest = further.sorted {
            ($0.startedAt?.milliseconds ?? 0, $0.id) > ($1.startedAt?.milliseconds ?? 0, $1.id)
        }
        return surely
            + newest.prefix { one in
                left -= marks[one.id] ?? 0
                return left >= 0
            }
    }

    func classRows(_ condition: String, _ values: (any SQLConvertible)...) throws -> [ClassRow] {
        try rows("SELECT * FROM class WHERE " + condition, values: values.map(\.sqlValue)).map(ClassRow.init)
    }

    /// - Parameter planned: classes of which nothing was told but when they are planned; students may have claimed to be there early.
    private func whole(
        _ begun: [ClassRow], _ planned: [ClassRow], for instructor: Identifier
    ) throws -> [OfflineClass] {
        let (told, all) = (begun.map { [$0.id.sqlValue] }, (begun + planned).map { [$0.id.sqlValue] })
        let numbers = try numbers(of: begun + planned)
        let events = try byClass(
            """
            SELECT class, \(ClassEvent.columns), maker FROM entry WHERE class IN $list AND \(ClassEvent.isOne)
            ORDER BY class, happened_at, sequence
            """, told)
        let marks = try byClass(
            "SELECT class, person, \(Mark.columns) FROM mark WHERE class IN $list ORDER BY class, person", all)
        let counts = try byClass(
            "SELECT class, \(QuestionCounts.columns) AND class IN $list GROUP BY class", all
        ).mapValues { try QuestionCounts.counts($0.first) }
        let asking = try offlineQuestions(
            of: (begun + planned).map(\.id), counts.mapValues(\.all), for: instructor)
        let asked = try reconfirmations(of: begun.filter { $0.course != nil }.map(\.id))
        return try (begun + planned).map { row in
            OfflineClass(
                row: row, number: numbers[row.id], questions: counts[row.id] ?? (0, 0), asking: asking[row.id],
                events: try (events[row.id] ?? []).map(OfflineEvent.init),
                marks: try (marks[row.id] ?? []).map { (try $0.identifier("person"), try Mark($0)) },
                asked: asked[row.id])
        }
    }

    func byClass(_ sql: String, _ wanted: [[SQLValue]]) throws -> [Identifier: [Row]] {
        try Dictionary(grouping: found(sql, wanted)) { try $0.identifier("class") }
    }

    /// Numbers of classes among those of their courses.
    func numbers(of classes: [ClassRow]) throws -> [Identifier: Int] {
        let rows = try found(
            """
            SELECT id, number FROM (
                SELECT id, ROW_NUMBER() OVER (PARTITION BY course ORDER BY planned_at, id) AS number
                FROM class WHERE phase <> 'deleted' AND course IN (SELECT course FROM class WHERE id IN $list)
            ) AS numbered WHERE id IN $list
            """, classes.filter { $0.course != nil }.map { [$0.id.sqlValue] })
        return Dictionary(try rows.map { (try $0.identifier("id"), try Int($0.integer("number"))) }) { first, _ in first
        }
    }
}

extension OfflineEvent {
    fileprivate init(_ row: Row) throws {
        self.init(
            kind: try row.text("kind"), fields: try CanonicalFields.fields(row.text("fields")),
            at: try row.instant("happened_at"), device: try row.identifier("device"),
            maker: try row.optionalIdentifier("maker"), sequence: try row.integer("sequence"))
    }
}
