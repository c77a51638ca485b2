/// What entries about reconfirmations do.
extension Book {
    /// The instructor asks those present. Their time runs from the receipt, since nobody hears of it before.
    mutating func apply(_ requested: ReconfirmationRequested) throws(Stop) {
        let session = try ownClass(requested.classID)
        guard session.course != nil, let maker else {
            throw .invalid("class", "course", "Only students of a course class can be asked.")
        }
        guard session.isInSession else { throw .broken([.notInSession]) }
        guard try reconfirmations.row(requested.reconfirmation) == nil else {
            throw .invalid("reconfirmation", "exists", "This was asked before, with other details.")
        }
        reconfirmations.set(
            ReconfirmationRow(
                id: requested.reconfirmation, session: requested.classID, at: at,
                ends: received.adding(milliseconds: Int64(requested.minutes) * 60_000), maker: maker,
                isWithdrawn: false))
    }

    mutating func withdraw(_ reference: ReconfirmationReference) throws(Stop) {
        _ = try ownClass(reference.classID)
        guard var asked = try reconfirmations.row(reference.reconfirmation), asked.session == reference.classID else {
            throw .invalid("reconfirmation", "notFound", "There is no such question.")
        }
        asked.isWithdrawn = true
        reconfirmations.set(asked)
    }

    /// A student who is present says to be still there. A better answer replaces one in doubt.
    mutating func confirm(_ claimed: AttendanceClaimed) throws(Stop) {
        guard let maker, let found = try claimedClass(claimed.classID, by: maker) else { throw Self.noClass }
        guard case .stored(let evidence) = claimed.evidence else { return }
        guard let asked = try reconfirmation(of: claimed.classID), asked.at <= at else {
            throw .invalid("class", "notAsked", "Nobody has asked you to confirm.")
        }
        guard try marks.row(Pair(claimed.classID, maker))?.mark.isPresent == true else {
            throw .invalid("class", "absent", "You are not marked present.")
        }
        let verdict = Claim.verdict(
            onStaying: evidence.shown, asked: evidence.asked, at: at, received: received, venue: found.venue.name)
        var doubt: Claim.Doubt?
        switch verdict {
        case .present: break
        case .unconfirmed(let why): doubt = why
        case .refused(let problem): throw .broken([problem])
        }
        let row = ReconfirmedRow(
            key: Pair(asked.id, maker), at: at, doubt: doubt, isLate: at > asked.ends,
            distance: evidence.finding?.distance.flatMap { Int64(nearest: $0) }, sequence: occasion.sequence)
        if let own = occasion.maker, try people.row(own)?.isShared == true,
            try ownReconfirmed.row(Pair(asked.id, own)).map({ $0.doubt != nil }) ?? true
        {
            ownReconfirmed.set(row.of(own))
        }
        if let before = try reconfirmed.row(row.key), before.doubt == nil { return }
        reconfirmed.set(row)
    }

    /// The latest question at a class; `nil` if there is none.
    public mutating func reconfirmation(of session: Identifier) throws(Stop) -> ReconfirmationRow? {
        try reconfirmationsOfClass.check(session)
        let asked = reconfirmations.all { $0.session == session && !$0.isWithdrawn }
        return asked.min { one, other in one.at == other.at ? one.id < other.id : one.at > other.at }
    }
}

/// What a claim says beyond what is known.
extension Book {
    /// The number of an earlier entry that an evidence of presence says nothing beyond; `nil` if it is news. Such an entry
    /// is answered, but not kept, and nobody is told.
    ///
    /// - Parameter at: when the student says so: the trusted time.
    public mutating func standing(_ payload: EntryPayload, by student: Identifier, at: Instant) throws(Stop) -> Int64? {
        let student = try acting(student)
        switch payload {
        case .attendance(.claimed(let claimed)):
            // An instructor's mark may be withdrawn, so beside that a claim is kept.
            let key = Pair(claimed.classID, student)
            guard let mark = try marks.row(key)?.mark, mark.isPresent, !mark.isByInstructor, mark.at <= at else {
                return nil
            }
            return try allSaid(key).first { $0.kind == .attendanceClaimed && $0.at == mark.at }?.sequence
        case .attendance(.confirmed(let claimed)):
            guard let asked = try reconfirmation(of: claimed.classID),
                let answer = try reconfirmed.row(Pair(asked.id, student)), answer.doubt == nil
            else { return nil }
            return answer.sequence
        default: return nil
        }
    }

    /// What a class asks for, and where; `nil` if there is no such class of a course.
    public mutating func setting(of session: Identifier) throws(Stop) -> AttendanceClaimed.Setting? {
        guard let session = try classes.row(session), let id = session.course, let course = try courses.row(id)
        else { return nil }
        let isPlanned = session.startedAt == nil
        return AttendanceClaimed.Setting(
            fence: isPlanned ? try venue(session.venue).fence : session.fence, isPlanned: isPlanned,
            policy: AttendancePolicy(evidence: session.evidence ?? course.evidence, worstAccuracy: course.accuracy))
    }
}
