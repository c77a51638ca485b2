import Crypto
import Foundation

/// How many rows a table has, and what is in them, so that two tables can be told to be the same wherever they are.
public struct TableDigest: Sendable, Equatable {
    public let table: String
    public let count: Int
    /// SHA-256, in lowercase hexadecimal, over the rows in the order of the key.
    public let digest: String

    /// - Parameter most: of how many rows from the first on; by default of all.
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
        digest = hash.finalize().map { String(format: "%02x", $0) }.joined()
    }

    /// A row as bytes that are the same for the same row, from whichever engine it comes: each column's name, type
    /// and value, by name, and before text and bytes how many there are.
    private static func canonical(_ row: Row) -> [UInt8] {
        var bytes: [UInt8] = []
        for name in row.names {
            bytes += Array(name.utf8) + [UInt8(ascii: "=")]
            switch row[name] ?? .null {
            case .null: bytes += Array("null".utf8)
            case .integer(let integer): bytes += Array("i\(integer)".utf8)
            // The shortest text that reads as the same number; adding 0 makes -0, which SQLite does not keep, 0.
            case .real(let real): bytes += Array("r\(real + 0)".utf8)
            case .text(let text): bytes += Array("t\(text.utf8.count):".utf8) + Array(text.utf8)
            case .bytes(let value): bytes += Array("b\(value.count):".utf8) + value
            }
            bytes.append(UInt8(ascii: ";"))
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

extension Database {
    /// The digest of every table that is part of the book, as they are at one moment.
    func digests(_ listener: @escaping ProgressListener) async throws -> [TableDigest] {
        try await read { connection in
            try BookTable.all.map { table in
                listener(WorkProgress("Comparing \(table.title)"))
                return try TableDigest(table, on: connection)
            }
        }
    }
}
