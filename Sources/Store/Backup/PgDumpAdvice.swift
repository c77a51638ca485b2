import Foundation

/// Advice to copy a PostgreSQL book with PostgreSQL's own tool.
struct PgDumpAdvice: Error, CustomStringConvertible {
    private let url: String
    private let copyURL: String
    private let copyName: String
    private let path: String

    /// - Parameter address: postgres://USER:PASSWORD@HOST:PORT/NAME?…; the password is not shown.
    init(_ address: String, path: String) {
        self.path = path
        guard var parts = BookAddress.withoutPassword(address) else {
            (url, copyURL, copyName) = ("postgres://…/NAME", "postgres://…/NAME_copy", "NAME_copy")
            return
        }
        // Without a database name libpq uses the user's name.
        let name = parts.path.count > 1 ? String(parts.path.dropFirst()) : parts.user ?? "shala"
        parts.path = "/" + name
        url = parts.string ?? ""
        copyName = name + "_copy"
        parts.path = "/" + copyName
        copyURL = parts.string ?? ""
    }

    var description: String {
        """
        This book is kept by PostgreSQL, which copies it by a tool of its own, also while servers run:
          pg_dump --format=custom --file=\(Self.quoted(path)) \(Self.quoted(url))
        To put the copy into a new database and have it checked:
          createdb --maintenance-db=\(Self.quoted(url)) \(Self.quoted(copyName))
          pg_restore --exit-on-error --no-owner --dbname=\(Self.quoted(copyURL)) \(Self.quoted(path))
          shala doctor --database \(Self.quoted(copyURL))
        The tools ask for the password, or take it from ~/.pgpass.
        """
    }

    /// Quotes a word for the shell.
    private static func quoted(_ word: String) -> String {
        "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
