import Classroom
import Hummingbird
import NIOCore
import Pages
import Store

/// Result of importing a file.
public struct FileImport: Sendable {
    public private(set) var added = 0
    /// Identifiers of what was added.
    private(set) var addedIDs: [String] = []
    /// Identifiers of the student types that were added.
    private(set) var typeIDs: [String] = []
    /// Number of rows that changed what was there already.
    public var altered = 0
    /// What takes back the changes of what was there already.
    var reversals: [Reversal] = []
    /// Number of rows that were there already.
    public var unchanged = 0
    /// Number of rows among these that only repeat the name of an earlier row.
    public var repeated = 0
    /// Number of rows among those there already that differ from what is there.
    public var differing = 0
    public var problems: [RowProblem] = []
    /// What is left out of rows that are taken.
    public var notes: [RowProblem] = []
    /// Words for a row and for where rows go: "person", "people", "on the roster".
    let one, many, place: String

    init(one: String, many: String, place: String) {
        (self.one, self.many, self.place) = (one, many, place)
    }

    /// Counts what an entry has added, and keeps the identifier that the entry gave it.
    mutating func add(_ entry: PostedEntry, _ field: String) {
        added += 1
        if let id = Self.text(field, of: entry) { addedIDs.append(id) }
    }

    /// Notes a student type that an entry has added.
    mutating func noteType(_ entry: PostedEntry) {
        if let id = Self.text("type", of: entry) { typeIDs.append(id) }
    }

    private static func text(_ field: String, of entry: PostedEntry) -> String? {
        guard case .text(let text)? = entry.fields.first(where: { $0.name == field })?.value else { return nil }
        return text
    }

    /// Result in words: what changed, what did not, and what could not be read.
    public func summary(rehearsing: Bool) -> String {
        var parts: [String] = []
        if added > 0 { parts.append(counted(added, one, many) + (rehearsing ? " would be added." : " added.")) }
        if altered > 0 { parts.append(counted(altered, one, many) + (rehearsing ? " would be changed." : " changed.")) }
        if parts.isEmpty {
            parts.append(rehearsing ? "Nothing would change." : "Nothing changed.")
        }
        let there = unchanged - repeated
        if there > 0 { parts.append(counted(there, one + " is", many + " are") + " \(place) already.") }
        if repeated > 0 { parts.append(counted(repeated, "row repeats a name", "rows repeat names") + " of the list.") }
        if differing > 0 { parts.append(counted(differing, "row differs", "rows differ") + " from the roster.") }
        let leftOut = Set(problems.map(\.line)).count
        if leftOut > 0 { parts.append(counted(leftOut, "row was", "rows were") + " skipped.") }
        return parts.joined(separator: " ")
    }
}

/// Result as shown on a page.
struct FileImportView: Modelled, Sendable {
    let fileName: String
    let dryRun: Bool
    let changed: Bool
    let summary: String
    let added: Int
    let altered: Int
    let unchanged: Int
    let differing: Int
    let notes: [ProblemView]
    let problems: [ProblemView]
    let problemCount: Int
    /// Number of problems beyond those listed.
    let moreProblems: Int
    let hasMoreProblems: Bool
    let hasProblems: Bool
    let addedText: String
    let unchangedText: String
    let problemsText: String
    let moreProblemsText: String
    /// Identifiers of what was added, by which the import can be taken back: of one batch of entries at most, or none.
    let undo: String
    /// Identifiers of the student types that were added, which go too if nobody has them.
    let types: String
    /// What was added: "people" or "entries".
    let kind: String
    let hasAdded: Bool
    /// What takes the changes back, as JSON; "" if that is not offered.
    let reversals: String
    let canTakeBack: Bool

    private static let mostListed = 500

    init(_ done: FileImport, file: String, rehearsing: Bool) {
        fileName = String(file.prefix(200))
        dryRun = rehearsing
        changed = done.added + done.altered > 0 && !rehearsing
        summary = done.summary(rehearsing: rehearsing)
        added = done.added
        altered = done.altered
        unchanged = done.unchanged
        differing = done.differing
        notes = done.notes.prefix(Self.mostListed).map(ProblemView.init)
        problems = done.problems.prefix(Self.mostListed).map(ProblemView.init)
        problemCount = done.problems.count
        moreProblems = max(0, done.problems.count - Self.mostListed)
        hasMoreProblems = moreProblems > 0
        hasProblems = !done.problems.isEmpty
        addedText = grouped(added)
        unchangedText = grouped(unchanged)
        problemsText = grouped(problemCount)
        moreProblemsText = grouped(moreProblems)
        hasAdded = added > 0 && !rehearsing
        let count = done.added + done.reversals.count + done.typeIDs.count
        canTakeBack = changed && count > 0 && count <= Entry.mostInBatch
        reversals = canTakeBack && !done.reversals.isEmpty ? Reversal.json(done.reversals) : ""
        undo = canTakeBack ? done.addedIDs.joined(separator: " ") : ""
        types = canTakeBack ? done.typeIDs.joined(separator: " ") : ""
        kind = done.many
    }

    struct ProblemView: Modelled, Sendable {
        let line: Int
        let name: String
        let field: String
        let message: String

        init(_ problem: RowProblem) {
            line = problem.line
            name = problem.name
            field = problem.field
            message = problem.message
        }

        var model: Model { ["line": line.model, "name": name.model, "field": field.model, "message": message.model] }
    }

    var model: Model {
        [
            "fileName": fileName.model, "dryRun": dryRun.model, "changed": changed.model, "summary": summary.model,
            "added": added.model, "altered": altered.model, "differing": differing.model, "notes": notes.model,
            "hasNotes": (!notes.isEmpty).model, "hasAltered": (altered > 0).model,
            "alteredText": grouped(altered).model,
            "hasAdded": hasAdded.model, "unchanged": unchanged.model, "problems": problems.model,
            "problemCount": problemCount.model, "moreProblems": moreProblems.model,
            "hasMoreProblems": hasMoreProblems.model, "hasProblems": hasProblems.model,
            "addedText": addedText.model, "unchangedText": unchangedText.model, "problemsText": problemsText.model,
            "moreProblemsText": moreProblemsText.model, "undo": undo.model, "types": types.model,
            "kind": kind.model,
            "canTakeBack": canTakeBack.model, "reversals": reversals.model,
        ]
    }
}

extension Request {
    /// Whether the file is only to be checked.
    var isRehearsal: Bool { ["1", "true", "on"].contains(query("dryRun")) }
}

extension Response {
    /// Response that offers a file for download.
    static func download(_ bytes: [UInt8], _ type: String, _ name: String) -> Response {
        Response(
            contentType: type, body: .init(bytes: bytes),
            headers: [.contentDisposition: "attachment; filename=\"\(name)\""])
    }
}
