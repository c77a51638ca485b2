import Classroom
import Foundation
import HTTPTypes
import Support
import Testing

@testable import Web

@Suite struct PagesTests {
    /// A book in which every page has something to show.
    private func fill(_ test: TestSite) async throws -> [String] {
        let students = try await test.book.addStudents(3)
        let session = try await test.book.startClass()
        try await test.book.expectAccepted([
            test.book.mark(.attendanceMarked, session, students[0]), test.book.step(.classSaved, session),
        ])
        let running = try await test.book.startClass()
        let (hall, hidden) = (try await test.book.addVenue("Mill"), try await test.book.addVenue("Old Mill"))
        try await test.book.expectAccepted([test.book.entry(.venueHidden, ["venue": .text(hidden.text)])])
        let registered = Identifier.make(at: .now)
        try await test.book.expectAccepted([test.book.registered(registered)])
        try await test.book.expectAccepted([
            test.book.entry(.personRemoved, ["person": .text(students[2].text)])
        ])
        let (double, triple) = (Identifier.make(at: .now), Identifier.make(at: .now))
        try await test.book.expectAccepted([
            test.book.added(double, "Student", "Number 1", id: "40000001"),
            test.book.added(triple, "Student", "Number 1", id: "40000002"),
        ])
        let merged = ["person": FieldValue.text(double.text), "into": .text(students[0].text)]
        try await test.book.expectAccepted([test.book.entry(.personMerged, merged)])
        return [
            "/people/\(students[1])/merge", "/people/\(students[1])/merge?search=student",
            "/people/\(triple)/merge?into=\(students[1])", "/people/\(students[2])", "/students?activity=removed",
            "/class", "/classes/\(running)", "/classes/\(running)/roster", "/classes/\(session)",
            "/classes/\(session)/roster?search=student", "/classes/\(session)/correct", "/classes/new", "/sessions",
            "/sessions?sort=venue", "/students",
            "/students?search=student&activity=all&sort=attended", "/people/\(students[0])",
            "/people/\(test.book.instructor)", "/student-types", "/people/import", "/people/paste", "/courses", "/more",
            "/keyboard", "/offline", "/people/\(registered)", "/people/\(registered)/attendance",
            "/people/\(students[0])/attendance", "/register", "/register/new", "/training", "/training?by=month",
            "/training/import", "/people/pictures", "/install", "/notifications", "/welcome", "/school", "/venues",
            "/venues?hidden=1", "/venues?search=mill", "/venues/new", "/venues/\(hall)", "/venues/\(hidden)",
            "/sign-in-cards", "/sign-in-cards?search=student",
        ]
    }

    /// The same of courses, and of their classes in every phase.
    private func fillCourses(_ test: TestSite) async throws -> [String] {
        let one = try await TestCourse(test.book)
        let coming = try await test.book.schedule(one.course, at: one.at(10_000))
        let cancelled = try await test.book.schedule(one.course, at: one.at(20_000))
        let claim = test.book.claim(one.session, metres: 95)
        try await test.book.expectAccepted([claim], by: test.book.student(one.students[0]))
        try await test.book.expectAccepted([
            test.book.mark(.attendanceMarked, one.session, one.students[1]), test.book.step(.classDeleted, cancelled),
        ])
        let course = "/courses/\(one.course)"
        return [
            "/courses", "/courses/catalogue", "/courses/new", course, "\(course)/edit", "\(course)/instructors",
            "\(course)/students?search=student",
            "\(course)/attendance/rates", "/people/\(one.students[0])/attendance", "/courses?archived=1",
            "\(course)/schedule", "\(course)/several",
            "\(course)/schedule?minutes=60&starts=\(one.at(10_000).text)",
            "/classes/\(one.session)", "/classes/\(coming)", "/classes/\(cancelled)",
            "/classes/\(coming)/schedule", "/classes/\(one.session)/questions", "/classes/\(one.session)/code",
            "/classes/\(one.session)/roster",
            "/class",
        ]
    }

    @Test func everyPageIsHTMLAndJSON() async throws {
        try await TestSite.run { test in
            for path in try await fill(test) { try await expectHTMLAndJSON(path, test) }
        }
    }

    @Test func everyPageOfACourseIsHTMLAndJSON() async throws {
        try await TestSite.run { test in
            for path in try await fillCourses(test) { try await expectHTMLAndJSON(path, test) }
        }
    }

    private func expectHTMLAndJSON(_ path: String, _ test: TestSite) async throws {
        let html = try await test.get(path, as: test.instructor, accept: "text/html")
        #expect(html.status == .ok && html.text.hasPrefix("<!doctype html>"), "\(path)")
        #expect(html.text.contains("<main") && !html.text.contains("{{"), "\(path)")
        let json = try await test.get(path, as: test.instructor)
        #expect(json.status == .ok, "\(path)")
        #expect(try json.object()["title"] is String, "\(path)")
        #expect(html.headers[.cacheControl] == "no-store")
        let name = try #require(HTTPField.Name("Content-Security-Policy"))
        let policy = try #require(html.headers[name])
        #expect(policy.contains("default-src 'self'") && !policy.contains("'unsafe"))
    }

    @Test func signedOutEveryPageAsksToSignIn() async throws {
        try await TestSite.run { test in
            for path in try await fill(test) {
                let html = try await test.get(path, accept: "text/html")
                #expect(html.status == .seeOther, "\(path)")
                #expect(
                    html.headers[.location]?.hasPrefix("/sign-in?next=%2F") == true
                        || html.headers[.location]?.hasPrefix("/sign-in?next=/") == true)
                #expect(try await test.get(path).status == .unauthorized)
            }
        }
    }

    @Test func studentsSeeThemselvesOnly() async throws {
        try await TestSite.run { test in
            let paths = try await fill(test)
            let people = try await test.book.addStudentsMore()
            let token = try await test.book.store.makeToken(for: people[0]).text
            for path in paths where !Self.everybodys.contains(path) && !path.hasPrefix("/people/0") {
                // Whether there is such a class is not for them to know.
                let forInstructors = ["/roster", "/correct", "/new"]
                let isClass = path.hasPrefix("/classes/") && !forInstructors.contains(where: path.contains)
                #expect(try await test.get(path, as: token).status == (isClass ? .notFound : .forbidden), "\(path)")
            }
            for path in Self.everybodys { #expect(try await test.get(path, as: token).status == .ok, "\(path)") }
            #expect(try await test.get("/people/\(people[0])", as: token).status == .ok)
            #expect(try await test.get("/people/\(people[1])", as: token).status == .notFound)
            let own = try await test.get("/people/\(people[0])", as: token).object()
            #expect(own["editable"] as? Bool == false)
        }
    }

    private static let everybodys = [
        "/more", "/keyboard", "/courses", "/offline", "/training", "/training?by=month", "/training/import", "/install",
        "/notifications",
    ]

    @Test func theWayInLeadsToWhereOneWorks() async throws {
        try await TestSite.run { test in
            let student = try await test.book.addStudents(1)[0]
            let token = try await test.book.store.makeToken(for: student).text
            for (person, path) in [(test.instructor, "/class"), (token, "/courses")] {
                let answer = try await test.get("/", as: person)
                #expect(answer.status == .seeOther && answer.headers[.location] == path)
            }
        }
    }

    @Test func whatIsNotThereOrNotYoursIsNotFound() async throws {
        try await TestSite.run { test in
            let other = Identifier.make(at: .now)
            try await test.book.expectAccepted([
                test.book.added(other, "Otto", "Other", id: "2", role: "instructor")
            ])
            let session = try await test.book.startClass()
            let token = try await test.book.store.makeToken(for: other).text
            for path in ["/classes/\(session)", "/classes/\(session)/roster"] {
                #expect(try await test.get(path, as: token).status == .notFound)
            }
            let nowhere = [
                "/classes/x", "/classes/\(Identifier.make(at: .now))", "/people/x",
                "/people/\(Identifier.make(at: .now))",
                "/venues/x", "/venues/\(Identifier.make(at: .now))", "/pictures/x", "/pictures/..%2F..%2Fetc",
                "/nowhere", "/assets/x.css", "/assets/../../Package.swift",
                "/assets/%2e%2e/%2e%2e/x.js",
            ]
            for path in nowhere {
                let response = try await test.get(path, as: test.instructor)
                #expect(response.status == .notFound, "\(path)")
                #expect(try response.object()["status"] as? Int == 404)
                let page = try await test.get(path, as: test.instructor, accept: "text/html")
                #expect(page.status == .notFound && page.text.contains("Not found"))
            }
        }
    }

    /// Otherwise the list of changes that wait on a device shows the name of a kind.
    @Test func everyEntryOfAPersonIsDescribedOnTheDevice() async throws {
        try await TestSite.run { test in
            let script = try await test.get("/assets/js/journal/describe.js", as: test.instructor).text
            for kind in Kind.all where kind.makers != .host {
                #expect(script.contains("'\(kind.name)': '"), "\(kind.name)")
            }
        }
    }

    @Test func addressesAreReadAsFormsWriteThem() async throws {
        try await TestSite.run { test in
            _ = try await test.book.addStudents(2)
            let page = try await test.get("/students?search=student+number%200", as: test.instructor).object()
            #expect(page["search"] as? String == "student number 0" && page["total"] as? Int == 1)
            let head = try await test.client.execute(uri: "/health", method: .head, headers: [:], body: nil)
            #expect(head.status == .ok && head.body.readableBytes == 0)
        }
    }

    @Test func problemsOfTheSignedInHaveTheirTabs() async throws {
        try await TestSite.run { test in
            let page = try await test.get("/people/x", as: test.instructor, accept: "text/html").text
            #expect(page.contains("href=\"/students\"") && page.contains("Not found"))
            #expect(try await !test.get("/people/x", accept: "text/html").text.contains("href=\"/students\""))
        }
    }

    @Test func namesCannotBecomeMarkup() async throws {
        try await TestSite.run { test in
            let person = Identifier.make(at: .now)
            try await test.book.expectAccepted([
                test.book.added(person, "\"><script>alert(1)</script>", "'onload='x", id: "7")
            ])
            for path in ["/students", "/people/\(person)"] {
                let page = try await test.get(path, as: test.instructor, accept: "text/html").text
                #expect(!page.contains("<script>alert") && page.contains("&lt;script&gt;"))
                #expect(!page.contains("'onload='"))
            }
        }
    }

    @Test func listsGoOnWhereTheyEnded() async throws {
        try await TestSite.run { test in
            _ = try await test.book.addStudents(130)
            var (path, seen): (String?, [String]) = ("/students", [])
            while let next = path {
                let page = try await test.get(next, as: test.instructor).object()
                let groups = page["groups"] as? [[String: Any]] ?? []
                seen += groups.flatMap { $0["people"] as? [[String: Any]] ?? [] }.compactMap { $0["id"] as? String }
                path = page["more"] as? String
            }
            #expect(seen.count == 131 && Set(seen).count == 131)
            #expect(try await test.get("/students?after=nonsense", as: test.instructor).status == .badRequest)
        }
    }

    @Test func theServersFilesAreServedUnderADigest() async throws {
        try await TestSite.run { test in
            let page = try await test.get("/sign-in", accept: "text/html").text
            let path = try #require(page.firstMatch(of: /href="(\/assets\/[0-9a-f]{16}\/css\/app\.css)"/)?.1)
            let css = try await test.get(String(path))
            #expect(css.headers[.contentType] == "text/css; charset=utf-8")
            #expect(css.headers[.cacheControl]?.contains("immutable") == true)
            #expect(
                try await test.get("/manifest.webmanifest").headers[.contentType]
                    == "application/manifest+json")
            #expect(try await test.get("/health").object()["engine"] as? String == test.book.store.engine)
        }
    }

    @Test func aCodeIsMadeShownOnceAndRevoked() async throws {
        try await TestSite.run { test in
            let student = try await test.book.addStudents(1)[0]
            let path = "/people/\(student)/sign-in-codes"
            let card = try await test.post(path, "", as: test.instructor).object()
            let link = try #require(card["link"] as? String)
            #expect(link.hasSuffix("/sign-in/" + (card["code"] as? String ?? "?")))
            let local = "/sign-in/" + (card["code"] as? String ?? "")
            #expect(try await test.get(local).status == .ok)
            #expect(try await test.post(path + "/revoke", "", as: test.instructor).status == .seeOther)
            #expect(try await test.get(local).status == .badRequest)
            let token = try await test.book.store.makeToken(for: student).text
            #expect(try await test.post(path, "", as: token).status == .forbidden)
        }
    }

    @Test func picturesAreServedToThoseSignedIn() async throws {
        try await TestSite.run { test in
            let person = try await test.book.addStudents(1)[0]
            let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
            let sent = try await test.journal([test.entry("person.pictured", ["person": person.text, "data": png])])
            #expect(sent.first?["outcome"] as? String == "accepted")
            let page = try await test.get("/people/\(person)", as: test.instructor).object()
            let avatar = (page["person"] as? [String: Any])?["avatar"] as? [String: Any]
            let path = try #require(avatar?["picture"] as? String)
            let picture = try await test.get(path, as: test.instructor)
            #expect(picture.headers[.contentType] == "image/png")
            #expect(Data(buffer: picture.body) == Data(base64Encoded: png))
            #expect(try await test.get(path).status == .unauthorized)
        }
    }
}

extension TestBook {
    func addStudentsMore() async throws -> [Identifier] {
        let people = [Identifier.make(at: .now), .make(at: .now)]
        try await expectAccepted(people.enumerated().map { added($1, "More", "\($0)", id: "3000000\($0)") })
        return people
    }
}
