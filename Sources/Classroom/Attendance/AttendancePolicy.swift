/// What a course asks of whoever wants to be present at its classes.
public struct AttendancePolicy: Sendable, Equatable {
    /// What is enough to prove presence.
    public enum Evidence: String, CaseIterable, Sendable {
        /// A location fix inside the geofence.
        case location
        /// Nothing that a student has: the instructor marks who is there.
        case instructor

        static let words = Evidence.allCases.map { $0.rawValue }
    }

    public let evidence: Evidence
    /// Metres; a less accurate fix proves nothing.
    public let worstAccuracy: Double

    /// What a course may allow, in metres.
    public static let accuracies = 5...Fix.worstAccuracy

    public init(evidence: Evidence = .location, worstAccuracy: Double = Fix.worstAccuracy) {
        self.evidence = evidence
        self.worstAccuracy = worstAccuracy
    }
}
