import Classroom
import Foundation
import Store
import Support
import Testing

@testable import Web

/// Classes held with devices whose clocks are wrong.
@Suite struct TrustedTimeRoutesTests {
    private enum Way: CaseIterable {
        case online
        /// Without signal, and sent by the same clock.
        case later
        /// Without signal, and sent once the page has measured the clock anew.
        case corrected
    }

    private static let offsets: [Int64] = [-1440, -180, -7, 0, 7, 180, 1440].map { $0 * 60_000 }

    /// A device: by how much its clock is fast, and whether there is signal.
    private struct Device {
        var fast: Int64 = 0
        var way = Way.online

        /// By how much its clock is fast as the page takes it.
        var error: Int64 { way == .corrected ? 0 : fast }
    }

    @Test func theInstructorsClock() async throws {
        try await CourseSite.run { site in
            try await Self.prepare(site)
            for fast in Self.offsets {
                for way in Way.allCases {
                    try await Self.hold(site, instructor: Device(fast: fast, way: way), student: Device(way: way))
                }
            }
            #expect(try await Doctor.examine(site.book.place.address) { _ in }.findings == [])
        }
    }

    @Test func theStudentsClock() async throws {
        try await CourseSite.run { site in
            try await Self.prepare(site)
            for fast in Self.offsets {
                for way in Way.allCases {
                    let instructor = Device(way: way == .online ? .online : .later)
                    try await Self.hold(site, instructor: instructor, student: Device(fast: fast, way: way))
                }
            }
            #expect(try await Doctor.examine(site.book.place.address) { _ in }.findings == [])
        }
    }

    private static func prepare(_ site: CourseSite) async throws {
        try await site.book.expectAccepted([site.book.step(.classSaved, site.one.session)])
    }

    /// A class of half an hour, 40 minutes ago, or one at once where there is signal.
    private static func hold(_ site: CourseSite, instructor: Device, student: Device) async throws {
        let (book, one) = (site.book, site.one)
        let (ida, ann) = (book.instructor, one.students[0])
        let words: Comment = "\(instructor) \(student)"
        let isLater = instructor.way != .online
        let session = try await book.schedule(one.course, at: .now)
        @discardableResult func send(
            _ device: Device, as person: Identifier, minutesAgo: Int64, _ entry: (Instant) -> PostedEntry
        ) async throws -> Instant {
            let now = Instant.now
            let happened = now.adding(milliseconds: device.way == .online ? 0 : -minutesAgo * 60_000)
            let posted = entry(happened.adding(milliseconds: device.error))
            let sent = now.adding(milliseconds: device.error)
            #expect(try await site.outcomes([posted], as: person, sent: sent) == ["accepted"], words)
            return happened
        }
        let begun = try await send(instructor, as: ida, minutesAgo: 40) { book.started(session, at: one.venue, at: $0) }
        if !isLater {
            let row = try await book.store.session(session, taughtBy: ida)
            #expect(row.isInSession && row.isOpen && distance(row.startedAt, begun) < 5000, words)
        }
        try await send(student, as: ann, minutesAgo: 30) { book.claim(session, at: $0) }
        #expect(try await state(site, session) == (isLater ? "unconfirmed late" : "present"), words)
        let ended = try await send(instructor, as: ida, minutesAgo: 10) { book.step(.classSaved, session, at: $0) }
        let row = try await book.store.session(session, taughtBy: ida)
        #expect(row.phase == .saved && distance(row.startedAt, begun) < 5000, words)
        #expect(abs(row.worked - ended.since(begun)) < 5000, words)
        // The instructor has the last word.
        try await send(Device(), as: ida, minutesAgo: 0) { book.mark(.attendanceMarked, session, ann, at: $0) }
        #expect(try await state(site, session) == "present", words)
        try await send(Device(), as: ida, minutesAgo: 0) { book.mark(.attendanceCleared, session, ann, at: $0) }
        #expect(try await state(site, session) == "absent", words)
        try await send(Device(), as: ida, minutesAgo: 0) {
            book.enrolment(.enrolmentDeclined, ann, one.course, at: $0)
        }
        #expect(try await book.store.students(.declined, in: one.course).map(\.id) == [ann], words)
        try await send(Device(), as: ida, minutesAgo: 0) {
            book.enrolment(.enrolmentAccepted, ann, one.course, at: $0)
        }
    }

    private static func distance(_ one: Instant, _ other: Instant) -> Int64 {
        max(one.since(other), other.since(one))
    }

    private static func state(_ site: CourseSite, _ session: Identifier) async throws -> String {
        let row = try await site.book.store.session(session, taughtBy: site.book.instructor)
        let list = try await site.book.store.attendance(at: row)
        guard let mark = list.first(where: { $0.student.id == site.one.students[0] })?.mark else { return "" }
        return mark.isPresent ? "present" : mark.doubt.map { "unconfirmed \($0.rawValue)" } ?? "absent"
    }

    /// The feed and the pages tell the trusted time.
    @Test func isToldInTheFeed() async throws {
        try await CourseSite.run { site in
            let (book, one) = (site.book, site.one)
            let at = Instant.now.adding(milliseconds: 3 * 3_600_000)
            let mark = book.mark(.attendanceMarked, one.session, one.students[0], at: at)
            let before = try await book.store.lastSequence()
            #expect(try await site.outcomes([mark], as: book.instructor, sent: at) == ["accepted"])
            let entry = try #require(try await book.store.entries(after: before).last)
            #expect(abs(entry.at.milliseconds - Instant.now.milliseconds) < 60_000)
            let line = try await site.follow(after: before, as: book.instructor)
            await line.until("attendance.marked")
            #expect(line.told.contains("\"at\":\"\(entry.at.text)\""))
            line.close()
        }
    }
}
