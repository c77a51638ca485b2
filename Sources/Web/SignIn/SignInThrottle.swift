import Classroom
import Store

/// Counts wrong sign-in codes, per address and overall, and refuses more once there were too many.
///
/// With 60 random bits, hitting any of a thousand codes by the 300 guesses that all addresses together have in ten
/// minutes takes some 10⁷ years. Then an address has one guess left, so that nobody can lock the others out.
actor SignInThrottle {
    static let mostPerAddress = 20
    static let mostOverall = 300
    /// Milliseconds over which they are counted.
    static let window: Int64 = 600_000
    /// The most that are remembered. Whoever has that many addresses keeps everybody waiting.
    static let mostRemembered = 10_000

    private var made: [(address: [UInt8], at: Instant)] = []

    /// Notes a guess; throws if no more are taken from this address now.
    func note(_ address: String, now: Instant) throws {
        made.removeAll { now.since($0.at) > Self.window }
        let key = Self.key(address)
        let own = made.filter { $0.address == key }
        let most = made.count >= Self.mostOverall ? 1 : Self.mostPerAddress
        let oldest = own.count >= most ? own.first : made.count >= Self.mostRemembered ? made.first : nil
        if let oldest {
            let seconds = Int((Self.window - now.since(oldest.at)) / 1000) + 1
            throw Problem.tooMany("Too many wrong codes. Please wait \((seconds + 59) / 60) minutes.", seconds: seconds)
        }
        made.append((key, now))
    }

    /// Forgets the address's last guess, which was right.
    func wasRight(_ address: String) {
        let key = Self.key(address)
        if let index = made.lastIndex(where: { $0.address == key }) { made.remove(at: index) }
    }

    /// Of an IPv6 address the first half: the rest is its holder's to choose (RFC 4291 section 2.5.4).
    private static func key(_ address: String) -> [UInt8] {
        guard let bytes = AddressRange.bytes(address) else { return Array(address.utf8.prefix(64)) }
        return bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    }
}
