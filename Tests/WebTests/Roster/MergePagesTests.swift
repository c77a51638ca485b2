import Classroom
import HTTPTypes
import Store
import Support
import Testing

@testable import Web

/// The way to one person of two, and who may go it.
@Suite struct MergePagesTests {
    @Test func whoMayMergeWhom() async throws {
        try await TestSite.run { test in
            let otto = try #require(try await test.book.addInstructor("Otto").person)
            let students = try await test.book.addStudents(3)
            let plain = try await test.book.store.makeToken(for: otto).text
            let student = try await test.book.store.makeToken(for: students[2]).text
            func status(_ person: Identifier, _ into: String, _ token: String?) async throws -> HTTPResponse.Status {
                try await test.get("/people/\(person)/merge\(into)", as: token).status
            }
            let (one, other) = (students[0], "?into=\(students[1])")
            for into in ["", other] {
                #expect(try await status(one, into, test.instructor) == .ok)
                #expect(try await status(one, into, plain) == .ok)
                #expect(try await status(one, into, student) == .forbidden)
                #expect(try await status(one, into, nil) == .unauthorized)
                #expect(try await status(otto, into, plain) == .forbidden)
                #expect(try await status(.make(at: .now), into, test.instructor) == .notFound)
            }
            #expect(try await status(one, "?into=\(otto)", plain) == .forbidden)
            #expect(try await status(one, "?into=\(one)", test.instructor) == .notFound)
            #expect(try await status(one, "?into=\(Identifier.make(at: .now))", test.instructor) == .notFound)
            #expect(try await status(one, "?into=nobody&after=nowhere", test.instructor) != .internalServerError)
        }
    }

    @Test func whatIsSaidBeforeAndAfter() async throws {
        try await TestSite.run { test in
            let course = try await TestCourse(test.book)
            let (ann, double) = (course.students[0], course.students[1])
            try await test.book.expectAccepted([test.book.mark(.attendanceMarked, course.session, double)])
            let choice = try await test.get("/people/\(ann)/merge", as: test.instructor).text
            // Instructors are none of them, nor is she herself.
            #expect(choice.contains("\(double)") && !choice.contains("\(test.book.instructor)"))
            #expect(!choice.contains("/people/\(ann)/merge?into"))
            let page = try await test.get("/people/\(double)/merge?into=\(ann)", as: test.instructor).object()
            #expect(page["follows"] as? String == "1 class, 1 course")
            #expect(page["otherWay"] as? String == "/people/\(ann)/merge?into=\(double)")
            let merged = ["person": FieldValue.text(double.text), "into": .text(ann.text)]
            try await test.book.expectAccepted([test.book.entry(.personMerged, merged)])
            let led = try await test.get("/people/\(double)", as: test.instructor)
            #expect(led.status == .seeOther && led.headers[.location] == "/people/\(ann)")
            let listed = try await test.get("/people/\(ann)", as: test.instructor).object()["merged"]
            #expect((listed as? [[String: Any]])?.compactMap { $0["id"] as? String } == [double.text])
            // Their pages lead nobody else anywhere.
            let student = try await test.book.store.makeToken(for: course.students[2]).text
            #expect(try await test.get("/people/\(double)", as: student).status == .notFound)
        }
    }
}
