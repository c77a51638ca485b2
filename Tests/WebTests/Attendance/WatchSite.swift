import Classroom
import Foundation
import HTTPTypes
import HummingbirdTesting
import Store
import Support
import Testing

@testable import Web

/// A site with a class in session, and the watch of its first student.
struct WatchSite {
    let site: CourseSite
    let token: String

    static func run(_ body: @escaping @Sendable (WatchSite) async throws -> Void) async throws {
        try await CourseSite.run { site in
            let token = try await site.book.store.makeWatchLink(for: site.one.students[0], named: "Watch").text
            try await body(WatchSite(site: site, token: token))
        }
    }

    var book: TestBook { site.book }
    var one: TestCourse { site.one }

    /// A position so far north of the hall, as a watch sends it.
    static func body(metres: Double, _ others: String = "") -> String {
        let place = TestBook.hall.north(metres)
        return #"{"latitude": \#(place.latitude), "longitude": \#(place.longitude)\#(others)}"#
    }

    /// Answer to a request of the watch.
    func send(
        _ body: String = WatchSite.body(metres: 0), token: String? = nil, type: String = "application/json",
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await site.test.post("/watch", body, as: token ?? self.token, type: type, headers)
    }

    /// What the watch is told: the state of the student, or "field code".
    func told(_ body: String = WatchSite.body(metres: 0), type: String = "application/json") async throws -> String {
        let answer = try await send(body, type: type)
        let object = try answer.object()
        guard answer.status != .ok else { return object["state"] as? String ?? "" }
        #expect(answer.headers[.contentType] == "application/problem+json")
        let field = (object["fields"] as? [[String: Any]])?.first
        return "\(answer.status.code) \(field?["field"] ?? "") \(field?["code"] ?? "")"
    }

    /// What the watch shows, to which only words are sent.
    func words(_ body: String) async throws -> String {
        let answer = try await send(body, headers: [.accept: "text/plain"])
        #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
        return answer.text
    }
}
