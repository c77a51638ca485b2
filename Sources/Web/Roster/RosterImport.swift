import Classroom
import Foundation
import Store

extension Site {
    /// Adds people from a roster file. People already on the roster are left unchanged.
    public func importRoster(
        _ file: RosterFile, by maker: Maker, rehearsing: Bool, now: Instant = .now
    ) async throws -> FileImport {
        let taken = try await store.takenStudentIDs(among: file.records.map(\.studentID))
        var plan = RosterImportPlan(
            taken: taken, types: try await store.studentTypes(), today: calendar.today(now), now: now)
        for record in file.records { plan.add(record) }
        let results = try await store.append(
            plan.entries.map(\.entry), device: Self.device, by: maker, now: now, rehearsing: rehearsing)
        var done = FileImport(one: "person", many: "people", place: "on the roster")
        done.unchanged = plan.unchanged
        done.problems = file.problems + plan.problems
        for (planned, result) in zip(plan.entries, results) {
            if result.outcome == .accepted, planned.adds { done.add(planned.entry, "person") }
            for problem in result.problems {
                done.problems.append(planned.record.problem(problem.field, problem.message))
            }
        }
        done.problems.sort { $0.line < $1.line }
        return done
    }

    /// Roster as records for a file.
    public func rosterRecords() async throws -> [RosterRecord] {
        var records: [RosterRecord] = []
        var after: String?
        repeat {
            let part = try await store.everybody(after: after)
            for person in part.elements {
                records.append(try await record(of: person, line: records.count + 1))
            }
            after = part.next?.text
        } while after != nil
        return records
    }

    private func record(of person: Person, line: Int) async throws -> RosterRecord {
        var picture: [UInt8]?
        if let hash = person.picture { picture = try await store.picture(hash).bytes }
        return RosterRecord(
            line: line, firstName: person.name.first, lastName: person.name.last, studentID: person.studentID ?? "",
            github: person.github, role: person.role.rawValue, type: person.typeName ?? "", joined: person.joined,
            active: person.isActive, picture: picture)
    }

    /// The device that imports' entries are made on: the server itself.
    static let device = Identifier.server
}

extension RosterRecord {
    func problem(_ field: String, _ message: String) -> RowProblem {
        RowProblem(
            line: line, name: RowProblem.shortened(PersonName(first: firstName, last: lastName).full), field: field,
            message: message)
    }
}

/// Plan of an import: entries to record, and records that cannot be imported.
private struct RosterImportPlan {
    struct Planned {
        let entry: PostedEntry
        let record: RosterRecord
        let adds: Bool
    }

    private(set) var entries: [Planned] = []
    private(set) var problems: [RowProblem] = []
    private(set) var unchanged = 0
    private let taken: Set<String>
    private let today: String
    private let now: Instant
    private var types: [String: Identifier]
    private var lines: [String: Int] = [:]

    init(taken: Set<String>, types: [StudentType], today: String, now: Instant) {
        self.taken = taken
        self.today = today
        self.now = now
        self.types = Dictionary(
            types.map { (StudentType.key($0.name), $0.id) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func add(_ record: RosterRecord) {
        do {
            guard let id = StudentID(record.studentID) else {
                let words =
                    record.studentID.isEmpty
                    ? "The student ID is missing." : "\(StudentID.none) is not a valid student ID."
                throw Problem.invalid("studentID", "required", words)
            }
            if let line = lines[id.text] {
                throw Problem.invalid("studentID", "taken", "The ID \(id.text) is already in row \(line).")
            }
            let role = try Self.role(record.role)
            let picture = try record.picture.map { try Picture($0) }
            if taken.contains(id.text) { unchanged += 1 } else { try plan(record, role, picture) }
            lines[id.text] = record.line
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

    /// Plans all of a record's entries or none: problems are found before anything is planned.
    private mutating func plan(_ record: RosterRecord, _ role: Role, _ picture: Picture?) throws {
        // Later rows get larger identifiers, so that people of the same name keep the order of the file.
        let id = Identifier.make(at: now.adding(milliseconds: Int64(record.line)))
        let person = Field("person", .text(id.text))
        var fields = [
            person, Field("firstName", .text(record.firstName)), Field("lastName", .text(record.lastName)),
            Field("studentID", .text(record.studentID)), Field("role", .text(role.rawValue)),
            Field("joined", .text(record.joined.isEmpty ? today : record.joined)),
        ]
        if !record.github.isEmpty { fields.append(Field("github", .text(record.github))) }
        try check(.personAdded, fields)
        if !record.type.isEmpty { fields.append(try Field("type", .text(type(named: record.type, for: record).text))) }
        append(.personAdded, fields, record, adds: true)
        if let picture {
            let data = Data(picture.bytes).base64EncodedString()
            append(.personPictured, [person, Field("data", .text(data))], record)
        }
        if !record.active { append(.personDeactivated, [person], record) }
    }

    private mutating func type(named name: String, for record: RosterRecord) throws -> Identifier {
        if let type = types[StudentType.key(name)] { return type }
        let type = Identifier.make(at: now)
        let fields = [Field("type", .text(type.text)), Field("name", .text(name))]
        try check(.studentTypeSaved, fields)
        types[StudentType.key(name)] = type
        append(.studentTypeSaved, fields, record)
        return type
    }

    private func check(_ kind: Kind, _ fields: [Field]) throws {
        let entry = PostedEntry(id: Identifier.make(at: now), kind: kind, at: now, fields: fields)
        if case .problems(let problems) = entry.entry(device: Site.device, now: now) {
            throw Problem.invalid(problems)
        }
    }

    private mutating func append(_ kind: Kind, _ fields: [Field], _ record: RosterRecord, adds: Bool = false) {
        let entry = PostedEntry(id: .make(at: now), kind: kind, at: now, fields: fields)
        entries.append(Planned(entry: entry, record: record, adds: adds))
    }

    private static func role(_ text: String) throws -> Role {
        switch text.lowercased() {
        case "student", "": .student
        case "instructor", "teacher": .instructor
        default:
            throw Problem.invalid(
                "role", "choice", "“\(text.prefix(40))” is not a role: use student or instructor.")
        }
    }
}
