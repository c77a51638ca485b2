import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Store
import Support
import Testing

@testable import Web

/// What a link does on a device depends on who is signed in there and on who sent the link.
@Suite struct SignInLinkTests {
    private static let site = HTTPField.Name.secFetchSite

    private static func links(_ test: TestSite) async throws -> (own: String, other: String) {
        let student = try await test.book.addStudents(1)[0]
        let own = try await test.book.store.makeSignInCode(for: test.book.instructor, replacing: false)
        let other = try await test.book.store.makeSignInCode(for: student, replacing: false)
        return ("/sign-in/\(own.text)", "/sign-in/\(other.text)")
    }

    private static func cookie(_ response: TestResponse) throws -> HTTPFields {
        [.cookie: String(try #require(response.headers[.setCookie]).prefix { $0 != ";" })]
    }

    @Test func aLinkTakesNobodysPlaceWithoutBeingAsked() async throws {
        try await TestSite.run { test in
            let links = try await Self.links(test)
            let signedIn = try Self.cookie(await test.get(links.own, accept: "text/html"))
            let asked = try await test.get(links.other, accept: "text/html", signedIn)
            #expect(asked.status == .ok && asked.headers[.setCookie] == nil)
            #expect(asked.text.contains("Student Number 0") && asked.text.contains("You are signed in as"))
            #expect(asked.text.contains("Stay Ida Berg"))
            let json = try await test.get(links.other, signedIn)
            #expect(try json.object()["token"] == nil && json.headers[.setCookie] == nil)
            #expect(try json.object()["name"] as? String == "Student Number 0")
            #expect(try await test.get("/class", signedIn).status == .ok)
            let again = try await test.get(links.own, accept: "text/html", signedIn)
            #expect(again.status == .seeOther && again.headers[.setCookie] == nil)
            // The button does it, and whoever was there before is signed out.
            let code = links.other.split(separator: "/")[1]
            var headers = signedIn
            headers[.accept] = "text/html"
            headers[Self.site] = "same-origin"
            let done = try await test.post(
                "/sign-in", "code=\(code)", type: "application/x-www-form-urlencoded", headers)
            #expect(done.status == .seeOther && done.headers[.location] == "/")
            #expect(try await test.get("/courses", Self.cookie(done)).status == .ok)
            #expect(try await test.get("/class", signedIn).status == .unauthorized)
            headers[Self.site] = "cross-site"
            let foreign = try await test.post(
                "/sign-in", "code=\(code)", type: "application/x-www-form-urlencoded", headers)
            #expect(foreign.status == .forbidden && foreign.headers[.setCookie] == nil)
        }
    }

    /// Of a browser that says from where, and of an older one.
    @Test(arguments: [
        ("Sec-Fetch-Site", "none", true), ("Sec-Fetch-Site", "same-origin", true),
        ("Sec-Fetch-Site", "same-site", false),
        ("Sec-Fetch-Site", "cross-site", false), ("Referer", "https://mail.example/inbox", false),
        ("Referer", "OWN/more", true), ("Origin", "https://evil.example", false), ("X-None", "", true),
        ("Cookie", "shala=long-gone", false),
    ])
    func aLinkOfAnotherSiteAsks(header: String, value: String, atOnce: Bool) async throws {
        try await TestSite.run(trustedProxies: [AddressRange("127.0.0.0/8")].compactMap(\.self)) { test in
            let link = try await Self.links(test).own
            let host = "shala.example"
            var headers: HTTPFields = [HTTPField.Name("X-Forwarded-Host")!: host]
            headers[HTTPField.Name(header)!] = value.replacing("OWN", with: "http://" + host)
            for accept in ["text/html", "application/json"] {
                let answer = try await test.get(link, accept: accept, headers)
                #expect((answer.headers[.setCookie] != nil) == atOnce, "\(header) \(value) \(accept)")
                guard accept == "text/html" else { continue }
                #expect(answer.status == (atOnce ? .seeOther : .ok))
                #expect(answer.text.contains("Ida Berg") == !atOnce && !answer.text.contains("You are signed in"))
            }
        }
    }

    @Test func whatPeepsSignsNobodyInAndWrongCodesTellNoName() async throws {
        try await TestSite.run { test in
            let link = try await Self.links(test).own
            let head = try await test.client.execute(uri: link, method: .head, headers: [:], body: nil)
            #expect(head.headers[.setCookie] == nil)
            let record = try await test.book.store.signInCodes(of: test.book.instructor)
            #expect(record.map(\.firstUsed) == [nil])
            let wrong = try await test.get("/sign-in/0000-0000-0000", accept: "text/html", [Self.site: "cross-site"])
            #expect(wrong.status == .badRequest && !wrong.text.contains("Ida"))
        }
    }
}
