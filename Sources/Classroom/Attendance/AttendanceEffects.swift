/// What entries about attendance do. What has been said of one student at one class comes to one mark, in whatever
/// order it came (`AttendanceWord`).
extension Book {
    /// The instructor says that a student is present, or is not.
    mutating func mark(_ reference: AttendanceReference, _ kind: Kind) throws(Stop) {
        let session = try ownClass(reference.classID)
        if let problem = session.unmarkable { throw .broken([problem]) }
        try checkOnRoster(counting(reference.person))
        try say(kind, of: reference, at: session)
    }

    /// The instructor takes back the latest word on a student at a class. What was known without that word stands again:
    /// an earlier word, the student's claim as it was judged, or nothing.
    mutating func withdraw(_ reference: AttendanceReference) throws(Stop) {
        let session = try ownClass(reference.classID)
        let said = try allSaid(Pair(reference.classID, counting(reference.person)))
        let device = occasion.device
        guard said.contains(where: { $0.isTakenBack(on: device, own: reference.isOwn) }) else {
            throw .invalid("person", "unmarked", "There is nothing to take back for this person.")
        }
        try say(.attendanceWithdrawn, of: reference, at: session)
    }

    /// Notes the instructor's word, and sets the student's mark to what everything said comes to.
    private mutating func say(_ kind: Kind, of reference: AttendanceReference, at session: ClassRow) throws(Stop) {
        guard let maker = occasion.maker else { throw Self.noClass }
        words.append(
            AttendanceWord(
                kind, of: reference.person, by: maker, device: occasion.device, at: at, received: received,
                sequence: occasion.sequence, isOwn: reference.isOwn), Pair(reference.classID, reference.person))
        spoken.append(reference.classID, reference.person)
        let key = Pair(reference.classID, try counting(reference.person))
        try set(try joined(key, session), key)
    }

    /// A student who marks themselves present. What the instructor has said of them stands.
    mutating func apply(_ claimed: AttendanceClaimed) throws(Stop) {
        guard let maker, let own = occasion.maker, let found = try claimedClass(claimed.classID, by: maker) else {
            throw Self.noClass
        }
        guard case .stored(let evidence) = claimed.evidence else { return }
        let key = Pair(claimed.classID, maker)
        let events = try events(of: claimed.classID)
        let verdict = Claim.verdict(
            on: evidence.shown, asked: evidence.asked, at: at, received: received,
            then: events.window(startedAt: nil, at: at).state,
            now: events.window(startedAt: nil, at: max(at, received)).state, venue: found.venue.name)
        let before = try marks.row(key)?.mark
        if case .refused(let problem) = verdict { throw .broken([problem]) }
        words.append(
            AttendanceWord(
                .attendanceClaimed, of: own, by: own, device: occasion.device, at: at, received: received,
                sequence: occasion.sequence, evidence: evidence), Pair(claimed.classID, own))
        claims.append(ClaimTime(person: own, at: at, received: received), claimed.classID)
        spoken.append(claimed.classID, own)
        if let before, before.isPresent || before.isByInstructor && before.at > at { return }
        let alone = Mark(verdict, at: at, by: maker, evidence, device: occasion.device)
        try set(before == nil ? alone : try joined(key, found.session), key)
    }

    /// What everything said of one student comes to.
    private mutating func joined(_ key: Pair, _ session: ClassRow) throws(Stop) -> Mark? {
        let said = try said(key)
        guard said.contains(where: { $0.kind == .attendanceClaimed }) else { return said.mark(at: .unclaimed) }
        return said.mark(at: ClaimedClass(session, try events(of: session.id)))
    }

    /// What has been said of one student, in the order of time; nothing of somebody who was removed.
    private mutating func said(_ key: Pair) throws(Stop) -> [AttendanceWord] {
        try people.row(key.second)?.removal == nil ? allSaid(key) : []
    }

    /// What has been said of one student, and of those who turned out to be the same, in the order of time.
    mutating func allSaid(_ key: Pair) throws(Stop) -> [AttendanceWord] {
        let others = try people.row(key.second)?.others ?? []
        for other in others { words.want(Pair(key.first, other)) }
        var said = try words.events(key)
        for other in others { said += try words.events(Pair(key.first, other)).map { $0.said(of: key.second) } }
        return said.sorted { ($0.at, $0.sequence) < ($1.at, $1.sequence) }
    }

    /// Judges claims anew that came before it was known what has become of the class: one that came after this happened
    /// was judged without it.
    ///
    /// - Parameter events: all that is known, in the order of time.
    mutating func judgeClaimsAnew(in session: ClassRow, _ events: [ClassEvent]) throws(Stop) {
        let time = at
        let later = try claims.events(session.id).filter { $0.received >= time || $0.at >= time }
        for claim in later { people.want(claim.person) }
        let keys = try Set(later.map { claim throws(Stop) in Pair(session.id, try counting(claim.person)) })
        for key in keys {
            people.want(key.second)
            words.want(key)
            marks.want(key)
        }
        let judged = ClaimedClass(session, events)
        for key in keys {
            let mark = try said(key).mark(at: judged)
            guard try mark != marks.row(key)?.mark else { continue }
            try set(mark, key)
        }
    }

    /// Brings the marks of one person at all classes to what everything said of them comes to, and of those who turned out
    /// to be the same.
    ///
    /// - Parameter others: also at the classes where anything was said of these.
    mutating func settleMarks(of person: Identifier, andOf others: [Identifier] = []) throws(Stop) {
        let all = try [person] + (people.row(person)?.others ?? []) + others
        for one in all { spoken.want(one) }
        var sessions: Set<Identifier> = []
        for one in all { sessions.formUnion(try spoken.events(one)) }
        let keys = sessions.map { Pair($0, person) }
        for key in keys {
            classes.want(key.first)
            marks.want(key)
            words.want(key)
            events.want(key.first)
        }
        for key in keys {
            guard let session = try classes.row(key.first) else { continue }
            let mark = try joined(key, session)
            if try mark != marks.row(key)?.mark { try set(mark, key) }
        }
    }

    /// The class with its venue, if the person takes its course.
    mutating func claimedClass(
        _ id: Identifier, by person: Identifier
    ) throws(Stop) -> (session: ClassRow, venue: VenueRow)? {
        guard let session = try classes.row(id), let course = session.course, session.phase != .deleted,
            try isEnrolled(person, in: course)
        else { return nil }
        return (session, try venue(session.venue))
    }

    mutating func isEnrolled(_ person: Identifier, in course: Identifier) throws(Stop) -> Bool {
        try enrolments.row(Pair(course, person))?.state == .accepted
    }

    private mutating func set(_ mark: Mark?, _ key: Pair) throws(Stop) {
        let before = try marks.row(key)?.mark
        if let mark { marks.set(MarkRow(key: key, mark: mark.stored)) } else { marks.remove(key) }
        let isPresent = mark?.isPresent ?? false
        guard (before?.isPresent ?? false) != isPresent, var session = try classes.row(key.first) else { return }
        let change: Int64 = isPresent ? 1 : -1
        session.attending += change
        classes.set(session)
        // Sessions attended are those at saved classes.
        guard session.phase == .saved, var person = try people.row(key.second) else { return }
        person.attended += change
        people.set(person)
    }
}

extension Mark {
    /// The mark as it is kept: the distance in whole metres.
    fileprivate var stored: Mark {
        var mark = self
        mark.distance = distance.flatMap { Int64(nearest: $0) }.map { Double($0) }
        return mark
    }
}

extension ClaimedClass {
    init(_ session: ClassRow, _ events: [ClassEvent]) {
        self.init(events: events, hasStarted: session.startedAt != nil, fence: session.fence)
    }
}
