import Classroom
import Testing

private let good: [String: FieldValue] = [
    "person": .text("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"), "firstName": .text("Ann"), "lastName": .text("Fleming"),
    "email": .text("ann@example.org"), "gender": .text("female"), "university": .text("ETH Zürich"),
    "country": .text("Switzerland"),
]

private func read(_ fields: [String: FieldValue]) -> (registered: PersonRegistered, problems: [FieldProblem]) {
    var reader = FieldReader(fields.map { Field($0.key, $0.value) })
    let registered = PersonRegistered(from: &reader)
    reader.finish()
    return (registered, reader.problems)
}

private func problems(_ name: String, _ value: FieldValue?) -> [String] {
    var fields = good
    fields[name] = value
    return read(fields).problems.map { "\($0.field) \($0.code)" }
}

@Suite struct PersonRegisteredTests {
    @Test func whatIsGood() {
        let (registered, problems) = read(good)
        #expect(problems.isEmpty)
        #expect(registered.name == PersonName(first: "Ann", last: "Fleming"))
        #expect(registered.email == "ann@example.org" && registered.gender == .female)
        #expect(registered.university == "ETH Zürich" && registered.country == "Switzerland")
    }

    @Test func whatIsMissingIsSaidAllAtOnceInTheOrderOfTheForm() {
        let fields = ["firstName", "lastName", "email", "gender", "university"]
        for nothing in [nil, FieldValue.null, .text(""), .text(" \u{3000}")] {
            var record = good
            for field in fields { record[field] = field == "gender" && nothing == .text(" \u{3000}") ? .null : nothing }
            let found = read(record).problems
            #expect(found.map(\.field) == fields, "\(String(describing: nothing))")
            #expect(found.allSatisfy { $0.code == "required" && !$0.message.isEmpty })
            #expect(found.first { $0.field == "gender" }?.message == "Please choose one.")
        }
    }

    @Test(
        arguments: [
            ("country", nil, []), ("country", .text(""), []), ("country", .null, []),
            ("country", .text(String(repeating: "x", count: 61)), ["country tooLong"]),
            ("university", .text(String(repeating: "ü", count: 150)), []),
            ("university", .text(String(repeating: "ü", count: 151)), ["university tooLong"]),
            ("firstName", .text(String(repeating: "x", count: 101)), ["firstName tooLong"]),
            ("lastName", .text("a\u{202E}b"), ["lastName characters"]),
            ("gender", .text("other"), []), ("gender", .text("Male"), ["gender choice"]),
            ("gender", .number(1), ["gender choice"]), ("email", .number(1), ["email type"]),
            ("email", .text("  ann@example.org "), []), ("email", .text("ann"), ["email email"]),
            ("email", .text("a\u{7}@example.org"), ["email characters"]),
            ("email", .text(String(repeating: "x", count: 255)), ["email tooLong"]),
            ("studentID", .text("1"), ["studentID unknown"]),
        ] as [(String, FieldValue?, [String])])
    func oneField(name: String, value: FieldValue?, expected: [String]) {
        #expect(problems(name, value) == expected)
    }

    @Test func onlyInstructorsRegister() {
        #expect(Kind.personRegistered.makers == .instructors)
    }

    @Test(arguments: [
        "ann@example.org", "a@b.co", "ann.fleming@example.org", "a.b.c.d@example.org", "ann+shala@example.org",
        "ann_fleming@example.org", "ann-fleming@example.org", "o'hara@example.org", "0@example.org",
        "!#$%&'*+-/=?^_`{|}~@example.org", "ANN@EXAMPLE.ORG", "ann@sub.example.org", "ann@a.b.c.d.e.org",
        "ann@my-school.example.org", "ann@123.org", "ann@1-2.org", "ann@xn--mnchen-3ya.de", "ann@example.museum",
        "ann@münchen.de", "jörg@example.org", "анна@почта.рф", "健一@例え.テスト", "पीता@उदाहरण.भारत", "ann@пример.испытание",
        "\(String(repeating: "l", count: 64))@example.org", "ann@\(String(repeating: "h", count: 63)).org",
        "ann@\(String(repeating: "ö", count: 63)).org",
        "\(String(repeating: "l", count: 64))@\(String(repeating: "h", count: 63))."
            + "\(String(repeating: "h", count: 63)).\(String(repeating: "h", count: 57)).org",
    ])
    func addresses(text: String) {
        #expect(EmailAddress.isValid(text))
    }

    @Test(arguments: [
        "", "ann", "@", "ann@", "@example.org", "ann@example", "ann@@example.org", "ann@ex@ample.org",
        "ann.example.org",
        ".ann@example.org", "ann.@example.org", "ann..fleming@example.org", ".@example.org", "ann@.example.org",
        "ann@example.org.", "ann@example..org", "ann@.", "ann@-example.org", "ann@example-.org", "ann@example.-org",
        "ann fleming@example.org", "ann @example.org", "ann@ example.org", "ann@exam ple.org", "ann\u{A0}@example.org",
        "ann@example.org\u{200B}", "ann\u{3000}@example.org", "ann\u{AD}@example.org", "\u{3164}@example.org",
        "\"ann\"@example.org", "\"a b\"@example.org", "ann(me)@example.org", "Ann <ann@example.org>",
        "<ann@example.org>",
        "ann,bob@example.org", "ann;bob@example.org", "ann:bob@example.org", "ann\\@example.org", "ann[1]@example.org",
        "mailto:ann@example.org", "ann@[127.0.0.1]", "ann@127.0.0.1", "ann@example.1", "ann@exam_ple.org",
        "ann@example.org/", "ann@exam+ple.org", "ann＠example.org", "ann@example．org", "ann@example。org",
        "ann@😀.org", "ann@example.org\n", "ann@×.org",
        "\(String(repeating: "l", count: 65))@example.org", "\(String(repeating: "ö", count: 33))@example.org",
        "ann@\(String(repeating: "h", count: 64)).org",
        "\(String(repeating: "l", count: 64))@\(String(repeating: "h", count: 63))."
            + "\(String(repeating: "h", count: 63)).\(String(repeating: "h", count: 58)).org",
    ])
    func noAddresses(text: String) {
        #expect(!EmailAddress.isValid(text))
    }
}
