import Classroom
import Support
import Testing

@testable import Store

extension TestBook {
    func merged(_ person: Identifier, _ other: Identifier, at: Instant = .now) -> PostedEntry {
        entry(.personMerged, ["person": .text(person.text), "into": .text(other.text)], at: at)
    }

    func separated(_ person: Identifier) -> PostedEntry { entry(.personRestored, ["person": .text(person.text)]) }

    /// Everything that the tables have of people, one row a line, without what is only there to undo a merge.
    func rows(of people: [Identifier]) async throws -> Set<String> {
        let tables = [
            ("person", "id"), ("person_detail", "person"), ("person_tag", "person"), ("registration", "person"),
            ("enrolment", "person"), ("mark", "person"), ("reconfirmed", "person"), ("question", "asker"),
            ("question_vote", "person"), ("training", "person"), ("class", "instructor"),
            ("course_instructor", "person"), ("own_enrolment", "person"), ("own_vote", "person"),
            ("own_reconfirmed", "person"),
        ]
        return try await store.database.read { connection in
            var found: Set<String> = []
            for (table, column) in tables {
                for row in try connection.found(
                    "SELECT * FROM \(table) WHERE \(column) IN $list", people.map { [$0.sqlValue] })
                {
                    let values = row.names.map { "\($0) \((row[$0] ?? .null).words)" }
                    found.insert(table + ": " + values.joined(separator: ", "))
                }
            }
            return found
        }
    }
}

/// People who are one.
@Suite struct PersonMergeTests {
    /// A course whose first two students are one, with all that can be theirs.
    private static func full(_ engine: Engine) async throws -> (course: TestCourse, asked: Identifier) {
        let course = try await TestCourse(TestBook(engine), students: 4)
        let (book, students) = (course.book, course.students)
        func say(_ entry: PostedEntry, _ number: Int) async throws {
            #expect(try await course.outcome(entry, of: number) == "accepted")
        }
        try await say(book.claim(course.session, metres: 3, at: course.at(1)), 0)
        try await say(book.claim(course.session, metres: nil, at: course.at(2)), 1)
        try await book.expectAccepted([
            book.mark(.attendanceMarked, course.session, students[1], at: course.at(3)),
            book.mark(.attendanceMarked, course.session, students[3], at: course.at(3)),
        ])
        let asked = Identifier.make(at: .now)
        let fields: [String: FieldValue] = [
            "reconfirmation": .text(asked.text), "class": .text(course.session.text), "minutes": .number(5),
        ]
        _ = try await book.post(
            [book.entry(.reconfirmationRequested, fields, at: course.at(4))], by: book.maker, now: course.at(4))
        let there = PostedEntry(
            id: .make(at: course.at(5)), kind: .attendanceConfirmed, at: course.at(5),
            fields: book.claim(course.session, metres: 2, at: course.at(5)).fields)
        try await say(there, 1)
        let questions = [Identifier.make(at: .now), .make(at: .now), .make(at: .now)]
        try await say(course.asked(questions[0], "By the first?", at: course.at(5)), 0)
        try await say(course.asked(questions[1], "By the second?", at: course.at(5)), 1)
        try await say(course.asked(questions[2], "By another?", at: course.at(5)), 3)
        try await say(course.voted(questions[2], 1, at: course.at(6)), 0)
        try await say(course.voted(questions[2], -1, at: course.at(7)), 1)
        try await say(course.voted(questions[0], 1, at: course.at(7)), 1)
        try await book.expectAccepted([book.logged(.make(at: .now), minutes: 20)], by: book.student(students[0]))
        try await book.expectAccepted(
            [book.logged(.make(at: .now), "Lifted", .strength, minutes: 40)], by: book.student(students[1]))
        let known = ["phone": FieldValue.text("+41 1"), "tagAdded": .text("Knee"), "github": .text("ann")]
        try await book.expectAccepted([
            book.entry(.personEdited, known.merging(["person": .text(students[1].text)]) { $1 })
        ])
        // Classes of no course, one of which both were at.
        let otto = try await book.addInstructor()
        for people in [[0, 1], [1], [2]] {
            let session = try await book.startClass(at: course.at(8), by: otto)
            try await book.expectAccepted(
                people.map { book.mark(.attendanceMarked, session, students[$0], at: course.at(9)) }
                    + [book.step(.classSaved, session, at: course.at(9))], by: otto)
        }
        let open = try await book.addCourse("Open", at: course.venue, ["isOpen": .flag(true)])
        try await book.expectAccepted([book.requested(open)], by: book.student(students[1]))
        return (course, asked)
    }

    @Test(arguments: Engine.allCases)
    func allThatWasTheirsCountsForWhoStays(engine: Engine) async throws {
        let (course, asked) = try await Self.full(engine)
        let (book, store) = (course.book, course.book.store)
        let (ann, double, other) = (course.students[0], course.students[1], course.students[3])
        let before = try await book.rows(of: course.students)
        try await book.expectAccepted([book.merged(double, ann)])

        #expect(try await course.state(of: 0) == "present")
        #expect(try await course.mark(of: 0)?.isByInstructor == true, "The instructor’s word is the later.")
        #expect(try await course.mark(of: 1) == nil)
        #expect(try await store.person(ann).attended == 2)
        #expect(try await store.session(course.session, taughtBy: book.instructor).attending == 2)
        #expect(try await book.log(of: ann).sorted() == ["Lifted 40 strength", "Run 20 endurance"])
        #expect(try await store.trainingTotals(of: ann).all == 60)
        #expect(try await store.trainings(of: double).elements.isEmpty)
        let questions = try await course.questions(for: 0)
        #expect(questions.filter(\.isMine).count == 2)
        let voted = try #require(questions.first { !$0.isMine })
        #expect(voted.votes == -1 && voted.myVote == -1, "Two votes on one question are one: the later.")
        #expect(questions.filter(\.isMine).allSatisfy { $0.votes == 0 }, "None is on one’s own.")
        #expect(try await store.reconfirmation(of: course.session)?.answers[ann]?.doubt == nil)
        #expect(try await store.reconfirmation(of: course.session)?.answers.count == 1)
        let details = try await store.details(of: ann)
        #expect(details.phone == "+41 1" && details.tags == ["Knee"])
        #expect(try await store.person(ann).github == "ann")
        #expect(try await store.belongings(of: ann).courses == 2)
        #expect(
            try await store.belongings(of: double)
                == Belongings(
                    attended: 0, taught: 0, courses: 0, entries: 0, questions: 0))
        await #expect(throws: Problem.notFound) { try await store.person(double) }
        #expect(try await store.counting(double) == ann)
        #expect(try await store.merged(into: ann).map(\.id) == [double])
        #expect(try await store.merged(into: other).isEmpty)
        #expect(try await book.findings() == [])

        try await book.expectAccepted([book.separated(double)])
        let now = try await book.rows(of: course.students)
        // A row of details stays, with nothing in it.
        let emptied = now.subtracting(before).filter { !$0.hasPrefix("person_detail: ") }
        #expect(emptied == [] && before.subtracting(now) == [], "\(asked)")
        #expect(try await store.details(of: ann).phone == "")
        #expect(try await store.merged(into: ann).isEmpty)
        #expect(try await book.findings() == [])
    }

    /// What was said meanwhile stays with the one of whom it was said, and of the one who stays theirs.
    @Test(arguments: Engine.allCases)
    func whatWasSaidMeanwhileStays(engine: Engine) async throws {
        let (course, _) = try await Self.full(engine)
        let book = course.book
        let (ann, double) = (course.students[0], course.students[1])
        try await book.expectAccepted([book.merged(double, ann)])
        let ana = try await book.addInstructor("Ana", id: "90000003")
        let late = try await book.startClass(at: course.at(8), by: ana)
        // Of a device without signal that knows them as two.
        try await book.expectAccepted(
            [
                book.mark(.attendanceMarked, late, double, at: course.at(9)),
                book.step(.classSaved, late, at: course.at(9)),
            ], by: ana)
        #expect(try await book.store.person(ann).attended == 3)
        try await book.expectAccepted([
            book.enrolment(.enrolmentDeclined, double, course.course),
            book.entry(.personEdited, ["person": .text(double.text), "note": .text("Left-handed")]),
        ])
        #expect(try await book.store.students(.accepted, in: course.course).contains { $0.id == ann } == false)
        #expect(try await book.store.details(of: ann).note == "Left-handed")
        // A claim that was on its way when they were merged.
        #expect(try await course.outcome(book.logged(.make(at: .now), "Swam", minutes: 5), of: 1) == "accepted")
        #expect(try await book.store.trainingTotals(of: ann).all == 65)
        #expect(try await book.findings() == [])
        try await book.expectAccepted([book.separated(double)])
        #expect(try await book.store.person(ann).attended == 1)
        #expect(try await book.store.person(double).attended == 3)
        #expect(try await book.store.trainingTotals(of: double).all == 45)
        let taking = try await book.store.students(.accepted, in: course.course).map(\.id)
        #expect(taking.contains(ann) && !taking.contains(double))
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func claimsAfterTheMerge(engine: Engine) async throws {
        let course = try await TestCourse(TestBook(engine), students: 3)
        let book = course.book
        let double = course.students[1]
        try await book.expectAccepted([book.merged(double, course.students[0])])
        #expect(try await course.outcome(book.claim(course.session, metres: 2, at: course.at(2)), of: 1) == "accepted")
        #expect(try await course.state(of: 0) == "present")
        #expect(
            try await course.outcome(book.claim(course.session, metres: 2, at: course.at(3)), of: 0) == "duplicate")
        try await book.expectAccepted([book.mark(.attendanceCleared, course.session, double, at: course.at(4))])
        #expect(try await course.state(of: 0) == "absent")
        try await book.expectAccepted([
            book.mark(.attendanceWithdrawn, course.session, course.students[0], at: course.at(5))
        ])
        #expect(try await course.state(of: 0) == "present")
        #expect(try await book.findings() == [])
    }

    /// A device that is signed in as who stays sends what it still holds of the other, some of it again.
    @Test(arguments: Engine.allCases)
    func whatIsPostedAgainByWhoStaysIsTheSame(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(3)
        let entry = book.logged(.make(at: .now))
        try await book.expectAccepted([entry], by: book.student(students[1]))
        #expect(try await book.post([entry], by: book.student(students[0])).map(\.outcome) == [.conflict])
        try await book.expectAccepted([book.merged(students[1], students[0])])
        #expect(try await book.post([entry], by: book.student(students[0])).map(\.outcome) == [.duplicate])
        #expect(try await book.post([entry], by: book.student(students[2])).map(\.outcome) == [.conflict])
        #expect(try await book.log(of: students[0]).count == 1)
    }

    @Test(arguments: Engine.allCases)
    func chainsAndTheirUndoing(engine: Engine) async throws {
        for order in [[0, 1], [1, 0]] {
            let (course, _) = try await Self.full(engine)
            let (book, students) = (course.book, course.students)
            let before = try await book.rows(of: students)
            try await book.expectAccepted([
                book.merged(students[0], students[1]), book.merged(students[1], students[2]),
            ])
            #expect(try await book.store.person(students[2]).attended == 3)
            #expect(try await course.state(of: 2) == "present")
            #expect(try await book.store.counting(students[0]) == students[2])
            #expect(Set(try await book.store.merged(into: students[2]).map(\.id)) == Set(students.prefix(2)))
            #expect(try await book.findings() == [])
            for number in order {
                try await book.expectAccepted([book.separated(students[number])])
                #expect(try await book.findings() == [])
            }
            let now = try await book.rows(of: students)
            let added = now.subtracting(before).filter { !$0.hasPrefix("person_detail: ") }
            #expect(added == [] && before.subtracting(now) == [], "\(order)")
        }
    }

    @Test(arguments: Engine.allCases)
    func signInsEndAndIDsAreFree(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(2)
        let code = try await book.store.makeSignInCode(for: students[1], replacing: false)
        let token = try #require(try await book.store.signIn(with: code))
        try await book.expectAccepted([book.merged(students[1], students[0])])
        #expect(try await book.store.person(signedInBy: token) == nil)
        #expect(try await book.store.signIn(with: code) == nil)
        let taken = try #require(try await book.store.person(students[0]).studentID)
        #expect(taken == "10000001")
        let next = Identifier.make(at: .now)
        try await book.expectAccepted([book.added(next, "Next", "One", id: "10000002")])
        #expect(try await book.problems(book.separated(students[1])) == ["studentID taken"])
        try await book.expectAccepted([
            book.entry(.personNumbered, ["person": .text(next.text), "studentID": .text("10000009")]),
            book.separated(students[1]),
        ])
        #expect(try await book.store.person(signedInBy: token)?.id == students[1])
        #expect(try await book.findings() == [])
    }

    /// They are in no list, not even in that of those who were removed by mistake.
    @Test(arguments: Engine.allCases)
    func whoWasMergedIsInNoList(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(2)
        try await book.expectAccepted([book.merged(students[1], students[0])])
        for activity in RosterQuery.Activity.allCases {
            var query = RosterQuery()
            query.activity = activity
            #expect(try await !book.store.roster(query).elements.contains { $0.id == students[1] })
            #expect(try await book.store.countedRoster(query).count == book.store.roster(query).elements.count)
        }
        let copy = try await book.store.offlineCopy(for: book.instructor)
        #expect(!copy.people.contains { $0.person.id == students[1] })
        #expect(try await book.store.merged(into: students[0], now: .now.adding(milliseconds: 31 * 86_400_000)).isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func aListMeansWhoStays(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (ann, anna) = (Identifier.make(at: .now), Identifier.make(at: .now))
        try await book.expectAccepted([
            book.added(ann, "Ann", "Fleming", id: "20000001"), book.added(anna, "Anna", "Fleming", id: "20000002"),
            book.merged(anna, ann),
        ])
        func meant(by name: PersonName, _ id: String) async throws -> [Identifier] {
            try await book.store.append(
                listOf: [name], [id].compactMap(StudentID.init), device: book.device, by: book.maker, now: .now,
                rehearsing: true
            ) { known in
                let numbered = StudentID(id).flatMap { known.person(withStudentID: $0) }
                return ((numbered.map { [$0.id] } ?? []) + known.people(named: name).map(\.id), [])
            }.plan
        }
        #expect(try await meant(by: PersonName(first: "Anna", last: "Fleming"), "") == [ann])
        #expect(try await meant(by: PersonName(first: "Somebody", last: "Else"), "20000002") == [ann])
        let new = Identifier.make(at: .now)
        try await book.expectAccepted([book.added(new, "New", "One", id: "20000002")])
        #expect(try await meant(by: PersonName(first: "Somebody", last: "Else"), "20000002") == [new])
    }

    @Test(arguments: Engine.allCases)
    func instructorsAreMergedByOwners(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (otto, double) = (try await book.addInstructor("Otto"), try await book.addInstructor("Oto", id: "90000002"))
        let (one, other) = (try #require(otto.person), try #require(double.person))
        let course = try await book.addCourse(at: try await book.addVenue(), by: double)
        let session = try await book.startClass(at: .now.adding(milliseconds: -3_600_000), by: double)
        #expect(try await book.problems(book.merged(other, one), by: otto) == ["kind forbidden"])
        #expect(try await book.problems(book.merged(other, one)) == ["person inSession"])
        try await book.expectAccepted([book.step(.classSaved, session)], by: double)
        try await book.expectAccepted([book.merged(other, one)])
        #expect(try await book.store.session(session, taughtBy: one).id == session)
        #expect(try await book.store.instructors(of: course).map(\.id) == [one])
        #expect(try await book.findings() == [])
        try await book.expectAccepted([book.separated(other)])
        await #expect(throws: Problem.notFound) { try await book.store.session(session, taughtBy: one) }
        #expect(try await book.store.session(session, taughtBy: other).id == session)
        #expect(try await book.store.instructors(of: course).map(\.id) == [other])
        #expect(try await book.findings() == [])
    }
}
