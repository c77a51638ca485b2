/// Payload of `class.started`: the instructor checks in at a venue.
public struct ClassStarted: Sendable {
    public let classID: Identifier
    public let venue: Identifier

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        venue = fields.identifier("venue")
    }
}

/// Payload of `class.paused`, `.resumed`, `.saved`, `.deleted`, `.restored`, `.unscheduled` and `.unstarted`.
public struct ClassStep: Sendable {
    public let step: ClassLifeCycle.Step
    public let classID: Identifier
    /// When a class had ended that is saved only now; `nil` if it ends now.
    public let end: Instant?
    /// Whether a class is only called off: one that has begun or is over is left alone.
    public let onlyPlanned: Bool

    public init(_ step: ClassLifeCycle.Step, from fields: inout FieldReader) {
        self.step = step
        classID = fields.identifier("class")
        end = step == .saved ? fields.optionalInstant("end") : nil
        onlyPlanned = step == .deleted ? fields.flag("onlyPlanned") ?? false : false
    }

    var event: AttendanceWindow.Event { onlyPlanned ? .cancelled : end.map { .ended($0) } ?? .step(step) }
}

/// Payload of `class.measured`: the outside temperature, as the server found it.
public struct ClassMeasured: Sendable {
    /// Plausible temperatures on Earth, in degrees Celsius.
    public static let possible = -90.0...60.0

    public let classID: Identifier
    /// Temperature in degrees Celsius.
    public let temperature: Double

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        let temperature = fields.number("temperature", Self.possible)
        self.temperature = temperature ?? 0
        if temperature == nil, fields.problems.isEmpty { fields.note("temperature", "required", "This is required.") }
    }
}
