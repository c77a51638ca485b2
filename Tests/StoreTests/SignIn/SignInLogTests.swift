import Classroom
import Support
import Testing

@testable import Store

@Suite struct SignInLogTests {
    @Test(arguments: Engine.allCases)
    func whoMadeUsedAndRevokedACodeIsKept(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        func at(_ minutes: Int64) -> Instant { Instant(milliseconds: 1_800_000_000_000 + minutes * 60_000) }
        let code = try await book.store.makeSignInCode(for: student, replacing: false, by: book.maker, now: at(0))
        _ = try await book.store.makeSignInCode(for: student, replacing: false, now: at(1))
        for minute in [2, 3, 4] as [Int64] { _ = try await book.store.signIn(with: code, now: at(minute)) }
        var codes = try await book.store.signInCodes(of: student)
        #expect(codes.map { $0.made.at } == [at(1), at(0)])
        #expect(codes.map { $0.made.by?.full } == [nil, "Ida Berg"] && codes.map { $0.made.way } == [.command, .app])
        #expect(codes.map(\.firstUsed) == [nil, at(2)] && codes.map(\.lastUsed) == [nil, at(4)])
        #expect(codes.allSatisfy { $0.isGood && $0.revoked == nil })
        try await book.store.revokeSignInCodes(of: student, now: at(5))
        codes = try await book.store.signInCodes(of: student)
        #expect(codes.allSatisfy { !$0.isGood && $0.revoked?.at == at(5) && $0.revoked?.way == .command })
        #expect(try await Doctor(database: book.store.database) { _ in }.examine().findings == [])
    }

    @Test(arguments: Engine.allCases)
    func theNewestOfManyAreKept(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let most = Store.mostSignInCodes
        let first = try await book.store.makeSignInCode(
            for: book.instructor, replacing: false, now: .init(milliseconds: 0))
        let token = try #require(try await book.store.signIn(with: first))
        for number in 1..<most {
            let at = Instant(milliseconds: Int64(number))
            _ = try await book.store.makeSignInCode(for: book.instructor, replacing: false, now: at)
        }
        #expect(try await book.store.holder(of: first) != nil)
        _ = try await book.store.makeSignInCode(for: book.instructor, replacing: false)
        #expect(try await book.store.signInCodes(of: book.instructor, most: 1000).count == most)
        #expect(try await book.store.holder(of: first) == nil)
        #expect(try await book.store.person(signedInBy: token) == nil)
    }
}
