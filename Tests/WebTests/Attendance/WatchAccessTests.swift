import Classroom
import Foundation
import HTTPTypes
import Store
import Support
import Testing

@testable import Web

/// Who may make, use and revoke the links of watches, and what else they open: nothing.
@Suite(.serialized) struct WatchAccessTests {
    private static let unknown = "This watch link is unknown, or was revoked. Make a new one in Shala.\n"

    @Test func onlyAGoodTokenCounts() async throws {
        try await WatchSite.run { watch in
            let student = watch.one.students[0]
            let signIn = try #require(watch.site.tokens[student])
            for wrong in ["", "x", signIn, String(watch.token.reversed())] {
                let answer = try await watch.send(token: wrong)
                #expect(answer.status == .unauthorized, "\(wrong)")
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
            // Being signed in by a cookie is of no use here.
            let cookie = try await watch.site.test.post(
                "/watch", WatchSite.body(metres: 0), [.cookie: "shala=\(signIn)"])
            #expect(cookie.status == .unauthorized)
            #expect(try await watch.send(token: "x", headers: [.accept: "text/plain"]).text == Self.unknown)
            try await watch.book.expectAccepted([
                watch.book.entry(.personDeactivated, ["person": .text(student.text)])
            ])
            #expect(try await watch.send().status == .unauthorized)
            #expect(try await watch.one.state() == "")
        }
    }

    @Test func aRevokedLinkIsWorthless() async throws {
        try await WatchSite.run { watch in
            let test = watch.site.test
            let (student, other) = (watch.site.tokens[watch.one.students[0]], watch.site.tokens[watch.one.students[1]])
            let links = try await test.get("/watch-links", as: student).object()["links"] as? [[String: Any]]
            let id = try #require(links?.first?["id"] as? String)
            let path = "/watch-links/\(id)/revoke"
            #expect(try await test.post(path, "", as: other).status == .notFound)
            #expect(try await test.post(path, "").status == .unauthorized)
            #expect(try await test.post("/watch-links/x/revoke", "", as: student).status == .notFound)
            #expect(try await watch.told(WatchSite.body(metres: 90)) == "unconfirmed")
            #expect(try await test.post(path, "", as: student).status == .seeOther)
            #expect(try await watch.send().status == .unauthorized)
            #expect(try await watch.one.state() == "unconfirmed borderline")
            let page = try await test.get("/people/\(watch.one.students[0])", as: student).object()
            let log = try #require((page["watchLinks"] as? [[String: Any]])?.first)
            #expect(log["name"] as? String == "Watch" && log["revoked"] is String)
        }
    }

    @Test func studentsMakeTheirOwn() async throws {
        try await WatchSite.run { watch in
            let test = watch.site.test
            let student = watch.site.tokens[watch.one.students[1]]
            #expect(try await test.get("/watch-links").status == .unauthorized)
            #expect(try await test.get("/watch-links", as: test.instructor).status == .forbidden)
            #expect(
                try await test.post("/watch-links", #"{"name": "Watch"}"#, as: test.instructor).status == .forbidden)
            #expect(try await test.post("/watch-links", "{}", as: student).status == .badRequest)
            #expect(try await test.post("/watch-links", #"{"name": " "}"#, as: student).status == .badRequest)
            let made = try await test.post(
                "/watch-links", "name=My+Watch", as: student, type: "application/x-www-form-urlencoded")
            let address = try #require(try made.object()["address"] as? [String: Any])
            let link = try #require(address["link"] as? String)
            let path = String(link[try #require(link.firstRange(of: "/watch/")).lowerBound...])
            #expect(try await test.post(path, WatchSite.body(metres: 0)).status == .ok)
            #expect(try await watch.one.state(of: 1) == "present")
            // Shown only once.
            #expect(try await !test.get("/watch-links", as: student).text.contains(path))
            let html = try await test.get("/watch-links", as: student, accept: "text/html")
            #expect(html.text.contains("My Watch") && !html.text.contains("{{") && !html.text.contains("/watch/"))
        }
    }

    @Test func whoBecomesAnInstructorMarksNobody() async throws {
        try await WatchSite.run { watch in
            let student = watch.one.students[0].text
            let fields: [String: FieldValue] = ["person": .text(student), "role": .text("instructor")]
            try await watch.book.expectAccepted([watch.book.entry(.personRoleChanged, fields)])
            let answer = try await watch.send(headers: [.accept: "text/plain"])
            #expect(answer.status == .forbidden && answer.text == "Only students mark themselves present.\n")
        }
    }

    @Test func theTokenOpensNothingElse() async throws {
        try await WatchSite.run { watch in
            let test = watch.site.test
            let person = watch.one.students[0].text
            let open: Set<String> = [
                "/health", "/sign-in", "/manifest.webmanifest", "/sw.js", "/favicon.ico", "/watch",
            ]
            let routes = test.site.router().routes.filter { $0.method == .get || $0.method == .post }
            #expect(routes.count > 50)
            for route in routes {
                let path = route.path.description.replacing(/\{[a-z]+\}|:[a-z]+/, with: person)
                let isOpen = open.contains(path) || path.hasPrefix("/assets/") || path.hasPrefix("/watch/")
                if isOpen || path.contains("sign-in/") || path == "/sign-out" || path.contains("/here/") { continue }
                for headers in [[.authorization: "Bearer \(watch.token)"], [.cookie: "shala=\(watch.token)"]]
                    as [HTTPFields]
                {
                    let answer =
                        route.method == .get
                        ? try await test.get(path, headers) : try await test.post(path, "{}", headers)
                    #expect([401, 404].contains(answer.status.code), "\(route.method) \(path): \(answer.status)")
                }
            }
            let claim = CourseSite.json(watch.book.claim(watch.one.session))
            #expect(try await test.journal([claim], as: watch.token).isEmpty)
            #expect(try await test.get("/people/\(person)", as: watch.token).status == .unauthorized)
            #expect(try await watch.one.state() == "")
        }
    }

    @Test func followingTheLinkMarksNobodyAndTellsNobody() async throws {
        try await WatchSite.run { watch in
            let test = watch.site.test
            let before = try await watch.book.store.lastSequence()
            let policy = try #require(HTTPField.Name("Referrer-Policy"))
            for accept in ["text/html", "application/json"] {
                let page = try await test.get("/watch/\(watch.token)", accept: accept)
                #expect(page.status == .ok && page.headers[policy] == "no-referrer" && page.headers[.setCookie] == nil)
                #expect(page.headers[.cacheControl] == "no-store" && !page.text.contains("{{"))
            }
            let wrong = String(watch.token.reversed())
            #expect(try await test.get("/watch/\(wrong)").status == .ok)
            #expect(try await test.get("/watch/x%3Cb%3E").status == .notFound)
            #expect(try await watch.book.store.lastSequence() == before)
            #expect(try await watch.book.store.watchLinks(of: watch.one.students[0]).first?.lastUsed == nil)
        }
    }

    @Test func whoGuessesIsToldToWaitAndARightTokenIsNot() async throws {
        try await WatchSite.run { watch in
            let wrong = String(repeating: "A", count: 43)
            for _ in 0..<SignInThrottle.free { #expect(try await watch.send(token: wrong).status == .unauthorized) }
            let told = try await watch.send(token: wrong)
            #expect(told.status == .tooManyRequests && told.headers[.retryAfter] == "2")
            #expect(try await watch.told() == "present")
        }
    }

    @Test func otherSitesCannotSend() async throws {
        try await WatchSite.run { watch in
            let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
            #expect(try await watch.send(headers: [site: "cross-site"]).status == .forbidden)
        }
    }
}
