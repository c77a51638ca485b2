import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct OwnerTests {
    private static func changed(
        _ book: TestBook, _ person: Identifier?, role: Role? = nil, isOwner: Bool? = nil
    ) -> PostedEntry {
        var fields = ["person": FieldValue.text(person?.text ?? "")]
        if let role { fields["role"] = .text(role.rawValue) }
        if let isOwner { fields["isOwner"] = .flag(isOwner) }
        return book.entry(.personRoleChanged, fields)
    }

    private static func owners(_ store: Store) async throws -> Set<Identifier> {
        try await Set(store.allInstructors().filter(\.isOwner).map(\.id))
    }

    private static func isSound(_ store: Store) async throws -> Bool {
        try await Doctor(database: store.database) { _ in }.examine().findings == []
    }

    @Test(arguments: Engine.allCases)
    func theFirstInstructorIsTheOwner(engine: Engine) async throws {
        let book = try await TestBook(engine)
        #expect(try await Self.owners(book.store) == [book.instructor])
        #expect(try await book.store.lastSequence() == 2)
        let second = try await book.addInstructor()
        #expect(try await Self.owners(book.store) == [book.instructor])
        try await book.expectAccepted([Self.changed(book, second.person, isOwner: true)])
        #expect(try await Self.owners(book.store).count == 2)
        #expect(try await Self.isSound(book.store))
    }

    @Test func aStudentIsNobodysFirstOwner() async throws {
        let place = try BookPlace(.sqlite)
        let store = try await Store(place.address)
        let now = Instant.now
        func added(_ role: String) -> PostedEntry {
            PostedEntry(
                id: .make(at: now), kind: .personAdded, at: now,
                fields: [
                    Field("person", .text(Identifier.make(at: now).text)), Field("firstName", .text("Ann")),
                    Field("role", .text(role)),
                ])
        }
        let entries = [added("student"), added("instructor"), added("instructor")]
        let results = try await store.append(entries, device: .make(at: now), by: .host, now: now)
        #expect(results.map(\.sequence) == [1, 2, 4])
        #expect(try await Self.owners(store).count == 1)
        // Tried only, nothing of it stays.
        _ = try await store.append([added("instructor")], device: .make(at: now), by: .host, rehearsing: true)
        #expect(try await store.lastSequence() == 4)
        try await store.close()
        try place.remove()
    }

    @Test(arguments: Engine.allCases)
    func thereIsAlwaysAnOwner(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let second = try #require(try await book.addInstructor().person)
        let away = book.entry(.personDeactivated, ["person": .text(book.instructor.text)])
        let none = Self.changed(book, book.instructor, isOwner: false)
        #expect(try await book.problems(away, by: .host) == ["person lastOwner"])
        #expect(try await book.problems(none, by: .host) == ["isOwner lastOwner"])
        #expect(try await book.problems(none) == ["person yourself"])
        #expect(
            try await book.problems(Self.changed(book, book.instructor, role: .student), by: .host) == ["role owner"])
        // One who is inactive keeps no book.
        try await book.expectAccepted([
            Self.changed(book, second, isOwner: true), book.entry(.personDeactivated, ["person": .text(second.text)]),
        ])
        #expect(try await book.problems(away, by: .host) == ["person lastOwner"])
        #expect(try await book.problems(Self.changed(book, second, isOwner: true)) == ["isOwner inactive"])
        try await book.expectAccepted([book.entry(.personActivated, ["person": .text(second.text)])])
        try await book.expectAccepted([away], by: .host)
        #expect(try await Self.owners(book.store) == [second])
        #expect(try await Self.isSound(book.store))
    }

    @Test(arguments: Engine.allCases)
    func rolesChangeByTheirRules(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let teacher = try await book.addInstructor()
        #expect(try await book.problems(Self.changed(book, student, isOwner: true)) == ["isOwner role"])
        #expect(try await book.problems(Self.changed(book, .make(at: .now), role: .student)) == ["person notFound"])
        try await book.expectAccepted([Self.changed(book, student, role: .instructor, isOwner: true)])
        #expect(try await Self.owners(book.store) == [book.instructor, student])
        let order = try await book.store.roster(RosterQuery()).elements.map(\.role)
        #expect(order == [.instructor, .instructor, .instructor])
        let session = try await book.startClass(by: teacher)
        let demoted = Self.changed(book, teacher.person, role: .student)
        #expect(try await book.problems(demoted) == ["role inSession"])
        try await book.expectAccepted([book.step(.classSaved, session)], by: teacher)
        try await book.expectAccepted([demoted])
        #expect(try await book.store.person(#require(teacher.person)).role == .student)
        #expect(try await Self.isSound(book.store))
    }

    /// Whoever was an owner when a request began may be none any more when it is written.
    @Test(arguments: Engine.allCases)
    func ownershipIsThatOfTheMoment(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let second = try await book.addInstructor()
        try await book.expectAccepted([Self.changed(book, second.person, isOwner: true)])
        try await book.expectAccepted([Self.changed(book, second.person, isOwner: false)])
        #expect(
            try await book.problems(Self.changed(book, book.instructor, isOwner: false), by: second) == [
                "kind forbidden"
            ])
        let third = book.added(.make(at: .now), "Eve", "Sly", id: "666", role: "instructor")
        #expect(try await book.problems(third, by: second) == ["kind forbidden"])
        await #expect(throws: Problem.forbidden(Problem.ownersOnly)) {
            try await book.store.makeSignInCode(for: book.instructor, replacing: false, by: second)
        }
        await #expect(throws: Problem.forbidden(Problem.ownersOnly)) {
            try await book.store.revokeSignInCodes(of: book.instructor, by: second)
        }
    }

    /// A code that some instructor made for a student would otherwise be one for an instructor.
    @Test(arguments: Engine.allCases)
    func whoBecomesAnInstructorKeepsNoCodesOfOthers(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let plain = try await book.addInstructor()
        let foreign = try await book.store.makeSignInCode(for: student, replacing: false, by: plain)
        let owners = try await book.store.makeSignInCode(for: student, replacing: false, by: book.maker)
        let printed = try await book.store.makeSignInCode(for: student, replacing: false)
        let token = try #require(try await book.store.signIn(with: foreign))
        try await book.expectAccepted([Self.changed(book, student, role: .instructor)])
        #expect(try await book.store.signIn(with: foreign) == nil)
        #expect(try await book.store.person(signedInBy: token) == nil)
        for code in [owners, printed] { #expect(try await book.store.signIn(with: code) != nil) }
        let ended = try await book.store.signInCodes(of: student).filter { !$0.isGood }
        #expect(ended.map { $0.revoked?.person } == [book.instructor])
    }

    /// In a book from before there were owners, everybody who could do everything still can.
    @Test(arguments: Engine.allCases)
    func everyInstructorOfAnOldBookIsAnOwner(engine: Engine) async throws {
        let first = try await TestBook()
        let second = try #require(try await first.addInstructor("Ana", id: "90000007").person)
        let gone = try #require(try await first.addInstructor("Gone", id: "90000008").person)
        try await first.expectAccepted([first.entry(.personDeactivated, ["person": .text(gone.text)])])
        let place = try BookPlace(engine)
        let old = try await BookAddress(place.address).open()
        try await old.keepFirstVersion(of: first)
        try await old.close()
        for _ in 0..<2 {
            let store = try await Store(place.address)
            #expect(try await Self.owners(store) == [first.instructor, second])
            #expect(try await store.lastSequence() == 6)
            #expect(try await Self.isSound(store))
            try await store.close()
        }
        try place.remove()
    }
}
