import Classroom
import Pages
import Store

/// Page for importing a list of people, from a file or as typed, with the preview or the result.
struct RosterImportPage: Page {
    static let template = "roster/import"
    let title: String
    var tab: String? { "/more" }
    /// Whether the list is typed or pasted, and no file.
    let isTyped: Bool
    let result: FileImportView?
    let preview: RosterPreviewView?
    let canImport: Bool

    init(isTyped: Bool = false, result: FileImportView? = nil, preview: RosterPreviewView? = nil, canImport: Bool) {
        title = isTyped ? "Paste or Type Names" : canImport ? "Import and Export" : "Export"
        self.isTyped = isTyped
        self.result = result
        self.preview = preview
        self.canImport = canImport
    }

    var model: Model {
        [
            "title": title.model, "isTyped": isTyped.model, "result": result.model, "preview": preview.model,
            "canImport": canImport.model,
        ]
    }
}

/// Preview of an import, as shown on a page.
struct RosterPreviewView: Modelled, Sendable {
    /// Columns of the list; `nil` for a property list.
    let columns: RosterColumnsView?
    let summary: String
    let newcomers: RowList<NewcomerView>
    /// Rows that differ from the person on the roster.
    let differing: RowList<MatchView>
    /// Rows that mean somebody on the roster already, and say nothing new.
    let known: RowList<MatchView>
    /// Rows that repeat the name of an earlier row.
    let repeated: RowList<MatchView>
    let result: FileImportView
    let canImport: Bool

    init(_ file: RosterFile, _ planned: RosterImport, _ result: FileImportView) {
        columns = file.layout.map(RosterColumnsView.init)
        let needsColumns = columns?.needsColumns ?? false
        summary = needsColumns ? "Say which column has the names." : planned.done.summary(rehearsing: true)
        newcomers = RowList(planned.newcomers.map(NewcomerView.init))
        differing = RowList(planned.matches.filter { !$0.differences.isEmpty }.map(MatchView.init))
        let same = planned.matches.filter { $0.differences.isEmpty }
        known = RowList(same.filter { !$0.isRepeated }.map(MatchView.init))
        repeated = RowList(same.filter(\.isRepeated).map(MatchView.init))
        self.result = result
        canImport = !needsColumns && planned.done.added + planned.done.altered > 0
    }

    var model: Model {
        [
            "columns": columns.model, "summary": summary.model, "newcomers": newcomers.model,
            "differing": differing.model, "known": known.model,
            "repeated": repeated.model, "result": result.model, "canImport": canImport.model,
        ]
    }
}

/// List of rows, as far as they are shown.
struct RowList<Row: Modelled & Sendable>: Modelled, Sendable {
    let rows: [Row]
    let count: Int

    private static var most: Int { 500 }

    init(_ rows: [Row]) {
        self.rows = Array(rows.prefix(Self.most))
        count = rows.count
    }

    var model: Model {
        let more = count - rows.count
        return [
            "rows": rows.model, "any": (count > 0).model, "count": count.model, "countText": grouped(count).model,
            "more": more.model, "moreText": (more > 0 ? "And \(grouped(more)) more." : nil as String?).model,
        ]
    }
}

/// Person whom an import adds.
struct NewcomerView: Modelled, Sendable {
    let line: Int
    let name: String
    let studentID: String

    init(_ newcomer: RosterNewcomer) {
        line = newcomer.line
        name = newcomer.name
        studentID = newcomer.studentID
    }

    var model: Model { ["line": line.model, "name": name.model, "studentID": studentID.model] }
}

/// Row that means somebody on the roster already, with what can become of it.
struct MatchView: Modelled, Sendable {
    let line: Int
    let name: String
    let place: String
    let differences: [String]
    let choices: [ChoiceView]

    init(_ match: RosterMatch) {
        line = match.line
        name = match.name
        place = match.place
        differences = match.differences
        var choices: [(RosterMatch.Choice, String)] = [(.leave, "Leave")]
        if !match.differences.isEmpty { choices.append((.apply, "Apply")) }
        if match.canAdd { choices.append((.add, "Add as another person")) }
        self.choices = choices.map { choice, label in
            ChoiceView(value: choice.rawValue, label: label, isSelected: match.choice == choice)
        }
    }

    var model: Model {
        [
            "line": line.model, "name": name.model, "place": place.model, "differences": differences.model,
            "choices": choices.model, "hasChoices": (choices.count > 1).model,
        ]
    }
}

struct ChoiceView: Modelled, Sendable {
    let value: String
    let label: String
    let isSelected: Bool

    var model: Model { ["value": value.model, "label": label.model, "isSelected": isSelected.model] }
}
