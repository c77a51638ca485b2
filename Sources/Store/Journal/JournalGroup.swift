import Classroom

/// Entries that share a transaction: what all of them need is loaded at once, they are applied in memory one by one, and
/// what has changed is saved at once.
struct JournalGroup {
    private let connection: any Connection
    private let proofs: Proofs
    private let seen: SeenRows
    private var book = Book()
    private var draft = Draft()
    /// Entries in the journal with identifiers of this group.
    private var known: [Identifier: KnownEntry] = [:]
    /// Number of the last entry of the journal.
    private var last: Int64 = 0

    /// What has become of the group so far.
    private struct Draft {
        var results: [EntryResult] = []
        var accepted: [AcceptedEntry] = []
        var known: [Identifier: KnownEntry] = [:]
        var attempts: [NotedAttempt] = []
        /// People who became instructors, with who made them so.
        var promoted: [(person: Identifier, maker: Maker, now: Instant)] = []
        var isUnfinished = false
    }

    private init(_ connection: any Connection, _ codeJudge: CodeJudge, _ seen: SeenRows) {
        (self.connection, self.seen) = (connection, seen)
        proofs = Proofs(codeJudge)
    }

    /// Appends entries; returns what became of each.
    ///
    /// - Parameters:
    ///   - seen: what earlier groups saw.
    ///   - rehearsing: changes nothing.
    static func append(
        _ incoming: [Incoming], on connection: any Connection, _ codeJudge: CodeJudge = .none,
        seen: SeenRows = SeenRows(), rehearsing: Bool = false
    ) throws -> [EntryResult] {
        var group = JournalGroup(connection, codeJudge, seen)
        seen.expect(in: &group.book, try connection.state())
        try group.load(incoming)
        try group.apply(incoming)
        if !rehearsing {
            try group.save()
            seen.see(group.book, try connection.state())
        }
        return group.draft.results
    }

    private mutating func load(_ incoming: [Incoming]) throws {
        let identifiers = Set(incoming.compactMap(\.entry.posted.identifier))
        // Without an identifier nothing is accepted, nor numbered.
        let journal = WantedRows(Self.knownEntries, identifiers.map { [$0.sqlValue] })
        want(incoming)
        seen.fill(&book)
        for row in try connection.load(into: &book, beside: [journal]).others.joined() {
            last = try row.integer("last")
            if let id = try row.optionalIdentifier("id") { known[id] = try KnownEntry(row) }
        }
        // What is there may be in want of more.
        repeat {
            want(incoming)
            seen.fill(&book)
        } while try connection.load(into: &book)
    }

    private mutating func want(_ incoming: [Incoming]) {
        for one in incoming {
            guard case .good(let entry) = one.entry.judged else { continue }
            book.want(entry.payload, by: one.maker.person)
        }
    }

    /// Entries with identifiers of a list, and the number of the journal's last entry in any case.
    private static let knownEntries = """
        SELECT last, id, sequence, device, maker, kind, at, \(Subject.columns), fields
        FROM (SELECT COALESCE(MAX(sequence), 0) AS last FROM entry) AS tail LEFT JOIN entry ON id IN $list
        """

    /// Applies the entries, anew while rows are found to be missing.
    private mutating func apply(_ incoming: [Incoming]) throws {
        for _ in 0..<Self.mostRounds {
            book.reset()
            draft = Draft()
            for one in incoming { try take(one) }
            guard draft.isUnfinished else { return }
            _ = try connection.load(into: &book)
        }
        throw Unsettled()
    }

    /// The most times that rows may be found to be missing.
    private static let mostRounds = 50

    /// Once rows are missing, what follows only tells what else is: its results do not count.
    private mutating func take(_ incoming: Incoming) throws {
        do {
            draft.results.append(try result(of: incoming))
        } catch Stop.unloaded {
            draft.isUnfinished = true
        }
    }

    private mutating func result(of incoming: Incoming) throws -> EntryResult {
        var entry = incoming.entry
        let id = entry.posted.identifier
        let before = id.flatMap { draft.known[$0] ?? known[$0] }
        let isFinal = !draft.isUnfinished
        try entry.judgeEvidence(in: &book, maker: incoming.maker.person, now: incoming.now) { [proofs] posted, one in
            before == nil ? proofs.proof(posted, one, isFinal: isFinal) : nil
        }
        if let id, let before {
            return try before.result(for: id, again: entry, by: maker(of: before, again: incoming))
        }
        switch entry.judged {
        case .problems(let problems): return .rejected(id, problems)
        case .good(let good): return try result(of: good, entry, incoming)
        }
    }

    /// Who posts an entry again: its own maker, if both turned out to be one.
    private mutating func maker(of before: KnownEntry, again incoming: Incoming) throws -> Maker {
        let maker = incoming.maker
        guard let own = before.maker, let person = maker.person, own != person else { return maker }
        return try book.counting(own) == book.counting(person) ? Maker(person: own, role: maker.role) : maker
    }

    private mutating func result(of good: Entry, _ entry: IncomingEntry, _ incoming: Incoming) throws -> EntryResult {
        let maker = incoming.maker
        guard maker.may(good.kind) else {
            return .rejected(good.id, [FieldProblem("kind", "forbidden", "Only an instructor can do this.")])
        }
        if let problem = try book.refusal(of: good.payload, good.kind, by: maker.person) {
            return .rejected(good.id, [problem])
        }
        let at = entry.happenedAt(good, received: incoming.now)
        if let student = maker.person, let standing = try book.standing(good.payload, by: student, at: at) {
            return .duplicate(good.id, standing)
        }
        do {
            let sequence = try accept(good, entry, incoming, at: at)
            noteToken(of: good, entry, incoming)
            return .accepted(good.id, sequence)
        } catch Stop.broken(let problems) {
            try note(good, entry, incoming, refusedFor: problems)
            return .rejected(good.id, problems)
        }
    }

    private mutating func accept(
        _ good: Entry, _ entry: IncomingEntry, _ incoming: Incoming, at: Instant
    ) throws -> Int64 {
        let sequence = last + Int64(draft.accepted.count) + 1
        let isPromotion = try promotes(good)
        let isFirstOwner = try appointsOwner(good)
        let maker = incoming.maker.person
        try book.apply(
            good.payload,
            Occasion(
                maker: maker, device: good.device, at: at, received: incoming.now, sequence: sequence,
                picture: entry.picture?.hash))
        let stored = StoredEntry(
            entry: good, maker: maker, received: incoming.now, happenedAt: at, fields: entry.fields)
        draft.accepted.append(AcceptedEntry(stored: stored, sequence: sequence, picture: entry.picture))
        draft.known[good.id] = KnownEntry(stored, sequence)
        guard let person = good.payload.subject(by: nil).person else { return sequence }
        if isPromotion { draft.promoted.append((person, incoming.maker, incoming.now)) }
        if isFirstOwner {
            let appointed = try result(of: try .appointing(person, at: good.at, now: incoming.now))
            guard appointed.outcome == .accepted else { throw Unsettled() }
        }
        return sequence
    }

    /// Whether an entry brings the first instructor of a book, who is its owner.
    private mutating func appointsOwner(_ entry: Entry) throws -> Bool {
        guard case .roster(.added(let added)) = entry.payload, added.role == .instructor else { return false }
        return try !book.hasOwner()
    }

    /// Whether an entry makes a student an instructor.
    private mutating func promotes(_ entry: Entry) throws -> Bool {
        guard case .roster(.roleChanged(let changed)) = entry.payload, changed.role == .instructor else { return false }
        return try book.people.row(changed.person)?.role == .student
    }

    private mutating func save() throws {
        for one in draft.promoted {
            try connection.endCodes(of: one.person, by: one.maker, now: one.now)
        }
        for picture in draft.accepted.compactMap(\.picture) { try picture.store(on: connection) }
        try connection.save(&book)
        try connection.record(draft.accepted.map { ($0.stored, $0.sequence) })
        try connection.save(draft.attempts)
        if let last = draft.accepted.last?.sequence { try connection.announce(last) }
    }
}

// What is noted beside the journal.
extension JournalGroup {
    /// Notes that a claim was refused, for reasons that tell of where the student was or of what was shown.
    private mutating func note(
        _ good: Entry, _ entry: IncomingEntry, _ incoming: Incoming, refusedFor problems: [FieldProblem]
    ) throws {
        guard let claimed = good.claim, case .stored(let evidence) = claimed.evidence else { return }
        noteToken(of: good, entry, incoming)
        guard let kind = Attempt.Kind(problems) else { return }
        note(kind, good, entry, incoming, distance: evidence.finding?.distance)
    }

    /// Notes that a claim showed another student's token, whatever else it showed.
    private mutating func noteToken(of good: Entry, _ entry: IncomingEntry, _ incoming: Incoming) {
        guard good.claim != nil, case .ofAnother(let other) = entry.token else { return }
        note(.token, good, entry, incoming, of: other)
    }

    private mutating func note(
        _ kind: Attempt.Kind, _ good: Entry, _ entry: IncomingEntry, _ incoming: Incoming,
        distance: Double? = nil, of other: Identifier? = nil
    ) {
        guard let student = incoming.maker.person, let session = good.claim?.classID,
            let course = book.classes.loaded(session)?.course,
            book.enrolments.loaded(Pair(course, student))?.state == .accepted
        else { return }
        draft.attempts.append(
            NotedAttempt(
                entry: good.id, session: session, student: student, device: good.device, kind: kind,
                at: entry.happenedAt(good, received: incoming.now), distance: distance, other: other))
    }
}

/// Error for entries whose rows cannot be found.
private struct Unsettled: Error {}

/// Entry that has been accepted.
private struct AcceptedEntry {
    let stored: StoredEntry
    let sequence: Int64
    let picture: Picture?
}
