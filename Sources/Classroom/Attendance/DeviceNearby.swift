/// `device.nearby`: a student's device says where it is before a class, to be told of the start if it is there. The journal
/// keeps only whether that is inside the class's fence.
public struct DeviceNearby: Sendable {
    public enum Sight: Sendable {
        /// Fix as the device sends it.
        case posted(Fix?)
        /// Answer of the geofence as the journal keeps it; `nil` if the venue has no position.
        case stored(Geofence.Answer?)
    }

    public let classID: Identifier
    public let sight: Sight

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        if fields.isStored {
            let answers = Geofence.Answer.allCases.map { $0.rawValue }
            sight = .stored(Geofence.Answer(word: fields.choice("answer", of: answers, fallback: "")))
            return
        }
        let fix = Fix(from: &fields)
        if fix == nil, fields.problems.isEmpty { fields.note("latitude", "required", "This is required.") }
        sight = .posted(fix)
    }

    private init(classID: Identifier, sight: Sight) {
        self.classID = classID
        self.sight = sight
    }

    /// Replaces the fix by the fence's answer; returns the payload and its fields.
    public func judged(in setting: AttendanceClaimed.Setting) -> (nearby: DeviceNearby, fields: [Field]) {
        guard case .posted(let fix) = sight else { return (self, []) }
        let answer = fix.flatMap { setting.fence?.answer(to: $0, worstAccuracy: setting.policy.worstAccuracy) }
        let kept = answer.map { [Field("answer", .text($0.rawValue))] } ?? []
        let nearby = DeviceNearby(classID: classID, sight: .stored(answer))
        return (nearby, [Field("class", .text(classID.text))] + kept)
    }
}
