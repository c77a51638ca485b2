import Classroom
import Support
import Testing

@testable import Store

@Suite struct RateTests {
    private static let day: Int64 = 86_400_000

    /// A course with classes so many days ago, and who was present at each.
    private static func prepare(
        _ book: TestBook, _ classes: [(ago: Int64, present: [Identifier])], enrolled: [(Identifier, ago: Int64)],
        now: Instant
    ) async throws -> Identifier {
        let course = try await book.addCourse(at: try await book.addVenue())
        for (person, ago) in enrolled {
            let at = now.adding(milliseconds: -ago * day)
            try await book.expectAccepted([book.enrolment(.enrolmentAccepted, person, course, at: at)])
        }
        for (ago, present) in classes {
            let start = now.adding(milliseconds: -ago * day)
            let session = try await book.schedule(course, at: start)
            try await book.expectAccepted(
                [book.started(session, at: try await book.addVenue(), at: start)]
                    + present.map { book.mark(.attendanceMarked, session, $0, at: start.adding(milliseconds: 1000)) }
                    + [book.step(.classSaved, session, at: start.adding(milliseconds: 3_600_000))])
        }
        return course
    }

    @Test(arguments: Engine.allCases)
    func thoseNotSeenForLongestComeFirst(engine: Engine) async throws {
        let (book, now) = (try await TestBook(engine), Instant.now)
        let people = try await book.addStudents(4)
        let course = try await Self.prepare(
            book,
            [
                (300, people), (20, [people[0], people[1]]), (13, [people[0]]), (6, [people[0], people[2]]),
            ], enrolled: [(people[0], 310), (people[1], 310), (people[2], 10), (people[3], 310)], now: now)
        let since = now.adding(milliseconds: -182 * Self.day)
        let rates = try await book.store.rates(of: course, since: since)
        #expect(rates.classes.map(\.present) == [2, 1, 2])
        #expect(rates.students.map(\.student.id) == [people[3], people[1], people[0], people[2]])
        let shares = rates.students.map { $0.rate(rates.ends) }
        #expect(shares.map(\.attended) == [0, 1, 3, 1])
        // Who came later is not held to what was before.
        #expect(shares.map(\.held) == [3, 3, 3, 1])
        #expect(shares.map(\.percent) == [0, 33, 100, 100])
        #expect(rates.students[0].lastSeen == nil && rates.students[1].lastSeen != nil)
        let one = try await book.store.attendance(of: people[1], taughtBy: book.instructor, since: since)
        #expect(one.classes.map(\.isPresent) == [false, false, true])
        #expect(one.lastSeen == rates.students[1].lastSeen)
        let last = try await book.store.attendance(of: people[3], taughtBy: nil, since: since).lastSeen
        #expect(last == now.adding(milliseconds: -300 * Self.day))
    }

    /// Of the course, by student, and of one person by themselves: the numbers are the same.
    @Test(arguments: Engine.allCases)
    func classBeforeTheEnrolmentCountsForWhoIsMarkedThere(engine: Engine) async throws {
        let (book, now) = (try await TestBook(engine), Instant.now)
        let people = try await book.addStudents(4)
        let course = try await Self.prepare(
            book, [(20, [people[0], people[3]]), (6, [people[3]])],
            enrolled: [(people[0], 10), (people[1], 10), (people[2], 10)], now: now)
        let since = now.adding(milliseconds: -100 * Self.day)
        let first = try #require(try await book.store.heldClasses(of: course).last)
        try await book.expectAccepted([
            book.mark(.attendanceCleared, first.id, people[2], at: first.plannedAt.adding(milliseconds: 5000)),
            book.mark(.attendanceCleared, first.id, people[3], at: first.plannedAt.adding(milliseconds: 5000)),
        ])
        let rates = try await book.store.rates(of: course, since: since)
        let attendees = try await book.store.attendees(of: course, since...now)
        func share(_ found: [CourseAttendee], _ person: Identifier) -> AttendanceRate? {
            found.first { $0.student.id == person }?.rate(rates.ends)
        }
        // Somebody who is not enrolled is held to the classes at which they are marked.
        for (person, held, attended) in [
            (people[0], 2, 1), (people[1], 1, 0), (people[2], 2, 0), (people[3], 2, 1),
        ] {
            let wanted = AttendanceRate(held: held, attended: attended)
            #expect(share(attendees, person) == wanted)
            if person != people[3] { #expect(share(rates.students, person) == wanted) }
            let own = try await book.store.attendance(of: person, taughtBy: book.instructor, since: since).classes
            #expect(AttendanceRate(held: own.count, attended: own.count { $0.isPresent }) == wanted)
        }
    }

    /// Somebody who is put back is held to the same classes as before, and nobody to fewer by a date to come.
    @Test(arguments: Engine.allCases)
    func removalThatIsTakenBackChangesNothing(engine: Engine) async throws {
        let (book, now) = (try await TestBook(engine), Instant.now)
        let people = try await book.addStudents(2)
        let course = try await Self.prepare(
            book, [(20, [people[0]]), (6, [])], enrolled: [(people[0], 30), (people[1], 30)], now: now)
        func shares() async throws -> [AttendanceRate] {
            let rates = try await book.store.rates(of: course, since: now.adding(milliseconds: -100 * Self.day))
            return people.compactMap { person in
                rates.students.first { $0.student.id == person }?.rate(rates.ends)
            }
        }
        let before = try await shares()
        #expect(before == [AttendanceRate(held: 2, attended: 1), AttendanceRate(held: 2, attended: 0)])
        for person in people {
            let since = try #require(try await book.store.joined(course)[person])
            try await book.expectAccepted([
                book.enrolment(.enrolmentDeclined, person, course),
                book.entry(
                    .enrolmentAccepted,
                    ["course": .text(course.text), "person": .text(person.text), "since": .text(since.text)]),
            ])
        }
        #expect(try await shares() == before)
        let later = now.adding(milliseconds: 30 * Self.day)
        try await book.expectAccepted([
            book.enrolment(.enrolmentDeclined, people[1], course, at: now.adding(milliseconds: 1000)),
            book.entry(
                .enrolmentAccepted,
                ["course": .text(course.text), "person": .text(people[1].text), "since": .text(later.text)],
                at: now.adding(milliseconds: 2000)),
        ])
        #expect(try #require(try await book.store.joined(course)[people[1]]) <= now.adding(milliseconds: 2000))
        #expect(try await Doctor.examine(book.place.address) { _ in }.findings == [])
    }

    /// Marks are found by their person in another way once the class is saved.
    @Test(arguments: Engine.allCases)
    func somebodyIsSeenBeforeAndAfterTheClassIsSaved(engine: Engine) async throws {
        let (book, now) = (try await TestBook(engine), Instant.now)
        let person = try await book.addStudents(1)[0]
        let start = now.adding(milliseconds: -3_600_000)
        let session = try await book.startClass(at: start)
        func expect(saved: Bool) async throws {
            let own = try await book.store.attendance(
                of: person, taughtBy: book.instructor, since: now.adding(milliseconds: -Self.day))
            #expect(own.lastSeen == start && own.classes.count == (saved ? 1 : 0))
            #expect(try await book.store.belongings(of: person).attended == 1)
            let attended = try await book.store.sessions(attendedBy: person, taughtBy: nil).map(\.id)
            #expect(attended == (saved ? [session] : []))
        }
        try await book.expectAccepted([
            book.mark(.attendanceMarked, session, person, at: start.adding(milliseconds: 1))
        ])
        try await expect(saved: false)
        try await book.expectAccepted([book.step(.classSaved, session, at: now)])
        try await expect(saved: true)
        try await book.expectAccepted([book.step(.classRestored, session, at: now)])
        try await expect(saved: false)
        #expect(try await Doctor.examine(book.place.address) { _ in }.findings == [])
    }

    @Test(arguments: Engine.allCases)
    func classesOfNoCourseAreSeenButCountForNoRate(engine: Engine) async throws {
        let (book, now) = (try await TestBook(engine), Instant.now)
        let person = try await book.addStudents(1)[0]
        let start = now.adding(milliseconds: -3 * Self.day)
        let session = try await book.startClass(at: start)
        try await book.expectAccepted([
            book.mark(.attendanceMarked, session, person, at: start.adding(milliseconds: 1)),
            book.step(.classSaved, session, at: start.adding(milliseconds: 3_600_000)),
        ])
        let since = now.adding(milliseconds: -10 * Self.day)
        let own = try await book.store.attendance(of: person, taughtBy: book.instructor, since: since)
        #expect(own.classes.map(\.isPresent) == [true] && own.classes[0].course == nil && own.lastSeen == start)
        // Other instructors see nothing of it.
        let other = try #require(try await book.addInstructor().person)
        let others = try await book.store.attendance(of: person, taughtBy: other, since: since)
        #expect(others.classes.isEmpty && others.lastSeen == nil)
        #expect(try await book.store.attendance(of: person, taughtBy: nil, since: now).classes.isEmpty)
    }
}

extension CourseRates {
    fileprivate var ends: [Instant] { classes.compactMap(\.endedAt) }
}
