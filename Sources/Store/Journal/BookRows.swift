import Classroom

/// Loading and saving of a book's rows: one statement for each table, however many rows there are.
extension Connection {
    /// Loads what is wanted; returns whether anything was.
    func load(into book: inout Book) throws -> Bool {
        var isMore = try loadFound(into: &book)
        isMore = try load(&book.people, .people) || isMore
        isMore = try load(&book.studentTypes, .studentTypes) || isMore
        isMore = try load(&book.pictures, .pictures) || isMore
        isMore = try load(&book.venues, .venues) || isMore
        isMore = try load(&book.courses, .courses) || isMore
        isMore = try load(&book.enrolments, .enrolments) || isMore
        isMore = try load(&book.classes, .classes { _ in "" }) || isMore
        isMore = try load(&book.marks, .marks) || isMore
        isMore = try load(&book.reconfirmations, .reconfirmations) || isMore
        isMore = try load(&book.reconfirmed, .reconfirmed) || isMore
        isMore = try load(&book.questions, .questions) || isMore
        isMore = try load(&book.votes, .votes) || isMore
        isMore = try load(&book.trainings, .trainings) || isMore
        isMore = try load(&book.nearby, .nearby) || isMore
        isMore = try load(&book.choices, .choices) || isMore
        let courses = book.courseInstructors.takeWanted()
        if !courses.isEmpty {
            book.courseInstructors.load(try instructors(of: courses), for: courses)
            isMore = true
        }
        return try loadJournal(into: &book) || isMore
    }

    private func load<R>(_ rows: inout Rows<R>, _ table: RowTable<R>) throws -> Bool {
        let keys = rows.takeWanted()
        if keys.isEmpty { return false }
        rows.load(try self.rows(of: table, keys), for: keys)
        return true
    }

    /// Loads the rows that searches find.
    private func loadFound(into book: inout Book) throws -> Bool {
        let (ids, names) = (book.studentIDs.takeWanted().map(\.text), book.typeNames.takeWanted().map(\.text))
        book.people.load(try rows(of: .people, where: "student_id IN $list", in: ids.map(\.sqlValue)))
        book.studentTypes.load(
            try rows(of: .studentTypes, where: "name_key IN $list AND is_deleted = 0", in: names.map(\.sqlValue)))
        let owners = book.owners.takeWanted()
        if !owners.isEmpty { book.people.load(try rows(of: .people, where: "is_owner IN $list", in: [.integer(1)])) }
        let (sessions, plans) = (book.sessions.takeWanted(), book.plans.takeWanted())
        let classes = RowTable.classes { _ in "" }
        book.classes.load(
            try rows(
                of: classes, where: "instructor IN $list AND phase IN ('running', 'paused')",
                in: sessions.map(\.sqlValue)))
        book.classes.load(
            try rows(
                of: classes, where: "course IN $list AND phase IN ('scheduled', 'cancelled')",
                in: plans.map(\.sqlValue)))
        let (requests, attendance) = (book.requests.takeWanted(), book.attendance.takeWanted())
        book.enrolments.load(
            try rows(of: .enrolments, where: "course IN $list AND state = 'requested'", in: requests.map(\.sqlValue)))
        book.marks.load(
            try rows(of: .marks, where: "class IN $list AND is_present = 1", in: attendance.map(\.sqlValue)))
        let asked = book.reconfirmationsOfClass.takeWanted()
        book.reconfirmations.load(try rows(of: .reconfirmations, where: "class IN $list", in: asked.map(\.sqlValue)))
        let all = ids.count + names.count + owners.count + sessions.count + plans.count
        return all + requests.count + attendance.count + asked.count > 0
    }

    /// Loads what the journal has of classes.
    private func loadJournal(into book: inout Book) throws -> Bool {
        let (classes, claimed) = (book.events.takeWanted(), book.claims.takeWanted())
        let spoken = book.words.takeWanted()
        let events = try found(
            """
            SELECT class, kind, happened_at, device, sequence FROM entry WHERE class IN $list AND \(ClassEvent.isOne)
            ORDER BY happened_at, sequence
            """, classes.map { [$0.sqlValue] })
        let ofClass = Dictionary(grouping: try events.map { (try $0.identifier("class"), $0) }) { $0.0 }
        for session in classes {
            book.events.load(try (ofClass[session] ?? []).compactMap { try ClassEvent($0.1) }, for: session)
        }
        let claims = try found(
            """
            SELECT class, person, happened_at, received FROM entry
            WHERE class IN $list AND kind = 'attendance.claimed' AND person IS NOT NULL
            """, claimed.map { [$0.sqlValue] })
        let claimsOf = Dictionary(grouping: try claims.map { (try $0.identifier("class"), $0) }) { $0.0 }
        for session in claimed {
            let times = try (claimsOf[session] ?? []).map { try ClaimTime($0.1) }
            book.claims.load(times, for: session)
        }
        let words = try found(
            """
            SELECT class, kind, person, maker, device, happened_at, received, sequence, fields FROM entry
            WHERE (class, person) IN $list AND \(AttendanceWord.isOne) ORDER BY happened_at, sequence
            """, spoken.map { [$0.first.sqlValue, $0.second.sqlValue] })
        let wordsOf = Dictionary(grouping: try words.map { (try $0.pair("class", "person"), $0) }) { $0.0 }
        for key in spoken { book.words.load(try (wordsOf[key] ?? []).map { try AttendanceWord($0.1) }, for: key) }
        return !classes.isEmpty || !claimed.isEmpty || !spoken.isEmpty
    }

    /// Saves what has changed, in an order in which no row refers to a later one.
    func save(_ book: inout Book) throws {
        try save(studentTypes: book.studentTypes.changes)
        try save(people: book.people.changes)
        try save(changed(book.registrations), in: .registrations)
        try save(venues: book.venues.changes)
        try save(changed(book.courses), in: .courses)
        try save(instructors: book.courseInstructors.changes)
        try save(changed(book.enrolments), in: .enrolments)
        try saveClasses(of: &book)
        try save(changed(book.marks), in: .marks)
        let removed = book.marks.changes.filter { $0.now == nil }.compactMap(\.stored).map(\.key)
        try delete(removed, from: .marks)
        try save(changed(book.reconfirmations), in: .reconfirmations)
        try save(changed(book.reconfirmed), in: .reconfirmed)
        try save(changed(book.questions), in: .questions)
        try save(changed(book.votes), in: .votes)
        try save(changed(book.trainings), in: .trainings)
        try save(changed(book.nearby), in: .nearby)
        try save(changed(book.choices), in: .choices)
    }

    private func changed<R>(_ rows: Rows<R>) -> [R] {
        rows.changes.compactMap(\.now)
    }

    private func save(venues changes: [(stored: VenueRow?, now: VenueRow?)]) throws {
        try save(changes.compactMap(\.now), in: .venues)
        let renamed = changes.filter { $0.stored != nil && $0.stored?.name != $0.now?.name }.compactMap(\.now)
        try run(
            """
            UPDATE class SET venue_key = (SELECT name_key FROM venue WHERE venue.id = class.venue)
            WHERE venue IN $list
            """, for: renamed.map { [$0.id.sqlValue] })
    }

    /// Saves classes, which are sorted by the names of their venues.
    private func saveClasses(of book: inout Book) throws {
        let classes = changed(book.classes)
        for session in classes { book.venues.want(session.venue) }
        _ = try load(&book.venues, .venues)
        let venues = book.venues
        try save(classes, in: .classes { SearchKey.fold(venues.loaded($0)?.name ?? "") })
    }
}

extension ClaimTime {
    init(_ row: Row) throws {
        self.init(
            person: try row.identifier("person"), at: try row.instant("happened_at"),
            received: try row.instant("received"))
    }
}

extension Book {
    /// Empty, with the folding of names of this platform.
    init() {
        self.init { SearchKey.fold($0) }
    }
}
