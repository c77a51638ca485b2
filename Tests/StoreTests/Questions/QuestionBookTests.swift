import Classroom
import Foundation
import Support
import Testing

@testable import Store

extension TestCourse {
    func asked(
        _ question: Identifier, _ text: String = "Why?", anonymous: Bool = false, at: Instant? = nil
    ) -> PostedEntry {
        book.entry(
            .questionAsked,
            [
                "class": .text(session.text), "question": .text(question.text), "text": .text(text),
                "isAnonymous": .flag(anonymous),
            ], at: at ?? .now)
    }

    func voted(_ question: Identifier, _ vote: Int, at: Instant = .now) -> PostedEntry {
        book.entry(
            .questionVoted,
            ["class": .text(session.text), "question": .text(question.text), "vote": .number(Double(vote))], at: at)
    }

    func turned(_ kind: Kind, _ question: Identifier, at: Instant = .now) -> PostedEntry {
        book.entry(kind, ["class": .text(session.text), "question": .text(question.text)], at: at)
    }

    /// The questions as one of the students sees them.
    func questions(for number: Int = 0) async throws -> [Question] {
        try await book.store.questions(of: session, for: students[number]).elements
    }
}

@Suite struct QuestionBookTests {
    @Test(arguments: Engine.allCases)
    func askedInSessionByWhoTakesTheCourse(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let first = Identifier.make(at: .now)
        #expect(try await one.outcome(one.asked(first)) == "accepted")
        #expect(try await one.outcome(one.asked(first)) == "question exists")
        let before = one.asked(.make(at: .now), at: one.at(-5))
        #expect(try await one.outcome(before) == "class phase")
        let otto = try await one.book.addInstructor()
        for maker in [otto, one.book.maker] {
            let result = try await one.book.post([one.asked(.make(at: .now))], by: maker)[0]
            #expect(result.problems.map(\.code) == ["notFound"])
        }
        try await one.book.expectAccepted([one.book.step(.classSaved, one.session)])
        let late = one.asked(.make(at: .now), at: .now.adding(milliseconds: 1000))
        #expect(try await one.outcome(late) == "class phase")
        // Asked in class without signal.
        #expect(try await one.outcome(one.asked(.make(at: .now), at: one.at(3)), now: .now) == "accepted")
        #expect(try await one.questions().count == 2)
        #expect(try await one.book.findings() == [])
    }

    /// What was asked, and the instructor's start, were both made without signal.
    @Test(arguments: Engine.allCases)
    func whetherTheStartOrTheQuestionComesFirstBothEndAlike(engine: Engine) async throws {
        for isStartedFirst in [true, false] {
            let one = try await TestCourse(TestBook(engine), isStarted: false)
            let start = one.book.started(one.session, at: one.venue, at: one.start)
            #expect(try await one.outcome(one.asked(.make(at: .now), at: one.at(3))) == "class phase")
            if isStartedFirst { try await one.book.expectAccepted([start]) }
            let (early, question) = (Identifier.make(at: .now), Identifier.make(at: .now))
            #expect(try await one.outcome(one.asked(early, at: one.at(-1)), now: .now) == "accepted")
            #expect(try await one.outcome(one.asked(question, at: one.at(3)), now: .now) == "accepted")
            #expect(try await one.outcome(one.voted(question, 1, at: one.at(4)), of: 1, now: .now) == "accepted")
            if !isStartedFirst { try await one.book.expectAccepted([start]) }
            #expect(try await one.questions(for: 2).map(\.id) == [question, early])
            #expect(try await one.questions(for: 2).map(\.votes) == [1, 0])
            #expect(try await one.book.findings() == [])
        }
    }

    @Test(arguments: Engine.allCases)
    func onlyWhoIsPresentIfTheCourseSaysSo(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), ["askers": .text("present")])
        #expect(try await one.outcome(one.asked(.make(at: .now))) == "class present")
        try await one.book.expectAccepted([one.book.mark(.attendanceMarked, one.session, one.students[0])])
        #expect(try await one.outcome(one.asked(.make(at: .now))) == "accepted")
        try await one.book.expectAccepted([one.book.edited(one.course, ["askers": .text("enrolled")])])
        #expect(try await one.outcome(one.asked(.make(at: .now)), of: 1) == "accepted")
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func whoAsksWithoutANameIsShownToNobodyElse(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let (open, hidden) = (Identifier.make(at: .now), Identifier.make(at: .now))
        #expect(try await one.outcome(one.asked(open, at: one.at(1))) == "accepted")
        #expect(try await one.outcome(one.asked(hidden, anonymous: true, at: one.at(2))) == "accepted")
        let mine = try await one.questions()
        #expect(mine.map(\.asker) == ["Student Number 0", "Student Number 0"] && mine.allSatisfy(\.isMine))
        let others = try await one.questions(for: 1)
        #expect(others.map(\.asker) == ["Student Number 0", nil] && !others.contains(where: \.isMine))
        let entries = try await one.book.store.entries(ofClass: one.session, after: 0)
        #expect(entries.filter { $0.kind == "question.asked" }.allSatisfy { $0.person == nil })
    }

    @Test(arguments: Engine.allCases)
    func oneVoteEachChangeableAndNoneOnOnesOwn(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let question = Identifier.make(at: .now)
        #expect(try await one.outcome(one.asked(question)) == "accepted")
        #expect(try await one.outcome(one.voted(question, 1)) == "question own")
        #expect(try await one.outcome(one.voted(.make(at: .now), 1), of: 1) == "question notFound")
        for (vote, sum) in [(1, 1), (1, 1), (-1, -1), (0, 0), (1, 1)] {
            #expect(try await one.outcome(one.voted(question, vote), of: 1) == "accepted")
            #expect(try await one.questions(for: 1).map(\.votes) == [sum])
            #expect(try await one.questions(for: 1).map(\.myVote) == [vote])
        }
        // One that was made before, and came later, changes nothing.
        #expect(try await one.outcome(one.voted(question, -1, at: one.at(1)), of: 1, now: .now) == "accepted")
        try await one.book.expectAccepted([one.voted(question, 1)])
        #expect(try await one.questions().map(\.votes) == [2])
        let stranger = Identifier.make(at: .now)
        try await one.book.expectAccepted([one.book.added(stranger, "Sam", "Stranger", id: "4711")])
        let result = try await one.book.post([one.voted(question, 1)], by: one.book.student(stranger))[0]
        #expect(result.problems.map(\.code) == ["notFound"])
        try await one.book.expectAccepted([one.book.step(.classSaved, one.session)])
        let late = one.voted(question, 1, at: .now.adding(milliseconds: 1000))
        #expect(try await one.outcome(late, of: 2) == "class phase")
        #expect(try await one.book.findings() == [])
    }

    /// Five hundred at once, each of whom changes their mind twice.
    @Test(arguments: Engine.allCases)
    func votesAreExactUnderLoad(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), students: 101)
        let question = Identifier.make(at: .now)
        #expect(try await one.outcome(one.asked(question), of: 100) == "accepted")
        let final = (0..<100).map { [1, -1, 0, 1][$0 % 4] }
        let base = Instant.now
        try await withThrowingTaskGroup { group in
            for (number, last) in final.enumerated() {
                for (turn, vote) in [-last, 0, last].enumerated() {
                    let entry = one.voted(question, vote, at: base.adding(milliseconds: Int64(turn)))
                    group.addTask { try await one.outcome(entry, of: number) }
                }
            }
            for try await outcome in group { #expect(outcome == "accepted") }
        }
        #expect(try await one.questions(for: 100).map(\.votes) == [final.reduce(0, +)])
        #expect(try await one.questions(for: 1).map(\.myVote) == [-1])
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func theListIsInTheOrderOfTheRules(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), students: 4)
        var chance = SystemRandomNumberGenerator()
        for minute in 0..<12 {
            let question = Identifier.make(at: .now)
            let at = one.at(Double(minute % 5) / 2)
            #expect(try await one.outcome(one.asked(question, at: at), now: .now) == "accepted")
            for number in 1..<4 {
                let vote = Int.random(in: -1...1, using: &chance)
                #expect(try await one.outcome(one.voted(question, vote), of: number) == "accepted")
            }
            if Bool.random(using: &chance) {
                try await one.book.expectAccepted([one.turned(.questionAnswered, question)])
            }
        }
        var (seen, after): ([Question], String?) = ([], nil)
        repeat {
            let part = try await one.book.store.questions(of: one.session, for: one.students[0], after: after, most: 5)
            seen += part.elements
            after = part.next?.text
        } while after != nil
        let ranks = seen.map {
            QuestionRank(isAnswered: $0.isAnswered, votes: $0.votes, askedAt: $0.askedAt, id: $0.id)
        }
        #expect(ranks.count == 12 && ranks == ranks.sorted())
    }

    @Test(arguments: Engine.allCases)
    func answeredAndReopenedTheLatestCounts(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let question = Identifier.make(at: .now)
        #expect(try await one.outcome(one.asked(question, at: one.at(1)), now: .now) == "accepted")
        #expect(try await one.outcome(one.turned(.questionAnswered, question)) == "kind forbidden")
        try await one.book.expectAccepted([one.turned(.questionReopened, question, at: one.at(4))])
        try await one.book.expectAccepted([one.turned(.questionAnswered, question, at: one.at(3))])
        #expect(try await one.questions().map(\.isAnswered) == [false])
        try await one.book.expectAccepted([one.turned(.questionAnswered, question, at: one.at(5))])
        #expect(try await one.questions().map(\.isAnswered) == [true])
        let counts = try await one.book.store.questionCounts(of: one.session, for: one.students[0])
        #expect(counts.open == 0 && counts.all == 1)
        let otto = try await one.book.addInstructor()
        #expect(try await one.book.problems(one.turned(.questionReopened, question), by: otto) == ["class notFound"])
        #expect(try await one.book.findings() == [])
    }

    /// Who sees how many of the questions, and how many count as open: who asked, another student, the instructor.
    private func seen(_ one: TestCourse) async throws -> [[Int]] {
        let store = one.book.store
        var seen: [[Int]] = []
        for (person, showing) in [(one.students[0], false), (one.students[1], false), (one.book.instructor, true)] {
            let list = try await store.questions(of: one.session, for: person, showingHidden: showing).elements
            let counts = try await store.questionCounts(of: one.session, for: person, showingHidden: showing)
            seen.append([list.count, list.count(where: \.isHidden), counts.open, counts.all])
        }
        return seen
    }

    @Test(arguments: Engine.allCases)
    func whatIsHiddenIsSeenByItsAskerAndTheInstructor(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let (kept, bad) = (Identifier.make(at: .now), Identifier.make(at: .now))
        #expect(try await one.outcome(one.asked(kept)) == "accepted")
        #expect(try await one.outcome(one.asked(bad)) == "accepted")
        try await one.book.expectAccepted([one.turned(.questionHidden, bad)])
        #expect(try await seen(one) == [[2, 1, 1, 2], [1, 0, 1, 1], [2, 1, 1, 2]])
        // It keeps its place and what has been said of it.
        #expect(try await one.outcome(one.voted(bad, 1), of: 1) == "accepted")
        try await one.book.expectAccepted([one.turned(.questionShown, bad)])
        #expect(try await seen(one) == [[2, 0, 2, 2], [2, 0, 2, 2], [2, 0, 2, 2]])
        #expect(try await one.questions(for: 1).map(\.id) == [bad, kept])
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func hiddenAndShownTheLatestCountsWhateverComesFirst(engine: Engine) async throws {
        let turns: [(Kind, Double)] = [
            (.questionHidden, 3), (.questionShown, 4), (.questionHidden, 5), (.questionAnswered, 6),
        ]
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
            let one = try await TestCourse(TestBook(engine))
            let question = Identifier.make(at: .now)
            #expect(try await one.outcome(one.asked(question, at: one.at(1)), now: .now) == "accepted")
            for (kind, minute) in order.map({ turns[$0] }) {
                try await one.book.expectAccepted([one.turned(kind, question, at: one.at(minute))])
            }
            #expect(try await one.questions().map { [$0.isHidden, $0.isAnswered] } == [[true, true]], "\(order)")
            #expect(try await one.book.findings() == [])
        }
    }

    @Test(arguments: Engine.allCases)
    func onlyTheInstructorsOfTheClassHide(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let question = Identifier.make(at: .now)
        #expect(try await one.outcome(one.asked(question)) == "accepted")
        let otto = try await one.book.addInstructor()
        for kind in [Kind.questionHidden, .questionShown] {
            for number in [0, 1] {
                #expect(try await one.outcome(one.turned(kind, question), of: number) == "kind forbidden")
            }
            #expect(try await one.book.problems(one.turned(kind, question), by: otto) == ["class notFound"])
            #expect(try await one.book.problems(one.turned(kind, .make(at: .now))) == ["question notFound"])
        }
        #expect(try await seen(one) == [[1, 0, 1, 1], [1, 0, 1, 1], [1, 0, 1, 1]])
    }

    /// However many questions there are, none of them is read to count them, nor who asked it.
    @Test func questionsAreCountedByAnIndex() async throws {
        let book = try await TestBook(.sqlite)
        let plan = try await book.store.database.read { connection in
            let counting = CountingConnection(connection)
            let session = Identifier.make(at: .now).sqlValue
            _ = try counting.rows("SELECT \(QuestionCounts.columns) AND class = $1", values: [session])
            return try counting.plans().flatMap(\.plan)
        }
        #expect(plan.contains { $0.hasPrefix("SEARCH question USING COVERING INDEX") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SEARCH person") && $0.contains("(id=?)") }, "\(plan)")
    }
}
