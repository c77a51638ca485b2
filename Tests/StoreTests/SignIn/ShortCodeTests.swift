import Classroom
import Support
import Testing

@testable import Store

/// Codes by which people sign in on another of their devices.
@Suite struct ShortCodeTests {
    private static func at(_ minutes: Double) -> Instant {
        Instant(milliseconds: 1_800_000_000_000 + Int64(minutes * 60_000))
    }

    @Test(arguments: Engine.allCases)
    func itIsGoodOnceForTenMinutes(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let store = book.store
        let student = try await book.addStudents(1)[0]
        let late = try await store.makeShortCode(for: student, now: Self.at(0))
        #expect(late.ends == Self.at(10))
        #expect(late.code.text.count == 12 && SignInCode(late.code.text.lowercased()) == late.code)
        #expect(try await store.holder(of: late.code, now: Self.at(9.9))?.id == student)
        #expect(try await store.holder(of: late.code, now: Self.at(10)) == nil)
        #expect(try await store.signIn(with: late.code, now: Self.at(10)) == nil)
        let code = try await store.makeShortCode(for: student, now: Self.at(20)).code
        let token = try #require(try await store.signIn(with: code, now: Self.at(21)))
        #expect(try await store.holder(of: code, now: Self.at(21)) == nil)
        #expect(try await store.signIn(with: code, now: Self.at(21)) == nil)
        // Who has signed in stays so.
        #expect(try await store.person(signedInBy: token, now: Self.at(1000))?.id == student)
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func aNewOneReplacesOneThatWasNotUsed(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let store = book.store
        let student = try await book.addStudents(1)[0]
        let card = try await store.makeSignInCode(for: student, replacing: false, now: Self.at(0))
        for _ in 0..<300 { _ = try await store.makeShortCode(for: student, now: Self.at(1)) }
        let first = try await store.makeShortCode(for: student, now: Self.at(2)).code
        let second = try await store.makeShortCode(for: student, now: Self.at(3)).code
        #expect(try await store.signIn(with: first, now: Self.at(4)) == nil)
        #expect(try await store.signIn(with: second, now: Self.at(4)) != nil)
        // The card is as good as before, and the log tells of both.
        #expect(try await store.signIn(with: card, now: Self.at(5)) != nil)
        let log = try await store.signInCodes(of: student)
        #expect(log.map(\.ends) == [Self.at(13), nil])
        #expect(log.map(\.firstUsed) == [Self.at(4), Self.at(5)] && log.map(\.isGood) == [false, true])
        #expect(try await store.codeCount(of: student) == 1)
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func itIsRevokedWithTheOthers(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let code = try await book.store.makeShortCode(for: student, now: Self.at(0)).code
        #expect(try await book.store.peopleWithoutCode(.student).map(\.id) == [student])
        try await book.store.revokeSignInCodes(of: student, by: book.maker, now: Self.at(1))
        #expect(try await book.store.signIn(with: code, now: Self.at(2)) == nil)
    }
}
