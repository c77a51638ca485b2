import Classroom
import Foundation
import Store
import Support
import Testing

@testable import Pages
@testable import Web

/// Two instructors and five students work at a class, each on a device of their own, without signal and without knowing of each
/// other. In whatever order they come back, each device says in the end what the server says.
@Suite struct DevicesApartTests {
    @Test(arguments: 1...7)
    func eachEndsAsTheServer(seed: Int) async throws {
        try await TestSite.run { test in
            var school = try await School(test, SplitMix(state: UInt64(seed)))
            // No list goes on on a second page.
            for _ in 0..<15 { try await school.holdClass() }
            #expect(school.accepted > 100 && school.refused > 10, "\(school.accepted) \(school.refused)")
            #expect(school.seen > 15 * 7 * 5, "\(school.seen)")
        }
    }
}

/// Device of one person: the copy that was taken along, and what was done since.
private struct Device {
    let person: Identifier
    let maker: Maker
    let token: SignInToken
    let id = Identifier.make(at: .now)
    var taken = TakenCopy()
    var book: DeviceBook?
    var waiting: [PostedEntry] = []
    /// By its clock.
    var time = Instant.now

    /// Does something, unless the device knows that it cannot be.
    mutating func record(_ entry: PostedEntry) {
        guard book?.problem(with: entry) == nil else { return }
        book?.apply(entry)
        waiting.append(entry)
    }
}

private struct School {
    let test: TestSite
    var random: SplitMix
    let venue: Identifier
    let course: Identifier
    let students: [Identifier]
    var devices: [Device] = []
    /// Asked at the class before the devices part.
    var questions: [Identifier] = []
    /// Where time goes on, from class to class.
    var time = Instant.now.adding(milliseconds: -20 * 86_400_000)
    var accepted = 0
    var refused = 0
    /// Pages that were compared.
    var seen = 0

    init(_ test: TestSite, _ random: SplitMix) async throws {
        (self.test, self.random) = (test, random)
        let book = test.book
        venue = try await book.addVenue("Hall", TestBook.hall)
        students = try await book.addStudents(5)
        let other = try await book.addInstructor()
        let second = try #require(other.person)
        course = try await book.addCourse("Yoga", at: venue)
        try await book.expectAccepted(
            [book.edited(course, ["instructorAdded": .text(second.text)])]
                + students.map { book.enrolment(.enrolmentAccepted, $0, course, at: time) })
        let makers = [(book.instructor, book.maker), (second, other)] + students.map { ($0, book.student($0)) }
        for (person, maker) in makers {
            devices.append(Device(person: person, maker: maker, token: try await book.store.makeToken(for: person)))
        }
    }

    /// One history: all devices take along a class, work at it apart, and come back.
    mutating func holdClass() async throws {
        time = time.adding(milliseconds: 12 * 3_600_000)
        let session = try await test.book.schedule(course, at: time)
        questions = []
        if Bool.random(using: &random) {
            try await test.book.expectAccepted([test.book.started(session, at: venue, at: time)])
            questions = [.make(at: time), .make(at: time)]
            let asked = questions.map { ask($0, at: session, time) }
            try await test.book.expectAccepted(asked, by: devices[3].maker)
        }
        for place in devices.indices {
            try await bringUpToDate(place)
            devices[place].time = time.adding(milliseconds: Int64.random(in: 0...600_000, using: &random))
            for _ in 0..<Int.random(in: 0...5, using: &random) { work(place, at: session) }
        }
        var done: [String] = []
        for place in devices.indices.shuffled(using: &random) {
            try await comeBack(place, &done)
            if Int.random(in: 0..<3, using: &random) == 0 { try await bringUpToDate(place) }
        }
        for place in devices.indices {
            try await bringUpToDate(place)
            try await compare(place, session, after: done)
        }
        // Only one class of theirs can be in session.
        _ = try await test.book.post([test.book.step(.classSaved, session, at: time.adding(milliseconds: 3_600_000))])
    }

    private mutating func bringUpToDate(_ place: Int) async throws {
        let (device, sequence) = (devices[place], try await test.book.store.lastSequence())
        let copy = try await test.copy(for: device.person, device.token, since: device.taken.sequence)
        devices[place].book = try devices[place].taken.update(with: CopyValue(copy), at: sequence)
    }

    /// Sends what waits on a device, oldest first.
    private mutating func comeBack(_ place: Int, _ done: inout [String]) async throws {
        let device = devices[place]
        let results = try await test.book.store.append(
            device.waiting, device: device.id, by: device.maker, now: .now)
        for (entry, result) in zip(device.waiting, results) {
            done.append("\(place) \(entry.entryKind?.name ?? "") \(result.outcome)")
            if result.outcome == .accepted { accepted += 1 } else { refused += 1 }
        }
        devices[place].waiting = []
    }

    private mutating func compare(_ place: Int, _ session: Identifier, after done: [String]) async throws {
        let device = devices[place]
        let book = try #require(device.book)
        let both = [
            "/classes/\(session)", "/classes/\(session)/questions", "/courses", "/courses/\(course)", "/training",
        ]
        let taught = [
            "/class", "/sessions", "/students", "/venues", "/courses/\(course)/attendance",
            "/courses/\(course)/attendance/rates", "/people/\(students[place % 5])/attendance",
        ]
        for address in both + (device.maker.role == .instructor ? taught : []) {
            let page = try await test.expectSame(
                address, as: book.respond(to: DeviceRequest(address)), for: device.token.text,
                after: "\(place): \(done)")
            if page != nil { seen += 1 }
        }
    }
}

// What people do.
extension School {
    private mutating func work(_ place: Int, at session: Identifier) {
        devices[place].time = devices[place].time.adding(
            milliseconds: Int64.random(in: 1_000...300_000, using: &random))
        let time = devices[place].time
        let entry = place < 2 ? teach(session, time) : attend(session, time)
        devices[place].record(entry)
    }

    private mutating func teach(_ session: Identifier, _ time: Instant) -> PostedEntry {
        let book = test.book
        switch Int.random(in: 0..<13, using: &random) {
        case 0...1: return book.started(session, at: venue, at: time)
        case 2: return book.step(one(of: [.attendanceOpened, .attendanceClosed]), session, at: time)
        case 3...5:
            let kinds: [Kind] = [.attendanceMarked, .attendanceMarked, .attendanceCleared, .attendanceWithdrawn]
            return book.mark(one(of: kinds), session, one(of: students), at: time)
        case 6: return book.step(one(of: [.classPaused, .classResumed, .classUnstarted]), session, at: time)
        case 7: return book.step(.classSaved, session, at: time)
        case 11:
            let asked: [String: FieldValue] = [
                "class": .text(session.text), "reconfirmation": .text(Identifier.make(at: time).text),
                "minutes": .number(5),
            ]
            return book.entry(.reconfirmationRequested, asked, at: time)
        case 8: return book.edited(course, ["title": .text("Yoga \(time.milliseconds % 97)")], at: time)
        case 9:
            let name: [String: FieldValue] = [
                "venue": .text(venue.text), "name": .text("Hall \(time.milliseconds % 89)"),
            ]
            return book.entry(.venueSaved, name, at: time)
        case 10:
            let name = [
                "person": FieldValue.text(one(of: students).text), "firstName": .text("Åsa \(time.milliseconds % 83)"),
            ]
            return book.entry(.personEdited, name, at: time)
        default:
            let kinds: [Kind] = [.questionAnswered, .questionReopened, .questionHidden, .questionShown]
            return book.entry(one(of: kinds), about(session), at: time)
        }
    }

    private mutating func attend(_ session: Identifier, _ time: Instant) -> PostedEntry {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return test.book.claim(session, metres: one(of: [0, 30, 4_000, nil]), at: time)
        case 1: return ask(.make(at: time), at: session, time)
        case 2:
            let training: [String: FieldValue] = [
                "training": .text(Identifier.make(at: time).text), "description": .text("Ran"), "minutes": .number(30),
                "start": .text(time.text),
            ]
            return test.book.entry(.trainingLogged, training, at: time)
        default:
            let vote = ["vote": FieldValue.number(Double(Int.random(in: -1...1, using: &random)))]
            return test.book.entry(.questionVoted, about(session).merging(vote) { $1 }, at: time)
        }
    }

    private func ask(_ question: Identifier, at session: Identifier, _ time: Instant) -> PostedEntry {
        let asked: [String: FieldValue] = [
            "class": .text(session.text), "question": .text(question.text), "text": .text("Which mat?"),
            "isAnonymous": .flag(false),
        ]
        return test.book.entry(.questionAsked, asked, at: time)
    }

    /// Fields of an entry about one of the questions, or one that nobody has asked.
    private mutating func about(_ session: Identifier) -> [String: FieldValue] {
        let question = questions.randomElement(using: &random) ?? .make(at: time)
        return ["class": .text(session.text), "question": .text(question.text)]
    }

    private mutating func one<Element>(of all: [Element]) -> Element {
        all[Int.random(in: all.indices, using: &random)]
    }
}
