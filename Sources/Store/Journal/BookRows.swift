import Classroom

/// Loading and saving of a book's rows: one statement for each table, however many rows there are.
extension Connection {
    /// Loads what is wanted, in one round trip where the engine can; returns whether anything was.
    func load(into book: inout Book) throws -> Bool {
        let (isMore, _) = try load(into: &book, beside: [])
        return isMore
    }

    /// Loads what is wanted, and reads something else on the way.
    func load(into book: inout Book, beside others: [WantedRows]) throws -> (isMore: Bool, others: [[Row]]) {
        let wishes = book.takeWishes()
        if wishes.isEmpty && others.isEmpty { return (false, []) }
        let results = try rows(of: others + wishes.map(\.rows))
        for (wish, rows) in zip(wishes, results.dropFirst(others.count)) { try wish.take(&book, rows) }
        return (!wishes.isEmpty, Array(results.prefix(others.count)))
    }

    func load<R>(_ rows: inout Rows<R>, _ table: RowTable<R>) throws {
        let keys = rows.takeWanted()
        if keys.isEmpty { return }
        rows.load(try self.rows(of: [table.found(keys)]).flatMap { $0 }.map(table.read), for: keys)
    }

    /// Saves what has changed, in an order in which no row refers to a later one.
    func save(_ book: inout Book) throws {
        try save(studentTypes: book.studentTypes.changes)
        try save(people: book.people.changes)
        try save(details: book.details.changes)
        try saveAll(book.registrations, in: .registrations)
        try save(venues: book.venues.changes)
        try save(book.courses.changes, in: .courses)
        try save(instructors: book.courseInstructors.changes)
        try saveAll(book.enrolments, in: .enrolments)
        try saveAll(book.ownEnrolments, in: .ownEnrolments)
        try saveClasses(of: &book)
        try saveMarks(of: &book)
        try save(book.reconfirmations.changes, in: .reconfirmations)
        try saveAll(book.reconfirmed, in: .reconfirmed)
        try saveAll(book.ownReconfirmed, in: .ownReconfirmed)
        try save(book.questions.changes, in: .questions)
        try saveAll(book.votes, in: .votes)
        try saveAll(book.ownVotes, in: .ownVotes)
        try save(trainings: book.trainings.changes)
        try save(book.nearby.changes, in: .nearby)
        try save(book.choices.changes, in: .choices)
        try save(book.school.changes, in: .school)
        try save(book.editTimes.changes, in: .editTimes)
    }

    /// Saves rows that were set, and deletes those that were removed.
    private func saveAll<R>(
        _ rows: Rows<R>, in table: RowTable<R>, further: (R) -> [SQLValue] = { _ in [] }
    ) throws {
        let changes = rows.changes
        guard !changes.isEmpty else { return }
        try save(changes, in: table, further: further)
        try delete(changes.compactMap { $0.now == nil ? $0.stored?.key : nil }, from: table)
    }

    private func save(venues changes: [(stored: VenueRow?, now: VenueRow?)]) throws {
        try save(changes, in: .venues)
        let renamed = changes.filter { change in
            guard let before = change.stored else { return false }
            return before.name != change.now?.name || before.shownAs != change.now?.shownAs
        }.compactMap(\.now)
        guard !renamed.isEmpty else { return }
        try run(
            """
            UPDATE class SET venue_key = (SELECT venue.name_key FROM \(Venue.shown(at: "class.venue")))
            WHERE venue IN (SELECT id FROM venue WHERE id IN $list UNION SELECT id FROM venue WHERE shown_as IN $list)
            """, for: renamed.map { [($0.shownAs ?? $0.id).sqlValue] })
    }

    /// Saves classes, which are sorted by the names of their venues. While all stay where they are, no name is looked at, and
    /// none is written.
    private func saveClasses(of book: inout Book) throws {
        let changes = book.classes.changes
        if changes.contains(where: { $0.stored?.venue != $0.now?.venue }) {
            let places = Set(changes.flatMap { [$0.stored?.venue, $0.now?.venue] }.compactMap(\.self))
            // First the venues themselves, then those that are shown instead.
            for _ in 0..<2 {
                for venue in places { book.wantVenue(venue) }
                try load(&book.venues, .venues)
            }
        }
        let venues = book.venues
        try save(changes, in: .classes) { session in
            let own = venues.loaded(session.venue)
            return [SearchKey.fold(own?.shownAs.flatMap(venues.loaded)?.name ?? own?.name ?? "").sqlValue]
        }
        for isSaved in [true, false] {
            let turned = changes.compactMap { change -> SQLValue? in
                guard let stored = change.stored, let now = change.now else { return nil }
                let (before, after) = (stored.phase == .saved, now.phase == .saved)
                return before != after && after == isSaved ? now.id.sqlValue : nil
            }
            guard !turned.isEmpty else { continue }
            try run("UPDATE mark SET is_saved = \(isSaved ? 1 : 0) WHERE class IN $list", for: turned.map { [$0] })
        }
    }

    /// Saves marks, which are found by their person once their class is saved.
    private func saveMarks(of book: inout Book) throws {
        for change in book.marks.changes {
            if let session = change.now?.key.first { book.classes.want(session) }
        }
        try load(&book.classes, .classes)
        let classes = book.classes
        try saveAll(book.marks, in: .marks) { [(classes.loaded($0.key.first)?.phase == .saved).sqlValue] }
    }
}

extension Book {
    /// Empty, with the folding of names of this platform.
    init() {
        self.init { SearchKey.fold($0) }
    }
}
