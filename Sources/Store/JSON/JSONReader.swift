import Classroom

/// Reader of JSON (RFC 8259) in UTF-8, for entries, which are flat: lists and objects inside of one are read over.
///
/// No input can make it trap, and containers nest at most 512 deep. See docs/decisions/json-of-entries.md.
public struct JSONReader {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    static let mostDepth = 512

    /// - Parameter bytes: must live as long as the reader.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        // A byte order mark, which some programs write.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// Reads the only value of a document.
    mutating func document<Value>(_ read: (inout JSONReader) throws -> Value) throws -> Value {
        let value = try read(&self)
        skipSpace()
        guard place == bytes.count else { throw Self.malformed }
        return value
    }

    /// First byte of the next value.
    mutating func next() throws -> UInt8 {
        skipSpace()
        guard let byte = peek else { throw Self.malformed }
        return byte
    }

    /// Reads an object. `member` is called after each name and must read a value.
    ///
    /// A name is `nil` if its text is damaged.
    mutating func object(_ member: (inout JSONReader, String?) throws -> Void) throws {
        try list("{", "}") { reader in
            guard try reader.next() == UInt8(ascii: "\"") else { throw Self.malformed }
            let name = try reader.string()
            try reader.expect(":")
            try member(&reader, name)
        }
    }

    /// Reads an array. `element` must read a value.
    mutating func array(_ element: (inout JSONReader) throws -> Void) throws {
        try list("[", "]", element)
    }

    /// Reads a value. Damaged text and numbers that do not exist count as nested: they are of no type.
    mutating func value() throws -> FieldValue {
        switch try next() {
        case UInt8(ascii: "\""): return try string().map { .text($0) } ?? .nested
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number().map { .number($0) } ?? .nested
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            try skipContainers()
            return .nested
        default: throw Self.malformed
        }
    }

    static var malformed: DecodingError {
        DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "This is not JSON."))
    }
}

extension JSONReader {
    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard let byte = peek, byte == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws {
        guard take(character) else { throw Self.malformed }
    }

    private mutating func word(_ word: StaticString, _ value: FieldValue) throws -> FieldValue {
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.count,
            bytes[place..<end].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        else { throw Self.malformed }
        place = end
        return value
    }

    private mutating func list(
        _ start: Unicode.Scalar, _ end: Unicode.Scalar, _ element: (inout JSONReader) throws -> Void
    ) throws {
        try expect(start)
        if take(end) { return }
        repeat { try element(&self) } while take(",")
        try expect(end)
    }

    /// Reads over a value made of arrays and objects, without recursion.
    private mutating func skipContainers() throws {
        // Whether each open container is an object.
        var open: [Bool] = []
        repeat {
            let byte = try next()
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
                // The entry itself is the first container.
                guard open.count < Self.mostDepth - 1 else { throw Self.malformed }
                place += 1
                open.append(byte == UInt8(ascii: "{"))
                if try !isClosed(open) {
                    if open.last == true { try skipName() }
                    continue
                }
                open.removeLast()
            } else {
                _ = try value()
            }
            try skipEnds(&open)
        } while !open.isEmpty
    }

    /// Reads over what follows a value: the ends of containers, and the comma before the next value.
    private mutating func skipEnds(_ open: inout [Bool]) throws {
        while let isObject = open.last {
            if take(",") {
                if isObject { try skipName() }
                return
            }
            guard try isClosed(open) else { throw Self.malformed }
            open.removeLast()
        }
    }

    private mutating func isClosed(_ open: [Bool]) throws -> Bool { take(open.last == true ? "}" : "]") }

    private mutating func skipName() throws {
        guard try next() == UInt8(ascii: "\"") else { throw Self.malformed }
        _ = try string()
        try expect(":")
    }
}

extension JSONReader {
    /// Reads a number; `nil` if it is written wrongly or is beyond what a Double can hold.
    private mutating func number() -> Double? {
        let start = place
        while let byte = peek, JSONNumber.holds(byte) { place += 1 }
        return JSONNumber.double(UnsafeRawBufferPointer(rebasing: bytes[start..<place]))
    }

    /// Reads a string, from its first quotation mark on; `nil` if it holds what is no text.
    private mutating func string() throws -> String? {
        place += 1
        let start = place
        var (isPlain, isASCII) = (true, true)
        while let byte = peek, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                place += 1
            } else if byte < 0x20 {
                isPlain = false
            } else if byte >= 0x80 {
                isASCII = false
            }
            place += 1
        }
        guard place < bytes.count else { throw Self.malformed }
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<place])
        place += 1
        guard isPlain else { return JSONText.unescaped(text) }
        return isASCII ? String(decoding: text, as: UTF8.self) : String(validating: text, as: UTF8.self)
    }
}
