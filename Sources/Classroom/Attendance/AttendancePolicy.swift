/// Requirements of a course, or of one class, for being present.
public struct AttendancePolicy: Sendable, Equatable {
    /// Sufficient evidence of presence.
    public enum Evidence: String, CaseIterable, Sendable {
        /// Location fix inside the geofence.
        case location
        /// Rotating code that the instructor shows.
        case code
        /// Token for devices on the local network of the instructor's device.
        case network
        /// Location or code.
        case any
        case locationOrNetwork = "location or network"
        case codeOrNetwork = "code or network"
        case locationCodeOrNetwork = "location, code or network"
        /// Location and code.
        case all
        case locationAndNetwork = "location and network"
        case codeAndNetwork = "code and network"
        case locationCodeAndNetwork = "location, code and network"
        /// The instructor's mark only.
        case instructor

        static let words = Evidence.allCases.map { $0.rawValue }

        /// Whether a location counts.
        public var takesLocation: Bool { takes.location }

        /// Whether a code counts.
        public var takesCode: Bool { takes.code }

        /// Whether a token of the local network counts.
        public var takesNetwork: Bool { takes.network }

        /// Whether everything that counts is needed.
        public var needsAll: Bool {
            switch self {
            case .all, .locationAndNetwork, .codeAndNetwork, .locationCodeAndNetwork: true
            default: false
            }
        }

        /// Whether nobody is present without a code.
        public var needsCode: Bool { takesCode && (needsAll || !takesLocation && !takesNetwork) }

        private var takes: (location: Bool, code: Bool, network: Bool) {
            switch self {
            case .location: (true, false, false)
            case .code: (false, true, false)
            case .network: (false, false, true)
            case .any, .all: (true, true, false)
            case .locationOrNetwork, .locationAndNetwork: (true, false, true)
            case .codeOrNetwork, .codeAndNetwork: (false, true, true)
            case .locationCodeOrNetwork, .locationCodeAndNetwork: (true, true, true)
            case .instructor: (false, false, false)
            }
        }
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

extension ClassSession {
    /// What the class asks for.
    ///
    /// - Parameter course: what its course asks for.
    public func policy(in course: AttendancePolicy) -> AttendancePolicy {
        AttendancePolicy(evidence: evidence ?? course.evidence, worstAccuracy: course.worstAccuracy)
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
    func weight(of shown: ShownEvidence) -> Weight {
        guard self != .instructor else { return .doubtful(.noPosition) }
        var weights: [Weight] = []
        if takesLocation { weights.append(shown.place) }
        if takesCode { weights.append(shown.hasCode ? .enough : .doubtful(.noCode)) }
        if takesNetwork { weights.append(shown.hasNetwork ? .enough : .doubtful(.noNetwork)) }
        let missing = weights.first { $0 != .enough } ?? .enough
        return !needsAll && weights.contains(.enough) ? .enough : missing
    }
}

extension ShownEvidence {
    /// Weight of the location by itself.
    fileprivate var place: AttendancePolicy.Evidence.Weight {
        switch answer {
        case .inside: .enough
        case .outside: .outside
        case .borderline: .doubtful(.borderline)
        case nil: .doubtful(hasFix ? .noFence : .noPosition)
        }
    }
}
