/// Requirements of a course for being present at its classes.
public struct AttendancePolicy: Sendable, Equatable {
    /// Sufficient evidence of presence.
    public enum Evidence: String, CaseIterable, Sendable {
        /// Location fix inside the geofence.
        case location
        /// The instructor's mark only.
        case instructor

        static let words = Evidence.allCases.map { $0.rawValue }
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
