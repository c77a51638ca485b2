/// Current attendance of a student at a class.
public struct Mark: Sendable, Equatable {
    /// By what a mark was made.
    public enum How: String, CaseIterable, Sendable {
        case location, code, network
        case locationAndCode = "location and code"
        case locationAndNetwork = "location and network"
        case codeAndNetwork = "code and network"
        case locationCodeAndNetwork = "location, code and network"
        case instructor

        /// Whether the mark rests on a location.
        public var holdsLocation: Bool {
            [.location, .locationAndCode, .locationAndNetwork, .locationCodeAndNetwork].contains(self)
        }

        /// Whether the mark rests on a code.
        public var holdsCode: Bool {
            [.code, .locationAndCode, .codeAndNetwork, .locationCodeAndNetwork].contains(self)
        }
    }

    public var isPresent: Bool
    /// Reason why the instructor must confirm; `nil` if there is none.
    public var doubt: Claim.Doubt?
    public let at: Instant
    public let how: How
    public let maker: Identifier
    /// Distance from the venue in metres, rounded by `Distance`; `nil` if unknown.
    public var distance: Double?
    /// Accuracy in metres.
    public var accuracy: Double?
    /// Device that made the claim; `nil` for the instructor's marks.
    public var device: Identifier?
    /// Age of the fix in milliseconds.
    public var age: Double?
    /// The fence's word on the fix.
    public var place: Geofence.Answer?
    /// Print of the fix, as in `AttendanceClaimed.Finding`.
    public var print: Double?

    public init(
        isPresent: Bool, at: Instant, how: How, maker: Identifier, doubt: Claim.Doubt? = nil
    ) {
        self.isPresent = isPresent
        self.doubt = doubt
        self.at = at
        self.how = how
        self.maker = maker
    }

    /// Whether the instructor made the mark, rather than the student.
    public var isByInstructor: Bool { how == .instructor }

    /// Returns the mark in doubt, waiting for the instructor.
    func doubted(_ doubt: Claim.Doubt) -> Mark {
        var mark = self
        (mark.isPresent, mark.doubt) = (false, doubt)
        return mark
    }
}

extension Mark {
    /// What a claim comes to by itself; `nil` if it is refused.
    init?(
        _ verdict: Claim.Verdict, at: Instant, by student: Identifier, _ evidence: AttendanceClaimed.Stored,
        device: Identifier
    ) {
        var doubt: Claim.Doubt?
        switch verdict {
        case .present: break
        case .unconfirmed(let why): doubt = why
        case .refused: return nil
        }
        self.init(isPresent: doubt == nil, at: at, how: How(evidence.shown), maker: student, doubt: doubt)
        let finding = evidence.finding
        (distance, accuracy, age) = (finding?.distance, finding?.accuracy, finding?.age)
        (place, print, self.device) = (finding?.answer, finding?.print, device)
    }
}

extension Mark.How {
    /// By what good evidence; by location if there is none.
    init(_ shown: ShownEvidence) {
        self =
            switch (shown.answer == .inside, shown.hasCode, shown.hasNetwork) {
            case (true, true, true): .locationCodeAndNetwork
            case (true, true, false): .locationAndCode
            case (true, false, true): .locationAndNetwork
            case (false, true, true): .codeAndNetwork
            case (false, true, false): .code
            case (false, false, true): .network
            case (_, false, false): .location
            }
    }
}
