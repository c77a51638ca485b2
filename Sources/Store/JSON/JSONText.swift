import Classroom

extension JSONText {
    /// Text with its escapes resolved; `nil` if an escape, a character or the UTF-8 is none.
    static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String? {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte < 0x20 { return nil }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard let escape = rest.popFirst() else { return nil }
            if escape == UInt8(ascii: "u") {
                guard let scalar = scalar(&rest) else { return nil }
                text.append(contentsOf: UTF8.encode(scalar) ?? .init())
            } else {
                guard let index = escapes.firstIndex(where: { $0.name == escape }) else { return nil }
                text.append(escapes[index].byte)
            }
        }
        return String(validating: text, as: UTF8.self)
    }

    /// Scalar after `\u`: four digits, or two times four that are a surrogate pair.
    private static func scalar(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Unicode.Scalar? {
        guard let first = unit(&rest) else { return nil }
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
        guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"), let second = unit(&rest),
            UTF16.isTrailSurrogate(second)
        else { return nil }
        return Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)))
    }

    private static func unit(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt16? {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = rest.popFirst(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}

/// Number in JSON (RFC 8259, section 6).
enum JSONNumber {
    /// Whether a number may contain this byte.
    static func holds(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Value of a number; `nil` if it is written wrongly, too large, or too small to differ from 0.
    static func double(_ bytes: UnsafeRawBufferPointer) -> Double? {
        var rest = bytes[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        guard let whole = digits(&rest), whole.count == 1 || whole.first != UInt8(ascii: "0") else { return nil }
        if rest.isEmpty, whole.count <= 15 {
            let number = Double(whole.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) })
            return isNegative ? -number : number
        }
        var isZero = whole.allSatisfy { $0 == UInt8(ascii: "0") }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard let fraction = digits(&rest) else { return nil }
            isZero = isZero && fraction.allSatisfy { $0 == UInt8(ascii: "0") }
        }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
            guard digits(&rest) != nil else { return nil }
        }
        guard rest.isEmpty, let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite,
            isZero || number != 0
        else { return nil }
        return number
    }

    private static func digits(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer>? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest[digits.endIndex...]
        return digits.isEmpty ? nil : digits
    }
}
