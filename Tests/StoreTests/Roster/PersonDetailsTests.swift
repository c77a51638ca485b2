import Classroom
import Support
import Testing

@testable import Store

@Suite struct PersonDetailsTests {
    private static func edited(_ book: TestBook, _ person: Identifier, _ fields: [String: FieldValue]) -> PostedEntry {
        book.entry(.personEdited, fields.merging(["person": .text(person.text)]) { $1 })
    }

    @Test(arguments: Engine.allCases)
    func whatIsNotSaidStays(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = try await book.addStudents(1)[0]
        let all: [String: FieldValue] = [
            "email": .text("ann@example.org"), "phone": .text("+41 44 1"), "note": .text("Left hip.\nNo jumps."),
            "tagAdded": .text("Hip"),
        ]
        try await book.expectAccepted([Self.edited(book, person, all)])
        let known = PersonDetails(
            email: "ann@example.org", phone: "+41 44 1", note: "Left hip.\nNo jumps.", tags: ["Hip"])
        #expect(try await book.store.details(of: person) == known)
        try await book.expectAccepted([
            Self.edited(book, person, ["firstName": .text("Ann")]), Self.edited(book, person, ["email": .text("")]),
        ])
        let details = try await book.store.details(of: person)
        #expect(details.email.isEmpty && details.phone == known.phone && details.note == known.note)
        #expect(try await book.store.person(person).name.first == "Ann")
        #expect(try await book.findings().isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func addressOfTheRegistrationIsShownUntilAnotherIsKnown(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = Identifier.make(at: .now)
        try await book.expectAccepted([book.registered(person)])
        #expect(try await book.store.details(of: person).email == "ann@example.org")
        try await book.expectAccepted([Self.edited(book, person, ["phone": .text("1")])])
        #expect(try await book.store.details(of: person).email == "ann@example.org")
        try await book.expectAccepted([Self.edited(book, person, ["email": .text("new@example.org")])])
        #expect(try await book.store.details(of: person).email == "new@example.org")
        let copy = try await book.store.offlineCopy(for: book.instructor)
        #expect(copy.people.first { $0.person.id == person }?.details.email == "new@example.org")
    }

    @Test(arguments: Engine.allCases)
    func tagsAreFewAndKnown(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let people = try await book.addStudents(3)
        func add(_ tag: String, to number: Int = 0) -> PostedEntry {
            Self.edited(book, people[number], ["tagAdded": .text(tag)])
        }
        try await book.expectAccepted([add("Knee"), add("knee"), add("Hip"), add("Knee", to: 1), add("Asthma", to: 2)])
        #expect(try await book.store.tags(of: people)[people[0]] == ["Knee", "Hip"])
        #expect(try await book.store.knownTags() == ["Asthma", "Hip", "Knee"])
        try await book.expectAccepted([
            Self.edited(book, people[0], ["tagRemoved": .text("Knee")]),
            Self.edited(book, people[2], ["tagRemoved": .text("Asthma")]),
        ])
        #expect(try await book.store.tags(of: people) == [people[0]: ["Hip"], people[1]: ["Knee"]])
        #expect(try await book.store.knownTags() == ["Hip", "Knee"])
        try await book.expectAccepted((0..<7).map { add("Tag \($0)") })
        #expect(try await book.problems(add("One more")) == ["tagAdded tooMany"])
        #expect(try await book.findings().isEmpty)
    }

    @Test(arguments: [
        ("email", "ann@", "email email"), ("phone", String(repeating: "1", count: 41), "phone tooLong"),
        ("note", String(repeating: "x", count: 1001), "note tooLong"), ("note", "tab\there", "note characters"),
        ("phone", "two\nlines", "phone characters"), ("tagAdded", "", "tagAdded required"),
        ("tagAdded", "two\nlines", "tagAdded characters"),
    ])
    func whatIsWrongIsSaidAtItsField(field: String, text: String, problem: String) async throws {
        let book = try await TestBook()
        let person = try await book.addStudents(1)[0]
        #expect(try await book.problems(Self.edited(book, person, [field: .text(text)])) == [problem])
        let student = Maker(person: person, role: .student)
        #expect(
            try await book.problems(Self.edited(book, person, ["note": .text("Fit")]), by: student) == [
                "kind forbidden"
            ])
        #expect(try await book.store.details(of: person).note.isEmpty)
    }
}
