import Classroom
import Figures
import Support
import Testing

@testable import Store

/// The first honest students of those in `HonestStudentTests`, through the book: what becomes of their claims agrees with the
/// rules.
@Suite struct HonestSampleTests {
    private static let count = 150

    private struct Class {
        let book: TestBook
        let session: Identifier
        let people: [Identifier]
        let start: Instant
    }

    @Test(arguments: Engine.allCases)
    func theBookAgrees(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let people = try await book.addStudents(Self.count)
        let start = AttendanceCode.start(of: AttendanceCode.step(at: Instant.now.adding(milliseconds: -86_400_000)))
        for (asked, radius) in [(AttendancePolicy.Evidence.location, 50.0), (.any, 100)] {
            let venue = Identifier.make(at: .now)
            let course = Identifier.make(at: .now)
            let session = Identifier.make(at: start)
            let place: [String: FieldValue] = [
                "venue": .text(venue.text), "name": .text("Hall"), "radius": .number(radius),
                "latitude": .number(HonestStudent.venue.latitude), "longitude": .number(HonestStudent.venue.longitude),
            ]
            try await book.expectAccepted(
                [
                    book.entry(.venueSaved, place),
                    book.created(course, at: venue, ["evidence": .text(asked.rawValue)]),
                ])
            try await book.enrol(people, in: course)
            try await book.expectAccepted([
                book.scheduled(session, of: course, at: start), book.started(session, at: venue, at: start),
            ])
            let meeting = Class(book: book, session: session, people: people, start: start)
            try await Self.check(meeting, asked, radius: radius)
        }
        #expect(try await book.findings() == [])
    }

    /// Sends the claims in the order of their arrival, and the end of the class when it comes.
    private static func check(
        _ meeting: Class, _ asked: AttendancePolicy.Evidence, radius: Double
    ) async throws {
        let students = zip(HonestStudent.make(count), meeting.people).map { student, person in
            (HonestJourney(student, asked: asked, radius: radius, start: meeting.start), person)
        }.sorted { $0.0.received < $1.0.received }
        var isOver = false
        for (journey, person) in students {
            if !isOver, journey.received >= journey.end {
                isOver = true
                let saved = meeting.book.step(.classSaved, meeting.session, at: journey.end)
                let result = try await meeting.book.post([saved], by: meeting.book.maker, now: journey.end)
                #expect(result.first?.outcome == .accepted)
            }
            _ = try await journey.run { attempt in
                let outcome = try await Self.outcome(of: attempt, by: person, meeting)
                #expect(outcome == journey.verdict(on: attempt), "\(asked) \(attempt)")
                return outcome
            }
        }
        #expect(isOver)
    }

    /// What becomes of one claim in the book.
    private static func outcome(
        of attempt: HonestJourney.Attempt, by person: Identifier, _ meeting: Class
    ) async throws -> String {
        let (book, session) = (meeting.book, meeting.session)
        var fields: [String: FieldValue] = ["class": .text(session.text)]
        if let fix = attempt.fix {
            fields["latitude"] = .number(fix.position.latitude)
            fields["longitude"] = .number(fix.position.longitude)
            fields["accuracy"] = .number(fix.accuracy)
            fields["age"] = .number(fix.age)
        }
        if let shown = attempt.codeShown {
            fields["code"] = .text(try book.store.codes(of: session, count: 1, now: shown)[0].typed)
        }
        let result = try await book.store.append(
            [book.entry(.attendanceClaimed, fields, at: attempt.at)], device: person, by: book.student(person),
            clock: DeviceClock(sent: attempt.sent, received: attempt.received), now: attempt.received)[0]
        if let problem = result.problems.first { return "\(problem.field) \(problem.code)" }
        let mark = try await book.store.database.read { connection in
            try connection.first(
                "SELECT is_present, doubt FROM mark WHERE class = $1 AND person = $2", session, person
            ).map { (try $0.flag("is_present"), try $0.optionalText("doubt")) }
        }
        guard let mark else { return "" }
        return mark.0 ? "present" : "unconfirmed \(mark.1 ?? "")"
    }
}
