import Classroom
import Store

/// Limit on wrong sign-in codes, per address and overall.
///
/// At 300 guesses in ten minutes from all addresses together, guessing any of a thousand codes of 60 random bits takes
/// some 10⁷ years. Beyond that each address still has one guess, so that nobody can lock the others out.
actor SignInThrottle {
    static let mostPerAddress = 20
    static let mostOverall = 300
    /// Length of the counting window in milliseconds.
    static let window: Int64 = 600_000
    /// Maximum number of remembered guesses. An attacker with that many addresses makes everybody wait.
    static let mostRemembered = 10_000

    private var made: [(address: [UInt8], at: Instant)] = []

    /// Records a guess; throws if this address may not guess now.
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

    /// Forgets the address's last guess, which was correct.
    func wasRight(_ address: String) {
        let key = Self.key(address)
        if let index = made.lastIndex(where: { $0.address == key }) { made.remove(at: index) }
    }

    /// Throttling key of an address. For IPv6 the first half, since the holder chooses the rest (RFC 4291 section
    /// 2.5.4).
    private static func key(_ address: String) -> [UInt8] {
        guard let bytes = AddressRange.bytes(address) else { return Array(address.utf8.prefix(64)) }
        return bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    }
}
