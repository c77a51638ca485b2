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
}
