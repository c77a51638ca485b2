import Classroom
import Testing

@Suite struct QuestionTests {
    private func rank(_ isAnswered: Bool, _ votes: Int, _ at: Int64, _ id: UInt64) -> QuestionRank {
        QuestionRank(
            isAnswered: isAnswered, votes: votes, askedAt: Instant(milliseconds: at), id: Identifier(high: 0, low: id))
    }

    @Test func openBeforeAnsweredThenVotesThenTheOldest() {
        let ranks = [
            rank(false, 3, 9, 1), rank(false, 0, 1, 2), rank(false, 0, 2, 3), rank(false, -1, 0, 4),
            rank(true, 9, 0, 5), rank(true, 0, 0, 6),
        ]
        #expect(ranks.reversed().sorted() == ranks)
    }

    /// Exactly one of two different ones comes first, whatever they are, and the order has no circles.
    @Test func theOrderIsTotal() {
        var chance = SystemRandomNumberGenerator()
        let ranks = (0..<40).map { _ in
            rank(.random(using: &chance), .random(in: -1...1, using: &chance), .random(in: 0...2), .random(in: 0...3))
        }
        for one in ranks {
            for other in ranks {
                #expect([one < other, other < one, one == other].count { $0 } == 1)
                for third in ranks where one < other && other < third { #expect(one < third) }
            }
        }
        #expect(ranks.shuffled().sorted() == ranks.sorted())
    }

    private func problems(_ kind: Kind, _ fields: [String: FieldValue]) -> [String] {
        let id = FieldValue.text("01a1fd20-1a2b-7001-8000-5ca1ab1e0001")
        let all = ["class": id, "question": id].merging(fields) { $1 }
        var reader = FieldReader(all.map { Field($0.key, $0.value) })
        _ = kind.read(&reader)
        return reader.problems.map { "\($0.field) \($0.code)" }
    }

    /// A family of four is one character, of seven code points.
    @Test(arguments: [
        ("?", []), (String(repeating: "x", count: 500), []), (String(repeating: "👩‍👩‍👧‍👦", count: 500), []),
        (String(repeating: "e\u{301}", count: 500), []), ("", ["text required"]), ("  ", ["text required"]),
        (String(repeating: "x", count: 501), ["text tooLong"]),
        (String(repeating: "👩‍👩‍👧‍👦", count: 501), ["text tooLong"]), ("a\u{202E}b", ["text characters"]),
    ])
    func charactersAreCountedAsPeopleDo(text: String, expected: [String]) {
        #expect(problems(.questionAsked, ["text": .text(text)]) == expected)
    }

    @Test(arguments: [
        (FieldValue.number(1), []), (.number(0), []), (.number(-1), []), (.number(0.5), ["vote range"]),
        (.number(2), ["vote range"]), (.null, ["vote required"]), (.text("1"), ["vote type"]),
    ])
    func aVoteIsUpDownOrNone(vote: FieldValue, expected: [String]) {
        #expect(problems(.questionVoted, ["vote": vote]) == expected)
    }

    @Test(arguments: [Kind.questionAnswered, .questionReopened, .questionHidden, .questionShown])
    func turnsNameAQuestionAndAreTheInstructors(kind: Kind) {
        #expect(problems(kind, [:]) == [] && problems(kind, ["text": .text("?")]) == ["text unknown"])
        #expect(problems(kind, ["question": .null]) == ["question required"])
        #expect(kind.makers == .instructors)
    }

    @Test func whoMayAskAndWhen() {
        #expect(Questions.problem(askers: .enrolled, isPresent: false) == nil)
        #expect(Questions.problem(askers: .present, isPresent: true) == nil)
        #expect(Questions.problem(askers: .present, isPresent: false)?.code == "present")
        let open = ClassLifeCycle.Phase.allCases.filter { Questions.closed($0) == nil }
        #expect(open == [.running, .paused])
    }
}
