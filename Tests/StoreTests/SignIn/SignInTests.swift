import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct SignInTests {
    @Test func codesAreReadAsPeopleTypeThem() throws {
        let code = SignInCode.make()
        #expect(code.text.wholeMatch(of: /([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}/) != nil)
        #expect(SignInCode(code.text.lowercased().replacingOccurrences(of: "-", with: " ")) == code)
        #expect(SignInCode("OIL0-1234-5678") == SignInCode("0110-1234-5678"))
        for wrong in ["", "K7QF-2M9X-RT4", "K7QF-2M9X-RT4DD", "K7QF-2M9X-RT4U", String(repeating: "A", count: 10_000)] {
            #expect(SignInCode(wrong) == nil)
        }
    }

    @Test(arguments: [
        "K7QF\u{2010}2M9X\u{2011}RT4D", "K7QF\u{2013}2M9X\u{A0}RT4D", "\tk7qf\r\n2m9x\nrt4d ", "\u{212A}7QF2M9XRT4D",
    ])
    func codesAreReadAsOtherKeyboardsTypeThem(text: String) {
        #expect(SignInCode(text) == SignInCode("K7QF-2M9X-RT4D"))
        #expect(SignInCode("\u{131}\u{17F}00-0000-0000") == SignInCode("1S00-0000-0000"))
    }

    @Test(arguments: [
        "K7QF\r2M9XRT4D", "K7QF_2M9X_RT4D", "K7QF\u{2014}2M9XRT4D", "K7QF2M9XRT4D\u{301}", "K7QF2M9XRT4É",
    ])
    func otherTextIsNoCode(text: String) {
        #expect(SignInCode(text) == nil)
    }

    @Test func codesUseAllSixtyBits() {
        let codes = (0..<2000).map { _ in SignInCode.make().text }
        #expect(Set(codes).count == codes.count)
        for position in codes[0].indices where codes[0][position] != "-" {
            #expect(Set(codes.map { $0[position] }).count == 32)
        }
    }

    @Test(arguments: Engine.allCases)
    func aCodeLetsItsPersonInUntilItIsRevoked(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let code = try await book.store.makeSignInCode(for: book.instructor, replacing: false)
        let token = try #require(try await book.store.signIn(with: code))
        let program = try await book.store.makeToken(for: book.instructor)
        #expect(try await book.store.person(signedInBy: token)?.id == book.instructor)
        #expect(try await book.store.signIn(with: .make()) == nil)
        try await book.store.revokeSignInCodes(of: book.instructor)
        #expect(try await book.store.signIn(with: code) == nil)
        #expect(try await book.store.person(signedInBy: token) == nil)
        #expect(try await book.store.person(signedInBy: program) == nil)
    }

    @Test(arguments: Engine.allCases)
    func nothingInTheBookLetsAnybodyIn(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let code = try await book.store.makeSignInCode(for: book.instructor, replacing: false)
        let token = try #require(try await book.store.signIn(with: code))
        let kept = try await book.store.database.read { connection in
            try ["sign_in", "sign_in_code"].flatMap {
                try connection.rows("SELECT * FROM \($0)").map { "\($0.values)" }
            }
        }
        #expect(kept.count == 2)
        for line in kept {
            #expect(!line.contains(token.text))
            #expect(!line.contains(code.text) && !line.contains(code.text.replacingOccurrences(of: "-", with: "")))
        }
    }

    @Test(arguments: Engine.allCases)
    func signedOutExpiredOrInactiveIsNobody(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let first = try await book.store.makeToken(for: student)
        let second = try await book.store.makeToken(for: student)
        try await book.store.signOut(first)
        #expect(try await book.store.person(signedInBy: first) == nil)
        #expect(try await book.store.person(signedInBy: second)?.id == student)
        let later = Instant.now.adding(milliseconds: Store.signInTime + 1000)
        #expect(try await book.store.person(signedInBy: second, now: later) == nil)
        try await book.expectAccepted([book.entry(.personDeactivated, ["person": .text(student.text)])])
        #expect(try await book.store.person(signedInBy: second) == nil)
        let code = try await book.store.makeSignInCode(for: student, replacing: false)
        #expect(try await book.store.signIn(with: code) == nil)
    }

    @Test func peopleWithoutACode() async throws {
        let book = try await TestBook()
        let students = try await book.addStudents(2)
        _ = try await book.store.makeSignInCode(for: students[0], replacing: false)
        #expect(try await book.store.peopleWithoutCode(.student).map(\.id) == [students[1]])
        #expect(try await book.store.peopleWithoutCode(nil).count == 2)
    }
}
