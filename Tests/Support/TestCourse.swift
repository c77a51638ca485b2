import Classroom
import Store

/// A place in the sense of a test: recognisable digits, where nobody else is.
extension Position {
    /// So many metres north of here: a degree of latitude is 111.2 km long in the middle latitudes.
    public func north(_ metres: Double) -> Position {
        Position(latitude: latitude + metres / 111_190, longitude: longitude)
    }
}

extension TestBook {
    /// Of the venue of a test's course.
    public static let hall = Position(latitude: 47.3686, longitude: 8.5391)

    public func student(_ person: Identifier) -> Maker { Maker(person: person, role: .student) }

    /// Adds another instructor.
    public func addInstructor(_ first: String = "Otto", id: String = "90000001") async throws -> Maker {
        let person = Identifier.make(at: .now)
        try await expectAccepted([added(person, first, "Other", id: id, role: "instructor")])
        return Maker(person: person, role: .instructor)
    }

    public func post(_ entries: [PostedEntry], by maker: Maker, now: Instant) async throws -> [EntryResult] {
        try await store.append(entries, device: device, by: maker, now: now)
    }

    public func created(
        _ course: Identifier, _ title: String = "Yoga", at venue: Identifier, _ others: [String: FieldValue] = [:]
    ) -> PostedEntry {
        let fields: [String: FieldValue] = [
            "course": .text(course.text), "title": .text(title), "venue": .text(venue.text),
            "timeZone": .text("Europe/Zurich"),
        ]
        return entry(.courseCreated, fields.merging(others) { $1 })
    }

    public func edited(
        _ course: Identifier, _ fields: [String: FieldValue], at: Instant = .now
    ) -> PostedEntry {
        entry(.courseEdited, fields.merging(["course": .text(course.text)]) { $1 }, at: at)
    }

    public func addCourse(
        _ title: String = "Yoga", at venue: Identifier, _ others: [String: FieldValue] = [:], by maker: Maker? = nil
    ) async throws -> Identifier {
        let course = Identifier.make(at: .now)
        try await expectAccepted([created(course, title, at: venue, others)], by: maker)
        return course
    }

    public func requested(_ course: Identifier, at: Instant = .now) -> PostedEntry {
        entry(.enrolmentRequested, ["course": .text(course.text)], at: at)
    }

    public func enrolment(
        _ kind: Kind, _ person: Identifier, _ course: Identifier, at: Instant = .now
    ) -> PostedEntry {
        entry(kind, ["course": .text(course.text), "person": .text(person.text)], at: at)
    }

    public func enrol(_ people: [Identifier], in course: Identifier) async throws {
        try await expectAccepted(people.map { enrolment(.enrolmentAccepted, $0, course) })
    }

    public func scheduled(
        _ session: Identifier, of course: Identifier, at start: Instant, _ others: [String: FieldValue] = [:],
        made: Instant = .now
    ) -> PostedEntry {
        let fields: [String: FieldValue] = [
            "class": .text(session.text), "course": .text(course.text), "start": .text(start.text),
        ]
        return entry(.classScheduled, fields.merging(others) { $1 }, at: made)
    }

    public func schedule(
        _ course: Identifier, at start: Instant, _ others: [String: FieldValue] = [:], by maker: Maker? = nil
    ) async throws -> Identifier {
        let session = Identifier.make(at: start)
        try await expectAccepted([scheduled(session, of: course, at: start, others)], by: maker)
        return session
    }

    public func started(_ session: Identifier, at venue: Identifier, at: Instant = .now) -> PostedEntry {
        entry(.classStarted, ["class": .text(session.text), "venue": .text(venue.text)], at: at)
    }

    /// What the person's device says, which found itself so far from the hall; `nil` if it does not know where it is.
    public func claim(
        _ session: Identifier, metres: Double? = 0, accuracy: Double = 8, age: Double = 1000, at: Instant = .now
    ) -> PostedEntry {
        claim(session, from: metres.map(Self.hall.north), accuracy: accuracy, age: age, at: at)
    }

    public func claim(
        _ session: Identifier, from place: Position?, accuracy: Double = 8, age: Double = 1000, at: Instant = .now
    ) -> PostedEntry {
        var fields: [String: FieldValue] = ["class": .text(session.text)]
        if let place {
            fields["latitude"] = .number(place.latitude)
            fields["longitude"] = .number(place.longitude)
            fields["accuracy"] = .number(accuracy)
            fields["age"] = .number(age)
        }
        return entry(.attendanceClaimed, fields, at: at)
    }
}

/// A course with students, one class of it planned or in session.
public struct TestCourse: Sendable {
    public let book: TestBook
    public let venue: Identifier
    public let course: Identifier
    public let session: Identifier
    public let students: [Identifier]
    /// When the class began.
    public let start: Instant

    /// - Parameter position: of the venue.
    public init(
        _ book: TestBook, students count: Int = 3, isStarted: Bool = true,
        start: Instant = Instant.now.adding(milliseconds: -600_000), at position: Position? = TestBook.hall,
        _ facts: [String: FieldValue] = [:]
    ) async throws {
        self.book = book
        self.start = start
        students = try await book.addStudents(count)
        venue = try await book.addVenue("Catalina Room", position)
        course = try await book.addCourse(at: venue, facts)
        try await book.enrol(students, in: course)
        session = try await book.schedule(course, at: start)
        if isStarted { try await book.expectAccepted([book.started(session, at: venue, at: start)]) }
    }

    public func at(_ minute: Double) -> Instant { start.adding(milliseconds: Int64(minute * 60_000)) }

    /// How the first student, or another, stands with the class: "present", "absent", "unconfirmed late", or "" for
    /// no word.
    public func state(of number: Int = 0) async throws -> String {
        try await mark(of: number).map { mark in
            mark.isPresent ? "present" : mark.doubt.map { "unconfirmed \($0.rawValue)" } ?? "absent"
        } ?? ""
    }

    public func mark(of number: Int = 0) async throws -> Mark? {
        let session = try await book.store.session(session, taughtBy: book.instructor)
        let list = try await book.store.attendance(at: session)
        return list.first { $0.student.id == students[number] }?.mark
    }

    /// Device of a student's own.
    public func device(of number: Int) -> Identifier {
        Identifier(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 + UInt64(number))
    }

    /// What becomes of one entry of a student: "accepted", or "position outside".
    ///
    /// - Parameter device: the student's own unless given.
    public func outcome(
        _ entry: PostedEntry, of number: Int = 0, now: Instant? = nil, device: Identifier? = nil
    ) async throws -> String {
        let result = try await book.store.append(
            [entry], device: device ?? self.device(of: number), by: book.student(students[number]),
            now: now ?? entry.instant ?? .now)[0]
        return result.problems.first.map { "\($0.field) \($0.code)" } ?? result.outcome.rawValue
    }
}
