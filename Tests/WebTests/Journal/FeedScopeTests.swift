import Classroom
import Store
import Support
import Synchronization
import Testing

@testable import Web

@Suite struct FeedScopeTests {
    /// Whatever happens between the reading of what may be seen and the following of it.
    @Test func whatIsAcceptedInBetweenIsTold() async throws {
        try await TestSite.run { test in
            let book = test.book
            let student = try await book.addStudents(1)[0]
            let course = try await book.addCourse(at: book.addVenue())
            let person = try await book.store.person(student)
            let reads = Mutex(0)
            let following = try await test.site.feed.follow {
                let scope = try await book.store.feedScope(of: person)
                let isFirst = reads.withLock { count in
                    count += 1
                    return count == 1
                }
                if isFirst {
                    try await book.enrol([student], in: course)
                    // The feed has told of it before anybody follows.
                    let last = try await book.store.lastSequence()
                    while test.site.feed.lastSequence < last { await Task.yield() }
                }
                return scope
            }
            defer { following.stop() }
            try #require(following.scope == (try await book.store.feedScope(of: person)))
            let planned = try await book.schedule(course, at: .now)
            for await beat in following.beats {
                guard case .entries(let messages) = beat else { continue }
                #expect(messages.map(\.entry.classID) == [planned])
                return
            }
            Issue.record("The feed ended.")
        }
    }

    @Test func oneFeedTooManyEndsTheOldest() async throws {
        var limits = Limits()
        limits.feedsPerPerson = 2
        limits.feeds = 3
        try await TestSite.run(limits: limits) { test in
            let people = try await test.book.addStudents(2)
            func follow(_ index: Int) async throws -> Following {
                let person = try await test.book.store.person(people[index])
                return try await test.site.feed.follow { try await test.book.store.feedScope(of: person) }
            }
            let oldest = try await follow(0)
            let others = [try await follow(0), try await follow(0)]
            var told: [Beat] = []
            for await beat in oldest.beats { told.append(beat) }
            guard case .enough? = told.last else {
                Issue.record("\(told)")
                return
            }
            let neighbour = try await follow(1)
            await #expect(throws: Problem.self) { _ = try await follow(1) }
            for following in others + [neighbour] { following.stop() }
        }
    }

    /// A page that is opened at the moment of a notice follows only after it.
    @Test func aPageThatIsBeingOpenedIsToldAsWell() async throws {
        try await TestSite.run { test in
            let people = try await test.book.addStudents(2)
            let notice = Notice(
                title: "Yoga", text: "It starts.", href: "/", tag: "starts", urgency: .high, sequence: 7)
            await test.site.feed.tell(notice, to: [people[0]])
            for (person, after, isTold) in [(0, 6, true), (0, 7, false), (0, nil, false), (1, 6, false)] {
                let one = try await test.book.store.person(people[person])
                let following = try await test.site.feed.follow(after: after.map(Int64.init)) {
                    try await test.book.store.feedScope(of: one)
                }
                following.stop()
                var told: [Notice] = []
                for await case .notice(let one) in following.beats { told.append(one) }
                #expect(told == (isTold ? [notice] : []), "\(person) \(String(describing: after))")
            }
        }
    }

    @Test func whatLiesFarBackIsNotTold() async throws {
        try await TestSite.run { test in
            let store = test.book.store
            _ = try await test.book.addStudents(3)
            let last = try await store.lastSequence()
            let now = Instant.now
            #expect(try await !store.isLongAgo(0, before: last, now: now))
            #expect(try await !store.isLongAgo(.min, before: last, now: now))
            #expect(try await store.isLongAgo(0, before: last, now: now.adding(milliseconds: 86_460_000)))
            #expect(try await !store.isLongAgo(last, before: last, now: now.adding(milliseconds: 86_460_000)))
            #expect(try await !store.isLongAgo(.max, before: last, now: now))
            #expect(try await store.isLongAgo(0, before: 5_001, now: now))
        }
    }
}
