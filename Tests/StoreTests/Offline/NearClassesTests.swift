import Classroom
import Store
import Support
import Testing

@Suite struct NearClassesTests {
    @Test(arguments: Engine.allCases)
    func classesAroundTodayComeNearestFirst(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let hall = try await book.addVenue()
        let students = try await book.addStudents(3)
        let yoga = try await book.addCourse("Yoga", at: hall)
        let others = try await book.addCourse("Tango", at: hall)
        try await book.enrol([students[0]], in: yoga)
        try await book.expectAccepted([book.requested(yoga)], by: book.student(students[1]))
        let now = Instant.now
        func planned(_ hours: Int64, in course: Identifier) async throws -> Identifier {
            try await book.schedule(course, at: now.adding(milliseconds: hours * 3_600_000))
        }
        let tomorrow = try await planned(20, in: yoga)
        let yesterday = try await planned(-22, in: yoga)
        let inAWeek = try await planned(7 * 24, in: yoga)
        let longAgo = try await planned(-3 * 24, in: yoga)
        let cancelled = try await planned(5, in: yoga)
        _ = try await planned(9 * 24, in: yoga)
        let tango = try await planned(2, in: others)
        try await book.expectAccepted([book.entry(.classDeleted, ["class": .text(cancelled.text)])])
        func near(_ person: Identifier) async throws -> NearClasses {
            try await book.store.nearClasses(for: book.store.person(person), now: now)
        }
        let student = try await near(students[0])
        #expect(student.courses == [yoga] && student.classes == [cancelled, tomorrow, yesterday, inAWeek])
        let instructor = try await near(book.instructor)
        #expect(Set(instructor.courses) == [yoga, others])
        #expect(instructor.classes == [tango, cancelled, tomorrow, yesterday, inAWeek])
        // A class in session is near, whenever it was planned.
        try await book.expectAccepted([book.started(longAgo, at: hall)])
        #expect(try await near(students[0]).classes == [longAgo, cancelled, tomorrow, yesterday, inAWeek])
        let colleague = try #require(try await book.addInstructor().person)
        for stranger in [students[1], students[2], colleague] {
            let nothing = try await near(stranger)
            #expect(nothing.courses.isEmpty && nothing.classes.isEmpty)
        }
        try await book.expectAccepted([book.entry(.courseArchived, ["course": .text(yoga.text)])])
        #expect(try await near(students[0]).courses.isEmpty)
    }
}
