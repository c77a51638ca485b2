/// Requirements of a course, or of one class, for being present.
public struct AttendancePolicy: Sendable, Equatable {
    /// Sufficient evidence of presence.
    public enum Evidence: String, CaseIterable, Sendable {
        /// Location fix inside the geofence.
        case location
        /// Rotating code that the instructor shows.
        case code
        /// Any one of these.
        case any
        /// All of these.
        case all
        /// The instructor's mark only.
        case instructor

        static let words = Evidence.allCases.map { $0.rawValue }

        /// Whether a code counts.
        public var takesCode: Bool { self == .code || self == .any || self == .all }

        /// Whether a location counts.
        public var takesLocation: Bool { self == .location || self == .any || self == .all }
    }

    public let evidence: Evidence
    /// Worst accepted accuracy in metres.
    public let worstAccuracy: Double

    /// Accuracies that a course may choose as its limit, in metres.
    public static let accuracies = 5...Fix.worstAccuracy

    public init(evidence: Evidence = .location, worstAccuracy: Double = Fix.worstAccuracy) {
        self.evidence = evidence
        self.worstAccuracy = worstAccuracy
    }
}

extension AttendancePolicy.Evidence {
    /// What evidence amounts to.
    enum Weight: Sendable, Equatable {
        case enough
        /// Not enough, for this reason.
        case doubtful(Claim.Doubt)
        /// Proof of absence.
        case outside
    }

    /// Weighs what a student has brought.
    ///
    /// - Parameters:
    ///   - answer: the fence's word on the fix; `nil` without a fix or without a fence.
    ///   - hasCode: whether a good code was shown.
    func weight(of answer: Geofence.Answer?, hasFix: Bool, hasCode: Bool) -> Weight {
        let place: Weight =
            switch answer {
            case .inside: .enough
            case .outside: .outside
            case .borderline: .doubtful(.borderline)
            case nil: .doubtful(hasFix ? .noFence : .noPosition)
            }
        let code: Weight = hasCode ? .enough : .doubtful(.noCode)
        return switch self {
        case .location: place
        case .code: code
        case .any: hasCode ? code : place
        case .all: place == .enough ? code : place
        case .instructor: .doubtful(.noPosition)
        }
    }
}
