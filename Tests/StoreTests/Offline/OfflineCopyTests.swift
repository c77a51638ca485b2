import Classroom
import Store
import Support
import Testing

@Suite struct OfflineCopyTests {
    /// A device that has a copy gets the people and classes that may have changed since.
    @Test(arguments: Engine.allCases)
    func anUpdateHasWhatChanged(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(5)
        let session = try await book.startClass()
        try await book.expectAccepted([book.mark(.attendanceMarked, session, students[0])])
        var since = try await book.store.lastSequence()
        func update() async throws -> [[Identifier]]? {
            let copy = try await book.store.offlineCopy(for: book.instructor, since: since)
            since = try await book.store.lastSequence()
            return copy.isUpdate ? [copy.people.map(\.person.id).sorted(), copy.classes.map(\.row.id)] : nil
        }
        #expect(try await update() == [[], []])
        try await book.expectAccepted([
            book.entry(.personEdited, ["person": .text(students[1].text), "note": .text("Knee")])
        ])
        #expect(try await update() == [[students[1]], []])
        try await book.expectAccepted([book.mark(.attendanceMarked, session, students[2])])
        #expect(try await update() == [[students[2]], [session]])
        // Who was there has one session more, though nothing was said of them.
        try await book.expectAccepted([book.step(.classSaved, session)])
        #expect(try await update() == [[students[0], students[2]].sorted(), [session]])
        // All types are in every update, and with them how who has one is called.
        try await book.expectAccepted([
            book.entry(.studentTypeSaved, ["type": .text(Identifier.make(at: .now).text), "name": .text("Guest")])
        ])
        #expect(try await update() == [[], []])
        // What these do to others is not in the entry: all are read anew.
        try await book.expectAccepted([book.entry(.personRemoved, ["person": .text(students[2].text)])])
        #expect(try await update() == nil)
        try await book.expectAccepted([
            book.entry(.personMerged, ["person": .text(students[3].text), "into": .text(students[4].text)])
        ])
        #expect(try await update() == nil)
        #expect(try await update() == [[], []])
        // Nor is anything left out if much has happened.
        let first = try await book.store.offlineCopy(for: book.instructor, since: 0, most: 3)
        #expect(first.people.count == 3 && !first.isUpdate && first.next != nil)
    }

    /// A student's device takes along the courses that they take, with the day since when, and none that is archived.
    @Test(arguments: Engine.allCases)
    func aStudentsCopyHasTheCoursesTheyTake(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (student, hall) = (try await book.addStudents(1)[0], try await book.addVenue())
        let courses = [try await book.addCourse("Yoga", at: hall), try await book.addCourse("Pilates", at: hall)]
        _ = try await book.addCourse("Of others", at: hall)
        let joined = Instant.now.adding(milliseconds: -86_400_000)
        try await book.expectAccepted(
            courses.map {
                book.entry(
                    .enrolmentAccepted,
                    ["course": .text($0.text), "person": .text(student.text), "since": .text(joined.text)])
            })
        func taken() async throws -> [Identifier: Instant] {
            let copy = try await book.store.offlineCopy(ofStudent: book.store.person(student))
            return Dictionary(copy.courses.compactMap { one in one.since.map { (one.id, $0) } }) { first, _ in first }
        }
        #expect(try await Set(taken().keys) == Set(courses))
        #expect(try await taken().values.allSatisfy { $0 == joined })
        try await book.expectAccepted([book.entry(.courseArchived, ["course": .text(courses[1].text)])])
        #expect(try await Array(taken().keys) == [courses[0]])
    }

    /// A class that is scheduled, moved, unscheduled, held afterwards or deleted changes the numbers of later ones of its course,
    /// and a student's copy has only those that are near.
    @Test(arguments: Engine.allCases)
    func anUpdateHasTheClassesOfACourseThatAreNumberedAnew(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (student, hall) = (try await book.addStudents(1)[0], try await book.addVenue())
        let courses = [try await book.addCourse("Yoga", at: hall), try await book.addCourse("Pilates", at: hall)]
        try await book.enrol([student], in: courses[0])
        let day: Int64 = 86_400_000
        let start = Instant.now.adding(milliseconds: day)
        let (before, other) = (
            try await book.schedule(courses[0], at: start.adding(milliseconds: -3 * day)),
            try await book.schedule(courses[0], at: start)
        )
        let elsewhere = try await book.schedule(courses[1], at: start)
        let (session, held) = (Identifier.make(at: start), Identifier.make(at: start))
        var since = try await book.store.lastSequence()
        var numbers = try await book.numbers()
        /// What the instructor's copy and the student's learn of an entry: classes, and which are gone.
        func update(_ entry: PostedEntry) async throws -> [Set<Identifier>] {
            try await book.expectAccepted([entry])
            let own = try await book.store.offlineCopy(for: book.instructor, since: since)
            let theirs = try await book.store.offlineCopy(ofStudent: book.store.person(student), since: since)
            #expect(own.isUpdate && theirs.isUpdate)
            since = try await book.store.lastSequence()
            for one in own.classes { numbers[one.row.id] = one.number }
            for id in own.gone { numbers[id] = nil }
            #expect(try await book.numbers() == numbers)
            return [Set(own.classes.map(\.row.id)), Set(own.gone), Set(theirs.classes.map(\.row.id)), Set(theirs.gone)]
        }
        let both: Set = [other, session]
        let early = start.adding(milliseconds: -day / 2)
        #expect(try await update(book.scheduled(session, of: courses[0], at: early)) == [both, [], both, []])
        let far = start.adding(milliseconds: 70 * day)
        #expect(try await update(book.scheduled(session, of: courses[0], at: far)) == [both, [], [other], [session]])
        #expect(try await update(book.scheduled(session, of: courses[0], at: start)) == [both, [], both, []])
        #expect(try await update(book.step(.classUnscheduled, session)) == [[other], [session], [other], [session]])
        // What the student does not take stays unknown.
        #expect(try await update(book.step(.classUnscheduled, elsewhere)) == [[], [elsewhere], [], []])
        let recorded: [String: FieldValue] = [
            "class": .text(held.text), "course": .text(courses[0].text), "venue": .text(hall.text),
            "start": .text(start.adding(milliseconds: -5 * day).text),
            "end": .text(start.adding(milliseconds: -5 * day + 3_600_000).text),
        ]
        let all: Set = [held, before, other]
        #expect(try await update(book.entry(.classRecorded, recorded)) == [all, [session], all, [session]])
        let rest: Set = [before, other]
        #expect(
            try await update(book.step(.classDeleted, held)) == [rest, [held, session], rest, [held, session]])
    }

    /// With a course that is archived its planned classes go, of a student's copy all; and they come back with it.
    @Test(arguments: Engine.allCases)
    func anUpdateHasTheClassesOfACourseThatIsArchived(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (student, hall) = (try await book.addStudents(1)[0], try await book.addVenue())
        let course = try await book.addCourse(at: hall)
        try await book.enrol([student], in: course)
        let day: Int64 = 86_400_000
        let planned = try await book.schedule(course, at: Instant.now.adding(milliseconds: day))
        let held = try await book.schedule(course, at: Instant.now.adding(milliseconds: -day))
        try await book.expectAccepted([book.started(held, at: hall), book.step(.classSaved, held)])
        var since = try await book.store.lastSequence()
        func update(_ kind: Kind) async throws -> [Set<Identifier>] {
            try await book.expectAccepted([book.entry(kind, ["course": .text(course.text)])])
            let own = try await book.store.offlineCopy(for: book.instructor, since: since)
            let theirs = try await book.store.offlineCopy(ofStudent: book.store.person(student), since: since)
            #expect(own.isUpdate && theirs.isUpdate)
            since = try await book.store.lastSequence()
            return [Set(own.classes.map(\.row.id)), Set(own.gone), Set(theirs.classes.map(\.row.id)), Set(theirs.gone)]
        }
        let both: Set = [planned, held]
        #expect(try await update(.courseArchived) == [[held], [planned], [], both])
        #expect(try await update(.courseUnarchived) == [both, [], both, []])
    }

    /// Of many saved classes the newest are taken along: as many as have few marks together, and some in any case.
    @Test(arguments: Engine.allCases)
    func classesAreTakenAlongUnlessTooManyPeopleCame(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(2)
        let other = try await book.addInstructor()
        let otherID = try #require(other.person)
        let venue = try await book.addVenue("Hall")
        let course = try await book.addCourse(at: venue)
        try await book.expectAccepted([
            book.entry(
                .courseEdited, ["course": .text(course.text), "instructorAdded": .text(otherID.text)])
        ])
        let start = Instant.now.adding(milliseconds: -300 * 3_600_000)
        var (own, others): ([Identifier], [Identifier]) = ([], [])
        for hour in 0..<265 {
            let (at, isOwn) = (start.adding(milliseconds: Int64(hour) * 3_600_000), hour % 4 != 0)
            let session = Identifier.make(at: at)
            let held: [String: FieldValue] = [
                "class": .text(session.text), "venue": .text(venue.text), "start": .text(at.text),
                "end": .text(at.adding(milliseconds: 1_800_000).text),
            ]
            let place: [String: FieldValue] = isOwn ? [:] : ["course": .text(course.text)]
            try await book.expectAccepted(
                [book.entry(.classRecorded, held.merging(place) { $1 })]
                    + students.map { book.mark(.attendanceMarked, session, $0, at: at) }, by: isOwn ? nil : other)
            if isOwn { own.insert(session, at: 0) } else { others.insert(session, at: 0) }
        }
        func taken(_ mostMarks: Int64) async throws -> (classes: [Identifier], hasMore: Bool) {
            let copy = try await book.store.offlineCopy(for: book.instructor, mostMarks: mostMarks)
            return (copy.classes.map(\.row.id).sorted(), copy.hasMoreClasses)
        }
        #expect(own.count == 198 && others.count == 67)
        // Since when all are there: of those that are not, the newest is the instructor's 31st.
        func since(_ mostMarks: Int64) async throws -> Instant? {
            try await book.store.offlineCopy(for: book.instructor, mostMarks: mostMarks).allSince
        }
        let newestLeft = try await book.store.session(own[30], taughtBy: book.instructor).startedAt
        #expect(try await since(0) == newestLeft.adding(milliseconds: 1))
        #expect(try await since(530) == nil)
        #expect(try await taken(530) == ((own + others).sorted(), false))
        #expect(try await taken(0) == ((own.prefix(30) + others.prefix(50)).sorted(), true))
        // The newest of further classes are the instructor's own.
        #expect(try await taken(171) == ((own.prefix(35) + others.prefix(50)).sorted(), true))
    }

    /// The planned classes that are nearest in time are taken along, however far away they are.
    @Test(arguments: Engine.allCases)
    func plannedClassesAreTakenAlongNearestFirst(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let course = try await book.addCourse(at: try await book.addVenue("Hall"))
        let starts = (0..<200).map { Instant.now.adding(milliseconds: Int64($0 - 50) * 10 * 86_400_000) }
        var planned: [Identifier] = []
        for start in starts { planned.append(try await book.schedule(course, at: start)) }
        let copy = try await book.store.offlineCopy(for: book.instructor)
        #expect(Set(copy.classes.map(\.row.id)) == Set(planned) && !copy.hasMorePlanned)
        _ = try await book.schedule(course, at: .now)
        let next = try await book.store.offlineCopy(for: book.instructor)
        #expect(Set(next.classes.map(\.row.id)).isSuperset(of: planned.dropLast()) && next.hasMorePlanned)
        #expect(next.classes.count == 200)
    }

    /// Questions are taken along, but of a class with very many of them only how many there are.
    @Test(arguments: Engine.allCases)
    func questionsAreTakenAlongUnlessThereAreTooMany(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(2)
        let venue = try await book.addVenue("Hall")
        let course = try await book.addCourse(at: venue)
        try await book.expectAccepted(students.map { book.enrolment(.enrolmentAccepted, $0, course, at: .now) })
        let session = try await book.schedule(course, at: .now)
        try await book.expectAccepted([
            book.entry(.classStarted, ["class": .text(session.text), "venue": .text(venue.text)])
        ])
        func ask(_ number: Int) async throws {
            let questions = (0..<number).map { _ in
                let question = Identifier.make(at: .now).text
                return book.entry(
                    .questionAsked,
                    ["class": .text(session.text), "question": .text(question), "text": .text("Why?")])
            }
            let student = Maker(person: students[0], role: .student)
            let results = try await book.store.append(questions, device: book.device, by: student)
            #expect(results.allSatisfy { $0.outcome == .accepted })
        }
        func taken() async throws -> OfflineClass? {
            try await book.store.offlineCopy(for: book.instructor).classes.first { $0.row.id == session }
        }
        #expect(try await taken()?.asking?.isEmpty == true)
        try await ask(500)
        #expect(try await taken()?.asking?.count == 500)
        try await ask(1)
        let tooMany = try #require(try await taken())
        #expect(tooMany.asking == nil && tooMany.questions == (501, 501))
    }
}

extension TestBook {
    /// Numbers of the classes that the instructor's device takes along, among those of their courses.
    fileprivate func numbers() async throws -> [Identifier: Int] {
        let classes = try await store.offlineCopy(for: instructor).classes
        return Dictionary(uniqueKeysWithValues: classes.compactMap { one in one.number.map { (one.row.id, $0) } })
    }
}
