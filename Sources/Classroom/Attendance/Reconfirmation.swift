/// Question of an instructor whether those present are still there.
public struct Reconfirmation: Sendable {
    public let id: Identifier
    public let at: Instant
    /// Until when an answer is in time.
    public let ends: Instant

    public init(id: Identifier, at: Instant, ends: Instant) {
        self.id = id
        self.at = at
        self.ends = ends
    }
}

/// Answer of a student to such a question.
public struct Reconfirmed: Sendable {
    public let at: Instant
    /// Reason why the instructor should look; `nil` if there is none.
    public let doubt: Claim.Doubt?
    public let isLate: Bool
    /// Metres from the venue; `nil` if unknown or not told.
    public let distance: Double?

    public init(at: Instant, doubt: Claim.Doubt?, isLate: Bool, distance: Double?) {
        self.at = at
        self.doubt = doubt
        self.isLate = isLate
        self.distance = distance
    }
}
