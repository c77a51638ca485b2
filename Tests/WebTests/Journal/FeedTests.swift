import Classroom
import Foundation
import HTTPTypes
import NIOCore
import Store
import Support
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@testable import Web

/// Reads a stream of events as it comes, until so many entries were told.
private func events(
    port: Int, path: String, token: String, lastID: Int64? = nil, until count: Int
) async throws -> [Int64] {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    if let lastID { request.setValue("\(lastID)", forHTTPHeaderField: "Last-Event-ID") }
    let reader = EventReader(wanted: count)
    let session = URLSession(configuration: .ephemeral, delegate: reader, delegateQueue: nil)
    session.dataTask(with: request).resume()
    defer { session.invalidateAndCancel() }
    return await reader.numbers()
}

private final class EventReader: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let wanted: Int
    private var text = ""
    private let (stream, continuation) = AsyncStream<[Int64]>.makeStream()

    init(wanted: Int) { self.wanted = wanted }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        text += String(decoding: data, as: UTF8.self)
        let numbers = text.components(separatedBy: "\n\n").compactMap { message -> Int64? in
            message.contains("event: entry") ? message.firstMatch(of: /id: (\d+)/).flatMap { Int64($0.1) } : nil
        }
        if numbers.count >= wanted { continuation.yield(numbers) }
    }

    func numbers() async -> [Int64] {
        for await numbers in stream { return numbers }
        return []
    }
}

@Suite struct FeedTests {
    @Test(arguments: [(0, 3_000), (30, 3_000), (31, 3_100), (200, 20_000), (300, 30_000), (10_000, 30_000)])
    func threeHundredDevicesAskTenTimesASecond(followers: Int, pause: Int) {
        #expect(Feed.updatePause(followers: followers) == pause)
    }

    @Test func missesNothingBetweenLastIDAndNow() async throws {
        try await TestSite.run { test in
            let port = try #require(test.client.port)
            let session = try await test.book.startClass()
            let start = try await test.book.store.lastSequence()
            let students = try await test.book.addStudents(40)
            let token = test.instructor
            async let heard = events(port: port, path: "/feed", token: token, lastID: start, until: 80)
            for student in students {
                try await test.book.expectAccepted([test.book.mark(.attendanceMarked, session, student)])
            }
            #expect(try await heard == Array(start + 1...start + 80))
            let own = try await events(port: port, path: "/classes/\(session)/feed?after=0", token: token, until: 41)
            #expect(own.count == 41 && own == own.sorted())
        }
    }

    @Test func othersClassesAreNotTold() async throws {
        try await TestSite.run { test in
            let other = Identifier.make(at: .now)
            try await test.book.expectAccepted([
                test.book.added(other, "Otto", "Other", id: "2", role: "instructor")
            ])
            let start = try await test.book.store.lastSequence()
            let token = try await test.book.store.makeToken(for: other).text
            let session = try await test.book.startClass()
            #expect(try await test.get("/classes/\(session)/feed", as: token).status == .notFound)
            let venue = try await test.book.addVenue("After")
            #expect(venue != session)
            // The venues are everybody's, the class is not: its entry in between is left out.
            let heard = try await events(
                port: try #require(test.client.port), path: "/feed?after=\(start)", token: token, until: 2)
            #expect(heard == [start + 1, start + 3])
        }
    }

    @Test func isForThoseSignedInOnly() async throws {
        try await TestSite.run { test in
            let session = try await test.book.startClass()
            #expect(try await test.get("/feed").status == .unauthorized)
            #expect(try await test.get("/classes/\(session)/feed").status == .unauthorized)
        }
    }
}
