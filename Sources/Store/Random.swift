import Classroom
import Crypto
import Foundation

extension Identifier {
    /// Makes a new version 7 UUID.
    public static func make(at time: Instant) -> Identifier {
        var generator = SystemRandomNumberGenerator()
        return version7(at: time, using: &generator)
    }
}

extension Identifier {
    /// Version 8 UUID that follows from a text: the first bits of its SHA-256 (RFC 9562, section 5.8).
    public static func derived(from text: String) -> Identifier {
        let bytes = SHA256.hash(data: Data(text.utf8)).prefix(16).map(UInt64.init)
        let high = bytes.prefix(8).reduce(0) { $0 << 8 | $1 }
        let low = bytes.suffix(8).reduce(0) { $0 << 8 | $1 }
        return Identifier(high: high & ~0xF000 | 0x8000, low: low >> 2 | 0x8000_0000_0000_0000)
    }
}

extension Instant {
    /// Current time by the server's clock.
    public static var now: Instant {
        Instant(milliseconds: Int64(nearest: (Date().timeIntervalSince1970 * 1000).rounded(.down)) ?? 0)
    }
}

/// Returns the SHA-256 (FIPS 180-4) of bytes in lowercase hexadecimal.
func sha256(_ bytes: some DataProtocol) -> String {
    hexadecimal(SHA256.hash(data: bytes))
}

/// Returns bytes in lowercase hexadecimal.
public func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for byte in bytes {
        digits.append(hexadecimalDigits[Int(byte >> 4)])
        digits.append(hexadecimalDigits[Int(byte & 15)])
    }
    return String(decoding: digits, as: UTF8.self)
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)
