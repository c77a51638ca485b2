/// How often somebody comes, in a span of time.
public struct AttendanceRate: Sendable, Equatable {
    /// Number of classes that were held since the person was enrolled, with those before that they came to.
    public let held: Int
    public let attended: Int

    public init(held: Int, attended: Int) {
        (self.held, self.attended) = (held, attended)
    }

    /// In per cent; `nil` without a class.
    public var percent: Int? { held == 0 ? nil : (attended * 200 + held) / (held * 2) }
}
