/// Start and end of a class, as an instructor says afterwards.
public struct HeldTime: Sendable, Equatable {
    /// Greatest length of a class, in milliseconds.
    public static let mostLength: Int64 = 86_400_000

    public let start: Instant
    public let end: Instant

    public init(start: Instant, end: Instant) {
        (self.start, self.end) = (start, end)
    }

    /// Reason why no class can have taken place so; `nil` if one can.
    ///
    /// - Parameters:
    ///   - field: what to put right.
    ///   - at: when it is said.
    func problem(_ field: String = "end", at: Instant) -> FieldProblem? {
        if end <= start { return FieldProblem(field, "order", "The end must be after the start.") }
        if end.since(start) > Self.mostLength {
            return FieldProblem(field, "tooLong", "A class lasts 24 hours at most.")
        }
        return Self.problem(end: end, at: at)
    }

    /// Reason why a class cannot have ended then. A clock may be wrong by a little.
    static func problem(end: Instant, at: Instant) -> FieldProblem? {
        end > at.adding(milliseconds: DeviceClock.mostDelay)
            ? FieldProblem("end", "future", "This is in the future.") : nil
    }
}

/// What is put right of a saved class; `nil` and `.leave` for what stays.
public struct ClassCorrection: Sendable, Equatable {
    public var start: Instant?
    public var end: Instant?
    /// Milliseconds paused.
    public var paused: Int64?
    public var venue: Identifier?
    public var course = Change<Identifier>.leave

    public init(start: Instant? = nil, end: Instant? = nil, paused: Int64? = nil) {
        (self.start, self.end, self.paused) = (start, end, paused)
    }

    /// Whether it says when the class was.
    var tellsTime: Bool { start != nil || end != nil || paused != nil }
}

/// Payload of `class.corrected`.
public struct ClassCorrected: Sendable {
    public let classID: Identifier
    public let correction: ClassCorrection

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        var correction = ClassCorrection()
        correction.start = fields.optionalInstant("start")
        correction.end = fields.optionalInstant("end")
        correction.paused = fields.number("paused", 0...1440).flatMap { Int64(nearest: $0 * 60_000) }
        correction.venue = fields.optionalIdentifier("venue")
        correction.course = fields.clearableIdentifier("course")
        self.correction = correction
        if correction == ClassCorrection(), fields.problems.isEmpty {
            fields.note("class", "nothing", "Nothing is changed.")
        }
    }
}

/// Payload of `class.recorded`: a class took place that nobody started.
public struct ClassRecorded: Sendable {
    public let classID: Identifier
    /// Course of a class that was not planned; `nil` for none.
    public let course: Identifier?
    /// Venue; `nil` for where the class was planned.
    public let venue: Identifier?
    public let time: HeldTime

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        course = fields.optionalIdentifier("course")
        venue = fields.optionalIdentifier("venue")
        let start = fields.instant("start")
        time = HeldTime(start: start, end: fields.instant("end"))
    }
}
