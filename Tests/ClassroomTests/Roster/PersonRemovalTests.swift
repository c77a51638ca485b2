import Testing

@testable import Classroom

/// Who may be removed, by whom, and until when they come back.
@Suite struct PersonRemovalTests {
    private static let (ann, owner, other) = (
        Identifier(high: 1, low: 1), Identifier(high: 1, low: 2), Identifier(high: 1, low: 3)
    )
    private static let begin = Instant(milliseconds: 1_790_000_000_000)

    /// A book of a student, an owner and an instructor, who has a class in session.
    private static func book() -> Book {
        var book = Book { $0 }
        func person(_ id: Identifier, _ name: String, _ role: Role, isOwner: Bool = false) -> PersonRow {
            PersonRow(
                id: id, name: PersonName(first: name, last: ""), studentID: StudentID("0000000\(id.low)"), role: role,
                github: "", type: nil, joined: "2026-01-01", isOwner: isOwner)
        }
        book.people.load(
            [
                person(ann, "Ann", .student), person(owner, "Otto", .instructor, isOwner: true),
                person(other, "Ana", .instructor),
            ], for: [Identifier(high: 9, low: 9)])
        book.classes.load([
            ClassRow(
                id: Identifier(high: 2, low: 1), course: nil, instructor: other, venue: Identifier(high: 3, low: 1),
                phase: .running)
        ])
        book.owners.want(true)
        _ = book.owners.takeWanted()
        for person in [ann, owner, other] {
            book.spoken.load([], for: person)
            book.sessions.want(person)
            book.studentIDs.want(TextKey("0000000\(person.low)"))
        }
        (_, _) = (book.sessions.takeWanted(), book.studentIDs.takeWanted())
        return book
    }

    private static func apply(
        _ kind: Kind, _ person: Identifier, to book: inout Book, by maker: Identifier? = nil, days: Int64 = 0
    ) -> String {
        var fields = FieldReader([Field("person", .text(person.text))])
        let payload = kind.read(&fields)
        let at = begin.adding(milliseconds: days * 86_400_000)
        do throws(Stop) {
            if let problem = try book.refusal(of: payload, kind, by: maker) { return problem.code }
            try book.apply(payload, Occasion(maker: maker, device: person, at: at, received: at, sequence: 1))
            return "accepted"
        } catch {
            guard case .broken(let problems) = error else { return "unloaded" }
            return problems.map { $0.field + " " + $0.code }.joined(separator: ", ")
        }
    }

    @Test(
        arguments: [
            (ann, owner, "accepted"), (ann, other, "accepted"), (other, other, "forbidden"),
            (other, owner, "person inSession"), (owner, other, "forbidden"), (owner, owner, "person yourself"),
            (owner, nil, "person lastOwner"), (Identifier(high: 9, low: 9), owner, "person notFound"),
        ] as [(Identifier, Identifier?, String)])
    func whoRemovesWhom(person: Identifier, maker: Identifier?, expected: String) {
        var book = Self.book()
        #expect(Self.apply(.personRemoved, person, to: &book, by: maker) == expected)
        let removal = PersonRemoval(at: Self.begin, studentID: StudentID("0000000\(person.low)"), wasActive: true)
        #expect(book.people.loaded(person)?.removal == (expected == "accepted" ? removal : nil))
    }

    @Test(arguments: [(0, "accepted"), (29, "accepted"), (30, "person tooLate"), (400, "person tooLate")])
    func removalsAreUndoneForThirtyDays(days: Int64, expected: String) {
        var book = Self.book()
        let before = book.people.loaded(Self.ann)
        #expect(Self.apply(.personRemoved, Self.ann, to: &book, by: Self.owner) == "accepted")
        #expect(Self.apply(.personRemoved, Self.ann, to: &book, by: Self.owner, days: 3) == "accepted")
        #expect(book.people.loaded(Self.ann).map { $0.isActive || $0.studentID != nil } == false)
        #expect(Self.apply(.personRestored, Self.ann, to: &book, by: Self.owner, days: days) == expected)
        guard expected == "accepted" else { return }
        let now = book.people.loaded(Self.ann)
        #expect(now?.removal == nil && now?.isActive == true && now?.studentID == before?.studentID)
        // Nothing is left to be undone.
        #expect(Self.apply(.personRestored, Self.ann, to: &book, by: Self.owner, days: 99) == "accepted")
    }

    @Test(arguments: [Kind.personActivated, .personDeactivated, .personNumbered, .personEdited, .personPictured])
    func nothingIsDoneToSomebodyRemoved(kind: Kind) {
        var book = Self.book()
        #expect(Self.apply(.personRemoved, Self.ann, to: &book, by: Self.owner) == "accepted")
        #expect(Self.apply(kind, Self.ann, to: &book, by: Self.owner) == "person removed")
        #expect(Self.apply(kind, Self.owner, to: &book, by: Self.ann) == "forbidden")
    }
}
