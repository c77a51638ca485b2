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

extension Instant {
    /// Current time by the server's clock.
    public static var now: Instant {
        Instant(milliseconds: Int64(nearest: (Date().timeIntervalSince1970 * 1000).rounded(.down)) ?? 0)
    }
}

/// Returns the SHA-256 (FIPS 180-4) of bytes in lowercase hexadecimal.
func sha256(_ bytes: some DataProtocol) -> String {
    SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
}
