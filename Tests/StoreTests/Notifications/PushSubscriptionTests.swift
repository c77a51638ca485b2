import Classroom
import Crypto
import Foundation
import Support
import Testing

@testable import Store

@Suite struct PushSubscriptionTests {
    private static func subscription(_ number: Int = 0) -> PushSubscription {
        PushSubscription(
            endpoint: "https://push.example/\(number)", publicKey: [4, 1], auth: [2, 3], site: "https://shala.example")
    }

    private static func endpoints(_ book: TestBook, _ people: [Identifier], now: Instant = .now) async throws
        -> [String]
    {
        try await book.store.subscriptions(of: people, now: now).map(\.endpoint)
    }

    @Test(arguments: Engine.allCases)
    func aSubscriptionEndsWithItsSignIn(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let people = try await book.addStudents(2)
        var tokens: [SignInToken] = []
        for person in people { tokens.append(try await book.store.makeToken(for: person)) }
        try await book.store.subscribe(Self.subscription(0), people[0], by: tokens[0])
        try await book.store.subscribe(Self.subscription(1), people[1], by: tokens[1])
        #expect(try await Self.endpoints(book, people).count == 2)
        // Signed in as somebody else, a browser is that person's.
        try await book.store.subscribe(Self.subscription(0), people[1], by: tokens[1])
        #expect(try await Self.endpoints(book, [people[0]]) == [])
        #expect(try await Self.endpoints(book, [people[1]]).count == 2)
        #expect(try await Self.endpoints(book, people, now: Instant.now.adding(milliseconds: Store.signInTime)) == [])
        try await book.expectAccepted([book.entry(.personDeactivated, ["person": .text(people[1].text)])])
        #expect(try await Self.endpoints(book, people) == [])
        try await book.expectAccepted([book.entry(.personActivated, ["person": .text(people[1].text)])])
        #expect(try await Self.endpoints(book, people).count == 2)
        try await book.store.signOut(tokens[1])
        #expect(try await Self.endpoints(book, people) == [])
        try await expectSound(book)
    }

    @Test(arguments: Engine.allCases)
    func revokingCodesEndsSubscriptions(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = try await book.addStudents(1)[0]
        let code = try await book.store.makeSignInCode(for: person, replacing: false)
        let token = try #require(try await book.store.signIn(with: code))
        try await book.store.subscribe(Self.subscription(), person, by: token)
        try await book.store.revokeSignInCodes(of: person)
        #expect(try await Self.endpoints(book, [person]) == [])
    }

    @Test(arguments: Engine.allCases)
    func theOldestOfTooManyGoes(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (one, other) = try await (book.addStudents(1)[0], book.instructor)
        let (token, others) = try await (book.store.makeToken(for: one), book.store.makeToken(for: other))
        try await book.store.subscribe(Self.subscription(100), other, by: others)
        for number in 0..<12 {
            let now = Instant.now.adding(milliseconds: Int64(number * 1000))
            try await book.store.subscribe(Self.subscription(number), one, by: token, now: now)
        }
        #expect(try await Self.endpoints(book, [one]) == (2..<12).map { Self.subscription($0).endpoint })
        #expect(try await Self.endpoints(book, [other]).count == 1)
        try await book.store.unsubscribe(Self.subscription(100).endpoint, of: one)
        #expect(try await Self.endpoints(book, [other]).count == 1)
        try await book.store.forgetSubscription(Self.subscription(100).endpoint)
        #expect(try await Self.endpoints(book, [other]) == [])
    }

    @Test func nobodySubscribesForSomebodyElse() async throws {
        let book = try await TestBook()
        let person = try await book.addStudents(1)[0]
        let token = try await book.store.makeToken(for: book.instructor)
        await #expect(throws: Problem.signedOut) {
            try await book.store.subscribe(Self.subscription(), person, by: token)
        }
    }

    @Test func theKeyIsTheSameOnEveryServer() async throws {
        let keys = [SignInKey.make(), SignInKey.make()]
        let same = try #require(SignInKey(keys[0].bytes))
        #expect(try keys[0].pushKey().rawRepresentation == same.pushKey().rawRepresentation)
        #expect(try keys[0].pushKey().rawRepresentation != keys[1].pushKey().rawRepresentation)
        #expect(SignInKey.signingKey(SymmetricKey(data: Data(repeating: 0xFF, count: 32))) == nil)
        #expect(SignInKey.signingKey(SymmetricKey(data: Data(count: 32))) == nil)
    }
}

/// Expects that every table follows from the journal.
func expectSound(_ book: TestBook) async throws {
    let findings = try await Doctor(database: book.store.database) { _ in }.examine().findings
    #expect(findings == [])
}
