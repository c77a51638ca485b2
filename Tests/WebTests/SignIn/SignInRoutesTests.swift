import Classroom
import Foundation
import HTTPTypes
import HummingbirdTesting
import Support
import Testing

@testable import Web

@Suite struct SignInRoutesTests {
    @Test func aLinkSignsIn() async throws {
        try await TestSite.run { test in
            let code = try await test.book.store.makeSignInCode(for: test.book.instructor, replacing: false)
            let response = try await test.get("/sign-in/\(code.text)", accept: "text/html")
            #expect(response.status == .seeOther)
            let cookie = try #require(response.headers[.setCookie])
            for part in ["shala=", "HttpOnly", "SameSite=Lax", "Path=/"] { #expect(cookie.contains(part)) }
            let pair = String(cookie.prefix { $0 != ";" })
            #expect(try await test.get("/class", [.cookie: pair]).status == .ok)
            #expect(try await test.post("/sign-out", "", [.cookie: pair]).status == .seeOther)
            #expect(try await test.get("/class", [.cookie: pair]).status == .unauthorized)
        }
    }

    @Test(arguments: [
        ("/class", "/class"), ("/students?search=a", "/students?search=a"), ("https://evil.example", "/"),
        ("//evil.example", "/"), ("/\\evil.example", "/"), ("", "/"), ("/a\r\nSet-Cookie: x", "/"),
    ])
    func aTypedCodeSignsInAndGoesOnHere(next: String, location: String) async throws {
        try await TestSite.run { test in
            let code = try await test.book.store.makeSignInCode(for: test.book.instructor, replacing: false)
            let typed = code.text.lowercased().replacingOccurrences(of: "-", with: "+")
            let form = "code=\(typed)&next=" + (next.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            let response = try await test.post(
                "/sign-in", form, type: "application/x-www-form-urlencoded", [.accept: "text/html"])
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == location)
        }
    }

    @Test func aRightCodeIsLetInBehindAnyNumberOfWrongOnes() async throws {
        let proxies = [AddressRange("127.0.0.0/8")].compactMap(\.self)
        try await TestSite.run(trustedProxies: proxies) { test in
            let forwarded = HTTPField.Name("X-Forwarded-For")!
            func guess(_ code: String, from address: String = "192.0.2.1") async throws -> TestResponse {
                try await test.post("/sign-in", #"{"code": "\#(code)"}"#, [forwarded: address])
            }
            for _ in 0..<SignInThrottle.free {
                #expect(try await guess("0000-0000-0000").status == .badRequest)
            }
            var waits: [Int] = []
            for _ in 0..<12 {
                let answer = try await guess("0000-0000-0000")
                #expect(answer.status == .tooManyRequests)
                waits.append(answer.headers[.retryAfter].flatMap { Int($0) } ?? 0)
            }
            #expect(waits.prefix(4) == [2, 4, 8, 16] && waits.last == 600)
            #expect(try await guess("0000-0000-0000", from: "192.0.2.2").status == .badRequest)
            let code = try await test.book.store.makeSignInCode(for: test.book.instructor, replacing: false)
            #expect(try await guess(code.text).status == .ok)
            #expect(try await test.get("/sign-in/\(code.text)", [forwarded: "192.0.2.1"]).status == .ok)
        }
    }

    @Test func wrongCodesAreForgottenInTime() async throws {
        let throttle = SignInThrottle("Wait.")
        let now = Instant.now
        for number in 0..<SignInThrottle.free { try await throttle.note("2001:db8::\(number)", now: now) }
        // Whoever has many addresses of one network is one.
        await #expect(throws: Problem.self) { try await throttle.note("2001:db8::ffff", now: now) }
        try await throttle.note("2001:db8:0:1::1", now: now)
        try await throttle.note("2001:db8::1", now: now.adding(milliseconds: SignInThrottle.window + 1))
        for number in 0...SignInThrottle.mostRemembered { try await throttle.note("address \(number)", now: now) }
    }

    /// Twenty thousand connections with a code each do not take the database's readers from the others.
    @Test func fewCodesAreLookedUpAtATimeAndNoneIsLost() async throws {
        let turnstile = Turnstile(most: 2)
        let inside = Inside()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await turnstile.pass {
                        await inside.come()
                        await Task.yield()
                        await inside.go()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await inside.most == 2)
        #expect(await inside.all == 200)
    }

    private actor Inside {
        private var now = 0
        private(set) var most = 0
        private(set) var all = 0

        func come() {
            now += 1
            all += 1
            most = max(most, now)
        }

        func go() { now -= 1 }
    }

    @Test func cookiesAreSecureBehindHTTPS() async throws {
        try await TestSite.run(trustedProxies: [AddressRange("127.0.0.1")].compactMap(\.self)) { test in
            let code = try await test.book.store.makeSignInCode(for: test.book.instructor, replacing: false)
            let response = try await test.get(
                "/sign-in/\(code.text)", [HTTPField.Name("X-Forwarded-Proto")!: "https"])
            #expect(response.headers[.setCookie]?.contains("Secure") == true)
            #expect(response.headers[HTTPField.Name("Strict-Transport-Security")!] != nil)
        }
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.0/25", "192.0.2.127", true),
        ("192.0.2.0/25", "192.0.2.128", false), ("::1", "::1", true), ("2001:db8::/33", "2001:db8:7fff::1", true),
        ("2001:db8::/33", "2001:db8:8000::1", false), ("0.0.0.0/0", "203.0.113.9", true),
        ("::/0", "203.0.113.9", false),
        ("10.0.0.0/8", "nonsense", false), ("127.0.0.1", "::ffff:127.0.0.1", true),
    ])
    func addressRanges(range: String, address: String, expected: Bool) {
        #expect(AddressRange(range)?.contains(address) == expected)
    }

    @Test(arguments: ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129"])
    func noAddressRanges(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test func aShortCodeSignsOneOtherDeviceIn() async throws {
        try await TestSite.run { test in
            let student = try await test.book.addStudents(1)[0]
            let token = try await test.book.store.makeToken(for: student).text
            #expect(try await test.get("/install", as: token).object()["code"] == nil)
            let made = try await test.post("/install/code", "", as: token).object()
            let code = try #require(made["code"] as? String)
            #expect(made["ends"] is String && (made["endsText"] as? String)?.hasPrefix("Good once, until ") == true)
            let signedIn = try await test.post("/sign-in", #"{"code": "\#(code)"}"#)
            let other = try #require(try signedIn.object()["token"] as? String)
            #expect(try await test.get("/people/\(student)", as: other).status == .ok)
            let again = try await test.post("/sign-in", #"{"code": "\#(code)"}"#)
            #expect(again.status == .badRequest)
            let log = try await test.get("/people/\(student)", as: token).object()["signInCodes"] as? [[String: Any]]
            let text = try #require(log?.first?["madeText"] as? String)
            #expect(text.hasPrefix("Made for another device by Student Number 0"))
            #expect(try await test.post("/install/code", "").status == .unauthorized)
        }
    }
}
