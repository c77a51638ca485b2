import Classroom
import Foundation
import Store
import Support
import Testing

@testable import Pages
@testable import Web

/// A device's book says what the server says, page by page.
@Suite struct DeviceBookTests {
    @Test(arguments: [19, 20, 21, 23])
    func pagesAreTheServers(seed: Int) async throws {
        try await TestSite.run { test in
            var history = try await DeviceHistory(test, SplitMix(state: UInt64(seed)))
            history.calls = try DeviceCalls(keptAs: "pages-\(seed)")
            for _ in 0..<15 {
                let entries = try await history.goOn(by: Int.random(in: 1...8, using: &history.random))
                try await history.hearOthers()
                let device = try await history.update()
                for address in history.addresses() {
                    try await history.expectSame(address, device, after: entries)
                }
            }
            #expect((3..<15).contains(history.updates))
            #expect(history.questions.count > 3)
        }
    }

    /// What the device did since it took the book along looks as it will once the server has it.
    @Test(arguments: 31..<35)
    func entriesDoWhatTheyDoOnTheServer(seed: Int) async throws {
        try await TestSite.run { test in
            var history = try await DeviceHistory(test, SplitMix(state: UInt64(seed)))
            history.calls = try DeviceCalls(keptAs: "entries-\(seed)")
            for _ in 0..<6 {
                try await history.hearOthers()
                let taken = try await history.take()
                // What was deleted before is not in the copy.
                (history.types, history.gone) = (taken.types.map(\.id), [])
                var entries: [PostedEntry] = []
                for _ in 0..<6 {
                    let new = try await history.goOn(by: Int.random(in: 1...4, using: &history.random))
                    try history.calls?.follow(new, isAll: entries.isEmpty)
                    entries += new
                    var device = taken
                    for entry in entries { device.apply(entry) }
                    for address in history.addresses() {
                        try await history.expectSame(address, device, after: entries)
                    }
                }
            }
        }
    }

    /// Where classes are missing on the device, it says so, or leaves the page to what was fetched.
    @Test func attendanceSaysThatClassesAreMissing() async throws {
        try await TestSite.run { test in
            let history = try await DeviceHistory(test, SplitMix(state: 1))
            let (person, course) = (history.people[0], history.courses[0])
            for day in 1...40 {
                let start = Instant.now.adding(milliseconds: -Int64(day) * 86_400_000)
                let session = Identifier.make(at: start)
                let end = start.adding(milliseconds: 3_600_000)
                try await test.book.expectAccepted([
                    test.book.entry(
                        .classRecorded,
                        [
                            "class": .text(session.text), "course": .text(course.text), "start": .text(start.text),
                            "end": .text(end.text), "venue": .text(history.venues[0].text),
                        ]),
                    test.book.mark(.attendanceMarked, session, person, at: start),
                ])
            }
            let (whole, part) = (try await history.take(), try await history.take(mostMarks: 0))
            func page(_ book: DeviceBook, _ path: String, isKept: Bool = false) -> (any DevicePage)? {
                book.respond(
                    to: DeviceRequest(
                        path: path, query: .object([]), now: .now, isLost: true, isLatest: true, isKept: isKept))
            }
            let (own, rates) = ("/people/\(person)/attendance", "/courses/\(course)/attendance/rates")
            let all = try #require(page(whole, own, isKept: true) as? PersonRatesPage)
            #expect(all.known.classes.count == 40 && all.onlyText == nil && page(whole, rates) != nil)
            let some = try #require(page(part, own) as? PersonRatesPage)
            #expect(some.known.classes.count == 30 && some.onlyText != nil)
            #expect(page(part, own, isKept: true) == nil && page(part, rates) == nil)
        }
    }

    /// What the server refuses, the device refuses in the same words, as far as it knows; and nothing else.
    @Test(arguments: [51, 52, 53, 105])
    func deviceSaysNoWhereTheServerDoes(seed: Int) async throws {
        try await TestSite.run { test in
            var history = try await DeviceHistory(test, SplitMix(state: UInt64(seed)))
            var refused: Set<String> = []
            for _ in 0..<12 {
                try await history.hearOthers()
                var device = try await history.take()
                (history.types, history.gone) = (device.types.map(\.id), [])
                for entry in try await history.goOn(by: 12, asking: &device) { refused.insert(entry) }
            }
            #expect(refused.isSuperset(of: ["class inSession", "class phase"]), "\(refused)")
        }
    }

    @Test func deviceKnowsWhoHasAStudentIDAndWhoHasNone() async throws {
        try await TestSite.run { test in
            let book = test.book
            let history = try await DeviceHistory(test, SplitMix(state: 1))
            let course = try await book.addCourse(at: history.venues[0])
            let session = try await book.schedule(course, at: .now)
            try await book.expectAccepted([book.started(session, at: history.venues[0], at: .now)])
            let new = Identifier.make(at: .now)
            let names: [String: FieldValue] = ["firstName": .text("Otto"), "lastName": .text("Neu")]
            try await book.expectAccepted([
                book.entry(.personAdded, names.merging(["person": .text(new.text)]) { $1 }),
                book.entry(.studentTypeSaved, ["type": .text(Identifier.make(at: .now).text), "name": .text("Trial")]),
            ])
            let id = try #require(try await book.store.person(history.people[0]).studentID)
            let refused = [
                book.entry(
                    .personAdded,
                    names.merging(["person": .text(Identifier.make(at: .now).text), "studentID": .text(id)]) { $1 }),
                book.entry(.personNumbered, ["person": .text(new.text), "studentID": .text(id)]),
                book.entry(.personEdited, ["person": .text(new.text), "firstName": .text(""), "lastName": .text("")]),
                book.mark(.attendanceMarked, session, new, at: .now),
                book.enrolment(.enrolmentAccepted, new, course, at: .now),
                book.entry(
                    .studentTypeSaved, ["type": .text(Identifier.make(at: .now).text), "name": .text("TRIAL")]),
            ]
            let device = try await history.take()
            for entry in refused {
                let problem = try #require(device.problem(with: entry), "\(entry)")
                #expect(try await book.post([entry]).flatMap(\.problems) == [problem])
            }
        }
    }

    /// What the instructor said, which the copy has by now, is taken back on the device: what was known before stands again.
    @Test func marksOfTheCopyAreTakenBackAsOnTheServer() async throws {
        try await TestSite.run { test in
            let (book, now) = (test.book, Instant.now.adding(milliseconds: -60_000))
            var history = try await DeviceHistory(test, SplitMix(state: 1))
            let (course, person) = (history.courses[0], history.people[1])
            let session = try await book.schedule(course, at: now)
            try await book.expectAccepted([
                book.enrolment(.enrolmentAccepted, person, course, at: now),
                book.started(session, at: history.venues[0], at: now),
            ])
            _ = try await history.update()
            var device = try await history.update()
            for (place, kind) in [Kind.attendanceMarked, .attendanceCleared, .attendanceMarked].enumerated() {
                let at = now.adding(milliseconds: Int64(place + 1) * 1000)
                try await book.expectAccepted([book.mark(kind, session, person, at: at)])
                device = try await history.update()
            }
            for place in 0..<3 {
                let at = now.adding(milliseconds: Int64(place + 5) * 1000)
                let entry = book.mark(.attendanceWithdrawn, session, person, at: at)
                try await book.expectAccepted([entry])
                device.apply(entry)
                for address in ["/classes/\(session)", "/courses/\(course)/attendance"] {
                    try await history.expectSame(address, device, after: [entry])
                }
            }
            #expect(history.updates >= 3)
        }
    }

    /// Courses that were made, left, archived and opened on the device.
    @Test func coursesAreChangedAsOnTheServer() async throws {
        try await TestSite.run { test in
            let (book, now) = (test.book, Instant.now)
            let history = try await DeviceHistory(test, SplitMix(state: 1))
            let (venue, other) = (history.venues[0], try #require(try await book.addInstructor().person?.text))
            let (first, second) = (history.courses[0], history.courses[1])
            for course in [first, second] {
                _ = try await book.schedule(course, at: now.adding(milliseconds: 600_000))
                let teacher = ["course": FieldValue.text(course.text), "instructorAdded": .text(other)]
                try await book.expectAccepted([book.entry(.courseEdited, teacher)])
            }
            let asking = history.people[10]
            try await book.expectAccepted(
                [book.entry(.enrolmentRequested, ["course": .text(first.text)])],
                by: Maker(person: asking, role: .student))
            let new = Identifier.make(at: now)
            let facts: [String: FieldValue] = ["title": .text("New"), "timeZone": .text("Europe/Zurich")]
            func about(_ kind: Kind, _ course: Identifier, _ fields: [String: FieldValue] = [:]) -> PostedEntry {
                book.entry(kind, fields.merging(["course": .text(course.text)]) { $1 })
            }
            let old = Identifier.make(at: now)
            try await book.expectAccepted([
                about(.courseCreated, old, facts.merging(["venue": .text(venue.text)]) { $1 }),
                about(.courseArchived, old),
            ])
            let steps = [
                [about(.courseCreated, new, facts.merging(["venue": .text(venue.text)]) { $1 })],
                [book.scheduled(.make(at: now), of: new, at: now.adding(milliseconds: 900_000), made: now)],
                [about(.enrolmentAccepted, new, ["person": .text(asking.text)])],
                // Who asked stays so, though the course is open, until that is said.
                [about(.enrolmentDeclined, first, ["person": .text(asking.text)])],
                [about(.courseEdited, first, ["isOpen": .flag(true)])],
                [about(.enrolmentReopened, first, ["person": .text(asking.text)])],
                [about(.courseEdited, first, ["title": .text("Other")])],
                [about(.courseArchived, first)], [about(.courseUnarchived, first)], [about(.courseArchived, first)],
                [about(.courseUnarchived, old)],
                [about(.courseEdited, second, ["instructorRemoved": .text(book.instructor.text)])],
            ]
            var device = try await history.take()
            for entries in steps {
                try await book.expectAccepted(entries)
                for entry in entries { device.apply(entry) }
                for address in ["/courses", "/courses?archived=1", "/class", "/classes/new"] {
                    try await history.expectSame(address, device, after: entries)
                }
                for course in [new, first, second] {
                    for part in ["", "/students", "/instructors", "/edit", "/attendance"] {
                        let address = "/courses/\(course)\(part)"
                        guard try await test.get(address, as: test.instructor).status == .ok else { continue }
                        try await history.expectSame(address, device, after: entries)
                    }
                }
            }
            #expect(device.respond(to: DeviceRequest("/courses/\(second)")) == nil)
        }
    }

    /// So are those of a student's device, whether its copy was brought up to date in parts or was fetched anew.
    ///
    /// Of each seed no class has more questions than are on the server's first page.
    @Test(arguments: [43, 44, 45, 49])
    func pagesOfStudentsAreTheServers(seed: Int) async throws {
        try await TestSite.run { test in
            var history = try await DeviceHistory(test, SplitMix(state: UInt64(seed)))
            var (seen, updated, states): (Int, TakenCopy, Set<String>) = (0, TakenCopy(), [])
            let calls = try DeviceCalls(keptAs: "student-\(seed)")
            for _ in 0..<25 {
                let entries = try await history.goOn(by: Int.random(in: 1...8, using: &history.random))
                for _ in 0..<3 { try await history.hearOthers() }
                try await history.judgeStudent()
                let sequence = try await test.book.store.lastSequence()
                let part = try await history.studentPage(since: updated.sequence)
                try calls?.take(part, isUpdate: CopyValue(part).flag("isUpdate"))
                let devices = [
                    try updated.update(with: CopyValue(part), at: sequence),
                    try #require(DeviceBook(CopyValue(try await history.studentPage(since: nil)), host: .here)),
                ]
                for address in history.studentAddresses() {
                    let request = DeviceRequest(address)
                    try calls?.respond(to: address, request, with: devices[0].respond(to: request))
                    for device in devices {
                        seen +=
                            try await history.expectSame(
                                address, device, after: entries, as: history.studentToken, &states) ? 1 : 0
                    }
                }
            }
            #expect(seen > 100)
            #expect(updated.updates > 3)
            #expect(states.isSuperset(of: ["running", "saved", "present"]) && states.count > 3, "\(states)")
        }
    }

    /// Classes of a course that the copy has as planned, and one that is scheduled on the device.
    @Test func plannedClassesAreStartedAndRecordedAsOnTheServer() async throws {
        try await TestSite.run { test in
            let (book, now) = (test.book, Instant.now)
            let history = try await DeviceHistory(test, SplitMix(state: 1))
            let course = try await book.addCourse(at: history.venues[0])
            let ago = [300, 200, 100, -20].map { now.adding(milliseconds: Int64($0) * -60_000) }
            var planned: [Identifier] = []
            for start in ago { planned.append(try await book.schedule(course, at: start)) }
            let new = Identifier.make(at: now)
            let venue = FieldValue.text(history.venues[1].text)
            let times: [String: FieldValue] = ["start": .text(ago[1].text), "end": .text(ago[2].text)]
            let entries = [
                book.entry(.classStarted, ["class": .text(planned[0].text), "venue": venue], at: ago[0]),
                book.entry(.classSaved, ["class": .text(planned[0].text)], at: ago[1]),
                book.entry(.classRecorded, times.merging(["class": .text(planned[1].text)]) { $1 }, at: ago[2]),
                book.entry(.classDeleted, ["class": .text(planned[2].text)], at: ago[2]),
                book.scheduled(new, of: course, at: now.adding(milliseconds: 600_000), ["venue": venue], made: ago[2]),
            ]
            var device = try await history.take()
            try await book.expectAccepted(entries)
            for entry in entries { device.apply(entry) }
            for address in ["/class", "/sessions", "/sessions?show=course&sort=venue"] {
                try await history.expectSame(address, device, after: entries)
            }
            // The last is still to come; that before was cancelled.
            for session in planned + [new] {
                try await history.expectSame("/classes/\(session)", device, after: entries)
            }
        }
    }
}

/// Entries at random, to the server's book, and what a device takes along of it.
private struct DeviceHistory {
    let test: TestSite
    let token: SignInToken
    var random: SplitMix
    var time = Instant.now.adding(milliseconds: -20 * 86_400_000)
    var people: [Identifier] = []
    var venues: [Identifier] = []
    var types: [Identifier] = []
    var classes: [Identifier] = []
    var courses: [Identifier] = []
    /// Classes of courses that were scheduled.
    var planned: [Identifier] = []
    /// Questions of students, by class.
    var questions: [(session: Identifier, question: Identifier)] = []
    /// What can be put back.
    var gone: [PostedEntry] = []
    private var kept = TakenCopy()
    var updates: Int { kept.updates }
    let studentToken: String
    /// What the device is asked, if that is to be kept.
    var calls: DeviceCalls?

    init(_ test: TestSite, _ random: SplitMix) async throws {
        (self.test, self.random) = (test, random)
        token = try await test.book.store.makeToken(for: test.book.instructor)
        people = try await test.book.addStudents(12) + [test.book.instructor]
        studentToken = try await test.book.store.makeToken(for: people[0]).text
        // Before all that is said of them later.
        let hall = TestBook.hall
        let place = ["latitude": FieldValue.number(hall.latitude), "longitude": .number(hall.longitude)]
        for (name, place) in [("Hall", [:]), ("Émile’s", [:]), ("hall", [:]), ("Catalina Room", place)] {
            venues.append(.make(at: .now))
            let facts = ["venue": FieldValue.text(venues[venues.count - 1].text), "name": .text(name)]
            try await test.book.expectAccepted([test.book.entry(.venueSaved, facts.merging(place) { $1 }, at: time)])
        }
        for (place, facts) in [[:], ["evidence": "any", "survey": "https://example.org/yoga"]].enumerated() {
            let facts = facts.mapValues { FieldValue.text($0) }
            courses.append(try await test.book.addCourse("Yoga \(place)", at: venues[3 * place], facts))
            let enrolled = (people.prefix(6) + people[8...9]).map {
                test.book.enrolment(.enrolmentAccepted, $0, courses[place], at: time)
            }
            try await test.book.expectAccepted(enrolled)
        }
    }

    /// Brings the copy up to date, in parts, as a device does that has one already.
    mutating func update() async throws -> DeviceBook {
        let sequence = try await test.book.store.lastSequence()
        let model = try await test.copy(for: test.book.instructor, token, since: kept.sequence)
        let fresh = CopyValue(model)
        try calls?.take(model, isUpdate: fresh.flag("isUpdate"))
        return try kept.update(with: fresh, at: sequence)
    }

    /// What the device of one of the students takes along.
    func studentPage(since: Int64?) async throws -> Model { try await test.copy(for: people[0], token, since: since) }

    func studentAddresses() -> [String] {
        let asked = questions.suffix(2).map(\.session)
        return (planned.suffix(4) + [planned.randomElement()].compactMap(\.self) + asked).flatMap {
            ["/classes/\($0)", "/classes/\($0)/questions"]
        } + classes.suffix(1).map { "/classes/\($0)" } + ["/training", "/students", "/class", "/courses"]
            + courses.map { "/courses/\($0)" }
    }

    func take(mostMarks: Int64 = 12_000) async throws -> DeviceBook {
        let model = try await test.copy(for: test.book.instructor, token, since: nil, mostMarks: mostMarks)
        try calls?.take(model, isUpdate: false)
        return try #require(DeviceBook(CopyValue(model), host: .here))
    }

    /// Returns the entries that the server accepted.
    mutating func goOn(by count: Int) async throws -> [PostedEntry] {
        var entries: [PostedEntry] = []
        for _ in 0..<count {
            let step = Int64.random(in: 1...6 * 3_600_000, using: &random)
            time = min(time.adding(milliseconds: step), Instant.now)
            guard let entry = next() else { continue }
            let results = try await test.book.post([entry])
            guard results.allSatisfy({ $0.outcome == .accepted }) else { continue }
            entries.append(entry)
            if entry.entryKind == .personRemoved { people.remove(at: 8) }
        }
        return entries
    }

    /// Makes entries that the device is asked of first.
    ///
    /// - Returns: the problems that it found, as "field code".
    mutating func goOn(by count: Int, asking device: inout DeviceBook) async throws -> Set<String> {
        var refused: Set<String> = []
        for _ in 0..<count {
            time = min(time.adding(milliseconds: Int64.random(in: 1...600_000, using: &random)), Instant.now)
            guard let entry = next() else { continue }
            // Whether a class may become one of another course, the device leaves to the server, which says so first.
            if entry.entryKind == .classCorrected, entry.fields.contains(where: { $0.name == "course" }) { continue }
            let problem = device.problem(with: entry)
            let found = try await test.book.post([entry]).flatMap(\.problems)
            if let problem {
                #expect(found.contains(problem), "\(problem.message) \(found.map(\.message)) \(entry)")
                refused.insert("\(problem.field) \(problem.code)")
            } else if found.isEmpty {
                device.apply(entry)
            } else {
                let missed = found.filter { ["inSession", "new", "taken"].contains($0.code) }
                #expect(missed.isEmpty, "\(missed.map(\.message)) \(entry)")
            }
        }
        return refused
    }

    /// Students claim to be present, and say that they still are; the instructor asks them.
    mutating func hearOthers() async throws {
        guard let session = planned.last else { return }
        let places: [Double?] = [0, 30, 49, 4_000, nil]
        let place = one(of: places)
        let claim = test.book.claim(session, metres: place, at: time)
        // Two of three come from one device.
        let device = Bool.random(using: &random) ? test.book.device : Identifier.make(at: .now)
        let student = Maker(person: people[Int.random(in: 0..<6, using: &random)], role: .student)
        _ = try await test.book.store.append([claim], device: device, by: student, now: time)
        try await hearQuestions()
        let asked: [String: FieldValue] = [
            "class": .text(session.text), "reconfirmation": .text(Identifier.make(at: time).text),
            "minutes": .number(9),
        ]
        guard Int.random(in: 0..<3, using: &random) == 0 else { return }
        _ = try await test.book.post([test.book.entry(.reconfirmationRequested, asked, at: time)])
        let there: [String: FieldValue] = [
            "class": .text(session.text), "latitude": .number(TestBook.hall.latitude),
            "longitude": .number(TestBook.hall.longitude), "accuracy": .number(9), "age": .number(0),
        ]
        let confirmed = test.book.entry(.attendanceConfirmed, there, at: time)
        _ = try await test.book.store.append([confirmed], device: device, by: student, now: time)
    }

    /// The instructor says of the student whose device it is whether they are present.
    mutating func judgeStudent() async throws {
        guard let session = planned.last, Bool.random(using: &random) else { return }
        let kind = one(of: [Kind.attendanceMarked, .attendanceMarked, .attendanceCleared])
        _ = try await test.book.post([test.book.mark(kind, session, people[0], at: time)])
    }

    /// Students ask, and vote, at a class that the instructor started at the front of the room.
    private mutating func hearQuestions() async throws {
        if let session = planned.last, Bool.random(using: &random) {
            // Only one class of theirs can be in session.
            let others = classes.filter { $0 != session }.map { test.book.step(.classSaved, $0, at: time) }
            _ = try await test.book.post(others + [test.book.started(session, at: venues[0], at: time)])
        }
        for session in planned.suffix(3) + planned.suffix(1) {
            let student = Maker(person: people[Int.random(in: 0..<6, using: &random)], role: .student)
            let question = Identifier.make(at: time)
            let asked = entry(
                .questionAsked, ["class": .text(session.text), "question": .text(question.text)],
                ["text": .text(name() + "?"), "isAnonymous": .flag(Bool.random(using: &random))])
            let answers = try await test.book.store.append(
                [asked], device: test.book.device, by: student, now: time)
            guard answers.allSatisfy({ $0.outcome == .accepted }) else { continue }
            questions.append((session, question))
            let other = questions[Int.random(in: 0..<questions.count, using: &random)]
            let voted = entry(
                .questionVoted, ["class": .text(other.session.text), "question": .text(other.question.text)],
                ["vote": .number(Double(Int.random(in: -1...1, using: &random)))])
            _ = try await test.book.store.append([voted], device: test.book.device, by: student, now: time)
        }
    }

    func expectSame(_ address: String, _ device: DeviceBook, after entries: [PostedEntry]) async throws {
        var states: Set<String> = []
        _ = try await expectSame(address, device, after: entries, as: test.instructor, &states)
    }

    /// - Parameter states: of classes that were seen, and of the attendance at them.
    /// - Returns: whether there is such a page.
    func expectSame(
        _ address: String, _ device: DeviceBook, after entries: [PostedEntry], as token: String,
        _ states: inout Set<String>
    ) async throws -> Bool {
        let request = DeviceRequest(address)
        let made = device.respond(to: request)
        if let calls {
            try calls.respond(to: address, request, with: made)
            // The server is asked where nothing is kept.
            return made != nil
        }
        let page = try await test.expectSame(address, as: made, for: token, after: "\(entries)")
        if let card = page?["card"] as? [String: Any] {
            states.formUnion([card["phase"], card["attendance"]].compactMap { $0 as? String })
        }
        return page != nil
    }

    func addresses() -> [String] {
        let lists = [
            "/class", "/sessions", "/sessions?sort=venue", "/sessions?sort=attended",
            "/sessions?sort=oldest&search=h%C3%A4l", "/students", "/students?activity=all&sort=attended",
            "/students?activity=inactive", "/students?search=%C3%A5", "/students?search=obr", "/training", "/courses",
            "/classes/new", "/courses/new", "/venues/new", "/venues", "/venues?hidden=1", "/venues?search=h",
            "/venues/\(venues[3])",
            "/venues/\(venues[Int(time.milliseconds % 4)])",
        ]
        let sessions = [classes.last, classes.randomElement(), planned.last, planned.randomElement()]
        let pages = sessions.compactMap(\.self).flatMap { session in
            ["", "/roster", "/correct", "/schedule", "/register"].map { "/classes/\(session)\($0)" }
        }
        let asked = Set((questions.suffix(2) + questions.prefix(1)).map(\.session) + planned.suffix(1))
        let ofCourses = courses.flatMap {
            [
                "/courses/\($0)", "/courses/\($0)/schedule", "/courses/\($0)/students",
                "/courses/\($0)/students?search=%C3%A5", "/courses/\($0)/instructors", "/courses/\($0)/edit",
                "/courses/\($0)/several",
                "/courses/\($0)/attendance", "/courses/\($0)/attendance/rates",
                "/courses/\($0)/attendance/register",
                "/courses/\($0)/attendance/register?contents=empty&boxes=3&search=%C3%A5",
                "/courses/\($0)/attendance/register?contents=empty",
                "/courses/\($0)/attendance?search=%C3%A5&below=60&period=\(Instant.now.text.prefix(7))",
                "/courses/\($0)/attendance?below=75&after=\(people[3])"
                    + (planned.isEmpty ? "" : "&until=\(planned[planned.count / 2])"),
            ]
        }
        let own = classes.suffix(4).map { "/class?class=\($0)" }
        return lists + pages + own + ofCourses + asked.map { "/classes/\($0)/questions" }
            + [people.last, people.randomElement()].compactMap(\.self).flatMap {
                ["/people/\($0)", "/people/\($0)/attendance"]
            }
    }
}

extension DeviceHistory {
    private mutating func next() -> PostedEntry? {
        switch Int.random(in: 0..<17, using: &random) {
        case 16: ofTraining()
        case 10...13: ofCourses()
        case 14...15: ofQuestions()
        case 0...2: ofPeople()
        case 3: ofTypes()
        case 4: ofVenues()
        case 5...6: ofMarks()
        default: ofClasses()
        }
    }

    private mutating func ofPeople() -> PostedEntry? {
        let person = one(of: people)
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            let new = Identifier.make(at: .now)
            people.append(new)
            let ids: [[String: FieldValue]] = [["givesID": .flag(true)], ["studentID": .text("00000000")], [:]]
            return entry(
                .personAdded, ["person": .text(new.text), "firstName": .text(name()), "lastName": .text(name())],
                one(of: ids))
        case 1: return entry(.personEdited, ["person": person, "firstName": .text(name())])
        case 2: return entry(.personEdited, ["person": person, "type": types.isEmpty ? .text("") : one(of: types)])
        case 3: return entry(.personEdited, ["person": person, "tagAdded": .text(name()), "note": .text(name())])
        // The first has a device.
        case 4: return entry(.personDeactivated, ["person": one(of: people.dropFirst())])
        case 5: return entry(.personActivated, ["person": person])
        // A device does not take along who was removed.
        case 6 where kept.sequence != nil && people.count > 9:
            return entry(.personRemoved, ["person": .text(people[8].text)])
        default: return entry(.personNumbered, ["person": person, "studentID": .text("\(people.count)00")])
        }
    }

    private mutating func ofTypes() -> PostedEntry? {
        guard !types.isEmpty, Bool.random(using: &random) else {
            types.append(.make(at: .now))
            return entry(.studentTypeSaved, ["type": .text(types[types.count - 1].text), "name": .text(name())])
        }
        return takenAwayOrBack(.studentTypeDeleted, .studentTypeRestored, ["type": one(of: types)])
    }

    private mutating func ofVenues() -> PostedEntry? {
        switch Int.random(in: 0..<5, using: &random) {
        case 3: return entry(.venueMerged, ["venue": .text(venues[2].text), "into": .text(venues[0].text)])
        case 4: return entry(.venueSeparated, ["venue": .text(venues[2].text)])
        case 0: return entry(.venueHidden, ["venue": one(of: venues)])
        case 1: return entry(.venueShown, ["venue": one(of: venues)])
        default:
            let place: [String: FieldValue] = ["latitude": .number(47.25), "longitude": .number(8.5)]
            return entry(.venueSaved, ["venue": one(of: venues), "name": .text(name())], one(of: [place, [:]]))
        }
    }

    private mutating func ofMarks() -> PostedEntry? {
        guard !classes.isEmpty else { return nil }
        let kind: Kind = Int.random(in: 0..<4, using: &random) == 0 ? .attendanceCleared : .attendanceMarked
        return entry(kind, ["class": one(of: classes), "person": one(of: people)])
    }

    private mutating func ofCourses() -> PostedEntry? {
        let session = planned.isEmpty ? .null : one(of: planned.suffix(3))
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1 where planned.count < 25:
            let start = time.adding(milliseconds: Int64.random(in: -4 * 3_600_000...30 * 3_600_000, using: &random))
            planned.append(.make(at: .now))
            classes.append(planned[planned.count - 1])
            return test.book.scheduled(planned[planned.count - 1], of: one(of: courses), at: start, made: time)
        case 2: return entry(.enrolmentAccepted, ["course": one(of: courses), "person": one(of: people)])
        case 3:
            let kind: Kind = one(of: [.enrolmentDeclined, .enrolmentReopened])
            return entry(kind, ["course": one(of: courses), "person": one(of: people)])
        case 7: return entry(.courseEdited, ["course": one(of: courses)], one(of: facts()))
        case _ where planned.isEmpty: return nil
        case 4: return entry(.classStarted, ["class": session, "venue": one(of: venues)])
        case 5: return entry(one(of: [.attendanceOpened, .attendanceClosed]), ["class": session])
        case 8: return entry(.classUnstarted, ["class": session])
        case 6: return entry(.attendanceAsked, ["class": session, "evidence": one(of: [.text("code"), .text("")])])
        default: return entry(.attendanceWithdrawn, ["class": session, "person": one(of: people)])
        }
    }

    private mutating func facts() -> [[String: FieldValue]] {
        [
            ["title": .text(name())], ["description": .text(name()), "category": .text("strength")],
            ["venue": one(of: venues)], ["isOpen": .flag(Bool.random(using: &random))],
            ["evidence": .text("any"), "accuracy": .number(40)],
            ["askers": .text("present"), "survey": .text("https://example.org/")],
            ["instructorAdded": one(of: people)], ["instructorRemoved": one(of: people.dropLast())],
        ]
    }

    private mutating func ofTraining() -> PostedEntry? {
        let minutes = FieldValue.number(Double(Int.random(in: 1...200, using: &random)))
        return entry(
            .trainingLogged,
            ["training": .text(Identifier.make(at: time).text), "description": .text("Ran \(name())")],
            ["minutes": minutes, "start": .text(time.text)])
    }

    private mutating func ofQuestions() -> PostedEntry? {
        guard !questions.isEmpty else { return nil }
        let (session, question) = questions[Int.random(in: 0..<questions.count, using: &random)]
        let about: [String: FieldValue] = ["class": .text(session.text), "question": .text(question.text)]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return entry(.questionVoted, about, ["vote": .number(Double(Int.random(in: -1...1, using: &random)))])
        case 1: return entry(.questionHidden, about)
        case 2: return entry(.questionShown, about)
        case 3: return entry(.questionReopened, about)
        default: return entry(.questionAnswered, about)
        }
    }

    private mutating func ofClasses() -> PostedEntry? {
        let isFirst = classes.isEmpty
        let session = isFirst ? .null : one(of: classes.suffix(3))
        switch Int.random(in: 0..<8, using: &random) {
        case 0...1 where classes.count < 25:
            classes.append(.make(at: .now))
            return entry(.classStarted, ["class": .text(classes[classes.count - 1].text), "venue": one(of: venues)])
        case 2 where classes.count < 25:
            classes.append(.make(at: .now))
            let start = time.adding(milliseconds: -Int64.random(in: 60_000...9_000_000, using: &random))
            let times: [String: FieldValue] = ["start": .text(start.text), "end": .text(time.text)]
            return entry(
                .classRecorded, ["class": .text(classes[classes.count - 1].text), "venue": one(of: venues)], times)
        case _ where isFirst: return nil
        case 3: return entry(.classPaused, ["class": session])
        case 4: return entry(.classResumed, ["class": session])
        case 5: return entry(.classCorrected, ["class": session], correction())
        case 6: return takenAwayOrBack(.classDeleted, .classRestored, ["class": session])
        default: return entry(.classSaved, ["class": session])
        }
    }

    /// Of a class that is over: at another venue, two days before, or of another course or none.
    private mutating func correction() -> [String: FieldValue] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0...1: return ["paused": .number(3), "venue": one(of: venues)]
        case 2:
            let start = time.adding(milliseconds: -Int64.random(in: 172_800_000...180_000_000, using: &random))
            return ["start": .text(start.text), "end": .text(start.adding(milliseconds: 3_600_000).text)]
        default: return ["course": one(of: courses.map { .text($0.text) } + [.null])]
        }
    }

    /// Takes something away, or puts back what was just taken away.
    private mutating func takenAwayOrBack(_ kind: Kind, _ back: Kind, _ fields: [String: FieldValue]) -> PostedEntry {
        if let last = gone.popLast(), last.entryKind == kind {
            return PostedEntry(id: .make(at: time), kind: back, at: time, fields: last.fields)
        }
        let entry = entry(kind, fields)
        gone.append(entry)
        return entry
    }

    private func entry(
        _ kind: Kind, _ fields: [String: FieldValue], _ others: [String: FieldValue] = [:]
    ) -> PostedEntry {
        test.book.entry(kind, fields.merging(others) { $1 }, at: time)
    }

    private mutating func name() -> String {
        one(of: ["Åsa", "Ann", "ann", "Ñáñez", "Søren", "O’Brien", "", "井上", "Zoë Maria", "Hip", "ΝΙΚΟΣ"])
    }

    private mutating func one<Element>(of all: some Collection<Element>) -> Element {
        all[all.index(all.startIndex, offsetBy: Int.random(in: 0..<all.count, using: &random))]
    }

    private mutating func one(of all: some Collection<Identifier>) -> FieldValue {
        let id: Identifier = one(of: all)
        return .text(id.text)
    }
}
