import CPostgres
import Classroom
import Foundation

/// Parameters of a statement for libpq: text format, and binary for bytes.
struct PostgresParameters {
    /// Null-terminated values; `nil` for null.
    private let values: [[UInt8]?]
    private let lengths: [Int32]
    private let formats: [Int32]

    /// Rejects text that contains a zero byte; the book has none.
    init(_ values: [SQLValue]) throws {
        self.values = try values.map(Self.bytes)
        lengths = self.values.map { Int32(($0?.count ?? 1) - 1) }
        formats = values.map { value in
            switch value {
            case .bytes, .identifier: 1
            default: 0
            }
        }
    }

    func withPointers<Value>(
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>
        ) throws -> Value
    ) rethrows -> Value {
        // A single buffer, so that one pointer keeps all values alive.
        let all = values.flatMap { $0 ?? [] }
        return try all.withUnsafeBytes { memory in
            var place = 0
            let pointers = values.map { value -> UnsafePointer<CChar>? in
                guard let value else { return nil }
                defer { place += value.count }
                return memory.baseAddress?.advanced(by: place).assumingMemoryBound(to: CChar.self)
            }
            return try body(pointers, lengths, formats)
        }
    }

    private static func bytes(_ value: SQLValue) throws -> [UInt8]? {
        switch value {
        case .null: return nil
        case .integer(let integer): return Array(String(integer).utf8) + [0]
        case .real(let real): return Array(String(real).utf8) + [0]
        case .identifier(let identifier): return identifier.bytes + [0]
        case .bytes(let bytes): return bytes + [0]
        case .list(let values): return try list(values) + [0]
        case .text(let text): return try characters(text) + [0]
        }
    }

    private static func characters(_ text: String) throws -> [UInt8] {
        guard !text.utf8.contains(0) else {
            throw Problem.invalid("text", "characters", "This has characters that cannot be shown.")
        }
        return Array(text.utf8)
    }

    /// Array in text form (PostgreSQL's documentation, section 8.15.6): `{1,NULL,"a\"b"}`.
    private static func list(_ values: [SQLValue]) throws -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "{")]
        for value in values {
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            switch value {
            case .null, .list, .bytes: text += "NULL".utf8
            case .integer(let integer): text += String(integer).utf8
            case .real(let real): text += String(real).utf8
            case .text(let string): text += quoted(try characters(string))
            case .identifier(let identifier): text += identifier.text.utf8
            }
        }
        return text + [UInt8(ascii: "}")]
    }

    private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "\"")]
        for byte in bytes {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
            text.append(byte)
        }
        return text + [UInt8(ascii: "\"")]
    }
}

/// Rows of a result in text format.
struct PostgresRows {
    private let result: OpaquePointer?

    init(_ result: OpaquePointer?) {
        self.result = result
    }

    func rows() throws -> [Row] {
        let width = PQnfields(result)
        let types = (0..<width).map { PQftype(result, $0) }
        let names = (0..<width).map { PQfname(result, $0).map { String(cString: $0) } ?? "" }
        let columns = ColumnNames(names: names)
        return try (0..<PQntuples(result)).map { row in
            Row(columns: columns, values: try (0..<width).map { try value(row, $0, types[Int($0)]) })
        }
    }

    /// Converts a value by its type OID (PostgreSQL's `pg_type.dat`).
    private func value(_ row: Int32, _ column: Int32, _ type: Oid) throws -> SQLValue {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return .null }
        let length = Int(PQgetlength(result, row, column))
        let bytes = UnsafeRawBufferPointer(start: start, count: length)
        switch type {
        case 17: return try Self.hexadecimal(bytes).withUnsafeBytes { SQLValue($0) }
        case 2950: return try Self.identifier(bytes)
        case 20, 21, 23: return Int64(String(decoding: bytes, as: UTF8.self)).map { .integer($0) } ?? .null
        case 700, 701: return Double(String(decoding: bytes, as: UTF8.self)).map { .real($0) } ?? .null
        default: return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func identifier(_ text: UnsafeRawBufferPointer) throws -> SQLValue {
        guard let identifier = Identifier(String(decoding: text, as: UTF8.self)) else {
            throw PostgresFailure("A UUID is malformed.", remedy: .none)
        }
        return identifier.sqlValue
    }

    /// Parses PostgreSQL's hex format for bytes: `\x` and two digits per byte (section 8.4.1).
    private static func hexadecimal(_ text: UnsafeRawBufferPointer) throws -> [UInt8] {
        guard text.count.isMultiple(of: 2), text.starts(with: Array("\\x".utf8)) else {
            throw PostgresFailure("Bytes are not in hexadecimal format.", remedy: .none)
        }
        return try stride(from: 2, to: text.count, by: 2).map { place in
            try digit(text[place]) << 4 | digit(text[place + 1])
        }
    }

    private static func digit(_ character: UInt8) throws -> UInt8 {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return character - UInt8(ascii: "a") + 10
        default: throw PostgresFailure("Bytes are not in hexadecimal format.", remedy: .none)
        }
    }
}
