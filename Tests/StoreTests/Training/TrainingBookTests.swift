import Classroom
import Foundation
import Support
import Testing

@testable import Store

extension TestBook {
    func logged(
        _ training: Identifier, _ description: String = "Run", _ category: TrainingCategory = .endurance,
        minutes: Int = 30, start: Instant = .now, at: Instant = .now
    ) -> PostedEntry {
        entry(
            .trainingLogged,
            [
                "training": .text(training.text), "description": .text(description),
                "category": .text(category.rawValue), "minutes": .number(Double(minutes)), "start": .text(start.text),
            ], at: at)
    }

    func turned(_ kind: Kind, _ training: Identifier, at: Instant = .now) -> PostedEntry {
        entry(kind, ["training": .text(training.text)], at: at)
    }

    /// A person's log, as "Run 30 endurance".
    func log(of person: Identifier) async throws -> [String] {
        try await store.trainings(of: person).elements.map {
            "\($0.description) \($0.minutes) \($0.category)"
        }
    }
}

@Suite struct TrainingBookTests {
    @Test(arguments: Engine.allCases)
    func everybodyHasALogOfTheirOwn(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let ann = try await book.addStudents(1)[0]
        let (mine, hers) = (Identifier.make(at: .now), Identifier.make(at: .now))
        try await book.expectAccepted([book.logged(mine, "Lifted", .strength, minutes: 45)])
        try await book.expectAccepted([book.logged(hers)], by: book.student(ann))
        #expect(try await book.log(of: book.instructor) == ["Lifted 45 strength"])
        #expect(try await book.log(of: ann) == ["Run 30 endurance"])
        #expect(try await book.problems(book.logged(mine)) == ["training exists"])
        // What is somebody else's is not there, for an instructor neither.
        for kind in [Kind.trainingDeleted, .trainingRestored] {
            #expect(try await book.problems(book.turned(kind, hers)) == ["training notFound"])
            #expect(try await book.problems(book.turned(kind, mine), by: book.student(ann)) == ["training notFound"])
        }
        #expect(try await book.problems(book.logged(.make(at: .now)), by: .host) == ["training notFound"])
        #expect(try await book.findings() == [])
    }

    /// Deleted on one device and restored on another: the later deed counts, whichever arrives first.
    @Test(arguments: Engine.allCases)
    func theLatestTurnCounts(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let start = Instant.now.adding(milliseconds: -10_000)
        func at(_ second: Int64) -> Instant { start.adding(milliseconds: second * 1000) }
        for order in [[0, 1], [1, 0]] {
            let training = Identifier.make(at: .now)
            try await book.expectAccepted([book.logged(training)])
            let turns = [
                book.turned(.trainingDeleted, training, at: at(1)), book.turned(.trainingRestored, training, at: at(2)),
            ]
            for index in order { try await book.expectAccepted([turns[index]]) }
        }
        #expect(try await book.log(of: book.instructor).count == 2)
        #expect(try await book.findings() == [])
    }

    /// Whatever is logged, deleted and restored, by whomever and in whatever order: the totals are the sum over what
    /// is left, and so are those of the stretches of time.
    @Test(arguments: Engine.allCases, [1, 2, 3])
    func totalsAreTheSumOfWhatIsLeft(engine: Engine, seed: UInt64) async throws {
        var chance = Chance(seed: seed)
        let book = try await TestBook(engine)
        let people = try await book.addStudents(2)
        let begin = try #require(Instant("2026-03-01T00:00:00Z"))
        let edges = (0...6).map { begin.adding(milliseconds: Int64($0) * 3 * 86_400_000) }
        struct Line {
            var person: Identifier; var minutes: Int; var category: TrainingCategory; var start: Instant;
            var isThere = true
        }
        var model: [Identifier: Line] = [:]
        for step in 0..<120 {
            let person = people[Int.random(in: 0...1, using: &chance)]
            let at = Instant.now.adding(milliseconds: Int64(step))
            let known = model.filter { $0.value.person == person }.keys.sorted { $0.text < $1.text }
            let old = known.randomElement(using: &chance)
            switch (Int.random(in: 0...3, using: &chance), old) {
            case (2, let id?):
                try await book.expectAccepted([book.turned(.trainingDeleted, id, at: at)], by: book.student(person))
                model[id]?.isThere = false
            case (3, let id?):
                try await book.expectAccepted([book.turned(.trainingRestored, id, at: at)], by: book.student(person))
                model[id]?.isThere = true
            default:
                let id = Identifier.make(at: .now)
                let line = Line(
                    person: person, minutes: .random(in: 1...1440, using: &chance),
                    category: TrainingCategory.allCases.randomElement(using: &chance) ?? .mobility,
                    start: begin.adding(milliseconds: .random(in: -86_400_000...20 * 86_400_000, using: &chance)))
                model[id] = line
                let entry = book.logged(id, "x", line.category, minutes: line.minutes, start: line.start, at: at)
                try await book.expectAccepted([entry], by: book.student(person))
            }
        }
        for person in people {
            let left = model.values.filter { $0.person == person && $0.isThere }
            func sum(_ lines: some Sequence<Line>) -> TrainingTotals {
                lines.reduce(into: TrainingTotals()) { $0.add($1.minutes, of: $1.category) }
            }
            #expect(try await book.store.trainingTotals(of: person) == sum(left))
            let spans = try await book.store.trainingSpans(of: person, between: edges)
            #expect(spans.map(\.start) == Array(edges.dropLast()))
            for (index, span) in spans.enumerated() {
                #expect(span.totals == sum(left.filter { edges[index] <= $0.start && $0.start < edges[index + 1] }))
            }
            var listed: [Training] = []
            var after: String?
            repeat {
                let part = try await book.store.trainings(of: person, after: after, most: 7)
                listed += part.elements
                after = part.next?.text
            } while after != nil
            #expect(listed.map(\.startedAt) == left.map(\.start).sorted(by: >))
            #expect(
                sum(listed.map { Line(person: person, minutes: $0.minutes, category: $0.category, start: begin) })
                    == sum(left))
        }
        #expect(try await book.findings() == [])
    }
}

@Suite struct AttendedTrainingTests {
    private func course(_ engine: Engine) async throws -> TestCourse {
        try await TestCourse(
            TestBook(engine), start: Instant.now.adding(milliseconds: -7_200_000), ["category": .text("mobility")])
    }

    /// A class writes itself into the log once it is saved, follows every correction, and cannot be deleted there.
    @Test(arguments: Engine.allCases)
    func aClassIsLoggedByItself(engine: Engine) async throws {
        let one = try await course(engine)
        let (book, ann) = (one.book, one.students[0])
        func log() async throws -> [String] { try await book.log(of: ann) }
        try await book.expectAccepted([book.mark(.attendanceMarked, one.session, ann, at: one.at(1))])
        #expect(try await log() == [])
        try await book.expectAccepted([
            book.step(.classPaused, one.session, at: one.at(20)), book.step(.classResumed, one.session, at: one.at(25)),
            book.step(.classSaved, one.session, at: one.at(60)),
        ])
        #expect(try await log() == ["Yoga 55 mobility"])
        let line = try await book.store.trainings(of: ann).elements[0]
        #expect(line.session == one.session && line.startedAt == one.start)
        #expect(
            try await book.problems(book.turned(.trainingDeleted, line.id), by: book.student(ann))
                == ["training notFound"])
        try await book.expectAccepted([book.mark(.attendanceCleared, one.session, ann, at: one.at(61))])
        #expect(try await log() == [])
        try await book.expectAccepted([book.mark(.attendanceMarked, one.session, ann, at: one.at(62))])
        #expect(try await log() == ["Yoga 55 mobility"])
        try await book.expectAccepted([book.step(.classDeleted, one.session, at: one.at(63))])
        #expect(try await log() == [])
        try await book.expectAccepted([book.step(.classRestored, one.session, at: one.at(64))])
        #expect(try await log() == ["Yoga 55 mobility"])
        try await book.expectAccepted([book.edited(one.course, ["category": .null])])
        #expect(try await log() == [])
        try await book.expectAccepted([book.edited(one.course, ["category": .text("strength")])])
        #expect(try await log() == ["Yoga 55 strength"])
        for other in [one.students[1], book.instructor] { #expect(try await book.log(of: other) == []) }
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func standsAmongWhatIsWrittenAndCountsWithIt(engine: Engine) async throws {
        let one = try await course(engine)
        let (book, ann) = (one.book, one.students[0])
        try await book.expectAccepted([
            book.mark(.attendanceMarked, one.session, ann, at: one.at(1)),
            book.step(.classSaved, one.session, at: one.at(9)),
        ])
        try await book.expectAccepted(
            [
                book.logged(.make(at: .now), "Before", .strength, minutes: 20, start: one.at(-60)),
                book.logged(.make(at: .now), "After", .mobility, minutes: 5, start: one.at(9)),
            ], by: book.student(ann))
        #expect(try await book.log(of: ann) == ["After 5 mobility", "Yoga 9 mobility", "Before 20 strength"])
        for most in 1...3 {
            var listed: [String] = []
            var after: String?
            repeat {
                let part = try await book.store.trainings(of: ann, after: after, most: most)
                listed += part.elements.map(\.description)
                after = part.next?.text
            } while after != nil
            #expect(listed == ["After", "Yoga", "Before"])
        }
        let totals = try await book.store.trainingTotals(of: ann)
        #expect(TrainingCategory.allCases.map { totals[$0] } == [0, 20, 14])
        let spans = try await book.store.trainingSpans(of: ann, between: [one.at(-90), one.at(0), one.at(10)])
        #expect(spans.map(\.totals.all) == [20, 14])
    }
}
