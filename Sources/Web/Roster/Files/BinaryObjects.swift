import Foundation

/// Location and size of an object in a binary property list.
struct BinaryObject {
    enum Kind: UInt8 {
        case simple = 0x0, integer, real, date, data, ascii, utf16
        case array = 0xA, dictionary = 0xD
    }

    /// Kind; `nil` for kinds that do not occur in a roster.
    let kind: Kind?
    /// Lower four bits of the first byte.
    let detail: UInt8
    /// Number of bytes, UTF-16 units, members or pairs.
    let count: Int
    /// Byte range of the content.
    let content: Range<Int>
    var size: Int { content.count }
}

/// Objects of a binary property list. Every access is checked against the actual bytes.
struct BinaryObjects {
    /// Number of the root object.
    let root: UInt64
    private let bytes: [UInt8]
    private let count: UInt64
    private let offsetSize: Int
    private let referenceSize: Int
    private let table: Int

    /// Reads the 32-byte trailer: five unused bytes, the sort version, the sizes of offsets and references, and as
    /// 64-bit numbers the object count, the root and the offset of the offset table. `nil` if inconsistent.
    init?(_ bytes: [UInt8]) {
        let trailer = bytes.count - 32
        guard trailer > 8 else { return nil }
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        let sizes = 1...8
        guard sizes.contains(offsetSize), sizes.contains(referenceSize),
            let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)]),
            let root = Self.number(bytes[(trailer + 16)..<(trailer + 24)]),
            let table = Self.number(bytes[(trailer + 24)..<(trailer + 32)]),
            table > 8, table <= trailer, root < count, count <= (trailer - Int(table)) / offsetSize
        else { return nil }
        (self.count, self.root, self.table) = (count, root, Int(table))
    }

    /// Looks up an object; `nil` if it is missing or truncated.
    func object(_ reference: UInt64) -> BinaryObject? {
        guard reference < count else { return nil }
        let entry = table + Int(reference) * offsetSize
        guard let offset = Self.number(bytes[entry..<(entry + offsetSize)]), offset >= 8, offset < table else {
            return nil
        }
        let (first, start) = (bytes[Int(offset)], Int(offset) + 1)
        let (kind, detail) = (BinaryObject.Kind(rawValue: first >> 4), first & 0xF)
        switch kind {
        case nil, .simple: return BinaryObject(kind: kind, detail: detail, count: 0, content: start..<start)
        case .integer, .real, .date: return content(kind, detail, start, 1, width: 1 << Int(detail))
        case .data, .ascii: return sized(kind, detail, start, width: 1)
        case .utf16: return sized(kind, detail, start, width: 2)
        case .array: return sized(kind, detail, start, width: referenceSize)
        case .dictionary: return sized(kind, detail, start, width: 2 * referenceSize)
        }
    }

    /// Number of the object at a position in a container. Dictionaries list all keys before all values.
    func reference(_ container: BinaryObject, _ index: Int) -> UInt64? {
        let start = container.content.lowerBound + index * referenceSize
        guard index >= 0, start + referenceSize <= container.content.upperBound else { return nil }
        return Self.number(bytes[start..<(start + referenceSize)])
    }

    func value(_ object: BinaryObject) -> RosterValue {
        let content = bytes[object.content]
        switch object.kind {
        case .simple where object.detail == 8: return .bool(false)
        case .simple where object.detail == 9: return .bool(true)
        case .integer: return Self.integer(content)
        case .real: return Self.real(content).map(RosterValue.init(real:)) ?? .unfit("a damaged number")
        case .date: return Self.real(content).map(RosterValue.init(secondsSince2001:)) ?? .unfit("a damaged date")
        case .data: return .data(Array(content))
        case .ascii where content.allSatisfy({ $0 < 0x80 }): return .text(String(decoding: content, as: UTF8.self))
        case .utf16: return UTF8Text.utf16(content, bigEndian: true).map { .text($0) } ?? .unfit("damaged text")
        case .ascii: return .unfit("damaged text")
        case .array, .dictionary: return .container
        case .simple, nil: return .unfit("of a kind not used in rosters")
        }
    }

    /// Reads a count: up to 14 in the first byte, otherwise in an integer object that follows.
    private func sized(_ kind: BinaryObject.Kind?, _ detail: UInt8, _ start: Int, width: Int) -> BinaryObject? {
        guard detail == 0xF else { return content(kind, detail, start, UInt64(detail), width: width) }
        guard start < table, bytes[start] & 0xF0 == 0x10, bytes[start] & 0xF <= 3 else { return nil }
        let end = start + 1 + (1 << Int(bytes[start] & 0xF))
        guard end <= table, let count = Self.number(bytes[(start + 1)..<end]) else { return nil }
        return content(kind, detail, end, count, width: width)
    }

    private func content(
        _ kind: BinaryObject.Kind?, _ detail: UInt8, _ start: Int, _ count: UInt64, width: Int
    ) -> BinaryObject? {
        guard start <= table, count <= (table - start) / width else { return nil }
        return BinaryObject(
            kind: kind, detail: detail, count: Int(count), content: start..<(start + Int(count) * width))
    }

    /// Reads a number of up to 8 bytes as unsigned. 8-byte integer objects are signed; see `integer`.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        bytes.count > 8 ? nil : bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> RosterValue {
        guard bytes.count <= 8 || bytes.dropLast(8).allSatisfy({ $0 == 0 }), let bits = number(bytes.suffix(8)) else {
            return .unfit("a number too large")
        }
        return .number(bytes.count == 8 ? String(Int64(bitPattern: bits)) : String(bits))
    }

    private static func real(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard let bits = number(bytes) else { return nil }
        switch bytes.count {
        case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 8: return Double(bitPattern: bits)
        default: return nil
        }
    }
}

extension RosterValue {
    /// Whole number that a `Double` represents exactly; unfit otherwise.
    init(real: Double) {
        let whole = Int64(exactly: real)
        self = whole.map { .number(String($0)) } ?? .unfit("not a whole number")
    }

    /// Day in UTC.
    init(secondsSince2001 seconds: Double) {
        let years0001To9999 = -63_113_904_000.0..<252_423_993_600.0
        guard years0001To9999.contains(seconds) else {
            self = .unfit("a date out of range")
            return
        }
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        self = .day(date.formatted(.iso8601.year().month().day()))
    }
}
