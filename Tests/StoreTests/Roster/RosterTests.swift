import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct RosterTests {
    @Test(arguments: Engine.allCases)
    func aNewPersonJoinsWithAnIDOfTheirOwn(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = Identifier.make(at: .now)
        try await book.expectAccepted([book.added(person, "First", "Last", id: "00000000")])
        #expect(try await book.store.person(person).isNew)
        func numbered(_ id: String) -> PostedEntry {
            book.entry(.personNumbered, ["person": .text(person.text), "studentID": .text(id)])
        }
        #expect(try await book.problems(numbered("")) == ["studentID required"])
        #expect(try await book.problems(numbered("00000000")) == ["studentID notOwn"])
        #expect(try await book.problems(numbered("90000000")) == ["studentID taken"])
        #expect(try await book.store.person(person).isNew)
        #expect(try await book.store.nextStudentID() == "90000001")
        try await book.expectAccepted([numbered("90000001")])
        #expect(try await book.store.person(person).studentID == "90000001")
        #expect(try await book.store.nextStudentID() == "90000002")
    }

    /// What each field is, must still be, and is afterwards.
    @Test(arguments: Engine.allCases)
    func aFieldThatIsNotWhatItWasKeepsItsValue(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = Identifier.make(at: .now)
        let (guest, member) = (Identifier.make(at: .now), Identifier.make(at: .now))
        func edited(_ fields: [String: FieldValue]) -> PostedEntry {
            book.entry(.personEdited, fields.merging(["person": .text(person.text)]) { $1 })
        }
        try await book.expectAccepted([
            book.added(person, "Ann", "Fleming", id: "20000001"),
            book.entry(.studentTypeSaved, ["type": .text(guest.text), "name": .text("Guest")]),
            book.entry(.studentTypeSaved, ["type": .text(member.text), "name": .text("Member")]),
            edited(["github": .text("ann"), "joined": .text("2026-01-02"), "type": .text(guest.text)]),
        ])
        // Somebody has changed all of it since.
        try await book.expectAccepted([
            edited([
                "firstName": .text("Anna"), "firstNameWas": .text("Anne"), "lastName": .text("Lee"),
                "lastNameWas": .text(""), "github": .text("x"), "githubWas": .text(""), "joined": .text("2026-05-05"),
                "joinedWas": .text("2026-01-03"), "type": .null, "typeWas": .text(member.text),
            ]),
            edited(["type": .text(member.text), "typeWas": .null]),
        ])
        var known = try await book.store.person(person)
        #expect(known.name.full == "Ann Fleming" && known.github == "ann" && known.joined == "2026-01-02")
        #expect(known.type == guest)
        // Nobody has.
        try await book.expectAccepted([
            edited([
                "firstName": .text("Anna"), "firstNameWas": .text("Ann"), "github": .text(""),
                "githubWas": .text("ann"), "joined": .text("2026-05-05"), "joinedWas": .text("2026-01-02"),
                "type": .null, "typeWas": .text(guest.text),
            ])
        ])
        known = try await book.store.person(person)
        #expect(known.name.full == "Anna Fleming" && known.github == "" && known.joined == "2026-05-05")
        #expect(known.type == nil)
        try await book.expectAccepted([edited(["type": .text(member.text), "typeWas": .null])])
        #expect(try await book.store.person(person).type == member)
        // So do the details that instructors know.
        try await book.expectAccepted([
            edited(["note": .text("Left hip."), "phone": .text("1")]),
            edited(["note": .text("Knee."), "noteWas": .text("Shoulder.")]),
            edited(["phone": .text("2"), "phoneWas": .text("3")]),
        ])
        #expect(try await book.store.details(of: person).note == "Left hip.")
        #expect(try await book.store.details(of: person).phone == "1")
        try await book.expectAccepted([edited(["note": .text(""), "noteWas": .text("Left hip.")])])
        #expect(try await book.store.details(of: person).note.isEmpty)
        #expect(try await book.problems(edited(["typeWas": .text("x")])) == ["typeWas identifier"])
        #expect(try await book.problems(edited(["joinedWas": .text("x")])).count == 1)
        #expect(try await book.findings() == [])
    }

    /// As commands name people.
    @Test(arguments: Engine.allCases)
    func aPersonIsFoundByStudentIDOrIdentifier(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = Identifier.make(at: .now)
        try await book.expectAccepted([book.added(person, "Ann", "Fleming", id: "20000001")])
        for name in ["20000001", person.text, person.text.uppercased()] {
            #expect(try await book.store.person(named: name)?.id == person)
        }
        for name in ["20000002", Identifier.make(at: .now).text, "", "x"] {
            #expect(try await book.store.person(named: name) == nil)
        }
    }

    @Test(arguments: Engine.allCases)
    func editsOfDifferentFieldsUnite(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = try await book.addStudents(1)[0]
        let type = Identifier.make(at: .now)
        let who = FieldValue.text(person.text)
        try await book.expectAccepted([
            book.entry(.studentTypeSaved, ["type": .text(type.text), "name": .text("Member")]),
            book.entry(.personEdited, ["person": who, "firstName": .text("  Zoë ")]),
            book.entry(.personEdited, ["person": who, "github": .text("zoe")]),
            book.entry(.personEdited, ["person": who, "type": .text(type.text), "joined": .text("2026-01-31")]),
        ])
        var read = try await book.store.person(person)
        #expect(read.name == PersonName(first: "Zoë", last: "Number 0"))
        #expect(read.github == "zoe")
        #expect(read.typeName == "Member")
        #expect(read.joined == "2026-01-31")
        try await book.expectAccepted([
            book.entry(.personEdited, ["person": who, "github": .text(""), "type": .null])
        ])
        read = try await book.store.person(person)
        #expect(read.github == "" && read.type == nil)
        let nameless = book.entry(.personEdited, ["person": who, "firstName": .text(""), "lastName": .text("")])
        #expect(try await book.problems(nameless) == ["firstName required"])
    }

    @Test(
        arguments: [
            ("zoe", ["Zoë Đặng"]), ("dang", ["Zoë Đặng"]), ("ZOË đặng", ["Zoë Đặng"]),
            ("brien", ["Siobhán O’Brien-D'Arcy"]),
            ("darcy", ["Siobhán O’Brien-D'Arcy"]), ("o'b", ["Siobhán O’Brien-D'Arcy"]),
            ("健", ["健一 井上"]), ("井上", ["健一 井上"]),
            ("यादव", ["पीताम्बर यादव"]),
            ("hyper", ["=HYPERLINK(\"http://x\") <script>alert(1)</script>"]), ("5", ["Zoë Đặng"]),
            ("octo-zoe", ["Zoë Đặng"]),
            ("%", []), ("'", []), ("zzz", []),
        ] as [(String, [String])])
    func search(text: String, expected: [String]) async throws {
        let book = try await TestBook()
        let zoe = Identifier.make(at: .now)
        try await book.expectAccepted([
            book.added(zoe, "Zoë", "Đặng", id: "5"),
            book.entry(.personEdited, ["person": .text(zoe.text), "github": .text("octo-zoe")]),
            book.added(.make(at: .now), "Siobhán", "O’Brien-D'Arcy", id: "61"),
            book.added(.make(at: .now), "健一", "井上", id: "71"),
            book.added(.make(at: .now), "पीताम्बर", "यादव", id: "81"),
            book.added(.make(at: .now), "=HYPERLINK(\"http://x\")", "<script>alert(1)</script>", id: "91"),
        ])
        var query = RosterQuery()
        query.search = text
        let found = try await book.store.roster(query).elements.map(\.name.full)
        if ["%", "'"].contains(text) {
            // Nothing to search by: everybody.
            #expect(found.count == 6)
        } else {
            #expect(found == expected)
        }
        #expect(try await book.store.countedRoster(query).count == found.count)
    }

    @Test(arguments: Engine.allCases, RosterQuery.Sort.allCases)
    func partsJoinToTheWhole(engine: Engine, sort: RosterQuery.Sort) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(25)
        try await book.expectAccepted([book.added(.make(at: .now), "New", "One", id: "")])
        let session = try await book.startClass()
        try await book.expectAccepted(
            students.prefix(7).map { book.mark(.attendanceMarked, session, $0) } + [book.step(.classSaved, session)])
        var query = RosterQuery()
        query.sort = sort
        let whole = try await book.store.roster(query).elements
        #expect(whole.count == 27)
        let groups = whole.map { $0.isNew ? 0 : $0.role == .instructor ? 1 : 2 }
        #expect(groups == (sort == .studentsFirst ? groups.sorted(by: >) : groups.sorted()))
        #expect(Set(groups).count == 3)
        query.most = 4
        var joined: [Person] = []
        repeat {
            let part = try await book.store.roster(query)
            joined += part.elements
            query.after = part.next?.text
        } while query.after != nil
        #expect(joined.map(\.facts) == whole.map(\.facts))
        if sort == .attended { #expect(whole.dropFirst(2).prefix(7).allSatisfy { $0.attended == 1 }) }
    }

    @Test func aForgedCursorIsAProblem() async throws {
        let book = try await TestBook()
        for cursor in ["x", "%%%", "AAAA", String(repeating: "A", count: 9000)] {
            var query = RosterQuery()
            query.after = cursor
            await #expect(throws: Problem.self) { _ = try await book.store.roster(query) }
        }
    }

    @Test(arguments: Engine.allCases)
    func pictures(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = try await book.addStudents(1)[0]
        func pictured(_ field: String, _ value: String) -> PostedEntry {
            book.entry(.personPictured, ["person": .text(person.text), field: .text(value)])
        }
        let entry = pictured("data", Data(tinyPNG).base64EncodedString())
        #expect(try await book.post([entry]).map(\.outcome) == [.accepted])
        #expect(try await book.post([entry]).map(\.outcome) == [.duplicate])
        let hash = try #require(try await book.store.person(person).picture)
        #expect(try await book.store.picture(hash).bytes == tinyPNG)
        #expect(try await book.store.picture(hash).mediaType == "image/png")
        #expect(try await book.problems(pictured("data", "GIF89a")) == ["data base64"])
        #expect(
            try await book.problems(pictured("data", Data("GIF89a".utf8).base64EncodedString())) == ["data notAPicture"]
        )
        #expect(try await book.problems(pictured("picture", String(repeating: "0", count: 64))) == ["picture unknown"])
        let huge = tinyPNG.dropLast(12) + [UInt8](repeating: 0, count: PersonPictured.mostBytes) + tinyPNG.suffix(12)
        let found = try await book.problems(pictured("data", Data(huge).base64EncodedString()))
        #expect(found == ["data tooLong"] || found == ["data tooLarge"])
        try await book.expectAccepted([book.entry(.personPictured, ["person": .text(person.text)])])
        #expect(try await book.store.person(person).picture == nil)
        try await book.expectAccepted([pictured("picture", hash)])
        #expect(try await book.store.person(person).picture == hash)
    }

    @Test(arguments: Engine.allCases)
    func aTypeThatSomebodyHasStaysIfOnlyAnUnusedOneIsToGo(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let type = Identifier.make(at: .now)
        let students = try await book.addStudents(2)
        func given(_ person: Identifier, _ type: FieldValue) -> PostedEntry {
            book.entry(.personEdited, ["person": .text(person.text), "type": type])
        }
        let deleted = ["type": FieldValue.text(type.text), "onlyUnused": .flag(true)]
        try await book.expectAccepted([
            book.entry(.studentTypeSaved, ["type": .text(type.text), "name": .text("Guest")]),
            given(students[0], .text(type.text)), given(students[1], .text(type.text)),
            book.entry(.personRemoved, ["person": .text(students[0].text)]),
            book.entry(.studentTypeDeleted, deleted),
        ])
        #expect(try await book.store.studentTypes() == [StudentType(id: type, name: "Guest", count: 1)])
        // Together with what takes it from the last who has it.
        try await book.expectAccepted([given(students[1], .null), book.entry(.studentTypeDeleted, deleted)])
        #expect(try await book.store.studentTypes() == [])
        try await book.expectAccepted([
            book.entry(.studentTypeRestored, ["type": .text(type.text)]),
            book.entry(.personRestored, ["person": .text(students[0].text)]),
        ])
        #expect(try await book.store.studentTypes() == [StudentType(id: type, name: "Guest", count: 1)])
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func studentTypes(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (type, other) = (Identifier.make(at: .now), Identifier.make(at: .now))
        let person = try await book.addStudents(1)[0]
        func saved(_ type: Identifier, _ name: String) -> PostedEntry {
            book.entry(.studentTypeSaved, ["type": .text(type.text), "name": .text(name)])
        }
        try await book.expectAccepted([
            saved(type, "Member"), saved(type, "Regular"),
            book.entry(.personEdited, ["person": .text(person.text), "type": .text(type.text)]),
        ])
        #expect(try await book.problems(saved(other, "régular")) == ["name taken"])
        #expect(try await book.store.studentTypes() == [StudentType(id: type, name: "Regular", count: 1)])
        try await book.expectAccepted([book.entry(.studentTypeDeleted, ["type": .text(type.text)])])
        #expect(try await book.store.person(person).typeName == nil)
        try await book.expectAccepted([book.entry(.studentTypeRestored, ["type": .text(type.text)])])
        #expect(try await book.store.person(person).typeName == "Regular")
    }

    @Test func nobodyDeactivatesThemselves() async throws {
        let book = try await TestBook()
        let entry = book.entry(.personDeactivated, ["person": .text(book.instructor.text)])
        #expect(try await book.problems(entry) == ["person yourself"])
    }
}

/// One grey pixel.
let tinyPNG = [UInt8](
    Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==") ?? Data())
