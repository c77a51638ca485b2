/// `attendance.claimed`: a student says to be present, and shows where the device is, a code, or a token of the local
/// network. `attendance.confirmed`: a student who is present says to be still there, and shows the same anew.
///
/// The journal keeps how far the device is from the venue, unless the fence is wide, and that a code or a token was good;
/// never the place, the code or the token.
public struct AttendanceClaimed: Sendable {
    public enum Evidence: Sendable {
        case posted(Posted)
        case stored(Stored)
    }

    /// Evidence as the device sends it.
    public struct Posted: Sendable {
        /// Fix; `nil` if the position is unknown.
        public let fix: Fix?
        /// Typed code, in its canonical form.
        public let code: String?
        /// Ticket that the server gave for a scan.
        public let ticket: String?
        /// Token of the local network, which the server gave for this student and class.
        public let token: String?

        /// Whether a code is shown.
        public var hasCode: Bool { code != nil || ticket != nil }
    }

    /// Evidence as the journal keeps it.
    public struct Stored: Sendable {
        /// Result of the fix; `nil` if the position is unknown.
        public let finding: Finding?
        /// Answer to the code; `nil` without one. Bad ones are never kept.
        public let code: CodeAnswer?
        /// Whether a token of the local network was good.
        public let hasNetwork: Bool
        /// What the class asked for when the claim came.
        public let asked: AttendancePolicy.Evidence

        /// What is left of it at a class that has started: nothing that a fence said, if that was another one.
        public func seen(from fence: Geofence?) -> Stored {
            Stored(finding: finding?.seen(from: fence), code: code, hasNetwork: hasNetwork, asked: asked)
        }

        public var shown: ShownEvidence {
            ShownEvidence(
                answer: finding?.answer, distance: finding?.distance, hasFix: finding != nil, code: code,
                hasNetwork: hasNetwork)
        }
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
        /// Print of the fix: equal for equal fixes, and telling nothing else to whoever lacks the server's secret. `nil` if
        /// none was taken.
        public let print: Double?

        func seen(from fence: Geofence?) -> Finding {
            guard let plannedFence, plannedFence != fence?.digest else { return self }
            return Finding(
                answer: nil, distance: nil, accuracy: accuracy, age: age, plannedFence: plannedFence, print: print)
        }
    }

    public let classID: Identifier
    public let evidence: Evidence

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        evidence = fields.isStored ? .stored(Stored(from: &fields)) : .posted(Posted(from: &fields))
    }

    private init(classID: Identifier, evidence: Evidence) {
        self.classID = classID
        self.evidence = evidence
    }
}

extension AttendanceClaimed {
    /// Circumstances under which a claim is judged.
    public struct Setting: Sendable {
        /// Geofence; `nil` if there is none.
        public let fence: Geofence?
        /// Whether the fence is that of the venue where a class is planned that has not started.
        public let isPlanned: Bool
        public let policy: AttendancePolicy

        public init(fence: Geofence?, isPlanned: Bool = false, policy: AttendancePolicy = AttendancePolicy()) {
            self.fence = fence
            self.isPlanned = isPlanned
            self.policy = policy
        }
    }

    /// Replaces the fix by its finding, and code and token by the answers to them; returns the claim and its fields.
    ///
    /// - Parameter print: print of the fix.
    public func judged(
        in setting: Setting, code: CodeAnswer?, hasNetwork: Bool, print: Double?
    ) -> (claim: AttendanceClaimed, fields: [Field]) {
        var finding: Finding?
        if case .posted(let posted) = evidence, let fix = posted.fix { finding = Finding(fix, in: setting, print) }
        let stored = Stored(finding: finding, code: code, hasNetwork: hasNetwork, asked: setting.policy.evidence)
        let claim = AttendanceClaimed(classID: classID, evidence: .stored(stored))
        return (claim, [Field("class", .text(classID.text))] + stored.fields)
    }
}

extension AttendanceClaimed.Posted {
    /// The longest that a code or a ticket may be, in characters.
    private static let mostText = 64
    /// The longest that a token may be, in characters.
    private static let mostToken = 100

    init(from fields: inout FieldReader) {
        fix = Fix(from: &fields)
        let typed = fields.optionalText("code", most: Self.mostText) ?? ""
        let ticket = fields.optionalText("ticket", most: Self.mostText) ?? ""
        code = typed.isEmpty ? nil : AttendanceCode.canonical(typed)
        self.ticket = ticket.isEmpty ? nil : ticket
        let token = fields.optionalText("token", most: Self.mostToken) ?? ""
        self.token = token.isEmpty ? nil : token
        if !typed.isEmpty, code == nil {
            fields.note("code", "format", "A code has six letters and digits, as in K7Q F2M.")
        } else if code != nil, self.ticket != nil {
            fields.note("ticket", "both", "Send a code or a ticket.")
        }
    }
}

extension AttendanceClaimed.Stored {
    init(from fields: inout FieldReader) {
        finding = AttendanceClaimed.Finding(from: &fields)
        code = CodeProof(word: fields.choice("proof", of: CodeProof.words, fallback: "")).map { .good($0) }
        hasNetwork = fields.flag("network") ?? false
        let asked = fields.choice("asked", of: AttendancePolicy.Evidence.words, fallback: "")
        self.asked = AttendancePolicy.Evidence(word: asked) ?? .location
    }

    /// What has the default is left out, as in claims from before there were codes.
    fileprivate var fields: [Field] {
        var fields = finding?.fields ?? []
        if case .good(let proof)? = code { fields.append(Field("proof", .text(proof.rawValue))) }
        if hasNetwork { fields.append(Field("network", .flag(true))) }
        if asked != .location { fields.append(Field("asked", .text(asked.rawValue))) }
        return fields
    }
}

extension AttendanceClaimed.Finding {
    fileprivate init(_ fix: Fix, in setting: AttendanceClaimed.Setting, _ print: Double?) {
        let fence = setting.fence
        distance = fence.flatMap { $0.tellsDistance ? Distance.rounded($0.centre.distance(to: fix.position)) : nil }
        answer = fence?.answer(to: fix, worstAccuracy: setting.policy.worstAccuracy)
        accuracy = fix.accuracy
        age = fix.age
        plannedFence = setting.isPlanned ? fence?.digest : nil
        self.print = print
    }

    fileprivate init?(from fields: inout FieldReader) {
        let (accuracy, age) = Fix.measures(from: &fields)
        distance = fields.number("distance", 0...2.1e7)
        answer = Geofence.Answer(
            word: fields.choice("answer", of: Geofence.Answer.allCases.map { $0.rawValue }, fallback: ""))
        plannedFence = fields.number("fence", Geofence.digests)
        print = fields.number("print", Geofence.digests)
        guard let accuracy, let age else { return nil }
        (self.accuracy, self.age) = (accuracy, age)
    }

    fileprivate var fields: [Field] {
        let judged = [
            distance.map { Field("distance", .number($0)) }, answer.map { Field("answer", .text($0.rawValue)) },
            plannedFence.map { Field("fence", .number($0)) }, print.map { Field("print", .number($0)) },
        ]
        return [Field("accuracy", .number(accuracy)), Field("age", .number(age))] + judged.compactMap { $0 }
    }
}

extension Fix {
    init?(from fields: inout FieldReader) {
        let latitude = fields.number("latitude", -90...90)
        let longitude = fields.number("longitude", -180...180)
        let (accuracy, age) = Self.measures(from: &fields)
        if let latitude, let longitude, let accuracy, let age {
            self.init(position: Position(latitude: latitude, longitude: longitude), accuracy: accuracy, age: age)
            return
        }
        let missing = [
            ("latitude", latitude), ("longitude", longitude), ("accuracy", accuracy), ("age", age),
        ].filter { $0.1 == nil }
        if missing.count < 4, fields.problems.isEmpty {
            for (name, _) in missing { fields.note(name, "required", "A location needs all four numbers.") }
        }
        return nil
    }

    fileprivate static func measures(from fields: inout FieldReader) -> (accuracy: Double?, age: Double?) {
        (fields.number("accuracy", 0...1e8), fields.number("age", -1e12...1e12))
    }
}
