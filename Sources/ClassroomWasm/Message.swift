import Classroom
import Pages

/// Reader of values from the page. Each value is a type byte followed by its content.
///
/// 1: text, as its length (four bytes) and its UTF-8. 2: number, as a Double. 3: false. 4: true. 5: null. 6: list or
/// object, without content. 7: list, as its length (four bytes) and its elements. 8: object, as the number of its members
/// (four bytes), and name and value of each. Numbers are little-endian, as in WebAssembly's memory.
struct MessageReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ start: UnsafeRawPointer, _ count: Int32) {
        bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
    }

    /// Returns the next value; `nil` at the end or at a truncated value.
    mutating func next() -> FieldValue? {
        guard position < bytes.count else { return nil }
        position += 1
        switch bytes[position - 1] {
        case 1: return text().map { .text($0) }
        case 2: return take(UInt64.self).map { .number(Double(bitPattern: UInt64(littleEndian: $0))) }
        case 3: return .flag(false)
        case 4: return .flag(true)
        case 5: return .null
        case 6: return .nested
        default: return nil
        }
    }

    /// Reads a value with all that is in it; null at the end or at a truncated value.
    mutating func nextTree() -> CopyValue {
        guard position < bytes.count else { return .null }
        switch bytes[position] {
        case 7:
            var elements: [CopyValue] = []
            for _ in 0..<nextCount() { elements.append(nextTree()) }
            return .list(elements)
        case 8:
            var members: [(name: String, value: CopyValue)] = []
            for _ in 0..<nextCount() { members.append((nextText() ?? "", nextTree())) }
            return .object(members)
        default:
            switch next() {
            case .text(let text)?: return .text(text)
            case .number(let number)?: return .number(number)
            case .flag(let flag)?: return .flag(flag)
            case .null?, .nested?, nil: return .null
            }
        }
    }

    /// Number of parts of a list or an object, each of which takes a byte at least.
    private mutating func nextCount() -> Int {
        position += 1
        return min(take(UInt32.self).map { Int(UInt32(littleEndian: $0)) } ?? 0, bytes.count - position)
    }

    mutating func nextText() -> String? {
        if case .text(let text)? = next() { text } else { nil }
    }

    /// Reads a flag; false for anything else.
    mutating func nextFlag() -> Bool {
        if case .flag(let flag)? = next() { flag } else { false }
    }

    /// Reads an identifier; `nil` for anything else.
    mutating func nextIdentifier() -> Identifier? { nextText().flatMap { Identifier($0) } }

    mutating func nextNumber() -> Double? {
        if case .number(let number)? = next() { number } else { nil }
    }

    /// Reads a moment, as milliseconds since 1970.
    mutating func nextInstant() -> Instant? {
        guard let number = nextNumber(), number.magnitude < 9e15, let milliseconds = Int64(nearest: number)
        else { return nil }
        return Instant(milliseconds: milliseconds)
    }

    private mutating func text() -> String? {
        guard let length = take(UInt32.self).map({ Int(UInt32(littleEndian: $0)) }), length <= bytes.count - position
        else { return nil }
        defer { position += length }
        return String(utf8: Array(bytes[position..<position + length]))
    }

    private mutating func take<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard size <= bytes.count - position else { return nil }
        defer { position += size }
        return bytes.loadUnaligned(fromByteOffset: position, as: type)
    }
}

/// Writer of the answer to the page, in the format of `MessageReader`.
struct MessageWriter {
    private var bytes: [UInt8] = []

    mutating func append(_ text: String) {
        bytes.append(1)
        append(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends text in UTF-8.
    mutating func append(utf8 text: [UInt8]) {
        bytes.append(1)
        append(UInt32(text.count))
        bytes.append(contentsOf: text)
    }

    mutating func append(_ number: Double) {
        bytes.append(2)
        append(number.bitPattern)
    }

    /// Appends a moment as milliseconds since 1970; null for `nil`.
    mutating func append(_ instant: Instant?) {
        if let instant { append(Double(instant.milliseconds)) } else { bytes.append(5) }
    }

    /// Copies the message, behind its length in four bytes, into memory that the page frees.
    func result() -> UnsafeMutableRawPointer {
        let place = UnsafeMutableRawPointer.allocate(byteCount: bytes.count + 4, alignment: 8)
        place.storeBytes(of: UInt32(bytes.count).littleEndian, as: UInt32.self)
        place.advanced(by: 4).copyMemory(from: bytes, byteCount: bytes.count)
        return place
    }

    private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}
