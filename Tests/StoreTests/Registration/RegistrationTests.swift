import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct RegistrationTests {
    @Test(arguments: Engine.allCases)
    func whoIsRegisteredIsNew(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = Identifier.make(at: .now)
        let at = Instant("2026-11-03T23:30:00Z") ?? .now
        try await book.expectAccepted([book.registered(person, ["gender": .text("other")], at: at)])
        let read = try await book.store.person(person)
        #expect(read.isNew && read.isActive && read.role == .student && read.name.full == "Ann Fleming")
        #expect(read.joined == "2026-11-03")
        let registration = Registration(
            email: "ann@example.org", gender: .other, university: "ETH Zürich", country: "Switzerland", at: at)
        #expect(try await book.store.registration(of: person) == registration)
        #expect(try await book.store.registration(of: book.instructor) == nil)
        var query = RosterQuery()
        query.search = "fleming"
        #expect(try await book.store.roster(query).elements.map(\.id) == [person])
        try await book.expectAccepted([
            book.entry(.personNumbered, ["person": .text(person.text), "studentID": .text("17")])
        ])
        #expect(try await !book.store.person(person).isNew)
        #expect(try await book.diagnosis().findings == [])
    }

    @Test(arguments: Engine.allCases)
    func nobodyIsRegisteredTwice(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = Identifier.make(at: .now)
        let entry = book.registered(person)
        try await book.expectAccepted([entry])
        #expect(try await book.post([entry]).map(\.outcome) == [.duplicate])
        let others = [
            book.registered(person, ["email": .text("b@example.org")]), book.added(person, "Ann", "Fleming", id: ""),
            book.registered(book.instructor),
        ]
        for other in others { #expect(try await book.problems(other) == ["person exists"]) }
        #expect(try await book.store.registration(of: person)?.email == "ann@example.org")
        // Two people may share an address.
        try await book.expectAccepted([book.registered(.make(at: .now))])
        #expect(try await book.store.newPeopleCount() == 2)
    }

    @Test func studentsRegisterNobody() async throws {
        let book = try await TestBook()
        let student = Maker(person: try await book.addStudents(1)[0], role: .student)
        #expect(try await book.problems(book.registered(.make(at: .now)), by: student) == ["kind forbidden"])
    }

    @Test(arguments: Engine.allCases)
    func idsForAll(engine: Engine) async throws {
        let book = try await TestBook(engine)
        func give() async throws -> Int {
            try await book.store.numberNewPeople(device: book.device, by: book.maker)
        }
        #expect(try await give() == 0)
        let people = (0..<250).map { _ in Identifier.make(at: .now) }
        try await book.expectAccepted(people.shuffled().map { book.registered($0) })
        let gone = people[7]
        try await book.expectAccepted([book.entry(.personDeactivated, ["person": .text(gone.text)])])
        #expect(try await give() == 200)
        #expect(try await give() == 49)
        #expect(try await give() == 0)
        let expected = people.sorted().filter { $0 != gone }
        for (place, person) in [(0, expected[0]), (100, expected[100]), (248, expected[248])] {
            #expect(try await book.store.person(person).studentID == String(90_000_001 + place))
        }
        #expect(try await book.store.person(gone).isNew)
        #expect(try await book.diagnosis().findings == [])
    }

    /// As in a new book, whose owner has the first.
    @Test(arguments: Engine.allCases)
    func idsBeginWithZeros(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let own: [String: FieldValue] = ["person": .text(book.instructor.text), "studentID": .text("00000009")]
        try await book.expectAccepted([book.entry(.personNumbered, own)])
        #expect(try await book.store.nextStudentID() == "00000010")
        let people = [Identifier.make(at: .now), .make(at: .now)].sorted()
        try await book.expectAccepted(people.map { book.registered($0) })
        #expect(try await book.store.numberNewPeople(device: book.device, by: book.maker) == 2)
        for (person, id) in zip(people, ["00000010", "00000011"]) {
            #expect(try await book.store.person(person).studentID == id)
        }
        #expect(try await book.diagnosis().findings == [])
    }

    @Test func idsEndWithEightDigits() async throws {
        let book = try await TestBook()
        let people = [Identifier.make(at: .now), .make(at: .now)].sorted()
        try await book.expectAccepted(
            [book.added(.make(at: .now), "Last", "But One", id: "99999998")] + people.map { book.registered($0) })
        #expect(try await book.store.numberNewPeople(device: book.device, by: book.maker) == 1)
        #expect(try await book.store.person(people[0]).studentID == "99999999")
        #expect(try await book.store.numberNewPeople(device: book.device, by: book.maker) == 0)
        #expect(try await book.store.person(people[1]).isNew)
    }

    @Test(arguments: Engine.allCases)
    func aBookFromBeforeThereWereRegistrationsGoesOn(engine: Engine) async throws {
        let place = try BookPlace(engine)
        let (device, first) = (Identifier.make(at: .now), try await TestBook())
        let old = try await BookAddress(place.address).open()
        try await old.keepFirstVersion(of: first)
        #expect(try await !old.tables().contains("registration"))
        try await old.close()
        // Opened once and again, it is brought up to date once.
        for number in 1...2 {
            let store = try await Store(place.address)
            let person = Identifier.make(at: .now)
            let fields = RegistrationTests.fields(person)
            let entry = PostedEntry(id: .make(at: .now), kind: .personRegistered, at: .now, fields: fields)
            let results = try await store.append([entry], device: device, by: .host)
            // Its instructor was added, and made an owner when it was opened.
            #expect(results.map(\.sequence) == [Int64(2 + number)])
            #expect(try await store.person(first.instructor).studentID == "90000000")
            #expect(try await store.registration(of: person)?.university == "ETH Zürich")
            #expect(try await Doctor(database: store.database) { _ in }.examine().findings == [])
            try await store.close()
        }
        try place.remove()
    }

    private static func fields(_ person: Identifier) -> [Field] {
        TestBook.registration(of: person).map { Field($0.key, $0.value) }
    }
}
