/// UUID (RFC 9562) of a person, class, venue, entry and so on.
///
/// Stored as two integers, so that comparing and hashing need no text.
public struct Identifier: Hashable, Sendable, Comparable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Parses the 36-character form in either case; `nil` for anything else.
    public init?(_ text: String) {
        guard let id = text.withBytes({ Identifier(utf8: $0) }) else { return nil }
        self = id
    }

    private init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        var digits = 0
        var high: UInt64 = 0
        var low: UInt64 = 0
        var position = 0
        for byte in text {
            defer { position += 1 }
            guard position < 36 else { return nil }
            if Self.hyphens.contains(position) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let value = Self.hexadecimal(byte) else { return nil }
            if digits < 16 { high = high << 4 | value } else { low = low << 4 | value }
            digits += 1
        }
        guard position == 36, digits == 32 else { return nil }
        self.init(high: high, low: low)
    }

    /// Makes a version 7 UUID: 48 bits of Unix milliseconds, then random bits, so that later identifiers sort later.
    public static func version7<Generator: RandomNumberGenerator>(
        at time: Instant, using generator: inout Generator
    ) -> Identifier {
        let milliseconds = UInt64(bitPattern: time.milliseconds) & 0xFFFF_FFFF_FFFF
        let high = milliseconds << 16 | 0x7000 | UInt64.random(in: 0...0xFFF, using: &generator)
        let low = 0x8000_0000_0000_0000 | UInt64.random(in: 0...(.max >> 2), using: &generator)
        return Identifier(high: high, low: low)
    }

    /// - Returns: `nil` unless there are 16 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for place in 0..<8 {
            high = high << 8 | UInt64(bytes[place])
            low = low << 8 | UInt64(bytes[place + 8])
        }
        self.init(high: high, low: low)
    }

    /// The 16 bytes, in the order of the text's digits.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        for half in [high, low] {
            var shift: UInt64 = 64
            while shift > 0 {
                shift -= 8
                bytes.append(UInt8(truncatingIfNeeded: half >> shift))
            }
        }
        return bytes
    }

    /// Lowercase 36-character form.
    public var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        for digit in 0..<32 {
            if Self.hyphens.contains(bytes.count) { bytes.append(UInt8(ascii: "-")) }
            let half = digit < 16 ? high : low
            let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - digit % 16 * 4)) & 0xF
            bytes.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
        }
        return String(utf8: bytes)
    }

    public static func < (one: Identifier, other: Identifier) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }

    private static let hyphens = [8, 13, 18, 23]

    private static func hexadecimal(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

extension Identifier: CustomStringConvertible {
    public var description: String { text }
}
