import Classroom
import Foundation
import Pages
import Store

/// Choices for the rows of a list that mean somebody on the roster already.
public struct RosterChoices: Sendable {
    /// Rows by their lines, or all.
    public enum Rows: Sendable {
        case all
        case lines(Set<Int>)

        public static let none = Rows.lines([])

        /// Reads "all", or lines separated by commas.
        public init(_ text: String) {
            self = text == "all" ? .all : .lines(Set(text.split(separator: ",").compactMap { Int($0) }))
        }

        func contains(_ line: Int) -> Bool {
            switch self {
            case .all: true
            case .lines(let lines): lines.contains(line)
            }
        }
    }

    /// Rows whose differences are applied to the person on the roster.
    let apply: Rows
    /// Rows that are added though somebody of the same name is on the roster.
    let add: Rows

    public init(apply: Rows = .none, add: Rows = .none) {
        self.apply = apply
        self.add = add
    }
}

/// Result of importing a list of people, or of rehearsing that.
public struct RosterImport: Sendable {
    public var done = FileImport(one: "person", many: "people", place: "on the roster")
    var newcomers: [RosterNewcomer] = []
    public internal(set) var matches: [RosterMatch] = []
}

/// Person whom a list adds.
struct RosterNewcomer: Sendable {
    let line: Int
    let name: String
    let studentID: String
}

/// Row of a list that means somebody on the roster already, or in an earlier row.
public struct RosterMatch: Sendable {
    public enum Choice: String, Sendable { case leave, apply, add }

    public let line: Int
    public let name: String
    /// Person of the row in words: "On the roster: Ann Fleming, 00000012".
    public let place: String
    /// Differences between the row and the person, in words: "First name: Anna → Anne".
    public let differences: [String]
    /// Whether nobody of the name is on the roster, but somebody in an earlier row.
    let isRepeated: Bool
    /// Whether the row can be added as another person.
    let canAdd: Bool
    public let choice: Choice
}

extension Site {
    /// Adds the people of a list. Who is on the roster already is left unchanged, unless chosen otherwise.
    public func importRoster(
        _ file: RosterFile, _ choices: RosterChoices = .init(), by maker: Maker, rehearsing: Bool, now: Instant = .now
    ) async throws -> RosterImport {
        let types = try await store.studentTypes()
        let today = calendar.today(now)
        let (plan, results) = try await store.append(
            listOf: file.records.flatMap(\.possibleNames), file.records.compactMap { StudentID($0.studentID) },
            device: Self.device, by: maker, now: now, rehearsing: rehearsing
        ) { known in
            var plan = RosterImportPlan(file, known, types, choices, today: today, now: now)
            for record in file.records { plan.add(record) }
            return (plan, plan.entries.map(\.entry))
        }
        return RosterImport(of: file, plan, results)
    }

    /// The device that imports' entries are made on: the server itself.
    static let device = Identifier.server
}

extension RosterImport {
    fileprivate init(of file: RosterFile, _ plan: RosterImportPlan, _ results: [EntryResult]) {
        var changed: Set<Int> = []
        done.problems = file.problems + plan.problems
        for (planned, result) in zip(plan.entries, results) {
            let line = planned.record.line
            done.problems += result.problems.map { planned.record.problem($0.field, $0.message) }
            guard result.outcome == .accepted else { continue }
            switch planned.effect {
            case .adds(let newcomer):
                done.add(planned.entry, "person")
                newcomers.append(newcomer)
            case .changes(let reversal):
                changed.insert(line)
                done.reversals.append(reversal)
            case .addsType: done.noteType(planned.entry)
            case .none: break
            }
        }
        matches = plan.matches
        done.altered = changed.count
        let left = matches.filter { $0.choice == .leave }
        done.unchanged = left.count
        done.repeated = left.count { $0.isRepeated }
        done.differing = left.count { !$0.differences.isEmpty }
        let taken = changed.union(newcomers.map(\.line))
        done.notes = plan.notes.filter { taken.contains($0.line) }
        done.problems.sort { $0.line < $1.line }
    }
}

extension RosterRecord {
    /// Name as the book would keep it.
    var personName: PersonName { PersonName(first: Words.trimmed(firstName), last: Words.trimmed(lastName)) }

    func problem(_ field: String, _ message: String) -> RowProblem {
        RowProblem(
            line: line, name: RowProblem.shortened(personName.full), field: field, message: message)
    }
}
