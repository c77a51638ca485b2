/// Sign that a student may not have been where a claim says. The instructor decides: each can have an honest reason.
public enum Sign: Sendable, Equatable {
    /// The device that made the claim made one for other students as well.
    case sharedDevice([Identifier])
    /// The fix was of another time. Age in milliseconds.
    case staleFix(Double)
    /// The code was used outside the fence. Metres; `nil` if not told.
    case codeFromAfar(Double?)
    /// The student was at another class, too far away to have come in that time. Metres and milliseconds.
    case jump(venue: String, metres: Double, time: Int64)
    /// The student's device showed the token of another student.
    case anothersToken(Identifier)
    /// The position was outside the fence shortly before. Metres, `nil` if not told, and milliseconds.
    case outsideBefore(metres: Double?, time: Int64)
    /// The fix was the same to the last digit as those of other students.
    case equalFix([Identifier])
    /// So many attempts were refused before.
    case refusedBefore(Int)
}

/// What is known of a student's claim to a class, or of an attempt at one.
public struct Sighting: Sendable {
    public let person: Identifier
    public let at: Instant
    public var device: Identifier?
    /// Whether a code was shown.
    public var hasCode = false
    /// Answer of the fence; `nil` without a fix or a fence.
    public var place: Geofence.Answer?
    /// Metres from the venue; `nil` if unknown or not told.
    public var distance: Double?
    /// Age of the fix in milliseconds.
    public var age: Double?
    public var print: Double?

    public init(person: Identifier, at: Instant) {
        self.person = person
        self.at = at
    }
}

/// Presence of a student at another class.
public struct Elsewhere: Sendable {
    public let venue: String
    public let fence: Geofence
    public let at: Instant

    public init(venue: String, fence: Geofence, at: Instant) {
        self.venue = venue
        self.fence = fence
        self.at = at
    }
}

extension Sign {
    /// Nobody gets faster than this to a class, in metres a second: about 180 km/h, from door to door.
    static let mostSpeed = 50.0
    /// Distances below this tell nothing of speed, in metres.
    static let leastJump = 2_000.0
    /// Time before a claim in which having been outside is a sign, in milliseconds.
    static let shortlyBefore: Int64 = 600_000
    /// Number of refused attempts from which they are a sign.
    static let manyRefused = 2

    /// Signs of one claim, of which other claims at the class know nothing.
    ///
    /// - Parameters:
    ///   - attempts: refused attempts of the student at the class.
    ///   - elsewhere: presence of the student at other classes.
    public static func signs(
        of claim: Sighting, attempts: [(at: Instant, isOutside: Bool, distance: Double?)], elsewhere: [Elsewhere],
        fence: Geofence?
    ) -> [Sign] {
        var signs: [Sign] = []
        if let age = claim.age, !(0...Fix.mostAge).contains(age) { signs.append(.staleFix(age)) }
        if claim.hasCode, claim.place == .outside { signs.append(.codeFromAfar(claim.distance)) }
        if let jump = elsewhere.compactMap({ jump(to: claim, from: $0, fence) }).first { signs.append(jump) }
        let outside = attempts.last { attempt in
            attempt.isOutside && attempt.at <= claim.at && claim.at.since(attempt.at) <= shortlyBefore
        }
        if let outside, claim.place != .outside {
            signs.append(.outsideBefore(metres: outside.distance, time: claim.at.since(outside.at)))
        }
        if attempts.count >= manyRefused { signs.append(.refusedBefore(attempts.count)) }
        return signs
    }

    private static func jump(to claim: Sighting, from other: Elsewhere, _ fence: Geofence?) -> Sign? {
        guard let fence else { return nil }
        let metres = fence.centre.distance(to: other.fence.centre) - fence.radius - other.fence.radius
        let time = claim.at.gap(to: other.at)
        guard metres > leastJump, metres > Double(time) / 1000 * mostSpeed else { return nil }
        return .jump(venue: other.venue, metres: metres, time: time)
    }
}
