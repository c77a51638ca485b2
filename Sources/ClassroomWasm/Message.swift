import Classroom

/// Reader of values from the page. Each value is a type byte followed by its content.
///
/// 1: text, as its length (four bytes) and its UTF-8. 2: number, as a Double. 3: false. 4: true. 5: null. 6: list or
/// object, without content. Numbers are little-endian, as in WebAssembly's memory.
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

    mutating func nextText() -> String? {
        if case .text(let text)? = next() { text } else { nil }
    }

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
        return String(decoding: bytes[position..<position + length], as: UTF8.self)
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

    mutating func append(_ number: Double) {
        bytes.append(2)
        append(number.bitPattern)
    }

    /// Appends a moment as milliseconds since 1970; null for `nil`.
    mutating func append(_ instant: Instant?) {
        if let instant { append(Double(instant.milliseconds)) } else { bytes.append(5) }
    }

    /// Copies the message, behind its length in four bytes, into memory that is never freed: the page discards the
    /// instance.
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
