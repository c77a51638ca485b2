import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Store
import Support
import Testing

@testable import Web

/// The whole site over a book of its own, on a real socket.
struct TestSite {
    let book: TestBook
    let site: Site
    /// Of the book's instructor.
    let instructor: String
    let client: any TestClientProtocol

    /// Runs `body` against a running server, once on each engine.
    static func run(
        trustedProxies: [AddressRange] = [], limits: Limits = Limits(),
        _ body: @escaping @Sendable (TestSite) async throws -> Void
    ) async throws {
        for engine in Engine.allCases { try await run(on: engine, trustedProxies, limits, body) }
    }

    private static func run(
        on engine: Engine, _ trustedProxies: [AddressRange], _ limits: Limits,
        _ body: @escaping @Sendable (TestSite) async throws -> Void
    ) async throws {
        let book = try await TestBook(engine)
        let site = try await Site(
            store: book.store, timeZone: TimeZone(identifier: "Europe/Zurich") ?? .gmt, limits: limits)
        let token = try await book.store.makeToken(for: book.instructor).text
        let application = Application(
            router: site.router(trustedProxies: trustedProxies), server: .onLoops(), services: site.services)
        try await application.test(.live) { client in
            try await body(TestSite(book: book, site: site, instructor: token, client: client))
        }
        #expect(site.unknownNames.all.isEmpty)
    }

    func get(
        _ path: String, as token: String? = nil, accept: String = "application/json", _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.accept] = accept
        if let token { headers[.authorization] = "Bearer \(token)" }
        return try await client.execute(uri: path, method: .get, headers: headers, body: nil)
    }

    func post(
        _ path: String, _ body: String, as token: String? = nil, type: String = "application/json",
        _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = type
        headers[.accept] = headers[.accept] ?? "application/json"
        if let token { headers[.authorization] = "Bearer \(token)" }
        return try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
    }

    /// Posts entries as JSON and answers their results.
    ///
    /// - Parameter sent: the time by the device's clock.
    func journal(
        _ entries: [[String: Any]], as token: String? = nil, sent: Instant? = nil
    ) async throws -> [[String: Any]] {
        var batch: [String: Any] = ["device": book.device.text, "entries": entries]
        batch["sent"] = sent?.text
        let body = String(decoding: try JSONSerialization.data(withJSONObject: batch), as: UTF8.self)
        let response = try await post("/journal", body, as: token ?? instructor)
        return try response.object()["results"] as? [[String: Any]] ?? []
    }

    func entry(_ kind: String, _ fields: [String: Any]) -> [String: Any] {
        ["id": Identifier.make(at: .now).text, "kind": kind, "at": Instant.now.text].merging(fields) { $1 }
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    func object() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(buffer: body)) as? [String: Any] ?? [:]
    }
}
