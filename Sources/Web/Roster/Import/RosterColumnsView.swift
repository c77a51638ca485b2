import Classroom
import Pages

/// Columns of a list, each with what it holds.
struct RosterColumnsView: Modelled, Sendable {
    let hasHeading: Bool
    /// Whether it is not known yet where the names are.
    let needsColumns: Bool
    /// Whether the columns are to be looked at.
    let isOpen: Bool
    /// Columns with content, and those that are kept.
    let columns: [ColumnView]
    /// "2 of 24 columns are kept."
    let summary: String

    /// Whether there is nothing but names, without a heading.
    let isEvident: Bool

    init(_ layout: RosterLayout) {
        hasHeading = layout.hasHeading
        needsColumns = !layout.hasNames
        isOpen = needsColumns || layout.isGuessed
        columns = (0..<layout.width).compactMap { ColumnView(layout, $0) }
        let kept = columns.count { $0.column != .notKept }
        let all = counted(layout.width, "column", "columns")
        isEvident = layout.width == 1 && !hasHeading && !isOpen
        summary = "\(kept) of \(all) \(kept == 1 || layout.width == 1 ? "is" : "are") kept."
    }

    var model: Model {
        [
            "hasHeading": hasHeading.model, "needsColumns": needsColumns.model, "isOpen": isOpen.model,
            "isEvident": isEvident.model,
            "columns": columns.model,
            "summary": summary.model,
        ]
    }
}

/// Column of a list.
struct ColumnView: Modelled, Sendable {
    let index: Int
    let column: RosterColumn
    /// Heading in the list, or "Column 3".
    let heading: String
    /// First values.
    let sample: String

    private static let mostSampled = 3

    /// Returns `nil` for a column that is empty and not kept.
    init?(_ layout: RosterLayout, _ index: Int) {
        let cells = layout.content.compactMap { row in row.fields.indices.contains(index) ? row.fields[index] : nil }
        let filled = cells.filter { !$0.utf8.allSatisfy(UTF8Text.isSpace) }
        column = layout.column(index)
        if filled.isEmpty, column == .notKept { return nil }
        self.index = index
        let names = layout.hasHeading ? layout.sample.first?.fields ?? [] : []
        let name = names.indices.contains(index) ? RowProblem.shortened(names[index]) : ""
        heading = name.isEmpty ? "Column \(index + 1)" : name
        // A picture tells nothing as text.
        let shown = column == .field(.picture) ? [] : filled.prefix(Self.mostSampled)
        sample = shown.map(RowProblem.shortened).joined(separator: ", ")
    }

    var model: Model {
        let choices = ([.notKept] + RosterColumn.kept).map { choice in
            ChoiceView(value: choice.word, label: choice.heading, isSelected: choice == column)
        }
        return [
            "index": index.model, "heading": heading.model, "sample": sample.model,
            "isKept": (column != .notKept).model, "choices": choices.model,
        ]
    }
}
