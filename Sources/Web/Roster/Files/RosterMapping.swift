/// Wishes of a person about how a list is read: what its columns are, and whether its first row names them.
public struct RosterMapping: Sendable {
    var columns: [RosterColumn]?
    var hasHeading: Bool?

    /// Wishes for nothing: everything is recognised.
    public static let none = RosterMapping()

    private init() {}

    /// Reads the wishes as they are written in an address; what is empty is recognised.
    ///
    /// - Parameters:
    ///   - columns: a word for each column, separated by commas: "firstName,lastName,-,studentID".
    ///   - heading: "yes" or "no".
    public init(columns: String, heading: String) throws(FileError) {
        switch heading {
        case "": break
        case "yes", "1", "true": hasHeading = true
        case "no", "0", "false": hasHeading = false
        default: throw FileError(.columns, "“heading” is yes or no.")
        }
        guard !columns.isEmpty else { return }
        self.columns = try Self.read(columns)
    }

    private static let arePartsOfNames: [RosterColumn] = [.field(.firstName), .middleName, .field(.lastName)]

    private static func read(_ text: String) throws(FileError) -> [RosterColumn] {
        var columns: [RosterColumn] = []
        for word in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let word = String(decoding: word.prefix(40), as: UTF8.self)
            guard columns.count < CSV.mostFields, let column = RosterColumn(word: word) else {
                throw FileError(.columns, "“\(word)” is no column of a roster.")
            }
            if column != .notKept, columns.contains(column) {
                throw FileError(.columns, "Two columns cannot both be “\(column.heading)”.")
            }
            columns.append(column)
        }
        if columns.contains(.name), columns.contains(where: Self.arePartsOfNames.contains) {
            throw FileError(.columns, "Names are either in one column or in two: first and last name.")
        }
        return columns
    }
}
