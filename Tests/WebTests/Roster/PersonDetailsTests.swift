import Classroom
import Foundation
import Store
import Support
import Testing

@testable import Web

@Suite struct PersonDetailsPageTests {
    private static let secrets = ["secret@example.org", "0791234567", "Old injury", "Bad knee"]

    /// A student of whom instructors know something, and who is at a class.
    private func prepare(_ test: TestSite) async throws -> (person: Identifier, token: String, course: TestCourse) {
        let course = try await TestCourse(test.book)
        let person = course.students[0]
        let fields: [String: FieldValue] = [
            "person": .text(person.text), "email": .text(Self.secrets[0]), "phone": .text(Self.secrets[1]),
            "note": .text(Self.secrets[2]), "tagAdded": .text(Self.secrets[3]),
        ]
        try await test.book.expectAccepted([
            test.book.entry(.personEdited, fields), test.book.mark(.attendanceMarked, course.session, person),
        ])
        return (person, try await test.book.store.makeToken(for: person).text, course)
    }

    @Test func instructorsSeeThem() async throws {
        try await TestSite.run { test in
            let (person, _, course) = try await prepare(test)
            let page = try await test.get("/people/\(person)", as: test.instructor).text
            for secret in Self.secrets { #expect(page.contains(secret)) }
            for path in ["/classes/\(course.session)", "/classes/\(course.session)/roster"] {
                let html = try await test.get(path, as: test.instructor, accept: "text/html").text
                #expect(html.contains("Tag: </span>Bad knee"), "\(path)")
                for secret in Self.secrets.dropLast() { #expect(!html.contains(secret), "\(path)") }
            }
            let copy = try await test.get("/offline", as: test.instructor).text
            for secret in Self.secrets { #expect(copy.contains(secret)) }
        }
    }

    @Test func nobodyElseGetsThem() async throws {
        try await TestSite.run { test in
            let (person, own, course) = try await prepare(test)
            let other = try await test.book.store.makeToken(for: course.students[1]).text
            let paths = [
                "/people/\(person)", "/classes/\(course.session)", "/classes/\(course.session)/questions", "/courses",
                "/courses/\(course.course)", "/offline", "/more", "/training", "/classes/\(course.session)/roster",
                "/courses/\(course.course)/students", "/courses/\(course.course)/attendance", "/students",
            ]
            for path in paths {
                for token in [own, other] {
                    for accept in ["text/html", "application/json"] {
                        let answer = try await test.get(path, as: token, accept: accept).text
                        for secret in Self.secrets { #expect(!answer.contains(secret), "\(path)") }
                    }
                }
            }
            let fed = try await test.book.store.entries(after: 0).map { try FeedMessage($0).bytes }
            for message in fed { for secret in Self.secrets { #expect(!String(buffer: message).contains(secret)) } }
        }
    }
}
