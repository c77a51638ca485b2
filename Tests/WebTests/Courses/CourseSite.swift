import Classroom
import Foundation
import Support
import Testing

@testable import Web

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A site with a course of which one class is in session and one to come, and people who have nothing to do with it.
struct CourseSite {
    let test: TestSite
    let one: TestCourse
    /// A class to come.
    let coming: Identifier
    /// An instructor who does not teach the course.
    let otto: Identifier
    /// A student who does not take it.
    let stranger: Identifier
    let tokens: [Identifier: String]

    static func run(_ body: @escaping @Sendable (CourseSite) async throws -> Void) async throws {
        try await TestSite.run { try await body(CourseSite($0)) }
    }

    init(_ test: TestSite) async throws {
        self.test = test
        one = try await TestCourse(test.book)
        coming = try await test.book.schedule(one.course, at: one.at(10_000))
        otto = try #require(try await test.book.addInstructor().person)
        stranger = .make(at: .now)
        try await test.book.expectAccepted([test.book.added(stranger, "Sam", "Stranger", id: "4711")])
        var tokens: [Identifier: String] = [:]
        for person in one.students + [otto, stranger, test.book.instructor] {
            tokens[person] = try await test.book.store.makeToken(for: person).text
        }
        self.tokens = tokens
    }

    var book: TestBook { test.book }

    /// Sends entries as somebody; what became of each: "accepted", or "field code".
    func outcomes(
        _ entries: [PostedEntry], as person: Identifier, sent: Instant? = nil
    ) async throws -> [String] {
        try await test.journal(entries.map(Self.json), as: tokens[person], sent: sent).map { result in
            let problem = (result["problems"] as? [[String: Any]])?.first
            return problem.map { "\($0["field"] ?? "") \($0["code"] ?? "")" } ?? result["outcome"] as? String ?? ""
        }
    }

    static func json(_ entry: PostedEntry) -> [String: Any] {
        var members: [String: Any] = [
            "id": entry.identifier?.text ?? "", "kind": entry.entryKind?.name ?? "",
            "at": entry.instant?.text ?? "",
        ]
        for field in entry.fields {
            switch field.value {
            case .text(let text): members[field.name] = text
            case .number(let number): members[field.name] = number
            case .flag(let flag): members[field.name] = flag
            case .null, .nested: members[field.name] = NSNull()
            }
        }
        return members
    }

    func page(_ path: String, as person: Identifier) async throws -> [String: Any] {
        try await test.get(path, as: tokens[person]).object()
    }

    func status(_ path: String, as person: Identifier?) async throws -> Int {
        try await test.get(path, as: person.flatMap { tokens[$0] }).status.code
    }

    /// What somebody is told from a place in the journal on.
    func follow(_ path: String = "/feed", after sequence: Int64, as person: Identifier) async throws -> FeedLine {
        // What has happened already is told from the journal, and ends no line.
        let last = try await book.store.lastSequence()
        while test.site.feed.lastSequence < last { await Task.yield() }
        let port = try #require(test.client.port)
        let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)?after=\(sequence)"))
        return FeedLine(url, token: tokens[person] ?? "")
    }
}

/// A line to the feed, read as it comes.
final class FeedLine: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private var text = ""

    /// What has come so far.
    var told: String { text }

    private let (texts, continuation) = AsyncStream<String>.makeStream()
    private var session: URLSession?

    init(_ url: URL, token: String, headers: [String: String] = [:]) {
        super.init()
        var request = URLRequest(url: url)
        request.timeoutInterval = 300
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
        session?.dataTask(with: request).resume()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        text += String(decoding: data, as: UTF8.self)
        continuation.yield(text)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish()
    }

    func close() { session?.invalidateAndCancel() }

    /// Waits until an entry of that kind has been told.
    func until(_ kind: String) async {
        for await text in texts where Self.kinds(text).contains(kind) { return }
    }

    /// Waits until the server has answered.
    func untilOpen() async {
        for await _ in texts { return }
    }

    /// What is told up to and with the first entry of that kind; closes the line.
    func text(until last: String) async -> String {
        defer { close() }
        for await text in texts where Self.kinds(text).contains(last) { return text }
        return ""
    }

    /// The kinds told up to and with the first of that kind, and then closes the line.
    func kinds(until last: String) async -> [String] {
        defer { close() }
        for await text in texts where Self.kinds(text).contains(last) { return Self.kinds(text) }
        return []
    }

    /// All of it, once the server has ended it.
    func end() async -> String {
        var whole = ""
        for await text in texts { whole = text }
        close()
        return whole
    }

    private static func kinds(_ text: String) -> [String] {
        // What has come whole.
        text.components(separatedBy: "\n\n").dropLast().compactMap { message in
            message.firstMatch(of: /"kind":"([A-Za-z.]+)"/).map { String($0.1) }
        }
    }
}
