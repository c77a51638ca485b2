import Classroom

/// Judge of the codes and tickets of claims.
struct CodeJudge: Sendable {
    /// `nil` in a book that was opened without its key.
    let codes: AttendanceCodes?
    let guesses: GuessLimit

    /// For entries that are no claims.
    static let none = CodeJudge(codes: nil, guesses: GuessLimit())

    /// Claim with a code.
    struct Case {
        let entry: Identifier
        let session: Identifier
        let student: Identifier?
        /// The trusted time.
        let at: Instant
        let received: Instant
        /// Before this, no scan and no token counts; `nil` for no such limit.
        var earliest: Instant?
    }

    /// Answer to a code, and for a ticket the time of the scan.
    struct Ruling {
        let answer: CodeAnswer
        var scanned: Instant?

        static func bad(_ field: String, _ code: String, _ message: String) -> Ruling {
            Ruling(answer: .bad(FieldProblem(field, code, message)))
        }
    }

    /// What a claim's code and token prove.
    struct Proof {
        /// Answer to the code; `nil` without one.
        let answer: CodeAnswer?
        /// When the server saw the scan that the claim is about.
        let scanned: Instant?
        let token: TokenAnswer
    }

    func proof(_ posted: AttendanceClaimed.Posted, _ one: Case) -> Proof {
        let ruling = ruling(on: posted, in: one)
        return Proof(
            answer: ruling?.answer, scanned: ruling?.scanned, token: answer(toToken: posted.token, in: one))
    }

    private func ruling(on posted: AttendanceClaimed.Posted, in one: Case) -> Ruling? {
        guard posted.hasCode else { return nil }
        guard let codes else { return .bad("code", "unavailable", "Codes cannot be checked here.") }
        if let ticket = posted.ticket { return ruling(on: ticket, in: one, codes) }
        return posted.code.map { ruling(onTyped: $0, in: one, codes) }
    }

    private func ruling(on ticket: String, in one: Case, _ codes: AttendanceCodes) -> Ruling {
        guard let arrival = codes.arrival(ticket, for: one.session) else {
            return .bad("ticket", "other", "This code is not for this class.")
        }
        let scanned = min(arrival, one.received)
        if let earliest = one.earliest, scanned < earliest {
            return .bad("ticket", "old", "This scan is too old. Scan the code that is on the screen now.")
        }
        if one.received.since(scanned) <= AttendanceCode.scanTime {
            return Ruling(answer: .good(.scan), scanned: scanned)
        }
        // By the device, the claim was in time: it waited for signal, and now waits for the instructor.
        if one.at.since(scanned) <= AttendanceCode.scanTime {
            return Ruling(answer: .good(.code), scanned: scanned)
        }
        return .bad("ticket", "old", "This scan is more than five minutes old. Scan the code again.")
    }

    private func ruling(onTyped typed: String, in one: Case, _ codes: AttendanceCodes) -> Ruling {
        guard let student = one.student else { return .bad("code", "wrong", Self.wrong) }
        if guesses.isSpent(by: student, at: one.session, now: one.received) {
            return .bad(
                "code", "tooMany", "There were too many wrong codes. Scan the code, or try again in five minutes.")
        }
        // A clock that is wrong by a little is not corrected, so the time of receipt counts as well.
        let isGood = [one.received, one.at].contains { codes.isShown(typed: typed, of: one.session, at: $0) }
        if isGood { return Ruling(answer: .good(.code)) }
        guesses.note(one.entry, by: student, at: one.session, now: one.received)
        return codes.wasShown(typed: typed, of: one.session, before: one.received)
            ? .bad("code", "old", "This code is too old. Enter the one that is on the screen now.")
            : .bad("code", "wrong", Self.wrong)
    }

    /// Answer to a token of the local network. One that is not good is no evidence; it does no harm.
    enum TokenAnswer: Equatable {
        case good
        /// Out of date, or no token of this class.
        case void
        case ofAnother(Identifier)
    }

    private func answer(toToken token: String?, in one: Case) -> TokenAnswer {
        guard let token, let issue = codes?.issue(token, at: one.session) else { return .void }
        guard issue.student == one.student else { return .ofAnother(issue.student) }
        if let earliest = one.earliest, issue.at < earliest { return .void }
        // As with codes: the claim may have waited for signal, and a clock that is wrong by a little is not corrected.
        let isGood = [one.received, one.at].contains { time in
            time.adding(milliseconds: AttendanceCodes.leeway) >= issue.at
                && time.since(issue.at) <= AttendanceCode.tokenTime
        }
        return isGood ? .good : .void
    }

    private static let wrong = "This code is wrong. Enter the one that is on the screen now."
}
