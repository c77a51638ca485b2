/// `attendance.marked`, `attendance.cleared`, `attendance.withdrawn`: the instructor marks a person present at a class,
/// or absent, or takes the latest such word back.
public struct AttendanceReference: Sendable {
    public let classID: Identifier
    public let person: Identifier

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        person = fields.identifier("person")
    }
}

/// Payload of `attendance.opened` and `attendance.closed`: whether students can mark themselves present.
public struct AttendanceTurned: Sendable {
    public let turn: AttendanceWindow.Turn
    public let classID: Identifier

    public init(_ turn: AttendanceWindow.Turn, from fields: inout FieldReader) {
        self.turn = turn
        classID = fields.identifier("class")
    }
}

/// `attendance.claimed`: a student says to be present, and where the device is. The journal keeps how far that is from
/// the venue, unless the fence is wide, and never the place.
public struct AttendanceClaimed: Sendable {
    public enum Evidence: Sendable {
        /// Fix sent by the device; `nil` if its position is unknown.
        case posted(Fix?)
        /// Finding stored in the journal.
        case stored(Finding?)
    }

    /// Result of a fix.
    public struct Finding: Sendable {
        /// Answer of the geofence; `nil` if the venue has no position.
        public let answer: Geofence.Answer?
        /// Metres from the venue, as `Distance` rounds them; `nil` if it has no position, or a wide fence.
        public let distance: Double?
        /// Accuracy in metres.
        public let accuracy: Double
        /// Age in milliseconds.
        public let age: Double
        /// The digest of the fence that was asked, if the class had not started; `nil` for the class's own.
        public let plannedFence: Double?

        /// What is left of it at a class that has started: nothing that a fence said, if that was another one.
        public func seen(from fence: Geofence?) -> Finding {
            guard let plannedFence, plannedFence != fence?.digest else { return self }
            return Finding(answer: nil, distance: nil, accuracy: accuracy, age: age, plannedFence: plannedFence)
        }
    }

    public let classID: Identifier
    public let evidence: Evidence

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        evidence = fields.isStored ? .stored(Self.finding(from: &fields)) : .posted(Self.fix(from: &fields))
    }

    /// Replaces the fix by its finding, relative to the class's geofence if there is one; returns the claim and its
    /// fields.
    ///
    /// - Parameters:
    ///   - worstAccuracy: that the course allows, in metres.
    ///   - isPlanned: whether the fence is that of the venue where a class is planned that has not started.
    public func located(
        by fence: Geofence?, worstAccuracy: Double, isPlanned: Bool = false
    ) -> (claim: AttendanceClaimed, fields: [Field]) {
        let reference = [Field("class", .text(classID.text))]
        guard case .posted(let fix?) = evidence else {
            return (AttendanceClaimed(classID: classID, evidence: .stored(nil)), reference)
        }
        let distance = fence.flatMap {
            $0.tellsDistance ? Distance.rounded($0.centre.distance(to: fix.position)) : nil
        }
        let answer = fence?.answer(to: fix, worstAccuracy: worstAccuracy)
        let planned = isPlanned ? fence?.digest : nil
        let finding = Finding(
            answer: answer, distance: distance, accuracy: fix.accuracy, age: fix.age, plannedFence: planned)
        let claim = AttendanceClaimed(classID: classID, evidence: .stored(finding))
        let numbers = [Field("accuracy", .number(fix.accuracy)), Field("age", .number(fix.age))]
        let judged = [
            distance.map { Field("distance", .number($0)) }, answer.map { Field("answer", .text($0.rawValue)) },
            planned.map { Field("fence", .number($0)) },
        ]
        return (claim, reference + numbers + judged.compactMap { $0 })
    }

    private init(classID: Identifier, evidence: Evidence) {
        self.classID = classID
        self.evidence = evidence
    }

    private static func fix(from fields: inout FieldReader) -> Fix? {
        let latitude = fields.number("latitude", -90...90)
        let longitude = fields.number("longitude", -180...180)
        let (accuracy, age) = measures(from: &fields)
        if let latitude, let longitude, let accuracy, let age {
            return Fix(
                position: Position(latitude: latitude, longitude: longitude), accuracy: accuracy, age: age)
        }
        let missing = [
            ("latitude", latitude), ("longitude", longitude), ("accuracy", accuracy), ("age", age),
        ].filter { $0.1 == nil }
        if missing.count < 4, fields.problems.isEmpty {
            for (name, _) in missing { fields.note(name, "required", "A location needs all four numbers.") }
        }
        return nil
    }

    private static func finding(from fields: inout FieldReader) -> Finding? {
        let (accuracy, age) = measures(from: &fields)
        let distance = fields.number("distance", 0...2.1e7)
        let answer = Geofence.Answer(
            word: fields.choice("answer", of: Geofence.Answer.allCases.map { $0.rawValue }, fallback: ""))
        let planned = fields.number("fence", Geofence.digests)
        guard let accuracy, let age else { return nil }
        return Finding(answer: answer, distance: distance, accuracy: accuracy, age: age, plannedFence: planned)
    }

    private static func measures(from fields: inout FieldReader) -> (accuracy: Double?, age: Double?) {
        (fields.number("accuracy", 0...1e8), fields.number("age", -1e12...1e12))
    }
}
