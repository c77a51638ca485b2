import Classroom
import Foundation
import Support
import Testing

@testable import Web

/// Who is told what of a course.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CourseFeedTests {
    /// What happens in the course while people are told of it.
    private func happen(_ site: CourseSite) async throws {
        let (book, one) = (site.book, site.one)
        func claim(_ number: Int) async throws {
            let claim = book.claim(one.session)
            #expect(try await site.outcomes([claim], as: one.students[number]) == ["accepted"])
        }
        try await book.expectAccepted([
            book.step(.attendanceClosed, one.session), book.step(.attendanceOpened, one.session),
        ])
        try await claim(0)
        try await claim(1)
        try await book.expectAccepted([
            book.mark(.attendanceMarked, one.session, one.students[2]),
            book.mark(.attendanceCleared, one.session, one.students[0]),
            book.step(.classSaved, one.session), book.started(site.coming, at: one.venue),
            book.edited(one.course, ["title": .text("Tango")]),
        ])
        // The end, for everybody.
        try await book.expectAccepted(
            one.students.map { book.entry(.personEdited, ["person": .text($0.text), "firstName": .text("New")]) })
        try await book.expectAccepted([
            book.entry(.personEdited, ["person": .text(site.stranger.text), "firstName": .text("New")])
        ])
        _ = try await book.addVenue("End")
    }

    @Test func studentsAreToldOfTheirCoursesAndOfThemselvesOnly() async throws {
        try await CourseSite.run { site in
            let start = try await site.book.store.lastSequence()
            try await happen(site)
            let student = site.one.students[0]
            let all = try await site.follow(after: start, as: student).kinds(until: "person.edited")
            let ofClass = ["attendance.closed", "attendance.opened", "attendance.claimed", "attendance.cleared"]
            #expect(all == ofClass + ["class.saved", "class.started", "course.edited", "person.edited"])
            let path = "/classes/\(site.one.session)/feed"
            let own = try await site.follow(path, after: start, as: student).kinds(until: "class.saved")
            #expect(own == ofClass + ["class.saved"])
            // One who does not take the course is told of nothing in it.
            let other = try await site.follow(after: start, as: site.stranger).kinds(until: "person.edited")
            #expect(other == ["person.edited"])
        }
    }

    @Test func itsInstructorsAreToldOfAllAndOthersOfNothing() async throws {
        try await CourseSite.run { site in
            let start = try await site.book.store.lastSequence()
            try await happen(site)
            let expected = [
                "attendance.closed", "attendance.opened", "attendance.claimed", "attendance.claimed",
                "attendance.marked", "attendance.cleared", "class.saved",
            ]
            let path = "/classes/\(site.one.session)/feed"
            let inClass = try await site.follow(path, after: start, as: site.book.instructor).kinds(
                until: "class.saved")
            #expect(inClass == expected)
            let end = ["person.edited", "person.edited", "person.edited", "person.edited", "venue.saved"]
            let all = try await site.follow(after: start, as: site.book.instructor).kinds(until: "venue.saved")
            #expect(all == expected + ["class.started", "course.edited"] + end)
            let other = try await site.follow(after: start, as: site.otto).kinds(until: "venue.saved")
            #expect(other == end)
        }
    }

    @Test func whoIsLetInComesBackAndIsToldMore() async throws {
        try await CourseSite.run { site in
            let (book, one) = (site.book, site.one)
            let start = try await book.store.lastSequence()
            try await book.expectAccepted([book.requested(one.course)], by: book.student(site.stranger))
            let line = try await site.follow(after: start, as: site.stranger)
            await line.until("enrolment.requested")
            try await book.expectAccepted([book.step(.attendanceClosed, one.session)])
            try await book.enrol([site.stranger], in: one.course)
            let text = await line.end()
            #expect(text.contains("enrolment.accepted") && !text.contains("attendance.closed"))
            #expect(text.hasSuffix("event: again\ndata:\n\n"))
            let accepted = try await book.store.lastSequence()
            try await book.expectAccepted([book.step(.attendanceOpened, one.session)])
            let more = try await site.follow(after: accepted, as: site.stranger).kinds(until: "attendance.opened")
            #expect(more == ["attendance.opened"])
        }
    }

    /// Also of one class alone.
    @Test(arguments: ["/feed", "/classes/ID/feed"])
    func whoIsOutIsToldNoMore(path: String) async throws {
        try await CourseSite.run { site in
            let (book, one) = (site.book, site.one)
            let path = path.replacingOccurrences(of: "ID", with: one.session.text)
            let start = try await book.store.lastSequence()
            try await book.expectAccepted([
                book.edited(one.course, ["instructorAdded": .text(site.otto.text)]),
                book.step(.attendanceClosed, one.session),
            ])
            let lines = [
                try await site.follow(path, after: start, as: one.students[0]),
                try await site.follow(path, after: start, as: site.otto),
            ]
            for line in lines { await line.until("attendance.closed") }
            try await book.expectAccepted([
                book.enrolment(.enrolmentDeclined, one.students[0], one.course),
                book.edited(one.course, ["instructorRemoved": .text(site.otto.text)]),
                book.step(.attendanceOpened, one.session),
            ])
            for line in lines {
                let text = await line.end()
                #expect(text.hasSuffix("event: again\ndata:\n\n") && !text.contains("attendance.opened"))
            }
        }
    }
}
