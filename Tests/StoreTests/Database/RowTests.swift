import Classroom
import Testing

@testable import Store

@Suite struct RowTests {
    private let row = Row(
        columns: ColumnNames(names: ["phase", "role", "doubt"]), values: [.text("evaporated"), .text("student"), .null])

    @Test func wordsAreRead() throws {
        #expect(try row.word("role", of: Role.self) == .student)
        #expect(try row.optionalWord("doubt", of: Claim.Doubt.self) == nil)
    }

    /// Damage never passes for a value.
    @Test func aWordThatIsNoneThrows() {
        #expect(throws: UnexpectedValue.self) { try row.word("phase", of: ClassLifeCycle.Phase.self) }
        #expect(throws: UnexpectedValue.self) { try row.optionalWord("phase", of: ClassLifeCycle.Phase.self) }
        #expect(throws: UnexpectedValue.self) { try row.word("doubt", of: Claim.Doubt.self) }
    }
}
