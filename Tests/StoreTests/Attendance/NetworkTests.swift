import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// Tokens of the local network.
@Suite struct NetworkTests {
    private static let here = "192.168.7.0/24"

    private func course(
        _ engine: Engine, _ evidence: String = "network", isSeen: Bool = true
    ) async throws -> TestCourse {
        let one = try await TestCourse(TestBook(engine), students: 4, ["evidence": .text(evidence)])
        if isSeen { try await see(one, at: one.at(1)) }
        return one
    }

    private func see(_ one: TestCourse, _ network: String = here, at time: Instant) async throws {
        try await one.book.store.note(networks: [network], of: one.session, by: one.book.instructor, now: time)
    }

    private func token(
        _ one: TestCourse, of number: Int = 0, on network: String = here, at time: Instant
    ) async throws -> String? {
        try await one.book.store.token(
            for: one.students[number], at: one.session, on: [network], now: time)?.text
    }

    private func claim(_ one: TestCourse, _ token: String?, metres: Double? = nil, at: Instant) -> PostedEntry {
        let place = one.book.claim(one.session, metres: metres, at: at)
        return PostedEntry(
            id: .make(at: at), kind: .attendanceClaimed, at: at,
            fields: place.fields + (token.map { [Field("token", .text($0))] } ?? []))
    }

    @Test(arguments: Engine.allCases)
    func whoIsOnTheNetworkIsPresent(engine: Engine) async throws {
        let one = try await course(engine)
        let token = try #require(try await token(one, at: one.at(2)))
        let entry = claim(one, token, at: one.at(2))
        #expect(try await one.outcome(entry) == "accepted")
        #expect(try await one.state() == "present")
        #expect(try await one.mark()?.how == .network)
        // Once for that student and class.
        #expect(try await one.outcome(claim(one, token, at: one.at(2)), now: one.at(2)) == "duplicate")
        #expect(try await one.outcome(entry, now: one.at(40)) == "duplicate")
        // Without a token the instructor decides.
        #expect(try await one.outcome(claim(one, nil, at: one.at(3)), of: 1) == "accepted")
        #expect(try await one.state(of: 1) == "unconfirmed noNetwork")
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func nobodyElseReceivesOne(engine: Engine) async throws {
        let one = try await course(engine)
        #expect(try await token(one, on: "192.168.8.0/24", at: one.at(2)) == nil)
        let stranger = Identifier.make(at: .now)
        let book = one.book
        #expect(try await book.store.token(for: stranger, at: one.session, on: [Self.here], now: one.at(2)) == nil)
        // The network of a student does not count, nor that of an instructor of other courses.
        for person in [one.students[0], try await book.addInstructor().person ?? stranger] {
            try await book.store.note(networks: ["10.0.0.0/24"], of: one.session, by: person, now: one.at(2))
        }
        #expect(try await token(one, on: "10.0.0.0/24", at: one.at(2)) == nil)
        // Ten minutes after the instructor's device was seen there, it counts no more.
        #expect(try await token(one, at: one.at(11)) != nil)
        #expect(try await token(one, at: one.at(11.1)) == nil)
        try await see(one, at: one.at(12))
        #expect(try await token(one, at: one.at(20)) != nil)
        try await book.expectAccepted([book.step(.classSaved, one.session, at: one.at(21))])
        #expect(try await token(one, at: one.at(21)) == nil)
    }

    @Test(arguments: Engine.allCases)
    func classesThatTakeNone(engine: Engine) async throws {
        let one = try await course(engine, "any")
        #expect(try await token(one, at: one.at(2)) == nil)
    }

    /// Tokens of others, of another class, forged or too old are no evidence, and do no harm beside good evidence.
    @Test(arguments: Engine.allCases)
    func badTokens(engine: Engine) async throws {
        let one = try await course(engine, "location or network")
        let codes = AttendanceCodes(TestBook.key)
        let (student, now) = (one.students[0], one.at(5))
        let bad = [
            "another's": try #require(try await token(one, of: 1, at: now)),
            "of another class": codes.token(for: student, at: .make(at: .now), issued: now),
            "too old": codes.token(for: student, at: one.session, issued: now.adding(milliseconds: -60_001)),
            "of the future": codes.token(for: student, at: one.session, issued: now.adding(milliseconds: 2_001)),
            "forged": "\(now.milliseconds)/\(student.text)/ABCDEFGHJKMNPQRSTVWXYZ0123",
            "no token": "a/b/c/d",
        ]
        for (name, token) in bad.sorted(by: { $0.key < $1.key }) {
            let entry = claim(one, token, at: now)
            #expect(try await one.outcome(entry, now: now) == "accepted", "\(name)")
            #expect(try await one.state() == "unconfirmed noPosition", "\(name)")
        }
        #expect(try await one.outcome(claim(one, "forged", metres: 0, at: now), now: now) == "accepted")
        #expect(try await one.state() == "present")
        #expect(try await one.mark()?.how == .location)
        let good = codes.token(for: one.students[2], at: one.session, issued: now.adding(milliseconds: -60_000))
        #expect(try await one.outcome(claim(one, good, at: now), of: 2, now: now) == "accepted")
        #expect(try await one.state(of: 2) == "present")
    }

    /// A device without signal for a while: the token was good when the claim was made, so far as the device says.
    @Test(arguments: Engine.allCases)
    func whatComesLateWaits(engine: Engine) async throws {
        let one = try await course(engine)
        let token = try #require(try await token(one, at: one.at(2)))
        #expect(try await one.outcome(claim(one, token, at: one.at(2.5)), now: one.at(9)) == "accepted")
        #expect(try await one.state() == "unconfirmed late")
        let next = try #require(try await self.token(one, of: 1, at: one.at(2)))
        #expect(try await one.outcome(claim(one, next, at: one.at(4)), of: 1, now: one.at(9)) == "accepted")
        #expect(try await one.state(of: 1) == "unconfirmed noNetwork")
        // Dated back before it was issued.
        #expect(try await one.outcome(claim(one, next, at: one.at(1)), of: 2, now: one.at(9)) == "accepted")
        #expect(try await one.state(of: 2) == "unconfirmed noNetwork")
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func bothAreNeeded(engine: Engine) async throws {
        let one = try await course(engine, "location and network")
        let token = try #require(try await token(one, at: one.at(2)))
        #expect(try await one.outcome(claim(one, token, metres: 500, at: one.at(2))) == "position outside")
        #expect(try await one.outcome(claim(one, nil, metres: 0, at: one.at(2))) == "accepted")
        #expect(try await one.state() == "unconfirmed noNetwork")
        #expect(try await one.outcome(claim(one, token, metres: 0, at: one.at(2.1))) == "accepted")
        #expect(try await one.state() == "present")
        #expect(try await one.mark()?.how == .locationAndNetwork)
    }
}
