/// Forward-only position in a byte array, never past its end.
struct ByteCursor {
    let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        position += 1
        return byte
    }

    /// Skips `text` if it comes next.
    mutating func skip(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes.count - position >= length else { return false }
        let same = text.withUTF8Buffer { bytes[position..<position + length].elementsEqual($0) }
        if same { position += length }
        return same
    }

    /// Takes everything before the next `text` and skips `text`; at the end, `nil` if there is none.
    mutating func take(through text: StaticString) -> ArraySlice<UInt8>? {
        let start = position
        while position < bytes.count {
            let end = position
            if skip(text) { return bytes[start..<end] }
            position += 1
        }
        return nil
    }

    mutating func take(while good: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while let byte = peek, good(byte) { position += 1 }
        return bytes[start..<position]
    }
}
