import Classroom
import Foundation
import Support
import Testing

@testable import Web

@Suite struct SurveyTests {
    private static let (ofCourse, ofClass) = (
        "https://example.org/survey-of-course", "https://example.org/survey-of-class"
    )

    /// The link is on the pages of who takes the course or teaches it, as HTML and JSON, and on nobody else's.
    @Test func linksAreForThoseOfTheCourse() async throws {
        try await CourseSite.run { site in
            let (book, course) = (site.book, site.one.course)
            try await book.expectAccepted([
                book.edited(course, ["survey": .text(Self.ofCourse)]),
                book.scheduled(site.coming, of: course, at: site.one.at(10_000), ["survey": .text(Self.ofClass)]),
            ])
            let (asking, gone) = (Identifier.make(at: .now), Identifier.make(at: .now))
            try await book.expectAccepted([
                book.added(asking, "Ada", "Asking", id: "4712"), book.added(gone, "Gil", "Gone", id: "4713"),
                book.enrolment(.enrolmentAccepted, gone, course), book.enrolment(.enrolmentDeclined, gone, course),
            ])
            try await book.expectAccepted([book.requested(course)], by: book.student(asking))
            var tokens = site.tokens
            for person in [asking, gone] { tokens[person] = try await book.store.makeToken(for: person).text }
            let paths = [
                "/courses", "/courses/catalogue", "/courses/catalogue?search=yoga", "/courses/\(course)", "/offline",
                "/classes/\(site.one.session)", "/classes/\(site.coming)", "/classes/\(site.one.session)/questions",
            ]
            for person in [site.otto, site.stranger, asking, gone] {
                for path in paths {
                    for accept in ["text/html", "application/json"] {
                        let text = try await site.test.get(path, as: tokens[person], accept: accept).text
                        #expect(!text.contains("survey-of-"), "\(path) \(accept)")
                    }
                }
            }
            for person in [site.one.students[0], book.instructor] {
                let catalogue = try await site.test.get("/courses/catalogue", as: tokens[person]).text
                let page = try await site.test.get("/courses/\(course)", as: tokens[person], accept: "text/html").text
                #expect(catalogue.contains(Self.ofCourse) && page.contains(Self.ofCourse))
                #expect(
                    try await site.page("/classes/\(site.one.session)", as: person)["survey"] as? String
                        == Self.ofCourse)
                #expect(try await site.page("/classes/\(site.coming)", as: person)["survey"] as? String == Self.ofClass)
            }
        }
    }
}
