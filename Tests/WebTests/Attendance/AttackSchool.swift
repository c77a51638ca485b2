import Classroom
import Foundation
import Store
import Support

@testable import Web

/// A site where tricks are tried: students who take a course for each kind of evidence, and a place far away.
struct AttackSchool {
    let site: TestSite
    let venue: Identifier
    /// Venue 30 km away.
    let farVenue: Identifier
    /// Course of a kind of evidence.
    let courses: [String: Identifier]
    let people: [Who: Identifier]
    let tokens: [Who: String]
    /// Start of every class.
    let start: Instant
    /// Instructor who teaches the courses "far", "other code" and "other network".
    let otto: Maker
    private let running = Running()

    /// Classes in session, of which an instructor has one at a time.
    private actor Running {
        private var rooms: [Identifier?: AttackRoom] = [:]

        func replace(by room: AttackRoom) -> AttackRoom? { rooms.updateValue(room, forKey: room.maker.person) }
    }

    /// Person at the school.
    enum Who: String, CaseIterable, Sendable {
        case ann = "Ann", bea = "Bea", cleo = "Cleo", dan = "Dan", eve = "Eve"
        /// Student who takes no course.
        case sam = "Sam"
        /// Student who takes the course "watch" alone.
        case walt = "Walt"

        static let enrolled: [Who] = [.ann, .bea, .cleo, .dan, .eve]

        var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    static let farPlace = TestBook.hall.north(30_000)
    private static let evidences = [
        "location", "code", "network", "any", "all", "location or network", "location, code or network", "instructor",
    ]

    init(_ site: TestSite) async throws {
        self.site = site
        let book = site.book
        start = Instant.now.adding(milliseconds: -600_000)
        people = Dictionary(uniqueKeysWithValues: Who.allCases.map { ($0, .make(at: .now)) })
        try await book.expectAccepted(
            people.map { book.added($1, $0.rawValue, "Fleming", id: String(10_000_001 + $0.number)) })
        venue = try await book.addVenue("Catalina Room", TestBook.hall)
        farVenue = try await book.addVenue("Far Room", Self.farPlace)
        var courses: [String: Identifier] = [:]
        for evidence in Self.evidences {
            courses[evidence] = try await book.addCourse(evidence, at: venue, ["evidence": .text(evidence)])
            try await book.enrol(Who.enrolled.compactMap { [people] in people[$0] }, in: courses[evidence] ?? venue)
        }
        courses["watch"] = try await book.addCourse("Watch", at: venue)
        try await book.enrol([people[.walt] ?? venue], in: courses["watch"] ?? venue)
        otto = try await book.addInstructor()
        for (name, evidence) in [("far", "location"), ("other code", "code"), ("other network", "network")] {
            let place = name == "far" ? farVenue : venue
            let course = try await book.addCourse(name, at: place, ["evidence": .text(evidence)], by: otto)
            try await book.expectAccepted(
                Who.enrolled.compactMap { [people] who in
                    people[who].map { book.enrolment(.enrolmentAccepted, $0, course) }
                }, by: otto)
            courses[name] = course
        }
        self.courses = courses
        var tokens: [Who: String] = [:]
        for (who, person) in people { tokens[who] = try await book.store.makeToken(for: person).text }
        self.tokens = tokens
    }

    /// A class of the course with such evidence, in session unless stated otherwise. The instructor's last class ends.
    func room(_ course: String, isStarted: Bool = true) async throws -> AttackRoom {
        let session = Identifier.make(at: start)
        let maker = ["far", "other code", "other network"].contains(course) ? otto : site.book.maker
        let room = AttackRoom(school: self, session: session, maker: maker)
        let planned = site.book.scheduled(session, of: courses[course] ?? venue, at: start)
        try await site.book.expectAccepted([planned], by: maker)
        guard isStarted else { return room }
        try await running.replace(by: room)?.end()
        let place = course == "far" ? farVenue : venue
        try await site.book.expectAccepted([site.book.started(session, at: place, at: start)], by: maker)
        return room
    }
}

/// One trick: what it is, and what comes of it.
struct Attack: Sendable {
    /// Course in whose class it is tried, by its evidence.
    let asked: String
    let name: String
    let outcome: String
    /// Tries the trick and tells what has come of it.
    let play: @Sendable (AttackRoom) async throws -> String

    init(
        _ asked: String, _ name: String, _ outcome: String,
        _ play: @escaping @Sendable (AttackRoom) async throws -> String
    ) {
        (self.asked, self.name, self.outcome, self.play) = (asked, name, outcome, play)
    }
}
