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
