import Classroom
import Testing

private let now = Instant(milliseconds: 1_800_000_000_000)
private let device = Identifier(high: 1, low: 1)
private let some = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"

private func problems(_ kind: String, _ fields: [String: FieldValue]) -> [String] {
    let members = [Field("id", .text(some)), Field("kind", .text(kind)), Field("at", .text(now.text))]
    let posted = PostedEntry(members: members + fields.map { Field($0.key, $0.value) })
    switch posted.entry(device: device, now: now) {
    case .good: return []
    case .problems(let problems): return problems.map { "\($0.field) \($0.code)" }.sorted()
    }
}

@Suite struct PostedEntryTests {
    @Test func everyKindRefusesAnEmptyBodyAndUnknownFields() {
        for kind in Kind.all {
            #expect(problems(kind.name, [:]).contains { $0.hasSuffix(" required") }, "\(kind.name)")
            #expect(problems(kind.name, ["nonsense": .flag(true)]).contains("nonsense unknown"), "\(kind.name)")
        }
    }

    @Test func aHeapOfFieldsIsNotRead() {
        func heap(_ count: Int) -> [String: FieldValue] {
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("nonsense\($0)", .flag(true)) })
        }
        #expect(problems("venue.saved", heap(33)) == ["fields tooMany"])
        #expect(problems("venue.saved", heap(32)).count { $0.hasSuffix("unknown") } == 10)
    }

    @Test func everyKindRefusesWrongTypes() {
        for kind in Kind.all {
            var reader = FieldReader([])
            _ = kind.read(&reader)
            #expect(!reader.rules.isEmpty)
            for rule in reader.rules {
                let another: FieldValue = if case .flag = rule.form { .text("true") } else { .flag(true) }
                for value in [FieldValue.nested, another] {
                    let found = problems(kind.name, [rule.name: value])
                    #expect(found.contains { $0.hasPrefix(rule.name + " ") }, "\(kind.name) \(rule.name) \(value)")
                }
            }
        }
    }

    @Test(
        arguments: [
            (["firstName": .text("Ann")], []),
            (["firstName": .text(""), "lastName": .text("Björk")], []),
            (["firstName": .text("\u{200B}\u{3164}"), "lastName": .text("\u{2800}")], ["firstName required"]),
            (["firstName": .text("  "), "lastName": .text("\u{3000}")], ["firstName required"]),
            (["firstName": .text(String(repeating: "L", count: 100))], []),
            (["firstName": .text(String(repeating: "L", count: 101))], ["firstName tooLong"]),
            (["firstName": .text(String(repeating: "👩🏽‍🚀", count: 100))], []),
            (["firstName": .text(String(repeating: "👩🏽‍🚀", count: 101))], ["firstName tooLong"]),
            (["firstName": .text("e" + String(repeating: "\u{301}", count: 10_000))], ["firstName tooLong"]),
            (["firstName": .text("a\u{0}b")], ["firstName characters"]),
            (["firstName": .text("a\nb")], ["firstName characters"]),
            (["firstName": .text("a\u{202E}b")], ["firstName characters"]),
            (["firstName": .number(7)], ["firstName type"]),
            (["firstName": .text("Ann"), "role": .text("wizard")], ["role choice"]),
            (["firstName": .text("Ann"), "github": .text("user-7-0")], []),
            (["firstName": .text("Ann"), "github": .text("-x")], ["github github"]),
            (["firstName": .text("Ann"), "github": .text("x--y")], ["github github"]),
            (["firstName": .text("Ann"), "github": .text("x-")], ["github github"]),
            (["firstName": .text("Ann"), "github": .text("ä")], ["github github"]),
            (["firstName": .text("Ann"), "joined": .text("2026-02-30")], ["joined date"]),
            (["firstName": .text("Ann"), "type": .text("drop-in")], ["type identifier"]),
            (
                ["firstName": .text("Ann"), "studentID": .text(String(repeating: "9", count: 33))],
                ["studentID tooLong"]
            ),
        ] as [([String: FieldValue], [String])])
    func people(fields: [String: FieldValue], expected: [String]) {
        #expect(problems("person.added", fields.merging(["person": .text(some)]) { $1 }) == expected)
    }

    @Test(
        arguments: [
            (["role": .text("student")], []), (["isOwner": .flag(false)], []),
            (["role": .text("instructor"), "isOwner": .flag(true)], []), ([:], ["role required"]),
            (["role": .null, "isOwner": .null], ["role required"]), (["role": .text("owner")], ["role choice"]),
            (["isOwner": .text("yes")], ["isOwner type"]),
        ] as [([String: FieldValue], [String])])
    func roles(fields: [String: FieldValue], expected: [String]) {
        #expect(problems("person.roleChanged", fields.merging(["person": .text(some)]) { $1 }) == expected)
    }

    @Test(
        arguments: [
            (["name": .text("Hall")], []),
            (["name": .text("Hall"), "latitude": .number(90), "longitude": .number(-180)], []),
            (["name": .text("Hall"), "latitude": .number(90.1), "longitude": .number(0)], ["latitude range"]),
            (["name": .text("Hall"), "latitude": .number(.nan), "longitude": .number(0)], ["latitude range"]),
            (["name": .text("Hall"), "latitude": .number(1)], ["longitude required"]),
            (["name": .text("Hall"), "radius": .number(9)], ["radius range"]),
            (["name": .text("Hall"), "radius": .text("100")], ["radius type"]),
            (["name": .text("")], ["name required"]),
        ] as [([String: FieldValue], [String])])
    func venues(fields: [String: FieldValue], expected: [String]) {
        #expect(problems("venue.saved", fields.merging(["venue": .text(some)]) { $1 }) == expected)
    }

    @Test(
        arguments: [
            (now.adding(milliseconds: 86_400_000), nil), (now.adding(milliseconds: 86_400_001), "future"),
            (now.adding(milliseconds: -366 * 86_400_000), nil),
            (now.adding(milliseconds: -366 * 86_400_000 - 1), "past"),
        ] as [(Instant, String?)])
    func times(at: Instant, code: String?) {
        #expect(Entry.problem(at: at, now: now)?.code == code)
    }

    @Test func aNewPersonHasNoIDOfItsOwn() {
        #expect(StudentID("") == nil)
        #expect(StudentID("00000000") == nil)
        #expect(StudentID("10007000")?.text == "10007000")
        #expect(StudentID.next(after: nil) == "00000001")
        #expect(StudentID.next(after: "10007000") == "10007001")
        #expect(StudentID.next(after: "99999999") == nil)
    }

    @Test(arguments: [
        ("Ann", "Fleming", "AF"), ("Björk", "", "B"), ("健一", "井上", "健井"), ("👩🏽‍🚀", "Emoji", "👩🏽‍🚀E"),
        ("=HYPER", "<script>", "HS"),
    ])
    func initials(first: String, last: String, expected: String) {
        #expect(PersonName(first: first, last: last).initials == expected)
    }
}
