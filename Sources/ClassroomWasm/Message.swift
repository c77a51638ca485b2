import Classroom

/// Reads what the page hands over: values one after the other, each a byte that tells its type, then its bytes.
///
/// 1: text, as its length (four bytes) and its UTF-8. 2: a number, as a Double. 3 and 4: false and true. 5: null.
/// 6: a list or an object, of which no more is told. All numbers are little-endian, as WebAssembly's memory is.
struct MessageReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ start: UnsafeRawPointer, _ count: Int32) {
        bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
    }

    /// The next value; `nil` at the end, and where the message breaks off.
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

    /// A moment, as milliseconds since 1970.
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

/// Writes what the page is answered, in the form that `MessageReader` reads.
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

    /// A moment as milliseconds since 1970; null for none.
    mutating func append(_ instant: Instant?) {
        if let instant { append(Double(instant.milliseconds)) } else { bytes.append(5) }
    }

    /// The message in memory of its own, behind its length in four bytes. The page throws the whole memory away.
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
