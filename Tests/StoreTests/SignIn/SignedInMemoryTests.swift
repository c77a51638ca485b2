import Classroom
import Crypto
import Foundation
import Support
import Testing

@testable import Store

/// Clock that tests turn.
private final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var time = ContinuousClock.now

    var now: ContinuousClock.Instant { lock.withLock { time } }
    func pass(_ duration: Duration) { lock.withLock { time += duration } }
}

@Suite struct SignedInMemoryTests {
    private static func key(_ number: Int) -> SHA256Digest { SHA256.hash(data: Data("\(number)".utf8)) }

    @Test func isReadOnceASecond() async throws {
        let book = try await TestBook()
        let (memory, clock) = (SignedInMemory(), Clock())
        let ida = try await book.store.person(book.instructor)
        var reads = 0
        for _ in 0..<10 {
            let found = try await memory.person(Self.key(1), now: { clock.now }) {
                reads += 1
                return ida
            }
            #expect(found === ida)
            clock.pass(.milliseconds(199))
        }
        #expect(reads == 2)
    }

    /// A second counts from before the reading, however long that takes.
    @Test func slowReadingKeepsNoLonger() async throws {
        let book = try await TestBook()
        let (memory, clock) = (SignedInMemory(), Clock())
        let ida = try await book.store.person(book.instructor)
        _ = try await memory.person(Self.key(1), now: { clock.now }) {
            clock.pass(.milliseconds(1000))
            return ida
        }
        #expect(try await memory.person(Self.key(1), now: { clock.now }) { nil } == nil)
    }

    @Test func whatWasReadBeforeAChangeIsNotKept() async throws {
        let book = try await TestBook()
        let memory = SignedInMemory()
        let ida = try await book.store.person(book.instructor)
        _ = try await memory.person(Self.key(1)) {
            memory.empty()
            return ida
        }
        #expect(try await memory.person(Self.key(1)) { nil } == nil)
    }

    @Test func strangersTakeNoRoomAndOthersABoundedOne() async throws {
        let book = try await TestBook()
        let memory = SignedInMemory()
        let ida = try await book.store.person(book.instructor)
        for number in 0..<100 { _ = try await memory.person(Self.key(number)) { nil } }
        #expect(memory.count == 0)
        for number in 0..<10_000 { _ = try await memory.person(Self.key(number)) { ida } }
        #expect(memory.count <= 4096)
    }

    /// What this server does counts at once.
    @Test(arguments: Engine.allCases)
    func signingOutAndRevokingCountAtOnce(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (first, second) = try await (
            book.store.makeToken(for: book.instructor), book.store.makeToken(for: book.instructor)
        )
        for token in [first, second] {
            #expect(try await book.store.recentPerson(signedInBy: token)?.id == book.instructor)
        }
        try await book.store.signOut(first)
        #expect(try await book.store.recentPerson(signedInBy: first) == nil)
        #expect(try await book.store.recentPerson(signedInBy: second)?.id == book.instructor)
        try await book.store.revokeSignInCodes(of: book.instructor)
        #expect(try await book.store.recentPerson(signedInBy: second) == nil)
    }

    /// What another server of the book does counts after a second.
    @Test(arguments: Engine.allCases, [Change.signOut, .revocation, .deactivation, .role])
    func otherServersCountAfterASecond(engine: Engine, change: Change) async throws {
        let book = try await TestBook(engine)
        let other = try await Store(book.place.address, signInKey: TestBook.key)
        let student = try await book.addStudents(1)[0]
        let token = try await book.store.makeToken(for: student)
        let before = try await other.recentPerson(signedInBy: token)
        #expect(before?.role == .student)
        try await change.make(in: book, student, token)
        let ends = ContinuousClock.now + .seconds(1)
        while try await other.recentPerson(signedInBy: token)?.facts == before?.facts {
            try #require(ContinuousClock.now < ends + .milliseconds(500))
            await Task.yield()
        }
        try await other.close()
    }

    enum Change: Sendable {
        case signOut, revocation, deactivation, role

        func make(in book: TestBook, _ person: Identifier, _ token: SignInToken) async throws {
            let reference = ["person": FieldValue.text(person.text)]
            switch self {
            case .signOut: try await book.store.signOut(token)
            case .revocation: try await book.store.revokeSignInCodes(of: person)
            case .deactivation: try await book.expectAccepted([book.entry(.personDeactivated, reference)])
            case .role:
                try await book.expectAccepted([
                    book.entry(.personRoleChanged, reference.merging(["role": .text("instructor")]) { $1 })
                ])
            }
        }
    }
}
