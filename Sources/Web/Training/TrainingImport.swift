import Classroom
import Crypto
import Foundation
import Pages
import Store

extension Site {
    /// Whole training log of a person as a CSV file.
    func trainingFile(of person: Identifier, _ calendar: WallCalendar) async throws -> [UInt8] {
        var file = CSV.file(TrainingColumn.self, [])
        var after: String?
        repeat {
            let part = try await store.trainings(of: person, after: after, most: 1000)
            for training in part.elements { file += CSV.guardedLine(TrainingFile.cells(training, calendar)).utf8 }
            after = part.next?.text
        } while after != nil
        return file
    }

    /// Adds the entries of a file to the maker's log and restores those deleted since. Existing entries stay unchanged.
    func importTraining(
        _ file: TrainingFile, by maker: Maker, rehearsing: Bool, now: Instant = .now
    ) async throws -> FileImport {
        guard let person = maker.person else { throw Problem.signedOut }
        var done = FileImport(one: "entry", many: "entries", place: "in the log")
        done.problems = file.problems
        done.unchanged = file.ofClasses
        var plan = TrainingImportPlan(person: person, store: store, now: now)
        var planned: [(entry: PostedEntry, record: TrainingRecord)] = []
        for record in file.records {
            if let entry = try await plan.entry(for: record) {
                planned.append((entry, record))
            } else {
                done.unchanged += 1
            }
        }
        // In batches, so that others can write in between.
        for start in stride(from: 0, to: planned.count, by: Entry.mostInBatch) {
            let part = planned[start..<min(start + Entry.mostInBatch, planned.count)]
            let results = try await store.append(
                part.map(\.entry), device: Self.device, by: maker, now: now, rehearsing: rehearsing)
            for ((entry, record), result) in zip(part, results) {
                if result.outcome == .accepted { done.add(entry, "training") }
                done.problems += result.problems.map { record.problem($0.field, $0.message) }
            }
        }
        done.problems.sort { $0.line < $1.line }
        return done
    }
}

/// Plan of an import: entries made from the rows of a file.
private struct TrainingImportPlan {
    let person: Identifier
    let store: Store
    let now: Instant
    /// Number of occurrences of each row without an identifier.
    private var times: [String: Int] = [:]
    private var seen: Set<Identifier> = []

    init(person: Identifier, store: Store, now: Instant) {
        self.person = person
        self.store = store
        self.now = now
    }

    /// Entry to record for a row; `nil` if the log has it already.
    mutating func entry(for record: TrainingRecord) async throws -> PostedEntry? {
        let (own, times) = identifier(of: record)
        var id = own
        if let times, try await isLogged(record, times: times) { return nil }
        // Entry of a class, though the file does not say so. The log has it from attendance.
        if try await store.hasClass(id) { return nil }
        var there = try await store.training(id)
        if let other = there, other.person != person {
            // Somebody else's file: their entries stay theirs.
            id = Self.identifier("\(person) \(id)")
            there = try await store.training(id)
        }
        guard seen.insert(id).inserted else { return nil }
        let training = Field("training", .text(id.text))
        if let there {
            return there.isDeleted ? posted(.trainingRestored, [training]) : nil
        }
        return posted(
            .trainingLogged,
            [
                training, Field("description", .text(record.description)),
                Field("minutes", Self.number(record.minutes)),
                Field("start", .text(record.start.text)),
            ] + (record.category.isEmpty ? [] : [Field("category", .text(record.category))]))
    }

    /// Number, or else the text itself, for the rules to reject.
    private static func number(_ text: String) -> FieldValue {
        Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(text)
    }

    private func posted(_ kind: Kind, _ fields: [Field]) -> PostedEntry {
        PostedEntry(id: .make(at: now), kind: kind, at: now, fields: fields)
    }

    /// Whether the log has a row without an identifier so many times.
    private func isLogged(_ record: TrainingRecord, times: Int) async throws -> Bool {
        guard let minutes = Int(record.minutes) else { return false }
        let category = record.category.isEmpty ? TrainingCategory.endurance.rawValue : record.category
        return try await store.trainings(
            of: person, at: record.start, minutes: minutes, category: category, record.description) >= times
    }

    /// Same identifier for the same row of the same file, so that importing twice adds nothing; and for the how-manieth time
    /// a row comes that has no identifier of its own.
    private mutating func identifier(of record: TrainingRecord) -> (id: Identifier, times: Int?) {
        if let id = Identifier(record.id) { return (id, nil) }
        let line = [
            person.text, record.start.text, record.minutes, record.category, record.description, record.id,
        ].joined(separator: "\u{1F}")
        times[line, default: 0] += 1
        return (Self.identifier("\(line)\u{1F}\(times[line] ?? 1)"), times[line])
    }

    /// UUID version 8 (RFC 9562, section 5.8) from the SHA-256 of a text.
    private static func identifier(_ text: String) -> Identifier {
        let digest = SHA256.hash(data: Data(text.utf8)).prefix(16).map { UInt64($0) }
        let high = digest[..<8].reduce(0) { $0 << 8 | $1 }
        let low = digest[8...].reduce(0) { $0 << 8 | $1 }
        return Identifier(high: high & ~0xF000 | 0x8000, low: low & ~(0b11 << 62) | 0b10 << 62)
    }
}

/// Page for importing a training log, with the result of the last import.
struct TrainingImportPage: Page {
    static let template = "training/import"
    let title = "Import Training"
    var tab: String? { "/training" }
    let result: FileImportView?

    var model: Model { ["title": title.model, "result": result.model] }
}
