import Classroom
import Foundation

/// Entry on its way into the journal, with who made it. It has many parts, which are not counted each time it is handed on.
final class Incoming: Sendable {
    let entry: IncomingEntry
    let maker: Maker
    /// When the server received it.
    let now: Instant

    init(_ entry: IncomingEntry, by maker: Maker, now: Instant) {
        self.entry = entry
        self.maker = maker
        self.now = now
    }
}

/// Entry about to be appended to the journal.
struct IncomingEntry: Sendable {
    let device: Identifier
    let clock: DeviceClock
    let posted: PostedEntry
    /// Canonical fields, as stored: without what columns hold.
    private(set) var fields: String
    private(set) var judged: PostedEntry.Judged
    /// When the server saw the scan that a claim is about.
    private var scanned: Instant?
    /// Answer to the token of the local network that a claim shows.
    private(set) var token = CodeJudge.TokenAnswer.void
    let picture: Picture?
    /// Print of a claim's fix.
    private let print: Double?

    /// - Parameter codes: which make the prints of fixes.
    init(
        _ posted: PostedEntry, device: Identifier, clock: DeviceClock = .unknown, now: Instant,
        codes: AttendanceCodes? = nil
    ) throws {
        self.device = device
        self.clock = clock
        self.posted = posted
        let judged = posted.entry(device: device, now: now, clock: clock)
        do {
            try Self.checkTimeZone(in: judged)
            picture = try Self.picture(in: judged)
            self.judged = judged
        } catch Problem.invalid(let problems) {
            picture = nil
            self.judged = .problems(problems)
        }
        print = self.judged.postedClaim?.fix.flatMap { codes?.print(of: $0) }
        // Of a claim nothing that was posted is kept.
        guard self.judged.postedClaim == nil else {
            fields = ""
            return
        }
        let members = Self.withHash(posted.fields, picture)
        fields = try CanonicalFields.text(posted.entryKind?.withoutColumns(members) ?? members)
    }

    private static func picture(in judged: PostedEntry.Judged) throws -> Picture? {
        guard case .good(let entry) = judged, case .roster(.pictured(let pictured)) = entry.payload,
            case .data(let base64) = pictured.picture
        else { return nil }
        return try Picture(base64: base64)
    }

    /// Checks that a time zone exists, since Classroom has no list of them.
    private static func checkTimeZone(in judged: PostedEntry.Judged) throws {
        guard case .good(let entry) = judged else { return }
        let zone: String? =
            switch entry.payload {
            case .course(let payload): payload.facts?.timeZone
            case .school(.saved(let saved)): saved.timeZone
            default: nil
            }
        guard let zone, TimeZone(identifier: zone) == nil else { return }
        throw Problem.invalid("timeZone", "unknown", "This time zone does not exist.")
    }

    /// The trusted time: of a scan when the server saw it, else what follows from the device's clock.
    func happenedAt(_ entry: Entry, received: Instant) -> Instant {
        scanned ?? clock.time(of: entry.at, received: received)
    }

    /// Replaces a claim's evidence by what it proves, which is all that is kept: how far the device is from the class, or
    /// from the venue where a class is planned that has not started, and whether a code or a token was good.
    ///
    /// - Parameter prove: what codes and tokens prove; `nil` for an entry that is in the journal already.
    mutating func judgeEvidence(
        in book: inout Book, maker: Identifier?, now: Instant,
        _ prove: (AttendanceClaimed.Posted, CodeJudge.Case) -> CodeJudge.Proof?
    ) throws {
        guard case .good(let entry) = judged else { return }
        if case .notification(.nearby(let nearby)) = entry.payload {
            let (kept, members) = nearby.judged(in: try book.setting(of: nearby.classID) ?? .init(fence: nil))
            try keep(entry.with(.notification(.nearby(kept))), members)
        }
        guard let claimed = entry.claim, case .posted(let posted) = claimed.evidence else { return }
        let setting = try book.setting(of: claimed.classID)
        let asked = entry.kind == .attendanceConfirmed ? try book.reconfirmation(of: claimed.classID) : nil
        let one = CodeJudge.Case(
            entry: entry.id, session: claimed.classID, student: setting == nil ? nil : maker,
            at: clock.time(of: entry.at, received: now), received: now, earliest: asked?.at)
        let proof = prove(posted, one)
        let answer = proof.map(\.answer) ?? (posted.hasCode ? .good(.code) : nil)
        (scanned, token) = (proof?.scanned, proof?.token ?? .void)
        let (kept, members) = claimed.judged(
            in: setting ?? .init(fence: nil), code: answer, hasNetwork: token == .good,
            print: proof == nil ? nil : print)
        try keep(entry.with(kept), members)
    }

    private mutating func keep(_ entry: Entry, _ members: [Field]) throws {
        fields = try CanonicalFields.text(entry.kind.withoutColumns(members))
        judged = .good(entry)
    }

    /// Fields with the picture's hash in place of its bytes, which are stored separately.
    private static func withHash(_ fields: [Field], _ picture: Picture?) -> [Field] {
        guard let picture else { return fields }
        return fields.filter { $0.name != "data" && $0.name != "picture" } + [Field("picture", .text(picture.hash))]
    }
}

extension PostedEntry.Judged {
    /// Evidence of a claim that is still to be judged.
    fileprivate var postedClaim: AttendanceClaimed.Posted? {
        guard case .good(let entry) = self, case .posted(let posted) = entry.claim?.evidence else { return nil }
        return posted
    }
}
