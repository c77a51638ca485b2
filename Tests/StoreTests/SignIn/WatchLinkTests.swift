import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// Links by which watches mark students present.
@Suite struct WatchLinkTests {
    private static let day = CalendarDate(daysSince1970: 20_000)

    private static func at(_ minutes: Int64) -> Instant {
        Instant(milliseconds: 1_800_000_000_000 + minutes * 60_000)
    }

    @Test(arguments: Engine.allCases)
    func aTokenIsItsStudentsUntilRevoked(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let store = book.store
        let people = try await book.addStudents(2)
        let token = try await store.makeWatchLink(for: people[0], named: " Watch ", now: Self.at(0))
        let other = try await store.makeWatchLink(for: people[1], named: "Watch", now: Self.at(1))
        let link = try #require(try await store.watchLinks(of: people[0]).first)
        #expect(link.name == "Watch" && link.made == Self.at(0) && link.lastUsed == nil && link.revoked == nil)
        let holder = try await store.watchHolder(of: token, on: Self.day)
        #expect(holder?.person.id == people[0] && holder?.link == link.id)
        #expect(try await store.watchLinks(of: people[0]).first?.lastUsed == Self.day)
        #expect(try await store.watchLinks(of: people[1]).first?.lastUsed == nil)
        // Nobody revokes what is another's.
        await #expect(throws: Problem.notFound) { try await store.revokeWatchLink(link.id, of: people[1]) }
        #expect(try await store.watchHolder(of: token, on: Self.day) != nil)
        try await store.revokeWatchLink(link.id, of: people[0], now: Self.at(2))
        try await store.revokeWatchLink(link.id, of: people[0], now: Self.at(3))
        #expect(try await store.watchHolder(of: token, on: Self.day) == nil)
        #expect(try await store.watchHolder(of: other, on: Self.day)?.person.id == people[1])
        #expect(try await store.watchLinks(of: people[0]).isEmpty)
        let revoked = try await store.watchLinks(of: people[0], withRevoked: true).first?.revoked
        #expect(revoked?.at == Self.at(2) && revoked?.person == people[0] && revoked?.way == .app)
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func theBookKeepsAKeyedHashOnly(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let token = try await book.store.makeWatchLink(for: student, named: "Watch")
        #expect(token.text.utf8.count == 43 && WatchToken(token.text) == token)
        let rows = try await book.store.database.read { try $0.rows("SELECT * FROM watch_link").map { "\($0.values)" } }
        #expect(rows.count == 1)
        #expect(!rows[0].contains(token.text) && !rows[0].contains(sha256(Data(token.text.utf8))))
        #expect(!rows[0].contains(token.digest))
        // A token of one kind is worthless as another.
        #expect(try await book.store.person(signedInBy: SignInToken(text: token.text)) == nil)
        let signIn = try await book.store.makeToken(for: student)
        let asWatch = try #require(WatchToken(signIn.text))
        #expect(try await book.store.watchHolder(of: asWatch, on: Self.day) == nil)
    }

    @Test func onlyTokensHaveTheFormOfOne() {
        let token = WatchToken.make().text
        for text in ["", String(token.dropLast()), token + "A", token.dropLast() + "=", token.dropLast() + "é"] {
            #expect(WatchToken(String(text)) == nil)
        }
    }

    @Test(arguments: Engine.allCases)
    func noOneInactiveAndNoInstructorHasOne(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let token = try await book.store.makeWatchLink(for: student, named: "Watch")
        try await book.expectAccepted([book.entry(.personDeactivated, ["person": .text(student.text)])])
        #expect(try await book.store.watchHolder(of: token, on: Self.day) == nil)
        try await book.expectAccepted([book.entry(.personActivated, ["person": .text(student.text)])])
        #expect(try await book.store.watchHolder(of: token, on: Self.day)?.person.id == student)
        await #expect(throws: Problem.forbidden(Store.studentsOnly)) {
            try await book.store.makeWatchLink(for: book.instructor, named: "Watch")
        }
    }

    @Test(arguments: Engine.allCases)
    func thereAreAtMostFiveAndTheirNamesAreShort(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        func problem(_ name: String) async -> String? {
            do { _ = try await book.store.makeWatchLink(for: student, named: name) } catch Problem.invalid(let problems)
            {
                return problems.first.map { "\($0.field) \($0.code)" }
            } catch { return "\(error)" }
            return nil
        }
        #expect(await problem(" ") == "name required")
        #expect(await problem(String(repeating: "w", count: 51)) == "name tooLong")
        #expect(await problem("a\u{7}b") == "name characters")
        for number in 1...5 { #expect(await problem("Watch \(number)") == nil) }
        #expect(await problem("Watch 6") == "name tooMany")
        let first = try #require(try await book.store.watchLinks(of: student).last)
        try await book.store.revokeWatchLink(first.id, of: student)
        #expect(await problem("Watch 6") == nil)
    }

    @Test(arguments: Engine.allCases)
    func theyAreRevokedWithTheCodesAndForgottenInTime(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        for round in 0..<6 {
            for number in 0..<5 {
                let at = Self.at(Int64(round * 10 + number))
                _ = try await book.store.makeWatchLink(for: student, named: "Watch \(number)", now: at)
            }
            try await book.store.revokeSignInCodes(of: student, by: book.maker, now: Self.at(Int64(round * 10 + 9)))
            #expect(try await book.store.watchLinks(of: student).isEmpty)
        }
        let kept = try await book.store.watchLinks(of: student, withRevoked: true)
        #expect(kept.count == Store.mostRevokedWatchLinks && kept.first?.made == Self.at(54))
        #expect(kept.allSatisfy { $0.revoked?.by?.full == "Ida Berg" })
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func openClassesAreTheStudentsOwnInSession(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book)
        _ = try await book.schedule(one.course, at: one.at(100))
        func open(_ student: Identifier) async throws -> [Identifier] {
            try await book.store.openClasses(of: student).map(\.id)
        }
        #expect(try await open(one.students[0]) == [one.session])
        let found = try #require(try await book.store.openClasses(of: one.students[0]).first)
        #expect(found.start == one.start && found.fence?.centre.latitude == TestBook.hall.latitude)
        #expect(try await open(book.instructor).isEmpty)
        try await book.expectAccepted([book.step(.classPaused, one.session)])
        #expect(try await open(one.students[0]) == [one.session])
        try await book.expectAccepted([book.step(.attendanceClosed, one.session)])
        #expect(try await open(one.students[0]).isEmpty)
        try await book.expectAccepted([book.step(.attendanceOpened, one.session)])
        try await book.expectAccepted([book.enrolment(.enrolmentDeclined, one.students[0], one.course)])
        #expect(try await open(one.students[0]).isEmpty)
        #expect(try await open(one.students[1]) == [one.session])
        try await book.expectAccepted([book.step(.classSaved, one.session)])
        #expect(try await open(one.students[1]).isEmpty)
    }

    @Test func anIdentifierFollowsFromAText() {
        #expect(Identifier.derived(from: "one") == Identifier.derived(from: "one"))
        #expect(Identifier.derived(from: "one") != Identifier.derived(from: "two"))
        // Version 8 and the variant of RFC 9562.
        for number in 0..<100 {
            let text = Identifier.derived(from: "\(number)").text
            #expect(text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        }
    }
}
