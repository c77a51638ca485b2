import Foundation

/// Table in a document that a test makes: between the lines `<!-- NAME: … -->` and `<!-- end of NAME -->`.
///
/// With the environment variable `SHALA_WRITE_DOCS=1` the test writes the table; otherwise it compares.
public struct DocumentTable: Sendable {
    private let file: URL
    private let name: String
    /// Tests run side by side, and a document can hold the tables of several.
    private static let lock = NSLock()

    /// - Parameter path: from the folder of the package.
    public init(_ name: String, in path: String = "docs/presence.md") {
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        file = package.appendingPathComponent(path)
        self.name = name
    }

    /// Lines by which the document differs, "- " before its own and "+ " before those that were made; none if it agrees.
    public func differences(from rows: [[String]]) throws -> [String] {
        try Self.lock.withLock { try compare(rows) }
    }

    private func compare(_ rows: [[String]]) throws -> [String] {
        let made = Self.lines(rows)
        var (before, table, after) = try parts()
        if ProcessInfo.processInfo.environment["SHALA_WRITE_DOCS"] == "1", table != made {
            table = made
            let text = (before + table + after).joined(separator: "\n")
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        return table.filter { !made.contains($0) }.map { "- " + $0 }
            + made.filter { !table.contains($0) }.map { "+ " + $0 }
            + (table.count == made.count ? [] : ["\(table.count) lines instead of \(made.count)"])
    }

    /// Rows as Markdown; the first is the head.
    private static func lines(_ rows: [[String]]) -> [String] {
        let lines = rows.map { row in
            "| " + row.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        let rule = "|" + String(repeating: " --- |", count: rows.first?.count ?? 0)
        return lines.prefix(1) + [rule] + lines.dropFirst()
    }

    private func parts() throws -> (before: [String], table: [String], after: [String]) {
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        guard let start = lines.firstIndex(where: { $0.hasPrefix("<!-- \(name):") }),
            let end = lines.firstIndex(of: "<!-- end of \(name) -->"), start < end
        else { throw Missing(name: name) }
        return (Array(lines[...start]), Array(lines[(start + 1)..<end]), Array(lines[end...]))
    }

    private struct Missing: Error, CustomStringConvertible {
        let name: String

        var description: String { "There is no table “\(name)” in the document." }
    }
}
