import Classroom
import Foundation
@testable import Store
import Support
import Testing

/// Of what can be said again, the latest stands by the time at which it was said, in whatever order devices come back.
@Suite struct EditOrderTests {
    private static let start = Instant.now.adding(milliseconds: -86_400_000)
    private static let planned = Instant.now.adding(milliseconds: 86_400_000)

    private func at(_ minute: Int) -> Instant { Self.start.adding(milliseconds: Int64(minute) * 60_000) }

    /// A book in which something can be said of everything.
    private struct Place {
        let book: TestBook
        let people: [Identifier]
        let venues: [Identifier]
        let course: Identifier
        let session: Identifier
        let type: Identifier

        init(_ engine: Engine) async throws {
            book = try await TestBook(engine)
            people = try await book.addStudents(2)
            let start = EditOrderTests.start
            let named = [Identifier.make(at: .now), .make(at: .now)]
            (venues, session) = (named, .make(at: .now))
            type = .make(at: .now)
            let book = book
            try await book.expectAccepted(
                zip(named, ["Hall", "Quay"]).map { venue, name in
                    book.entry(.venueSaved, ["venue": .text(venue.text), "name": .text(name)], at: start)
                })
            course = try await book.addCourse(at: venues[0])
            try await book.expectAccepted([
                book.scheduled(session, of: course, at: EditOrderTests.planned, made: start)
            ])
            try await book.expectAccepted([
                book.entry(
                    .studentTypeSaved, ["type": .text(type.text), "name": .text("Trial")], at: EditOrderTests.start)
            ])
        }

        /// What is known of everything.
        func known() async throws -> String {
            var lines: [String] = []
            for person in people {
                let (known, details) = (try await book.store.person(person), try await book.store.details(of: person))
                lines.append(
                    "\(known.name.full) \(known.studentID ?? "") \(known.isActive) \(known.joined) \(known.github) "
                        + "\(known.typeName ?? "") \(details.phone) \(details.note) \(details.tags.sorted())")
            }
            let places = try await book.store.venues(near: nil)
            lines += places.map { "\($0.name) \($0.address) \($0.radius)" }
            let course = try await book.store.course(course, for: try await book.store.person(book.instructor))
            lines.append("\(course.title) \(course.description) \(course.isOpen) \(course.venue)")
            let session = try await book.store.session(session, taughtBy: book.instructor)
            lines.append("\(session.plannedAt as Any) \(session.minutes as Any)")
            return lines.joined(separator: "\n")
        }
    }

    /// What one of three devices says, at a minute of its own.
    private func edit(_ place: Place, minute: Int, _ chance: inout Chance) -> PostedEntry {
        func entry(_ kind: Kind, _ fields: [String: FieldValue]) -> PostedEntry {
            place.book.entry(kind, fields, at: at(minute))
        }
        let person = FieldValue.text(place.people[Int.random(in: 0...1, using: &chance)].text)
        let venue = FieldValue.text(place.venues[Int.random(in: 0...1, using: &chance)].text)
        let word = FieldValue.text("Word\(minute)")
        switch Int.random(in: 0..<12, using: &chance) {
        case 0: return entry(.personEdited, ["person": person, "firstName": word])
        case 1: return entry(.personEdited, ["person": person, "lastName": word, "phone": .text("+41 \(minute)")])
        case 2: return entry(.personEdited, ["person": person, "note": word, "github": .text("git\(minute)")])
        case 3: return entry(.personEdited, ["person": person, "joined": .text("2026-01-\(10 + minute % 10)")])
        case 4: return entry(.personNumbered, ["person": person, "studentID": .text("A\(minute)")])
        case 5: return entry(minute % 2 == 0 ? .personActivated : .personDeactivated, ["person": person])
        case 6:
            return entry(
                .personEdited, ["person": person, "type": minute % 3 == 0 ? .text("") : .text(place.type.text)])
        case 7:
            let kept = ["keepsName", "keepsAddress", "keepsPosition", "keepsRadius"].filter { _ in
                Bool.random(using: &chance)
            }
            let facts: [String: FieldValue] = [
                "venue": venue, "name": word, "address": word, "radius": .number(Double(minute + 10)),
            ]
            return entry(.venueSaved, facts.merging(kept.map { ($0, .flag(true)) }) { $1 })
        case 8: return entry(minute % 2 == 0 ? .venueHidden : .venueShown, ["venue": venue])
        case 9:
            return entry(
                .courseEdited, ["course": .text(place.course.text), "title": word, "isOpen": .flag(minute % 2 == 0)])
        case 10: return entry(.courseEdited, ["course": .text(place.course.text), "description": word, "venue": venue])
        default:
            let start = Self.planned.adding(milliseconds: Int64(minute) * 3_600_000)
            return place.book.scheduled(
                place.session, of: place.course, at: start, ["minutes": .number(Double(30 + minute))], made: at(minute))
        }
    }

    @Test(arguments: Engine.allCases, 0..<8)
    func theOrderOfReturnDoesNotMatter(engine: Engine, seed: Int) async throws {
        var found: Set<String> = []
        for order in 0..<4 {
            var chance = Chance(seed: UInt64(seed))
            let place = try await Place(engine)
            var devices: [[PostedEntry]] = [[], [], []]
            for minute in 1..<40 { devices[minute % 3].append(edit(place, minute: minute, &chance)) }
            var other = Chance(seed: UInt64(order * 100 + seed))
            let returns = order == 0 ? devices : devices.shuffled(using: &other)
            for device in returns {
                for result in try await place.book.post(device) {
                    #expect(result.outcome == .accepted, "\(result.problems)")
                }
            }
            let ids = place.people + place.venues + [place.course, place.session]
            var known = try await place.known()
            for id in ids { known = known.replacingOccurrences(of: id.text, with: "") }
            found.insert(known)
            #expect(try await place.book.findings() == [])
        }
        #expect(found.count == 1, "\(found)")
    }

    /// Of two names, that which was typed later stands, though the other device comes back after it.
    @Test(arguments: Engine.allCases)
    func aLaterNameIsNotOvertaken(engine: Engine) async throws {
        let place = try await Place(engine)
        let person = place.people[0]
        func name(_ name: String, _ minute: Int) -> PostedEntry {
            place.book.entry(.personEdited, ["person": .text(person.text), "firstName": .text(name)], at: at(minute))
        }
        try await place.book.expectAccepted([name("Later", 20)])
        try await place.book.expectAccepted([
            name("Earlier", 10),
            place.book.entry(.personEdited, ["person": .text(person.text), "lastName": .text("Own")], at: at(10)),
        ])
        #expect(try await place.book.store.person(person).name.full == "Later Own")
        // What is taken back is said anew.
        try await place.book.expectAccepted([name("Undone", 30)])
        #expect(try await place.book.store.person(person).name.first == "Undone")
    }

    /// Two instructors change what the other did not touch, whoever comes back first.
    @Test(arguments: Engine.allCases, [false, true])
    func eachFactOfAVenueHasItsTime(engine: Engine, isFirst: Bool) async throws {
        let place = try await Place(engine)
        func saved(_ fields: [String: FieldValue], keeping kept: [String], _ minute: Int) -> PostedEntry {
            let whole: [String: FieldValue] = ["venue": .text(place.venues[0].text), "name": .text("Hall")]
            let facts = whole.merging(fields) { $1 }.merging(kept.map { ($0, .flag(true)) }) { $1 }
            return place.book.entry(.venueSaved, facts, at: at(minute))
        }
        let others = ["keepsPosition", "keepsRadius"]
        let edits = [
            saved(["address": .text("33 Z St")], keeping: ["keepsName"] + others, 10),
            saved(["name": .text("Great Hall")], keeping: ["keepsAddress"] + others, 20),
            // Saved without a change.
            saved([:], keeping: ["keepsName", "keepsAddress"] + others, 30),
        ]
        for edit in isFirst ? edits : edits.reversed() { try await place.book.expectAccepted([edit]) }
        let venue = try await place.book.store.venue(place.venues[0])
        #expect([venue.name, venue.address] == ["Great Hall", "33 Z St"])
        #expect(try await place.book.findings() == [])
    }

    /// In an older book all facts of a venue had one time.
    @Test(arguments: Engine.allCases)
    func timesOfVenuesAreBroughtOver(engine: Engine) async throws {
        let place = try await Place(engine)
        try await place.book.expectAccepted([
            place.book.entry(.venueHidden, ["venue": .text(place.venues[1].text)], at: at(15))
        ])
        let store = place.book.store
        func times() async throws -> [String] {
            try await store.database.read { connection in
                try connection.rows("SELECT times FROM edit_times ORDER BY subject").map { try $0.text("times") }
            }
        }
        let now = try await times()
        for id in place.venues {
            let end = id == place.venues[1] ? "\nisHidden \(at(15).milliseconds)" : ""
            let old = "venue \(Self.start.milliseconds)\(end)"
            try await store.database.write { connection in
                _ = try connection.run("UPDATE edit_times SET times = $1 WHERE subject = $2", old, id)
            }
        }
        #expect(try await times() != now)
        try await store.database.write { [types = store.database.types] connection in
            _ = try connection.run(LaterSchema.timesOfVenueFacts(types))
        }
        #expect(try await times() == now)
        #expect(try await place.book.findings() == [])
    }

    /// A book from before this rule keeps what it has: what came last stands, and the doctor finds nothing.
    @Test(arguments: Engine.allCases)
    func whatIsOlderThanTheRuleStays(engine: Engine) async throws {
        let place = try await Place(engine)
        let person = place.people[0]
        func name(_ name: String, _ minute: Int) -> PostedEntry {
            place.book.entry(.personEdited, ["person": .text(person.text), "firstName": .text(name)], at: at(minute))
        }
        try await place.book.expectAccepted([name("First", 20)])
        // As an older Shala would have left the book: without times, and with the name that came last.
        let last = try await place.book.store.lastSequence() + 1
        try await place.book.store.database.write { connection in
            _ = try connection.run("DELETE FROM edit_times")
            _ = try connection.run("INSERT INTO untimed (id, last) VALUES (1, \(last))")
        }
        try await place.book.expectAccepted([name("Second", 10)])
        try await place.book.store.database.write { _ = try $0.run("DELETE FROM edit_times") }
        #expect(try await place.book.store.person(person).name.first == "Second")
        #expect(try await place.book.findings() == [])
        try await place.book.expectAccepted([name("Third", 40)])
        try await place.book.expectAccepted([name("Fourth", 30)])
        #expect(try await place.book.store.person(person).name.first == "Third")
        #expect(try await place.book.findings() == [])
    }
}
