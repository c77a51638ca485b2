import Classroom
import Testing

private let now = Instant(milliseconds: 1_800_000_000_000)
private let some = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"

/// The problems of an entry with these fields, as "field code".
private func problems(_ kind: Kind, _ fields: [String: FieldValue]) -> [String] {
    let posted = PostedEntry(
        id: Identifier(high: 1, low: 2), kind: kind, at: now, fields: fields.map { Field($0.key, $0.value) })
    switch posted.entry(device: Identifier(high: 1, low: 1), now: now) {
    case .good: return []
    case .problems(let problems): return problems.map { "\($0.field) \($0.code)" }.sorted()
    }
}

@Suite struct WebLinkTests {
    @Test(arguments: [
        "", "https://example.org", "http://example.org", "HTTPS://EXAMPLE.ORG/", "hTTp://x", "https://x",
        "https://example.org:8443/a/b.html?q=1&r=%20#top", "https://example.org?x", "https://example.org#x",
        "https://xn--bcher-kva.example", "https://bücher.example/straße", "https://1.2.3.4/", "https://[2001:db8::1]/",
        "https://example.org/a@b", "https://example.org/?mail=a@b.c", "  https://example.org  ",
        "https://forms.example.org/d/e/1FAIpQLSd_-~.!*'(),;:@&=+$/viewform",
    ])
    func leadsSomewhere(text: String) {
        #expect(problems(.courseEdited, ["course": .text(some), "survey": .text(text)]) == [], "\(text)")
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "ftp://example.org", "file:///etc/passwd",
        "mailto:a@b.c", "example.org", "//example.org", "/x", "https:", "https:/", "https://", "https:///",
        "https:///x",
        "https://?x", "https://#x", "https://@", "https://@x", "https://user@example.org",
        "https://user:pass@example.org",
        "https://example.org@evil.example", "https://exa mple.org", "https://example.org/a b", "https://example.org/\"",
        "https://example.org/<script>", "https://example.org/`", "https://example.org\\@evil.example",
        "https://example.org/\\evil", "https://\\evil", "https://-x", "https://.x", "https://:80", "https://{x}",
        "https://x|y", "https://x^y", "https ://example.org", "xhttps://example.org", "http:example.org",
        "httpſ://example.org",
    ])
    func isRefused(text: String) {
        #expect(problems(.courseEdited, ["course": .text(some), "survey": .text(text)]) == ["survey link"], "\(text)")
    }

    @Test func hasNoControlCharacters() {
        for text in ["https://x\n/y", "https://x/\u{0}", "https://x/\u{7F}", "ht\ttps://x", "https://x/\u{202E}y"] {
            #expect(problems(.courseEdited, ["course": .text(some), "survey": .text(text)]) == ["survey characters"])
        }
        let long = "https://example.org/" + String(repeating: "x", count: 981)
        #expect(problems(.courseEdited, ["course": .text(some), "survey": .text(long)]) == ["survey tooLong"])
        #expect(problems(.courseEdited, ["course": .text(some), "survey": .text(String(long.dropLast()))]) == [])
    }
}

@Suite struct CourseFieldsTests {
    private static let whole: [String: FieldValue] = [
        "course": .text(some), "title": .text("Yoga"), "venue": .text(some), "timeZone": .text("Europe/Zurich"),
    ]

    @Test(
        arguments: [
            ([:], []), (["title": .text(" ")], ["title required"]), (["title": .null], ["title required"]),
            (["title": .text(String(repeating: "x", count: 100))], []),
            (["title": .text(String(repeating: "x", count: 101))], ["title tooLong"]),
            (["description": .text(String(repeating: "x", count: 1000))], []),
            (["description": .text(String(repeating: "x", count: 1001))], ["description tooLong"]),
            (["description": .null, "survey": .null, "category": .null, "isOpen": .null], []),
            (["venue": .null], ["venue required"]), (["venue": .text("here")], ["venue identifier"]),
            (["timeZone": .text("")], ["timeZone required"]),
            (["timeZone": .text("Europe Zurich")], ["timeZone timeZone"]),
            (["timeZone": .text("../etc/passwd")], ["timeZone timeZone"]),
            (["timeZone": .text("Etc/GMT+12")], []),
            (["category": .text("strength")], []), (["category": .text("")], []),
            (["category": .text("Strength")], ["category choice"]), (["category": .flag(true)], ["category choice"]),
            (["isOpen": .flag(false)], []), (["isOpen": .text("yes")], ["isOpen type"]),
            (["isOpen": .number(1)], ["isOpen type"]),
            (["evidence": .text("instructor"), "accuracy": .number(20)], []),
            (["evidence": .text("trust")], ["evidence choice"]),
            (["accuracy": .number(5)], []), (["accuracy": .number(4.9)], ["accuracy range"]),
            (["accuracy": .number(100)], []), (["accuracy": .number(100.1)], ["accuracy range"]),
            (["accuracy": .number(.nan)], ["accuracy range"]),
            (["instructorAdded": .text(some)], ["instructorAdded unknown"]),
        ] as [([String: FieldValue], [String])])
    func newCourses(fields: [String: FieldValue], expected: [String]) {
        #expect(problems(.courseCreated, Self.whole.merging(fields) { $1 }) == expected)
    }

    @Test(
        arguments: [
            ([:], []), (["title": .text("")], ["title required"]), (["title": .null], ["title required"]),
            (["title": .text("Tango")], []), (["venue": .text(some)], []), (["timeZone": .text("Asia/Tokyo")], []),
            (["timeZone": .text("")], ["timeZone timeZone"]), (["timeZone": .text("Ä")], ["timeZone timeZone"]),
            (["instructorAdded": .text(some)], []), (["instructorRemoved": .text(some)], []),
            (["instructorAdded": .text(some), "instructorRemoved": .text(some)], ["instructorRemoved both"]),
        ] as [([String: FieldValue], [String])])
    func changes(fields: [String: FieldValue], expected: [String]) {
        #expect(problems(.courseEdited, fields.merging(["course": .text(some)]) { $1 }) == expected)
    }

    @Test(
        arguments: [
            ([:], []), (["start": .null], ["start required"]), (["start": .text("tomorrow")], ["start time"]),
            (["start": .text("2026-11-03")], ["start time"]), (["start": .number(1)], ["start type"]),
            (["start": .text("1999-12-31T23:59:59Z")], ["start range"]), (["start": .text("2000-01-01T00:00:00Z")], []),
            (["start": .text("2199-12-31T23:59:59Z")], []), (["start": .text("2200-01-01T00:00:00Z")], ["start range"]),
            (["minutes": .number(5)], []), (["minutes": .number(4)], ["minutes range"]),
            (["minutes": .number(1440)], []), (["minutes": .number(1441)], ["minutes range"]),
            (["minutes": .text("60")], ["minutes type"]), (["venue": .text("x")], ["venue identifier"]),
            (["survey": .text("https://example.org")], []), (["survey": .text("")], []),
            (["survey": .text("javascript:x")], ["survey link"]),
        ] as [([String: FieldValue], [String])])
    func plannedClasses(fields: [String: FieldValue], expected: [String]) {
        let whole: [String: FieldValue] = [
            "class": .text(some), "course": .text(some), "start": .text("2026-11-03T18:30:00+01:00"),
        ]
        #expect(problems(.classScheduled, whole.merging(fields) { $1 }) == expected)
    }

    @Test(
        arguments: [
            ([:], []), (["latitude": .number(1)], ["accuracy required", "age required", "longitude required"]),
            (["latitude": .number(91)], ["latitude range"]), (["longitude": .number(.infinity)], ["longitude range"]),
            (["accuracy": .number(-1)], ["accuracy range"]), (["age": .text("1")], ["age type"]),
            (["latitude": .number(1), "longitude": .number(2), "accuracy": .number(5)], ["age required"]),
            (["latitude": .number(1), "longitude": .number(2), "accuracy": .number(5), "age": .number(-1e9)], []),
            (["distance": .number(5)], ["distance unknown"]), (["answer": .text("inside")], ["answer unknown"]),
        ] as [([String: FieldValue], [String])])
    func claims(fields: [String: FieldValue], expected: [String]) {
        #expect(problems(.attendanceClaimed, fields.merging(["class": .text(some)]) { $1 }) == expected)
    }
}

@Suite struct FieldReaderTests {
    private func read<Value>(
        _ value: FieldValue?, _ body: (inout FieldReader) -> Value
    ) -> (value: Value, codes: [String]) {
        var reader = FieldReader(value.map { [Field("x", $0)] } ?? [])
        let value = body(&reader)
        return (value, reader.problems.map(\.code))
    }

    @Test(
        arguments: [
            (nil, nil, []), (.null, nil, []), (.flag(true), true, []), (.flag(false), false, []),
            (.text("true"), nil, ["type"]), (.number(1), nil, ["type"]), (.nested, nil, ["type"]),
        ] as [(FieldValue?, Bool?, [String])])
    func flags(value: FieldValue?, expected: Bool?, codes: [String]) {
        let found = read(value) { $0.flag("x") }
        #expect(found.value == expected && found.codes == codes)
    }

    @Test(
        arguments: [
            (nil, ["required"]), (.null, ["required"]), (.text(""), ["time"]), (.number(1), ["type"]),
            (.text("2026-11-03T18:30:00Z"), []), (.text("1999-12-31T23:59:59.999Z"), ["range"]), (.nested, ["type"]),
        ] as [(FieldValue?, [String])])
    func instants(value: FieldValue?, codes: [String]) {
        let found = read(value) { $0.instant("x") }
        #expect(found.codes == codes)
        if codes.isEmpty { #expect(found.value.text.hasPrefix("2026-11-03T18:30:00")) }
    }

    @Test(
        arguments: [
            (nil, "leave", []), (.null, "clear", []), (.text(""), "clear", []), (.text("a"), "set a", []),
            (.text("c"), "leave", ["choice"]), (.text("A"), "leave", ["choice"]), (.number(1), "leave", ["choice"]),
        ] as [(FieldValue?, String, [String])])
    func clearableChoices(value: FieldValue?, expected: String, codes: [String]) {
        let found = read(value) { $0.clearableChoice("x", of: ["a", "b"]) }
        let words =
            switch found.value {
            case .leave: "leave"
            case .clear: "clear"
            case .set(let word): "set \(word)"
            }
        #expect(words == expected && found.codes == codes)
    }
}
