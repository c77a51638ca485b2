/// The people of a roster file: comma-separated values or a property list (XML or binary).
///
/// Files come from strangers. Reading takes time and memory in proportion to the file's size, whatever is in it.
public struct RosterFile: Sendable, Equatable {
    public enum Format: String, Sendable { case csv, propertyList }

    /// 16 MiB.
    public static let mostBytes = 16 * 1024 * 1024
    public static let mostRecords = 100_000

    /// Told by the bytes alone, never by the file's name.
    public let format: Format
    /// In the order of the file, as are the problems.
    public var records: [RosterRecord]
    public var problems: [RowProblem]

    /// - Throws: when nothing of the file can be read. A record that cannot be read is one of `problems`.
    public init(reading bytes: [UInt8]) throws(FileError) {
        guard bytes.count <= Self.mostBytes else {
            throw FileError(.tooLarge, "The file is larger than 16 MiB.")
        }
        let rows: RosterRows
        if bytes.starts(with: BinaryPropertyList.signature) {
            format = .propertyList
            rows = try BinaryPropertyList(bytes).rosterRows()
        } else {
            let text = try UTF8Text(bytes)
            format = text.isXML ? .propertyList : .csv
            rows = text.isXML ? try XMLPropertyList(text).rosterRows() : try RosterCSV.rows(of: text)
        }
        records = rows.records
        problems = rows.problems
    }

    /// UTF-8 with a byte order mark, so that spreadsheets read the names right, and the columns of `RosterField`.
    public static func csv(_ people: [RosterRecord]) -> [UInt8] { RosterCSV.bytes(people) }

    /// As XML.
    public static func propertyList(_ people: [RosterRecord]) -> [UInt8] { XMLPropertyListWriter.bytes(people) }
}
