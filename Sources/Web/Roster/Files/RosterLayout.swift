import Classroom

/// Layout of a list: how its columns are separated, what they hold, and whether the first row names them.
struct RosterLayout: Sendable, Equatable {
    let separator: Separator
    let hasHeading: Bool
    private(set) var columns: [RosterColumn]
    /// First rows, the heading among them.
    let sample: [CSV.Row]
    /// Whether columns were told from their content, and not all of them are names.
    private(set) var isGuessed = false

    /// Number of rows by which a layout is recognised.
    static let mostSampled = 100

    enum Separator: UInt8, CaseIterable, Sendable {
        case comma = 0x2C
        case semicolon = 0x3B
        case tab = 0x09
        /// Separator of a list with a single column. In text for people there is no such character.
        case none = 0x1F
    }

    init(of text: UTF8Text, as mapping: RosterMapping) {
        let samples = Dictionary(uniqueKeysWithValues: Separator.allCases.map { ($0, Self.sample(of: text, $0)) })
        func rows(_ separator: Separator) -> [CSV.Row] { samples[separator] ?? [] }
        let headed = Separator.allCases.max { Self.known(rows($0)) < Self.known(rows($1)) } ?? .none
        let isHeaded = Self.isHeading(rows(headed))
        // Where the heading has a single column, commas are part of names.
        let separator = !isHeaded ? Self.separator(of: samples) : rows(headed).first?.count == 1 ? .none : headed
        let sample = rows(separator)
        let hasHeading = mapping.hasHeading ?? isHeaded
        self.separator = separator
        self.sample = sample
        self.hasHeading = hasHeading
        columns = []
        if let wished = mapping.columns {
            columns = wished
        } else if isHeaded, hasHeading {
            columns = Self.columns(namedBy: sample.first?.fields ?? [])
        } else {
            guess()
        }
    }

    /// Whether it is known where the names are.
    var hasNames: Bool { columns.contains(where: \.isName) }

    /// Number of columns, as far as they are looked at.
    var width: Int { min(sample.map(\.fields.count).max() ?? 0, CSV.mostFields) }

    /// Rows below the heading, as far as they were looked at.
    var content: ArraySlice<CSV.Row> { sample.dropFirst(hasHeading ? 1 : 0) }

    func column(_ index: Int) -> RosterColumn { columns.indices.contains(index) ? columns[index] : .notKept }

    private static func sample(of text: UTF8Text, _ separator: Separator) -> [CSV.Row] {
        var reader = CSVReader(text.bytes, separator: separator.rawValue)
        var rows: [CSV.Row] = []
        while rows.count < mostSampled, let row = reader.next() {
            if row.unclosedQuote != nil || !row.isBlank { rows.append(row) }
            if row.unclosedQuote != nil { break }
        }
        return rows
    }
}

extension RosterLayout {
    /// Number of columns that the first row names.
    private static func known(_ rows: [CSV.Row]) -> Int { Set(rows.first.map(headings) ?? []).count }

    private static func headings(_ row: CSV.Row) -> [RosterColumn] {
        row.fields.compactMap(RosterColumn.init(heading:))
    }

    /// Whether the first row names columns: names of people or two others, none of which recurs as a value below.
    private static func isHeading(_ rows: [CSV.Row]) -> Bool {
        guard let first = rows.first else { return false }
        let known = first.fields.indices.filter { index in
            guard RosterColumn(heading: first.fields[index]) != nil else { return false }
            return !rows.dropFirst().contains {
                $0.fields.indices.contains(index) && $0.fields[index] == first.fields[index]
            }
        }
        let columns = Set(known.compactMap { RosterColumn(heading: first.fields[$0]) })
        return columns.count > 1 || columns.contains(where: \.isName)
    }

    /// Columns by the names in a heading. Of two columns of the same kind the first is kept.
    private static func columns(namedBy fields: [String]) -> [RosterColumn] {
        let found = fields.map { RosterColumn(heading: $0) ?? .notKept }
        let (hasFirst, hasLast) = (found.contains(.field(.firstName)), found.contains(.field(.lastName)))
        var seen: Set<RosterColumn> = []
        return found.map { column in
            var column = column
            // Beside a first name, "Name" is the last name, and beside both it says the same again.
            if column == .name, hasFirst || hasLast {
                column = hasFirst && hasLast ? .notKept : .field(hasFirst ? .lastName : .firstName)
            }
            // A whole name has all of it.
            if column == .middleName, !hasFirst, !hasLast, found.contains(.name) { column = .notKept }
            return column == .notKept || seen.insert(column).inserted ? column : .notKept
        }
    }
}

extension RosterLayout {
    /// Separator of a list without a heading: that which most rows have.
    private static func separator(of samples: [Separator: [CSV.Row]]) -> Separator {
        for separator in [Separator.tab, .semicolon, .comma] {
            guard let rows = samples[separator] else { continue }
            let split = rows.filter { $0.count > 1 }
            guard split.count * 2 > rows.count || (separator == .tab && !split.isEmpty) else { continue }
            // "Fleming, Ann" is one name.
            if separator == .comma, split.allSatisfy({ $0.count == 2 && $0.fields[1].utf8.first == 0x20 }) { continue }
            return separator
        }
        return .none
    }

    /// Tells columns from their content: one column of names, or one of first and one of last names.
    private mutating func guess() {
        let filled = (0..<width).filter { index in !cells(index).isEmpty }
        let names = filled.filter { index in
            let cells = cells(index)
            return cells.count { Self.isNameLike($0) } * 2 > cells.count
        }
        columns = Array(repeating: .notKept, count: width)
        let addresses = filled.filter { index in cells(index).allSatisfy { EmailAddress.isValid(Words.trimmed($0)) } }
        if addresses.count == 1 { columns[addresses[0]] = .field(.email) }
        if names.count == 1 { columns[names[0]] = .name }
        if names.count == 2 {
            columns[names[0]] = .field(.firstName)
            columns[names[1]] = .field(.lastName)
        }
        isGuessed = hasNames && columns.count { $0 != .notKept } != filled.count
    }

    private func cells(_ index: Int) -> [String] {
        content.compactMap { row in
            guard row.fields.indices.contains(index) else { return nil }
            let cell = row.fields[index]
            return cell.utf8.allSatisfy(UTF8Text.isSpace) ? nil : cell
        }
    }

    private static func isNameLike(_ cell: String) -> Bool {
        guard cell.utf8.count <= 400 else { return false }
        let cell = RosterName.parted(RosterName.withoutListMark(cell)).name
        return cell.unicodeScalars.contains(where: \.properties.isAlphabetic)
            && !cell.utf8.contains { "0123456789@{}[]<>=/\\|:".utf8.contains($0) }
    }
}
