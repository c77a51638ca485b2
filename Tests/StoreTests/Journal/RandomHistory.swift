import Classroom
import Figures
import Support

@testable import Store

/// Entries of every kind about few people, courses and classes, so that they meet: most are good, some break a rule, and
/// some come again, the same or changed.
struct RandomHistory {
    struct Posted: Sendable {
        let entry: PostedEntry
        let device: Identifier
        let maker: Maker
        let now: Instant
    }

    private var generator: SeededGenerator
    private var posted: [Posted] = []
    private var time = Instant(milliseconds: 1_790_000_000_000)
    private var number: UInt64 = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed &+ 1)
    }

    mutating func next() -> Posted {
        number += 1
        let entry = posted.count > 20 && chance(0.15) ? again() : made()
        posted.append(entry)
        return entry
    }

    /// An entry from before, now and then with another body.
    private mutating func again() -> Posted {
        let old = posted[Int.random(in: 0..<posted.count, using: &generator)]
        guard chance(0.5), let id = old.entry.identifier, let at = old.entry.instant, let kind = old.entry.entryKind
        else { return old }
        let fields = old.entry.fields + [Field("venue", .text(one("venue", 3).text))]
        return Posted(
            entry: PostedEntry(id: id, kind: kind, at: at, fields: fields), device: old.device, maker: old.maker,
            now: old.now)
    }

    private mutating func made() -> Posted {
        time = time.adding(milliseconds: Int64.random(in: 0...40_000, using: &generator))
        // Whoever makes entries is there.
        let first = number <= 10
        let kind: Kind = first ? .personAdded : kinds[Int.random(in: 0..<kinds.count, using: &generator)]
        let maker = one("person", 8)
        let person = chance(0.7) ? maker : one("person", 14)
        let isInstructor = chance(0.5)
        let posting = Maker(
            person: isInstructor ? one("instructor", 2) : maker, role: isInstructor ? .instructor : .student)
        let isHost = first || kind == .classMeasured
        let late = chance(0.2) ? Int64.random(in: 0...600_000, using: &generator) : 0
        let at = time.adding(milliseconds: -late)
        var fields = fields(of: kind, person, at)
        if first {
            let isStudent = number > 2
            let id = isStudent ? Self.identifier("person", number - 3) : Self.identifier("instructor", number - 1)
            fields["person"] = .text(id.text)
            fields["studentID"] = .text("2000000\(number)")
            fields["role"] = .text(isStudent ? "student" : "instructor")
        }
        return Posted(
            entry: PostedEntry(
                id: Self.identifier("entry", number), kind: kind, at: at,
                fields: fields.sorted { $0.key < $1.key }.map { Field($0.key, $0.value) }),
            device: one("device", 3), maker: isHost ? .host : posting, now: time)
    }

    /// Every kind, those often that others need.
    private let kinds =
        Kind.all + [
            .personAdded, .personAdded, .personNumbered, .venueSaved, .courseCreated, .courseCreated,
            .enrolmentAccepted, .enrolmentAccepted, .enrolmentAccepted, .enrolmentRequested, .classScheduled,
            .classScheduled, .classRecorded, .classCorrected, .classCorrected, .classCorrected, .classStarted,
            .classStarted, .classStarted, .classSaved, .attendanceClaimed,
            .attendanceClaimed, .attendanceClaimed, .attendanceClaimed, .attendanceMarked, .attendanceMarked,
            .attendanceWithdrawn, .personRestored, .reconfirmationRequested, .attendanceConfirmed, .questionAsked,
            .questionVoted,
        ]

    private mutating func fields(of kind: Kind, _ person: Identifier, _ at: Instant) -> [String: FieldValue] {
        let subject = kind.name.split(separator: ".").first.map(String.init) ?? ""
        switch subject {
        case "person", "studentType": return rosterFields(kind, person)
        case "venue":
            guard kind == .venueSaved else {
                let fields = ["venue": FieldValue.text(one("venue", 3).text), "into": .text(one("venue", 3).text)]
                return kind == .venueMerged ? fields : fields.filter { $0.key == "venue" }
            }
            return [
                "venue": .text(one("venue", 3).text), "name": .text(word()), "latitude": .number(47.3686),
                "longitude": .number(8.5391), "radius": .number(50),
            ]
        case "course": return courseFields(kind)
        case "enrolment": return ["course": .text(one("course", 2).text), "person": .text(person.text)]
        case "training":
            return [
                "training": .text(one("training", 5).text), "description": .text(word()), "category": .text("strength"),
                "minutes": .number(30), "start": .text(at.text),
            ].filter { kind == .trainingLogged || $0.key == "training" }
        case "school": return ["name": .text(word()), "timeZone": .text("Europe/Zurich")]
        case "notifications": return ["topic": .text(chance(0.5) ? "marks" : "starts"), "wanted": .flag(chance(0.5))]
        default: return classFields(kind, person, at)
        }
    }

    private mutating func rosterFields(_ kind: Kind, _ person: Identifier) -> [String: FieldValue] {
        let fields: [String: FieldValue]
        switch kind {
        case .personAdded:
            fields = ["firstName": .text(word()), "lastName": .text(word()), "studentID": .text(studentID())]
        case .personRegistered: fields = TestBook.registration(of: person)
        case .personEdited:
            let tag: [String: FieldValue] =
                chance(0.5)
                ? [chance(0.7) ? "tagAdded" : "tagRemoved": .text("Tag \(Int.random(in: 0..<4, using: &generator))")]
                : [:]
            fields = ["firstName": .text(word()), "type": .text(one("type", 2).text)].merging(tag) { $1 }
        case .personNumbered: fields = ["studentID": .text(studentID())]
        case .personMerged: fields = ["into": .text(one("person", 8).text)]
        case .personRoleChanged: fields = ["role": .text(chance(0.3) ? "instructor" : "student")]
        case .studentTypeSaved:
            return ["type": .text(one("type", 2).text), "name": .text(chance(0.3) ? "Guest" : word())]
        case .studentTypeDeleted, .studentTypeRestored: return ["type": .text(one("type", 2).text)]
        default: fields = [:]
        }
        return fields.merging(["person": .text(person.text)]) { $1 }
    }

    private mutating func courseFields(_ kind: Kind) -> [String: FieldValue] {
        var fields: [String: FieldValue] = ["course": .text(one("course", 2).text)]
        guard kind == .courseCreated || kind == .courseEdited else { return fields }
        if kind == .courseCreated || chance(0.5) { fields["venue"] = .text(one("venue", 3).text) }
        if kind == .courseCreated {
            fields["title"] = .text(word())
            fields["timeZone"] = .text("Europe/Zurich")
        }
        if chance(0.3) { fields["isOpen"] = .flag(chance(0.5)) }
        if kind == .courseEdited, chance(0.3) { fields["instructorAdded"] = .text(one("instructor", 2).text) }
        if kind == .courseEdited, chance(0.1) { fields["instructorRemoved"] = .text(one("instructor", 2).text) }
        return fields
    }

    private mutating func classFields(_ kind: Kind, _ person: Identifier, _ at: Instant) -> [String: FieldValue] {
        var fields: [String: FieldValue] = ["class": .text(one("class", 4).text)]
        switch kind {
        case .classScheduled:
            fields["course"] = .text(one("course", 2).text)
            fields["start"] = .text(at.text)
        case .classStarted: fields["venue"] = .text(one("venue", 3).text)
        case .classSaved: if chance(0.3) { fields["end"] = .text(earlier(at, 600).text) }
        case .classRecorded:
            fields["venue"] = .text(one("venue", 3).text)
            fields["start"] = .text(earlier(at, 2000).text)
            fields["end"] = .text(earlier(at, 600).text)
            if chance(0.3) { fields["course"] = .text(one("course", 2).text) }
        case .classCorrected:
            if chance(0.5) { fields["start"] = .text(earlier(at, 600).text) }
            if chance(0.5) { fields["end"] = .text(earlier(at, 300).text) }
            if chance(0.3) { fields["paused"] = .number(0.5) }
            if chance(0.3) { fields["venue"] = .text(one("venue", 3).text) }
            if chance(0.3) { fields["course"] = chance(0.6) ? .text(one("course", 2).text) : .null }
        case .classMeasured: fields["temperature"] = .number(12)
        case .attendanceAsked: fields["evidence"] = chance(0.5) ? .text("instructor") : .null
        case .attendanceClaimed, .attendanceConfirmed, .deviceNearby:
            for (name, value) in [("latitude", 47.3686), ("longitude", 8.5391), ("accuracy", 8), ("age", 1000)] {
                fields[name] = .number(name == "latitude" && chance(0.2) ? 47.4 : value)
            }
        case .attendanceMarked, .attendanceCleared, .attendanceWithdrawn: fields["person"] = .text(person.text)
        case .reconfirmationRequested:
            fields["reconfirmation"] = .text(one("reconfirmation", 4).text)
            fields["minutes"] = .number(5)
        case .reconfirmationWithdrawn: fields["reconfirmation"] = .text(one("reconfirmation", 4).text)
        case .questionAsked:
            fields["question"] = .text(one("question", 6).text)
            fields["text"] = .text(word())
        case .questionVoted:
            fields["question"] = .text(one("question", 6).text)
            fields["vote"] = .number(Double(Int.random(in: -1...1, using: &generator)))
        case .questionAnswered, .questionReopened, .questionHidden, .questionShown:
            fields["question"] = .text(one("question", 6).text)
        default: break
        }
        return fields
    }

    private mutating func earlier(_ time: Instant, _ seconds: Int64) -> Instant {
        time.adding(milliseconds: -Int64.random(in: 0...seconds, using: &generator) * 1000)
    }

    private mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < part }

    private mutating func word() -> String { "Word \(Int.random(in: 0..<40, using: &generator))" }

    private mutating func studentID() -> String { "\(Int.random(in: 10_000_000..<10_000_012, using: &generator))" }

    private mutating func one(_ subject: String, _ count: UInt64) -> Identifier {
        Self.identifier(subject, UInt64.random(in: 0..<count, using: &generator))
    }

    private static func identifier(_ subject: String, _ number: UInt64) -> Identifier {
        let high = subject.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
        return Identifier(high: high & 0xFFFF_FFFF_FFFF_0000 | 0x7000, low: 0x8000_0000_0000_0000 + number)
    }
}
