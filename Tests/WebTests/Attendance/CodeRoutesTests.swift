import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Store
import Support
import Testing

@testable import Web

/// The page with the rotating code, and the link that it shows.
@Suite(.serialized) struct CodeRoutesTests {
    private static func run(
        _ evidence: String = "any", _ body: @escaping @Sendable (CourseSite) async throws -> Void
    ) async throws {
        try await CourseSite.run { site in
            try await site.book.expectAccepted([site.book.edited(site.one.course, ["evidence": .text(evidence)])])
            try await body(site)
        }
    }

    /// Path of the link that the page shows now.
    private static func link(_ site: CourseSite) async throws -> String {
        let page = try await site.page("/classes/\(site.one.session)/code", as: site.book.instructor)
        let codes = try #require(page["codes"] as? [[String: Any]])
        let link = try #require(codes.first?["link"] as? String)
        return String(link[try #require(link.firstRange(of: "/classes/")).lowerBound...])
    }

    @Test func theCodeIsForTheInstructorsOfTheClass() async throws {
        try await Self.run { site in
            let path = "/classes/\(site.one.session)/code"
            #expect(try await site.status(path, as: site.book.instructor) == 200)
            #expect(try await site.status(path, as: site.one.students[0]) == 403)
            #expect(try await site.status(path, as: site.otto) == 404)
            #expect(try await site.status(path, as: site.stranger) == 403)
            #expect(try await site.status(path, as: nil) == 401)
            #expect(
                try await site.status("/classes/\(Identifier.make(at: .now))/code", as: site.book.instructor) == 404)
            let html = try await site.test.get(path, as: site.test.instructor, accept: "text/html")
            let page = try await site.page(path, as: site.book.instructor)
            let codes = try #require(page["codes"] as? [[String: Any]])
            #expect(codes.count == 4)
            // Students are told nothing of it, wherever they look.
            let code = try #require(codes[0]["code"] as? String)
            #expect(html.text.contains("<span>\(code.prefix(3))</span> <span>\(code.suffix(3))</span>"))
            for place in ["/classes/\(site.one.session)", "/courses/\(site.one.course)", "/offline"] {
                let token = try #require(site.tokens[site.one.students[0]])
                let text = try await site.test.get(place, as: token).text
                #expect(!text.contains(code) && !text.contains("/here/"), "\(place)")
            }
        }
    }

    @Test func codesFollowOneAnother() async throws {
        try await Self.run { site in
            let page = try await site.page("/classes/\(site.one.session)/code", as: site.book.instructor)
            let codes = try #require(page["codes"] as? [[String: Any]])
            let times = codes.compactMap { $0["from"] as? Int64 } + codes.suffix(1).compactMap { $0["until"] as? Int64 }
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 15_000 } && times.count == 5)
            let code = try #require(codes[0]["code"] as? String)
            #expect(code.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{3} [0-9A-HJKMNP-TV-Z]{3}/) != nil)
            let claim = site.book.entry(
                .attendanceClaimed, ["class": .text(site.one.session.text), "code": .text(code)])
            #expect(try await site.outcomes([claim], as: site.one.students[0]) == ["accepted"])
            #expect(try await site.one.state() == "present")
        }
    }

    @Test func whyThereIsNoCodeIsSaid() async throws {
        try await Self.run("code") { site in
            func words(_ session: Identifier) async throws -> String? {
                let page = try await site.page("/classes/\(session)/code", as: site.book.instructor)
                #expect((page["codes"] as? [Any])?.isEmpty == (page["closedText"] != nil))
                return page["closedText"] as? String
            }
            let session = site.one.session
            #expect(try await words(site.coming) == "The code appears once the class has started.")
            #expect(try await words(session) == nil)
            try await site.book.expectAccepted([site.book.step(.attendanceClosed, session)])
            #expect(try await words(session) == "Attendance is closed.")
            try await site.book.expectAccepted([site.book.step(.classSaved, session)])
            #expect(try await words(session) == "This class is over.")
            try await site.book.expectAccepted([site.book.edited(site.one.course, ["evidence": .text("location")])])
            #expect(try await words(session) == "Codes do not count in this class.")
        }
    }

    /// Scanned first, signed in then: it counts from the scan.
    @Test func theScanCountsFromItsArrival() async throws {
        try await Self.run { site in
            let before = Instant.now
            let scanned = try await site.test.get(try await Self.link(site), accept: "text/html")
            #expect(scanned.status == .seeOther)
            let place = try #require(scanned.headers[.location])
            #expect(place.hasPrefix("/classes/\(site.one.session)?ticket="))
            let door = try await site.test.get(place, accept: "text/html")
            let next = try #require(door.headers[.location])
            #expect(
                door.status == .seeOther && next.hasPrefix("/sign-in?next=/classes/\(site.one.session)%3Fticket%3D"))
            let form = try await site.test.get(next, accept: "text/html")
            #expect(form.text.contains("value=\"\(place)\""))
            let code = try await site.book.store.makeSignInCode(for: site.one.students[0], replacing: false)
            let escaped = place.replacingOccurrences(of: "?", with: "%3F").replacingOccurrences(of: "=", with: "%3D")
            let signedIn = try await site.test.post(
                "/sign-in", "code=\(code.text)&next=\(escaped)", type: "application/x-www-form-urlencoded",
                [.accept: "text/html"])
            #expect(signedIn.status == .seeOther && signedIn.headers[.location] == place)
            let ticket = String(place.drop { $0 != "=" }.dropFirst())
            let claim = site.book.entry(
                .attendanceClaimed, ["class": .text(site.one.session.text), "ticket": .text(ticket)])
            #expect(try await site.outcomes([claim], as: site.one.students[0]) == ["accepted"])
            let mark = try #require(try await site.one.mark())
            let at = try #require(claim.instant)
            #expect(mark.isPresent && mark.how == .code && mark.at >= before && mark.at < at)
        }
    }

    @Test func programsScanToo() async throws {
        try await Self.run { site in
            let link = try await Self.link(site)
            let scan = try await site.test.get(link).object()
            #expect(scan["class"] as? String == site.one.session.text)
            let ends = try #require((scan["ends"] as? String).flatMap { Instant($0) })
            #expect((290_000...300_000).contains(ends.since(.now)))
            for path in ["/classes/\(site.one.session)/here/K7QF2M", "/classes/\(site.coming)/here/\(link.suffix(16))"]
            {
                let old = try await site.test.get(path)
                #expect(old.status == .badRequest && old.text.contains("\"old\""))
                let html = try await site.test.get(path, accept: "text/html")
                #expect(html.status == .seeOther && html.headers[.location]?.hasSuffix("?scan=old") == true)
            }
            #expect(try await site.test.get("/classes/x/here/y").status == .notFound)
        }
    }

    @Test func howAStudentIsPresentIsToldToBoth() async throws {
        try await Self.run { site in
            let path = "/classes/\(site.one.session)"
            func presence() async throws -> [String: Any] {
                try await site.page(path, as: site.one.students[0])["presence"] as? [String: Any] ?? [:]
            }
            var own = try await presence()
            #expect(own["evidence"] as? String == "any" && own["takesCode"] as? Bool == true)
            let scan = try await site.test.get(try await Self.link(site)).object()
            let claim = site.book.claim(site.one.session)
            let both = PostedEntry(
                id: .make(at: .now), kind: .attendanceClaimed, at: .now,
                fields: claim.fields + [Field("ticket", .text(scan["ticket"] as? String ?? ""))])
            #expect(try await site.outcomes([both], as: site.one.students[0]) == ["accepted"])
            own = try await presence()
            #expect((own["reasonText"] as? String)?.hasPrefix("By your location and the code at ") == true)
            let board = try await site.page(path, as: site.book.instructor)["board"] as? [String: Any] ?? [:]
            #expect(board["codeHref"] as? String == path + "/code")
            let students = try #require(board["students"] as? [[String: Any]])
            let student = try #require(students.first { $0["id"] as? String == site.one.students[0].text })
            #expect(student["how"] as? String == "location and code")
            #expect((student["noteText"] as? String)?.contains("by location and code, 0 m away") == true)
        }
    }
}
