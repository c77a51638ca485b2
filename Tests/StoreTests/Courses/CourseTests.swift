import Classroom
import Foundation
import Store
import Support
import Testing

@Suite struct CourseTests {
    @Test(arguments: Engine.allCases)
    func archivedCourseIsFoundUnderArchived(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let venue = try await book.addVenue()
        let course = try await book.addCourse("Yoga", at: venue, ["isOpen": .flag(true)])
        let students = try await book.addStudents(2)
        try await book.enrol([students[0]], in: course)
        func said(_ kind: Kind) -> PostedEntry { book.entry(kind, ["course": .text(course.text)]) }
        func titles(_ person: Identifier, areArchived: Bool) async throws -> [String] {
            let person = try await book.store.person(person)
            return try await book.store.courses(of: person, areArchived: areArchived).elements.map(\.title)
        }
        try await book.expectAccepted([said(.courseArchived), said(.courseArchived)])
        for person in [book.instructor, students[0]] {
            #expect(try await titles(person, areArchived: false).isEmpty)
            #expect(try await titles(person, areArchived: true) == ["Yoga"])
            #expect(try await book.store.hasArchivedCourses(book.store.person(person)))
        }
        #expect(try await titles(students[1], areArchived: true).isEmpty)
        let other = try await book.store.person(students[1])
        #expect(try await book.store.catalogue(for: other, search: "").elements.isEmpty)
        let asked = book.requested(course)
        #expect(try await book.problems(asked, by: book.student(students[1])) == ["course notFound"])
        // Nothing of it is lost.
        #expect(try await book.course(course).isArchived)
        #expect(try await book.store.students(.accepted, in: course).map(\.id) == [students[0]])
        let stranger = try await book.addInstructor()
        #expect(try await book.problems(said(.courseUnarchived), by: stranger) == ["course notFound"])
        try await book.expectAccepted([said(.courseUnarchived)])
        #expect(try await titles(students[0], areArchived: false) == ["Yoga"])
        #expect(try await book.findings().isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func anOwnerGivesTheCourseOfSomebodyGoneToOthers(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let venue = try await book.addVenue()
        let otto = try await book.addInstructor()
        let ida = try await book.addInstructor("Ida", id: "90000002")
        let person = try #require(otto.person)
        let own = try await book.addCourse("Tango", at: venue)
        let course = try await book.addCourse("Yoga", at: venue, by: otto)
        let owner = try await book.store.person(book.instructor)
        #expect(try await book.store.coursesTaughtAlone(by: person).map(\.title) == ["Yoga"])
        let before = try await book.store.staffing(of: [own, course], for: owner)
        #expect(before.taught == [own] && before.untaught.isEmpty)
        try await book.expectAccepted([book.entry(.personRemoved, ["person": .text(person.text)])])
        #expect(try await book.store.staffing(of: [own, course], for: owner).untaught == [course])
        func adding(_ who: Identifier?) -> PostedEntry {
            book.edited(course, ["instructorAdded": .text(who?.text ?? "")])
        }
        // Who is no owner cannot, and an owner changes nothing else of it.
        #expect(try await book.problems(adding(ida.person), by: ida) == ["course notFound"])
        #expect(try await book.problems(book.edited(course, ["title": .text("Mine")])) == ["course notFound"])
        let both = book.edited(course, ["title": .text("Mine"), "instructorAdded": .text(book.instructor.text)])
        #expect(try await book.problems(both) == ["course notFound"])
        try await book.expectAccepted([adding(ida.person), adding(book.instructor)])
        #expect(try await Set(book.store.instructors(of: course).map(\.id)) == [ida.person, book.instructor])
        #expect(try await book.store.coursesTaughtAlone(by: ida.person ?? person).isEmpty)
        try await book.expectAccepted([book.edited(course, ["title": .text("Ours")])])
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func anOwnerWhoIsInactiveIsNone(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let venue = try await book.addVenue()
        let otto = try await book.addInstructor()
        let ida = try await book.addInstructor("Ida", id: "90000002")
        let course = try await book.addCourse("Yoga", at: venue, by: otto)
        let person = FieldValue.text(ida.person?.text ?? "")
        try await book.expectAccepted([
            book.entry(.personRoleChanged, ["person": person, "isOwner": .flag(true)]),
            book.entry(.personDeactivated, ["person": person]),
        ])
        let adding = book.edited(course, ["instructorAdded": person])
        #expect(try await book.problems(adding, by: ida) == ["course notFound"])
    }

    @Test(arguments: Engine.allCases)
    func classesAtTheSameTimeAreFoundByVenueAndByInstructor(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (hall, mill) = (try await book.addVenue("Hall"), try await book.addVenue("Mill"))
        let otto = try await book.addInstructor()
        let start = Instant.now.adding(milliseconds: 86_400_000)
        func at(_ minute: Int64) -> Instant { start.adding(milliseconds: minute * 60_000) }
        let minutes: [String: FieldValue] = ["minutes": .number(60)]
        let own = try await book.addCourse("Tango", at: hall)
        let others = try await book.addCourse("Yoga", at: mill, by: otto)
        let one = try await book.schedule(own, at: at(0), minutes)
        let two = try await book.schedule(others, at: at(30), minutes, by: otto)
        func found(_ from: Int64, _ to: Int64, at venue: Identifier, _ moved: Identifier? = nil) async throws
            -> [Identifier]
        {
            try await book.store.classes(
                during: [at(from)..<at(to)], at: venue, orOfInstructorsOf: own, except: moved
            ).map(\.id)
        }
        // Of the same instructor anywhere; of another at the same venue alone.
        #expect(try await found(30, 90, at: hall) == [one])
        #expect(try await found(30, 90, at: mill) == [one, two])
        #expect(try await found(60, 90, at: hall).isEmpty)
        #expect(try await found(-60, 0, at: hall).isEmpty)
        #expect(try await found(0, 60, at: hall, one).isEmpty)
        try await book.expectAccepted([book.step(.classDeleted, one)])
        #expect(try await found(30, 90, at: hall).isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func aNewCourseHasWhatWasSaidAndTheUsual(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let hall = try await book.addVenue("Hall")
        let plain = try await book.course(book.addCourse("Yoga", at: hall))
        #expect(plain.title == "Yoga" && plain.description == "" && plain.venueID == hall && plain.venue == "Hall")
        #expect(plain.timeZone == "Europe/Zurich" && plain.category == nil && plain.survey == "" && !plain.isOpen)
        #expect(plain.policy == AttendancePolicy(evidence: .location, worstAccuracy: 100) && plain.nextAt == nil)
        let full = try await book.course(
            book.addCourse(
                "Tango", at: hall,
                [
                    "description": .text("Slow, slow."), "timeZone": .text("America/Argentina/Buenos_Aires"),
                    "category": .text("mobility"), "survey": .text("https://example.org/s"), "isOpen": .flag(true),
                    "evidence": .text("instructor"), "accuracy": .number(20),
                ]))
        #expect(full.description == "Slow, slow." && full.category == .mobility && full.isOpen)
        #expect(full.survey == "https://example.org/s" && full.timeZone == "America/Argentina/Buenos_Aires")
        #expect(full.policy == AttendancePolicy(evidence: .instructor, worstAccuracy: 20))
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func whatIsWrongWithANewCourseIsSaid(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let hall = try await book.addVenue()
        let course = try await book.addCourse(at: hall)
        #expect(try await book.problems(book.created(course, at: hall)) == ["course exists"])
        #expect(try await book.problems(book.created(.make(at: .now), at: .make(at: .now))) == ["venue notFound"])
        let zone = book.created(.make(at: .now), at: hall, ["timeZone": .text("Europe/Atlantis")])
        #expect(try await book.problems(zone) == ["timeZone unknown"])
        #expect(try await book.problems(book.edited(course, ["timeZone": .text("Mars")])) == ["timeZone unknown"])
        let student = try await book.addStudents(1)[0]
        let refused = try await book.problems(book.created(.make(at: .now), at: hall), by: book.student(student))
        #expect(refused == ["kind forbidden"])
    }

    @Test(arguments: Engine.allCases)
    func anEditLeavesTheRestAsItWas(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (hall, room) = try await (book.addVenue("Hall"), book.addVenue("Room"))
        let id = try await book.addCourse(
            "Tango", at: hall,
            [
                "description": .text("Slow"), "category": .text("strength"), "survey": .text("https://example.org"),
                "isOpen": .flag(true), "accuracy": .number(30),
            ])
        let before = try await book.facts(id)
        let changes: [(String, FieldValue, String)] = [
            ("title", .text("Milonga"), "Milonga"), ("description", .text(""), ""),
            ("venue", .text(room.text), room.text),
            ("timeZone", .text("Asia/Tokyo"), "Asia/Tokyo"), ("category", .null, "-"),
            ("category", .text("endurance"), "endurance"), ("survey", .text(""), ""), ("isOpen", .flag(false), "false"),
            ("evidence", .text("instructor"), "instructor"), ("accuracy", .number(5), "5.0"),
        ]
        var expected = before
        for (name, value, shown) in changes {
            try await book.expectAccepted([book.edited(id, [name: value])])
            expected[name] = shown
            #expect(try await book.facts(id) == expected, "\(name)")
        }
        try await book.expectAccepted([book.edited(id, [:])])
        #expect(try await book.facts(id) == expected)
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func whoTeachesItSeesIt(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let hall = try await book.addVenue()
        let course = try await book.addCourse(at: hall)
        let otto = try await book.addInstructor()
        let id = try #require(otto.person)
        let session = try await book.schedule(course, at: .now)
        await #expect(throws: Problem.notFound) { try await book.course(course, as: id) }
        await #expect(throws: Problem.notFound) { try await book.store.session(session, taughtBy: id) }
        let edit = book.edited(course, ["title": .text("Mine")])
        #expect(try await book.problems(edit, by: otto) == ["course notFound"])
        try await book.expectAccepted([book.edited(course, ["instructorAdded": .text(id.text)])])
        try await book.expectAccepted([book.edited(course, ["instructorAdded": .text(id.text)])])
        #expect(try await book.course(course, as: id).title == "Yoga")
        #expect(try await book.store.session(session, taughtBy: id).course == course)
        try await book.expectAccepted([book.edited(course, ["title": .text("Ours")])], by: otto)
        // Each may go, the last may not.
        let out = ["instructorRemoved": FieldValue.text(book.instructor.text)]
        try await book.expectAccepted([book.edited(course, out)], by: otto)
        await #expect(throws: Problem.notFound) { try await book.course(course, as: book.instructor) }
        await #expect(throws: Problem.notFound) { try await book.store.session(session, taughtBy: book.instructor) }
        #expect(try await book.problems(book.edited(course, out), by: otto) == ["instructorRemoved notFound"])
        let last = ["instructorRemoved": FieldValue.text(id.text), "title": .text("Nobody’s")]
        #expect(try await book.problems(book.edited(course, last), by: otto) == ["instructorRemoved last"])
        #expect(try await book.course(course, as: id).title == "Ours")
        #expect(try await book.findings() == [])
    }

    /// Who is taken off a course could neither see nor end the class that they have in session.
    @Test(arguments: Engine.allCases)
    func whoHasAClassInSessionStaysOnItsCourse(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let hall = try await book.addVenue()
        let course = try await book.addCourse(at: hall)
        let other = try await book.addCourse(at: hall)
        let otto = try await book.addInstructor()
        let id = FieldValue.text(try #require(otto.person).text)
        let session = try await book.schedule(course, at: .now)
        try await book.expectAccepted([
            book.edited(course, ["instructorAdded": id]), book.edited(other, ["instructorAdded": id]),
            book.entry(.classStarted, ["class": .text(session.text), "venue": .text(hall.text)]),
        ])
        let out = ["instructorRemoved": FieldValue.text(book.instructor.text)]
        #expect(try await book.problems(book.edited(course, out), by: otto) == ["instructorRemoved inSession"])
        try await book.expectAccepted([book.edited(other, out)], by: otto)
        try await book.expectAccepted([book.entry(.classSaved, ["class": .text(session.text)])])
        try await book.expectAccepted([book.edited(course, out)], by: otto)
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func onlyInstructorsTeach(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let course = try await book.addCourse(at: book.addVenue())
        let student = try await book.addStudents(1)[0]
        for person in [student, .make(at: .now)] {
            let added = book.edited(course, ["instructorAdded": .text(person.text)])
            #expect(try await book.problems(added) == ["instructorAdded notFound"])
        }
    }

    @Test(arguments: Engine.allCases)
    func theCatalogueHasAllCoursesInOrderAndGoesOn(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let hall = try await book.addVenue()
        let titles = (0..<25).map { "Course \($0 < 10 ? "0" : "")\($0)" }
        for title in titles.shuffled() { _ = try await book.addCourse(title, at: hall) }
        let same = try await [book.addCourse("Éclair", at: hall), book.addCourse("eclair", at: hall)]
        let ida = try await book.store.person(book.instructor)
        var (found, after): ([Course], String?) = ([], nil)
        repeat {
            let part = try await book.store.courses(of: ida, after: after, most: 4)
            found += part.elements
            after = part.next?.text
        } while after != nil
        #expect(found.map(\.title).prefix(25) == titles[...] && Set(found.suffix(2).map(\.id)) == Set(same))
        #expect(found.count == 27)
        for (search, count) in [("eclair", 2), ("COURSE 1", 12), ("07", 1), ("%", 27), ("_", 27), ("", 27), ("zzz", 0)]
        {
            let part = try await book.store.catalogue(for: ida, search: search)
            #expect(part.elements.count == count, "\(search)")
        }
        await #expect(throws: Problem.self) { try await book.store.courses(of: ida, after: "nonsense") }
        let otto = try await book.store.person(try #require(book.addInstructor().person))
        #expect(try await book.store.courses(of: otto).elements.isEmpty)
        #expect(try await book.store.catalogue(for: otto, search: "").elements.count == 27)
    }
}

@Suite struct EnrolmentTests {
    private func state(_ book: TestBook, _ course: Identifier, of person: Identifier) async throws -> Enrolment? {
        let student = try await book.store.person(person)
        return try await book.store.catalogue(for: student, search: "").elements.first { $0.id == course }?.enrolment
    }

    @Test(arguments: Engine.allCases)
    func whoAsksIsLetInOrNot(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let course = try await book.addCourse(at: book.addVenue())
        let students = try await book.addStudents(3)
        #expect(try await state(book, course, of: students[0]) == nil)
        for student in students {
            try await book.expectAccepted([book.requested(course)], by: book.student(student))
            #expect(try await state(book, course, of: student) == .requested)
            await #expect(throws: Problem.notFound) { try await book.course(course, as: student) }
        }
        try await book.expectAccepted([
            book.enrolment(.enrolmentAccepted, students[0], course),
            book.enrolment(.enrolmentDeclined, students[1], course),
        ])
        #expect(try await state(book, course, of: students[0]) == .accepted)
        #expect(try await state(book, course, of: students[1]) == .declined)
        #expect(try await book.course(course, as: students[0]).enrolment == .accepted)
        #expect(try await book.store.students(.requested, in: course).map(\.id) == [students[2]])
        #expect(
            try await book.store.enrolmentCounts(in: course) == [.accepted: 1, .declined: 1, .requested: 1])
        // Asking once more: who is in stays in, who was declined waits again.
        for student in students.prefix(2) {
            try await book.expectAccepted([book.requested(course)], by: book.student(student))
        }
        #expect(try await state(book, course, of: students[0]) == .accepted)
        #expect(try await state(book, course, of: students[1]) == .requested)
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func anOpenCourseTakesWhoeverAsksAndOpeningItWhoeverHasAsked(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let course = try await book.addCourse(at: book.addVenue())
        let students = try await book.addStudents(4)
        for student in students.prefix(2) {
            try await book.expectAccepted([book.requested(course)], by: book.student(student))
        }
        try await book.expectAccepted([book.enrolment(.enrolmentDeclined, students[1], course)])
        try await book.expectAccepted([book.edited(course, ["isOpen": .flag(true)])])
        #expect(try await state(book, course, of: students[0]) == .accepted)
        #expect(try await state(book, course, of: students[1]) == .declined)
        try await book.expectAccepted([book.requested(course)], by: book.student(students[2]))
        #expect(try await state(book, course, of: students[2]) == .accepted)
        try await book.expectAccepted([book.edited(course, ["isOpen": .flag(false)])])
        #expect(try await state(book, course, of: students[2]) == .accepted)
        try await book.expectAccepted([book.requested(course)], by: book.student(students[3]))
        #expect(try await state(book, course, of: students[3]) == .requested)
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func studentsDeclineForThemselvesOnly(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let course = try await book.addCourse(at: book.addVenue())
        let students = try await book.addStudents(2)
        try await book.enrol(students, in: course)
        let first = book.student(students[0])
        let other = book.enrolment(.enrolmentDeclined, students[1], course)
        #expect(try await book.problems(other, by: first) == ["course notFound"])
        let accept = book.enrolment(.enrolmentAccepted, students[0], course)
        #expect(try await book.problems(accept, by: first) == ["kind forbidden"])
        try await book.expectAccepted([book.enrolment(.enrolmentDeclined, students[0], course)], by: first)
        #expect(try await state(book, course, of: students[0]) == .declined)
        #expect(try await state(book, course, of: students[1]) == .accepted)
    }

    @Test(arguments: Engine.allCases)
    func whoCannotBeIn(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let course = try await book.addCourse(at: book.addVenue())
        let otto = try await book.addInstructor()
        let (student, new) = (try await book.addStudents(1)[0], Identifier.make(at: .now))
        try await book.expectAccepted([book.added(new, "First", "Last", id: "00000000")])
        func problem(_ kind: Kind, _ person: Identifier, by maker: Maker? = nil) async throws -> [String] {
            try await book.problems(book.enrolment(kind, person, course), by: maker)
        }
        #expect(try await problem(.enrolmentAccepted, new) == ["person new"])
        #expect(try await problem(.enrolmentAccepted, .make(at: .now)) == ["person notFound"])
        #expect(try await problem(.enrolmentAccepted, book.instructor) == ["person role"])
        #expect(try await problem(.enrolmentDeclined, student) == ["person notFound"])
        #expect(try await problem(.enrolmentDeclined, student, by: book.student(student)) == ["course notFound"])
        #expect(try await problem(.enrolmentAccepted, student, by: otto) == ["course notFound"])
        #expect(try await book.problems(book.requested(course), by: otto) == ["person role"])
        #expect(try await book.problems(book.requested(course), by: .host) == ["course notFound"])
        let nowhere = book.requested(.make(at: .now))
        #expect(try await book.problems(nowhere, by: book.student(student)) == ["course notFound"])
    }

    /// An answer that was taken back leaves the request as it was before.
    @Test(arguments: Engine.allCases, [Kind.enrolmentAccepted, .enrolmentDeclined])
    func answersCanBeTakenBack(engine: Engine, answer: Kind) async throws {
        let book = try await TestBook(engine)
        let course = try await book.addCourse(at: book.addVenue())
        let students = try await book.addStudents(2)
        try await book.expectAccepted([book.requested(course)], by: book.student(students[0]))
        try await book.expectAccepted([book.enrolment(answer, students[0], course)])
        let reopened = book.enrolment(.enrolmentReopened, students[0], course)
        #expect(try await book.problems(reopened, by: book.student(students[0])) == ["kind forbidden"])
        #expect(try await book.problems(reopened, by: book.addInstructor()) == ["course notFound"])
        try await book.expectAccepted([reopened])
        #expect(try await state(book, course, of: students[0]) == .requested)
        let never = book.enrolment(.enrolmentReopened, students[1], course)
        #expect(try await book.problems(never) == ["person notFound"])
    }

    /// Of several words about one student the latest counts, in whatever order they come.
    @Test(arguments: Engine.allCases)
    func theLatestWordCounts(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let course = try await book.addCourse(at: book.addVenue())
        let students = try await book.addStudents(6)
        let start = Instant.now.adding(milliseconds: -100_000)
        let kinds: [Kind] = [.enrolmentAccepted, .enrolmentDeclined, .enrolmentAccepted]
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        for (student, order) in zip(students, orders) {
            try await book.expectAccepted([book.requested(course, at: start)], by: book.student(student))
            for number in order {
                let at = start.adding(milliseconds: Int64(number + 1) * 1000)
                try await book.expectAccepted([book.enrolment(kinds[number], student, course, at: at)])
            }
            #expect(try await state(book, course, of: student) == .accepted, "\(order)")
        }
        #expect(try await book.findings() == [])
    }
}
