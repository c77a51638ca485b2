import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// People who were added by mistake.
@Suite struct RemovalTests {
    private static func removed(_ book: TestBook, _ person: Identifier, at: Instant = .now) -> PostedEntry {
        book.entry(.personRemoved, ["person": .text(person.text)], at: at)
    }

    private static func restored(_ book: TestBook, _ person: Identifier) -> PostedEntry {
        book.entry(.personRestored, ["person": .text(person.text)])
    }

    private static func findings(_ book: TestBook) async throws -> [String] {
        try await Doctor(database: book.store.database) { _ in }.examine().findings
    }

    /// Everywhere somebody can be found, by a name for each place.
    private static func places(of person: Identifier, _ book: TestBook, _ session: Identifier, _ course: Identifier)
        async throws -> Set<String>
    {
        var places: Set<String> = []
        for activity in RosterQuery.Activity.allCases {
            for search in ["", "number 0", "10000001"] {
                var query = RosterQuery()
                (query.activity, query.search) = (activity, search)
                let found = try await book.store.roster(query).elements.contains { $0.id == person }
                #expect(try await book.store.countedRoster(query).count == book.store.roster(query).elements.count)
                if found { places.insert("\(activity) \(search)") }
            }
        }
        let store = book.store
        if try await store.attendees(of: session).contains(where: { $0.id == person }) { places.insert("attendees") }
        if try await store.students(.accepted, in: course).contains(where: { $0.id == person }) {
            places.insert("course")
        }
        if try await store.everybody(after: nil).elements.contains(where: { $0.id == person }) {
            places.insert("export")
        }
        let copy = try await store.offlineCopy(for: book.instructor)
        if copy.people.contains(where: { $0.person.id == person }) { places.insert("copy") }
        let rates = try await store.rates(of: course, since: Instant(milliseconds: 0))
        if rates.students.contains(where: { $0.student.id == person }) { places.insert("rates") }
        if try await store.person(named: person.text) != nil { places.insert("command") }
        return places
    }

    @Test(arguments: Engine.allCases)
    func whoIsRemovedIsNowhereUntilTheyAreBack(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(3)
        let course = try await book.addCourse("Tango", at: try await book.addVenue())
        try await book.enrol(students, in: course)
        let saved = try await book.startClass(at: Instant.now.adding(milliseconds: -7_200_000))
        try await book.expectAccepted(
            students.map { book.mark(.attendanceMarked, saved, $0) } + [book.step(.classSaved, saved)])
        let before = try await Self.places(of: students[0], book, saved, course)
        #expect(
            before.isSuperset(of: ["active number 0", "attendees", "course", "export", "copy", "rates", "command"]))

        try await book.expectAccepted([Self.removed(book, students[0])])
        #expect(try await Self.places(of: students[0], book, saved, course) == ["removed "])
        #expect(try await book.store.session(saved, taughtBy: book.instructor).attending == 2)
        #expect(try await book.store.enrolmentCounts(in: course) == [.accepted: 2])
        await #expect(throws: Problem.notFound) { try await book.store.person(students[0]) }
        let gone = try await book.store.person(students[0], orRemoved: true)
        #expect(gone.removal?.studentID?.text == "10000001" && gone.attended == 0 && !gone.isActive)
        #expect(try await Self.findings(book) == [])

        try await book.expectAccepted([Self.restored(book, students[0])])
        #expect(try await Self.places(of: students[0], book, saved, course) == before)
        #expect(try await book.store.session(saved, taughtBy: book.instructor).attending == 3)
        #expect(try await book.store.person(students[0]).attended == 1)
        #expect(try await Self.findings(book) == [])
    }

    @Test(arguments: Engine.allCases)
    func afterThirtyDaysItStands(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        try await book.expectAccepted([Self.removed(book, student)])
        for (days, isThere) in [(29, true), (31, false)] as [(Int64, Bool)] {
            let now = Instant.now.adding(milliseconds: days * 86_400_000)
            var query = RosterQuery(now: now)
            query.activity = .removed
            #expect(try await book.store.roster(query).elements.map(\.id) == (isThere ? [student] : []))
            #expect(try await book.store.countedRoster(query).count == (isThere ? 1 : 0))
            let found = try? await book.store.person(student, orRemoved: true, now: now)
            #expect((found != nil) == isThere)
        }
        let now = Instant.now.adding(milliseconds: 31 * 86_400_000)
        let late = book.entry(.personRestored, ["person": .text(student.text)], at: now)
        let results = try await book.post([late], by: book.maker, now: now)
        #expect(results[0].problems.map { "\($0.field) \($0.code)" } == ["person tooLate"])
    }

    @Test(arguments: Engine.allCases)
    func theStudentIDIsFreeForOthers(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (ann, double) = (Identifier.make(at: .now), Identifier.make(at: .now))
        try await book.expectAccepted([book.added(ann, "Ann", "Fleming", id: "20000001"), Self.removed(book, ann)])
        // The one that would be suggested is not: it may come back.
        #expect(try await book.store.nextStudentID() == "90000001")
        try await book.expectAccepted([book.added(double, "Ann", "Fleming", id: "20000001")])
        #expect(try await book.problems(Self.restored(book, ann)) == ["studentID taken"])
        let other = book.entry(.personNumbered, ["person": .text(double.text), "studentID": .text("20000002")])
        try await book.expectAccepted([other, Self.restored(book, ann)])
        #expect(try await book.store.person(ann).studentID == "20000001")
        #expect(try await Self.findings(book) == [])
    }

    @Test(arguments: Engine.allCases)
    func aRemovedNumberIsNotGivenAgainByItself(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let ann = Identifier.make(at: .now)
        try await book.expectAccepted([book.added(ann, "Ann", "Fleming", id: "95000000"), Self.removed(book, ann)])
        #expect(try await book.store.nextStudentID() == "95000001")
        let given = Identifier.make(at: .now)
        let fields: [String: FieldValue] = [
            "person": .text(given.text), "firstName": .text("Ben"), "givesID": .flag(true),
        ]
        try await book.expectAccepted([book.entry(.personAdded, fields), Self.restored(book, ann)])
        #expect(try await book.store.person(given).studentID == "95000001")
    }

    @Test(arguments: Engine.allCases)
    func signInEndsWithTheRemoval(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let code = try await book.store.makeSignInCode(for: student, replacing: false)
        let token = try #require(try await book.store.signIn(with: code))
        try await book.expectAccepted([Self.removed(book, student)])
        #expect(try await book.store.person(signedInBy: token) == nil)
        #expect(try await book.store.signIn(with: code) == nil)
        await #expect(throws: Problem.notFound) {
            try await book.store.makeSignInCode(for: student, replacing: false, by: book.maker)
        }
        // Whoever was let in just before makes no entries any more.
        #expect(try await book.problems(book.logged(.make(at: .now)), by: book.student(student)) == ["kind forbidden"])
        try await book.expectAccepted([Self.restored(book, student)])
        #expect(try await book.store.person(signedInBy: token)?.id == student)
    }

    /// What a device without signal has done meanwhile is answered, and comes to nothing or stays with its reason.
    @Test(arguments: Engine.allCases)
    func entriesOnSomebodyRemoved(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let session = try await book.startClass(at: Instant.now.adding(milliseconds: -3_600_000))
        try await book.expectAccepted([book.mark(.attendanceMarked, session, student), Self.removed(book, student)])
        #expect(try await book.problems(book.mark(.attendanceMarked, session, student)) == ["person removed"])
        try await book.expectAccepted([book.mark(.attendanceWithdrawn, session, student)])
        try await book.expectAccepted([book.step(.classSaved, session)])
        #expect(try await book.store.session(session, taughtBy: book.instructor).attending == 0)
        try await book.expectAccepted([Self.restored(book, student)])
        #expect(try await book.store.person(student).attended == 0)
        try await book.expectAccepted([book.mark(.attendanceMarked, session, student)])
        #expect(try await book.store.person(student).attended == 1)
        #expect(try await Self.findings(book) == [])
    }

    @Test(arguments: Engine.allCases)
    func tagsOfSomebodyRemovedAreNotOffered(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(2)
        func tagged(_ person: Identifier, _ tag: String) -> PostedEntry {
            book.entry(.personEdited, ["person": .text(person.text), "tagAdded": .text(tag)])
        }
        try await book.expectAccepted([
            tagged(students[0], "Hip"), tagged(students[0], "Knee"), tagged(students[1], "Knee"),
        ])
        try await book.expectAccepted([Self.removed(book, students[0])])
        #expect(try await book.store.knownTags() == ["Knee"])
        try await book.expectAccepted([Self.restored(book, students[0])])
        #expect(try await book.store.knownTags() == ["Hip", "Knee"])
    }

    @Test(arguments: Engine.allCases)
    func claimsComeBack(engine: Engine) async throws {
        let course = try await TestCourse(TestBook(engine))
        let book = course.book
        let claim = book.claim(course.session, metres: 3, at: course.at(1))
        #expect(try await course.outcome(claim) == "accepted")
        let before = try #require(try await course.mark())
        try await book.expectAccepted([Self.removed(book, course.students[0])])
        #expect(try await course.mark() == nil)
        try await book.expectAccepted([Self.restored(book, course.students[0])])
        #expect(try await course.mark() == before)
        #expect(try await Self.findings(book) == [])
    }

    @Test(arguments: Engine.allCases)
    func questionsOfSomebodyRemovedAreNotShown(engine: Engine) async throws {
        let course = try await TestCourse(TestBook(engine))
        let book = course.book
        let question = Identifier.make(at: .now)
        let asked = book.entry(
            .questionAsked,
            ["class": .text(course.session.text), "question": .text(question.text), "text": .text("Why?")],
            at: course.at(2))
        _ = try await book.post([asked], by: book.student(course.students[0]), now: course.at(2))
        func count() async throws -> Int {
            let shown = try await book.store.questions(of: course.session, for: book.instructor).elements.count
            #expect(try await book.store.questionCounts(of: course.session, for: book.instructor).all == shown)
            return shown
        }
        #expect(try await count() == 1)
        try await book.expectAccepted([Self.removed(book, course.students[0])])
        #expect(try await count() == 0)
    }
}
