import Crypto
import Foundation

/// Row count and digest of a table, to compare tables between databases.
public struct TableDigest: Sendable, Equatable {
    public let table: String
    public let count: Int
    /// SHA-256, in lowercase hexadecimal, of the rows in key order.
    public let digest: String

    /// - Parameter most: number of rows from the first; by default all.
    init(_ table: BookTable, on connection: any Connection, most: Int = .max) throws {
        var hash = SHA256()
        var rows = TableRows(table, on: connection)
        var count = 0
        while count < most, let row = try rows.next() {
            hash.update(data: Data(Self.canonical(row)))
            count += 1
        }
        self.table = table.name
        self.count = count
        digest = hexadecimal(hash.finalize())
    }

    /// Canonical bytes of a row, the same for all engines: name, type and value of each column by name, with text and
    /// bytes preceded by their length.
    private static func canonical(_ row: Row) -> [UInt8] {
        var bytes: [UInt8] = []
        for name in row.names {
            bytes += Array(name.utf8) + [UInt8(ascii: "=")]
            switch row[name] ?? .null {
            case .null, .list: bytes += Array("null".utf8)
            case .integer(let integer): bytes += Array("i\(integer)".utf8)
            // Shortest text that parses as the same number; adding 0 turns -0, which SQLite does not store, into 0.
            case .real(let real): bytes += Array("r\(real + 0)".utf8)
            case .text(let text): bytes += Array("t\(text.utf8.count):".utf8) + Array(text.utf8)
            case .identifier(let value): bytes += Array("b16:".utf8) + value.bytes
            case .bytes(let value): bytes += Array("b\(value.count):".utf8) + value
            }
            bytes.append(UInt8(ascii: ";"))
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

extension Database {
    /// Digests of all tables of the book in a single snapshot.
    func digests(_ listener: @escaping ProgressListener) async throws -> [TableDigest] {
        try await read { connection in
            try BookTable.all.map { table in
                listener(WorkProgress("Comparing \(table.title)"))
                return try TableDigest(table, on: connection)
            }
        }
    }
}
