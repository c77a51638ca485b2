/// Roster file: CSV, or a property list in XML or binary.
///
/// Files are untrusted: whatever their content, reading takes time and memory proportional to their size.
public struct RosterFile: Sendable, Equatable {
    public enum Format: String, Sendable { case csv, propertyList }

    /// Maximum size: 16 MiB.
    public static let mostBytes = 16 * 1024 * 1024
    public static let mostRecords = 100_000

    /// Format, detected from the content and never from the file name.
    public let format: Format
    /// Records in file order; the problems are in the same order.
    public var records: [RosterRecord]
    public var problems: [RowProblem]
    /// Layout of a list; `nil` for a property list.
    let layout: RosterLayout?

    /// - Throws: if the file cannot be read at all. A record that cannot be read is one of `problems`.
    public init(reading bytes: [UInt8], as mapping: RosterMapping = .none) throws(FileError) {
        guard bytes.count <= Self.mostBytes else {
            throw FileError(.tooLarge, "The file is larger than 16 MiB.")
        }
        let rows: RosterRows
        if bytes.starts(with: BinaryPropertyList.signature) {
            format = .propertyList
            layout = nil
            rows = try BinaryPropertyList(bytes).rosterRows()
        } else {
            let text = try UTF8Text(bytes)
            let layout = text.isXML ? nil : RosterLayout(of: text, as: mapping)
            format = layout == nil ? .propertyList : .csv
            self.layout = layout
            rows =
                if let layout { try RosterCSV.rows(of: text, layout) } else { try XMLPropertyList(text).rosterRows() }
        }
        records = rows.records
        problems = rows.problems
    }

    /// Checks that it is known what the columns are. A list that is only looked at may be guessed.
    public func checkColumns() throws(FileError) {
        guard let layout, !layout.hasNames || layout.isGuessed else { return }
        throw FileError(
            .noHeader,
            "The first row does not say which column is what. Name the columns in it, such as First Name, Last Name.")
    }

    /// Writes UTF-8 with a byte order mark, so that spreadsheets detect the encoding, and the columns of `RosterField`.
    public static func csv(_ people: [RosterRecord]) -> [UInt8] { RosterCSV.bytes(people) }

    /// Writes an XML property list.
    public static func propertyList(_ people: [RosterRecord]) -> [UInt8] { XMLPropertyListWriter.bytes(people) }
}
