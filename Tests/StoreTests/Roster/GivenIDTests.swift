import Classroom
import Support
import Testing

@testable import Store

@Suite struct GivenIDTests {
    private func added(_ book: TestBook, _ first: String, _ fields: [String: FieldValue]) -> (Identifier, PostedEntry) {
        let person = Identifier.make(at: .now)
        let named: [String: FieldValue] = ["person": .text(person.text), "firstName": .text(first)]
        return (person, book.entry(.personAdded, named.merging(fields) { _, new in new }))
    }

    @Test(arguments: Engine.allCases)
    func bookGivesTheNextFreeID(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let given: [String: FieldValue] = ["givesID": .flag(true)]
        let (highest, addHighest) = added(book, "Highest", ["studentID": .text("10000500")])
        let (first, addFirst) = added(book, "First", given)
        let (second, addSecond) = added(book, "Second", given)
        let lower = book.entry(.personNumbered, ["person": .text(highest.text), "studentID": .text("10000100")])
        let (third, addThird) = added(book, "Third", given)
        let session = try await book.startClass()
        let before = try #require(try await book.store.nextStudentID())
        try await book.expectAccepted([
            addHighest, addFirst, addSecond, lower, addThird, book.mark(.attendanceMarked, session, third),
        ])
        func number(of person: Identifier) async throws -> Int {
            try #require(Int(await book.store.person(person).studentID ?? ""))
        }
        let start = max(10_000_500, try #require(Int(before)) - 1)
        #expect(try await number(of: first) == start + 1)
        #expect(try await number(of: second) == start + 2)
        #expect(try await number(of: third) == start + 3)
        #expect(try await book.findings() == [])
    }

    /// Whoever had the largest ID gets a smaller one in the same group: what was loaded with them still counts.
    @Test(arguments: Engine.allCases)
    func groupsGiveWhatOneByOneWouldGive(engine: Engine) async throws {
        var found: [[String?]] = []
        for isTogether in [true, false] {
            let book = try await TestBook(engine)
            let (one, addOne) = added(book, "One", ["studentID": .text("99000001")])
            let (_, addTwo) = added(book, "Two", ["studentID": .text("99000000")])
            try await book.expectAccepted([addOne, addTwo])
            let (three, addThree) = added(book, "Three", ["givesID": .flag(true)])
            let lower = book.entry(.personNumbered, ["person": .text(one.text), "studentID": .text("10000100")])
            if isTogether {
                try await book.expectAccepted([lower, addThree])
            } else {
                for entry in [lower, addThree] { try await book.expectAccepted([entry]) }
            }
            found.append([try await book.store.person(three).studentID])
            #expect(try await book.findings() == [])
        }
        #expect(found == [["99000001"], ["99000001"]])
    }

    @Test func idIsEitherGivenOrTyped() async throws {
        let book = try await TestBook()
        let (_, both) = added(book, "Both", ["studentID": .text("7"), "givesID": .flag(true)])
        #expect(try await book.problems(both) == ["givesID given"])
        let (_, last) = added(book, "Last", ["studentID": .text("99999999")])
        try await book.expectAccepted([last])
        let (_, next) = added(book, "Next", ["givesID": .flag(true)])
        #expect(try await book.problems(next) == ["givesID none"])
    }
}
