/// What has been said once of one student at one class, as the journal has it: by the instructor, or by the student.
public struct AttendanceWord: Sendable {
    public let kind: Kind
    public private(set) var person: Identifier
    public let maker: Identifier
    public let device: Identifier
    /// The trusted time.
    public let at: Instant
    public let received: Instant
    /// The entry's place in the journal.
    public let sequence: Int64
    /// Of a withdrawal: whether it takes back only what was said on its device.
    fileprivate let isOwn: Bool
    /// What a claim shows; `nil` of the instructor's words.
    public private(set) var evidence: AttendanceClaimed.Stored?

    /// - Parameter evidence: what a claim shows.
    public init(
        _ kind: Kind, of person: Identifier, by maker: Identifier, device: Identifier, at: Instant, received: Instant,
        sequence: Int64, isOwn: Bool = false, evidence: AttendanceClaimed.Stored? = nil
    ) {
        self.kind = kind
        self.person = person
        self.maker = maker
        self.device = device
        self.at = at
        self.received = received
        self.sequence = sequence
        self.isOwn = isOwn
        self.evidence = evidence
    }

    /// The same, said of somebody else.
    func said(of person: Identifier) -> AttendanceWord {
        var word = self
        word.person = person
        return word
    }

    /// Whether a withdrawal takes it back that is made on a device: the instructor's words, and of its own only those that
    /// were said there.
    func isTakenBack(on device: Identifier, own isOwn: Bool) -> Bool {
        (kind == .attendanceMarked || kind == .attendanceCleared) && (!isOwn || self.device == device)
    }

    /// The same, at a class with this fence.
    func seen(from fence: Geofence?) -> AttendanceWord {
        var word = self
        word.evidence = evidence?.seen(from: fence)
        return word
    }
}

extension [AttendanceWord] {
    /// What words about one student, in the order of time, come to; `nil` if to nothing.
    ///
    /// Of the instructor's the latest counts. A claim after a clearance waits; one of who is present changes nothing.
    func mark(at session: ClaimedClass) -> Mark? {
        var mark: Mark?
        for word in session.hasStarted ? standing.map({ $0.seen(from: session.fence) }) : standing {
            guard let evidence = word.evidence else {
                var decided = Mark(
                    isPresent: word.kind == .attendanceMarked, at: word.at, how: .instructor, maker: word.maker)
                // Another student's claim from the same device stays worth a look.
                (decided.device, decided.print) = (mark?.device, mark?.print)
                mark = decided
                continue
            }
            if let mark, mark.isPresent { continue }
            let isCleared = mark.map { $0.isByInstructor || $0.doubt == .cleared } ?? false
            let claim = Mark(
                session.verdict(on: word, evidence), at: word.at, by: word.person, evidence, device: word.device)
            guard let claim else { continue }
            mark = isCleared ? claim.doubted(.cleared) : claim
        }
        return mark
    }

    /// The words that were not taken back: each withdrawal removes the instructor's latest word before it. One that takes its
    /// own back removes the latest that was said on its device: what another said meanwhile stands.
    private var standing: [AttendanceWord] {
        reduce(into: []) { standing, word in
            if word.kind != .attendanceWithdrawn {
                standing.append(word)
                return
            }
            let last = standing.lastIndex { $0.isTakenBack(on: word.device, own: word.isOwn) }
            if let last { standing.remove(at: last) }
        }
    }
}

/// What a class is, for the judgement on claims to it.
struct ClaimedClass {
    let events: [ClassEvent]
    let hasStarted: Bool
    /// `nil` before it has started, and where its venue has no position.
    let fence: Geofence?

    /// A class without claims, of which nothing needs to be known.
    static let unclaimed = ClaimedClass(events: [], hasStarted: false, fence: nil)

    /// A claim that let its student in stands. Any other is judged by all that is known of the class by now, which may be
    /// more than when it came.
    func verdict(on word: AttendanceWord, _ evidence: AttendanceClaimed.Stored) -> Claim.Verdict {
        let first = verdict(on: word, evidence, events.filter { $0.sequence < word.sequence })
        return first == .present ? first : verdict(on: word, evidence, events)
    }

    private func verdict(
        on word: AttendanceWord, _ evidence: AttendanceClaimed.Stored, _ events: [ClassEvent]
    ) -> Claim.Verdict {
        Claim.verdict(
            on: evidence.shown, asked: evidence.asked, at: word.at, received: word.received,
            then: events.window(startedAt: nil, at: word.at).state,
            now: events.window(startedAt: nil, at: max(word.at, word.received)).state, venue: "")
    }
}
