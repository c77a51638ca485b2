/// Attendance of a person at a class, as the book has it.
public struct MarkRow: BookRow {
    /// Class and person.
    public let key: Pair
    public let mark: Mark

    public init(key: Pair, mark: Mark) {
        self.key = key
        self.mark = mark
    }
}

/// When a student claimed to be present.
public struct ClaimTime: Sendable {
    public let person: Identifier
    /// The trusted time.
    public let at: Instant
    public let received: Instant

    public init(person: Identifier, at: Instant, received: Instant) {
        self.person = person
        self.at = at
        self.received = received
    }
}

/// Question of an instructor whether those present are still there, as the book has it.
public struct ReconfirmationRow: BookRow {
    public let id: Identifier
    public let session: Identifier
    public let at: Instant
    /// Until when an answer is in time.
    public let ends: Instant
    public let maker: Identifier
    public var isWithdrawn: Bool

    public var key: Identifier { id }

    public init(
        id: Identifier, session: Identifier, at: Instant, ends: Instant, maker: Identifier, isWithdrawn: Bool
    ) {
        self.id = id
        self.session = session
        self.at = at
        self.ends = ends
        self.maker = maker
        self.isWithdrawn = isWithdrawn
    }
}

/// Answer of a student to such a question, as the book has it.
public struct ReconfirmedRow: BookRow, Equatable {
    /// Reconfirmation and person.
    public let key: Pair
    public let at: Instant
    /// Reason why the instructor should look; `nil` if there is none.
    public let doubt: Claim.Doubt?
    public let isLate: Bool
    /// Metres from the venue; `nil` if unknown or not told.
    public let distance: Int64?
    /// The entry's place in the journal.
    public let sequence: Int64

    public init(
        key: Pair, at: Instant, doubt: Claim.Doubt?, isLate: Bool, distance: Int64?, sequence: Int64
    ) {
        self.key = key
        self.at = at
        self.doubt = doubt
        self.isLate = isLate
        self.distance = distance
        self.sequence = sequence
    }
}
