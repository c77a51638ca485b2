import Classroom
import Foundation
import Store

/// Plan of an import: entries to record, and rows that cannot be imported or mean somebody on the roster already.
struct RosterImportPlan: Sendable {
    enum Effect: Sendable {
        case adds(RosterNewcomer)
        case changes(Reversal)
        case addsType
        case none
    }

    struct Planned: Sendable {
        let entry: PostedEntry
        let record: RosterRecord
        let effect: Effect
    }

    private(set) var entries: [Planned] = []
    private(set) var matches: [RosterMatch] = []
    private(set) var problems: [RowProblem] = []
    /// Rows of which something is left out, such as an unreadable picture.
    private(set) var notes: [RowProblem] = []
    private let known: KnownPeople
    private let choices: RosterChoices
    private let today: String
    private let now: Instant
    private var types: [String: Identifier]
    /// Largest eight-digit student ID in use or in the list.
    private var largest: String?
    /// Lines by student ID and by name.
    private var lines: [String: Int] = [:]
    private var namedLines: [String: Int] = [:]

    init(
        _ file: RosterFile, _ known: KnownPeople, _ types: [StudentType], _ choices: RosterChoices, today: String,
        now: Instant
    ) {
        self.known = known
        self.choices = choices
        self.today = today
        self.now = now
        self.types = Dictionary(
            types.map { (StudentType.key($0.name), $0.id) }, uniquingKeysWith: { first, _ in first })
        let listed = file.records.map { Words.trimmed($0.studentID) }.filter(StudentID.isNumber)
        largest = (listed + [known.largestStudentNumber].compactMap { $0 }).max()
    }

    /// Plans all of a row's entries or none: problems are found before anything is planned.
    mutating func add(_ record: RosterRecord) {
        do {
            let row = try RosterRow(record, today: today, now: now)
            if let id = row.person.studentID {
                if let line = lines[id.text] {
                    throw Problem.invalid("studentID", "taken", "The ID \(id.text) is already in row \(line).")
                }
                lines[id.text] = record.line
                if let holder = known.person(withStudentID: id) {
                    try match(row, [holder], canAdd: false)
                } else {
                    try add(row, id.text)
                }
            } else {
                try addUnnumbered(row)
            }
            let key = row.person.name.key
            namedLines[key] = namedLines[key] ?? record.line
        } catch Problem.invalid(let found) {
            for problem in found {
                problems.append(record.problem(Self.column[problem.field] ?? problem.field, problem.message))
            }
        } catch {
            problems.append(record.problem("row", "This row could not be read."))
        }
    }

    /// Columns named differently from their field in an entry.
    private static let column = ["data": "picture", "name": "type"]

    private mutating func addUnnumbered(_ row: RosterRow) throws {
        let namesakes = row.record.possibleNames.lazy.map(known.people).first { !$0.isEmpty } ?? []
        let isThere = !namesakes.isEmpty || namedLines[row.person.name.key] != nil
        if isThere, !choices.add.contains(row.record.line) { return try match(row, namesakes, canAdd: true) }
        try checkName(of: row.record)
        guard let id = StudentID.next(after: largest) else {
            throw Problem.invalid("studentID", "usedUp", "There are no student IDs of eight digits left.")
        }
        if isThere { matches.append(self.match(row, namesakes, [], canAdd: true, .add)) }
        try add(row, id)
        largest = id
    }

    /// Lists have lines that are no people, such as a rule between two groups, or a number.
    private func checkName(of record: RosterRecord) throws {
        let name = Words.trimmed(record.firstName + " " + record.lastName)
        if EmailAddress.isValid(name) {
            throw Problem.invalid("firstName", "name", "This is an e-mail address. Put the name before it.")
        }
        if !name.unicodeScalars.contains(where: \.properties.isAlphabetic) {
            throw Problem.invalid("firstName", "name", "A name has letters.")
        }
        // What stands beside the name in some rows only is in no column of its own.
        if name.utf8.contains(UInt8(ascii: "@")) || name.utf8.count(where: { (0x30...0x39).contains($0) }) > 3 {
            throw Problem.invalid(
                "firstName", "name", "This is more than a name. Put what else there is into columns of its own.")
        }
    }

    private mutating func match(_ row: RosterRow, _ people: [Person], canAdd: Bool) throws {
        var differences: [RosterDifference] = []
        if let person = people.first, people.count == 1 {
            differences = row.differences(from: person, known.details(of: person.id))
            if !row.record.type.isEmpty { try check(.studentTypeSaved, typeFields(.make(at: now), row.record.type)) }
        }
        let applies = !differences.isEmpty && choices.apply.contains(row.record.line)
        matches.append(match(row, people, differences, canAdd: canAdd, applies ? .apply : .leave))
        if applies, let person = people.first { try apply(differences, to: person, row) }
    }

    private func match(
        _ row: RosterRow, _ people: [Person], _ differences: [RosterDifference], canAdd: Bool,
        _ choice: RosterMatch.Choice
    ) -> RosterMatch {
        let words =
            if let person = people.first {
                people.count > 1
                    ? "\(people.count) people of this name are on the roster."
                    : "On the roster: " + person.name.full + (person.studentID.map { ", \($0)" } ?? ", new")
            } else {
                "The same name is in row \(namedLines[row.person.name.key] ?? 0)."
            }
        return RosterMatch(
            line: row.record.line, name: RowProblem.shortened(row.person.name.full), place: words,
            differences: differences.map(\.words), isRepeated: people.isEmpty, canAdd: canAdd, choice: choice)
    }
}

// Entries of the plan.
extension RosterImportPlan {
    private mutating func add(_ row: RosterRow, _ studentID: String) throws {
        var fields = row.fields.filter { $0.name != "studentID" } + [Field("studentID", .text(studentID))]
        if !row.record.type.isEmpty {
            fields.append(try Field("type", .text(type(named: row.record.type, row).text)))
        }
        let newcomer = RosterNewcomer(
            line: row.record.line, name: RowProblem.shortened(row.person.name.full), studentID: studentID)
        let person = Field("person", .text(row.person.person.text))
        append(.personAdded, fields, row, .adds(newcomer))
        if !row.details.isEmpty { append(.personEdited, [person] + row.details, row) }
        if let picture = row.picture { append(.personPictured, [person, picture.field], row) }
        if !row.record.active { append(.personDeactivated, [person], row) }
        note(row)
    }

    private mutating func apply(_ differences: [RosterDifference], to person: Person, _ row: RosterRow) throws {
        let who = Field("person", .text(person.id.text))
        var (edited, edit) = ([Field](), Reversal(of: .personEdited, person.id))
        for difference in differences {
            switch difference.change {
            case .edit(let field):
                edited.append(field)
                let before = person.text(field.name, known.details(of: person.id))
                edit.note(field.name, from: before, to: field.value)
            case .type(let name):
                let type = try type(named: name, row)
                edited.append(Field("type", .text(type.text)))
                edit.note("type", from: person.type?.text, to: .text(type.text))
            case .role(let role):
                let reversal = Reversal(
                    person.id, back: (.personRoleChanged, ["role": person.role.rawValue]),
                    again: (.personRoleChanged, ["role": role.rawValue]))
                append(.personRoleChanged, [who, Field("role", .text(role.rawValue))], row, .changes(reversal))
            case .picture(let picture):
                var reversal = Reversal(of: .personPictured, person.id)
                reversal.note("picture", from: person.picture ?? "", to: .text(picture.hash))
                append(.personPictured, [who, picture.field], row, .changes(reversal))
            case .active(let isActive):
                let (now, before): (Kind, Kind) =
                    isActive ? (.personActivated, .personDeactivated) : (.personDeactivated, .personActivated)
                append(now, [who], row, .changes(Reversal(person.id, back: (before, [:]), again: (now, [:]))))
            }
        }
        if !edited.isEmpty { append(.personEdited, [who] + edited, row, .changes(edit)) }
        note(row)
    }

    private mutating func note(_ row: RosterRow) {
        notes += row.leftOut.map { row.record.problem($0.field, $0.message) }
    }

    private mutating func type(named name: String, _ row: RosterRow) throws -> Identifier {
        if let type = types[StudentType.key(name)] { return type }
        let type = Identifier.make(at: now)
        try check(.studentTypeSaved, typeFields(type, name))
        types[StudentType.key(name)] = type
        append(.studentTypeSaved, typeFields(type, name), row, .addsType)
        return type
    }

    private func typeFields(_ type: Identifier, _ name: String) -> [Field] {
        [Field("type", .text(type.text)), Field("name", .text(name))]
    }

    private func check(_ kind: Kind, _ fields: [Field]) throws {
        let entry = PostedEntry(id: .make(at: now), kind: kind, at: now, fields: fields)
        if case .problems(let problems) = entry.entry(device: Site.device, now: now) {
            throw Problem.invalid(problems)
        }
    }

    private mutating func append(_ kind: Kind, _ fields: [Field], _ row: RosterRow, _ effect: Effect = .none) {
        let entry = PostedEntry(id: .make(at: now), kind: kind, at: now, fields: fields)
        entries.append(Planned(entry: entry, record: row.record, effect: effect))
    }
}
