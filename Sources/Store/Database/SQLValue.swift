import Classroom

/// Database value.
public enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// 16 bytes, which need no memory of their own.
    case identifier(Identifier)
    /// Any other number of bytes.
    case bytes([UInt8])
    /// Values of one type, bound together where the engine takes lists: numbers, text or identifiers. No row holds one.
    case list([SQLValue])
}

extension SQLValue {
    /// Bytes as read from a database: 16 of them are an identifier.
    init(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else {
            self = .bytes(Array(bytes))
            return
        }
        self = .identifier(
            Identifier(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))))
    }
}

/// Type that can be bound to a `$1` in SQL.
public protocol SQLConvertible: Sendable {
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLConvertible { public var sqlValue: SQLValue { self } }
extension Int: SQLConvertible { public var sqlValue: SQLValue { .integer(Int64(self)) } }
extension Int64: SQLConvertible { public var sqlValue: SQLValue { .integer(self) } }
extension Double: SQLConvertible { public var sqlValue: SQLValue { .real(self) } }
extension Bool: SQLConvertible { public var sqlValue: SQLValue { .integer(self ? 1 : 0) } }
extension String: SQLConvertible { public var sqlValue: SQLValue { .text(self) } }
extension Identifier: SQLConvertible { public var sqlValue: SQLValue { .identifier(self) } }
extension Instant: SQLConvertible { public var sqlValue: SQLValue { .integer(milliseconds) } }
extension CalendarDate: SQLConvertible { public var sqlValue: SQLValue { .text(text) } }

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

/// Names of a statement's columns, shared by its rows.
struct ColumnNames: Sendable {
    /// From left to right.
    let names: [String]

    /// Place of a column; the first of several with one name.
    subscript(name: String) -> Int? {
        // Faster than a dictionary: short names compare as numbers, and a dictionary would be made per statement.
        names.firstIndex(of: name)
    }

    var keys: [String] { names }
}

/// Result row.
public struct Row: Sendable {
    let columns: ColumnNames
    let values: [SQLValue]

    public func optionalText(_ column: String) throws -> String? {
        switch try value(column) {
        case .null: nil
        case .text(let text): text
        case let other: throw UnexpectedValue(column: column, value: other)
        }
    }

    public func text(_ column: String) throws -> String {
        try unwrap(optionalText(column), column)
    }

    public func optionalInteger(_ column: String) throws -> Int64? {
        switch try value(column) {
        case .null: nil
        case .integer(let integer): integer
        case let other: throw UnexpectedValue(column: column, value: other)
        }
    }

    public func integer(_ column: String) throws -> Int64 {
        try unwrap(optionalInteger(column), column)
    }

    public func flag(_ column: String) throws -> Bool {
        try integer(column) != 0
    }

    public func optionalReal(_ column: String) throws -> Double? {
        switch try value(column) {
        case .null: nil
        case .real(let real): real
        case .integer(let integer): Double(integer)
        case let other: throw UnexpectedValue(column: column, value: other)
        }
    }

    public func real(_ column: String) throws -> Double {
        try unwrap(optionalReal(column), column)
    }

    /// One of a list of words. Any other text is damage, and throws.
    func word<Word: RawRepresentable & CaseIterable>(
        _ column: String, of type: Word.Type = Word.self
    ) throws -> Word where Word.RawValue == String {
        try unwrap(optionalWord(column), column)
    }

    func optionalWord<Word: RawRepresentable & CaseIterable>(
        _ column: String, of type: Word.Type = Word.self
    ) throws -> Word? where Word.RawValue == String {
        guard let text = try optionalText(column) else { return nil }
        guard let word = Word(word: text) else { throw UnexpectedValue(column: column, value: .text(text)) }
        return word
    }

    public func bytes(_ column: String) throws -> [UInt8] {
        switch try value(column) {
        case .bytes(let bytes): bytes
        case .identifier(let identifier): identifier.bytes
        case let other: throw UnexpectedValue(column: column, value: other)
        }
    }

    public func instant(_ column: String) throws -> Instant {
        Instant(milliseconds: try integer(column))
    }

    public func optionalInstant(_ column: String) throws -> Instant? {
        try optionalInteger(column).map(Instant.init(milliseconds:))
    }

    public func identifier(_ column: String) throws -> Identifier {
        try unwrap(optionalIdentifier(column), column)
    }

    public func optionalIdentifier(_ column: String) throws -> Identifier? {
        switch try value(column) {
        case .null: nil
        case .identifier(let identifier): identifier
        case let other: throw UnexpectedValue(column: column, value: other)
        }
    }

    private func value(_ column: String) throws -> SQLValue {
        guard let index = columns[column], values.indices.contains(index) else {
            throw UnexpectedValue(column: column, value: nil)
        }
        return values[index]
    }

    private func unwrap<Value>(_ value: Value?, _ column: String) throws -> Value {
        guard let value else { throw UnexpectedValue(column: column, value: .null) }
        return value
    }
}

/// Error for a database value of an unexpected type or form.
public struct UnexpectedValue: Error {
    let column: String
    let value: SQLValue?
}
