import Classroom
import Store

/// Counts wrong sign-in codes, or wrong tokens of watches, by address, and tells whoever has sent many to wait before the next.
///
/// Nobody is kept from sending a right one by the wrong ones of others: every code is looked up, and only the answer to a
/// wrong one changes. What keeps guessing hopeless are the 60 random bits of a code: of 2^60, about 1.2 × 10^18, a book of
/// 1,000 people has 1,000, so even 10,000 guesses a second, more than a server looks up, find the first after some 3,600
/// years. A short code has 50 bits, but is there for ten minutes only: with one at any time, that many guesses find one
/// in some 3,500 years.
actor SignInThrottle {
    /// Wrong codes from one address that are answered without a word about waiting.
    static let free = 20
    /// Milliseconds after which an address that was quiet is forgotten, and the longest that it is told to wait.
    static let window: Int64 = 600_000
    /// The most addresses that are remembered.
    static let mostRemembered = 10_000

    private var wrong: [[UInt8]: (count: Int, last: Instant)] = [:]
    /// What is said to whoever is told to wait.
    private let words: String

    init(_ words: String) {
        self.words = words
    }

    /// Notes a wrong code; throws if it was one too many from this address.
    func note(_ address: String, now: Instant) throws {
        let key = Self.key(address)
        let before = wrong[key].flatMap { now.since($0.last) > Self.window ? nil : $0.count } ?? 0
        if wrong[key] == nil, wrong.count >= Self.mostRemembered { makeRoom(now) }
        wrong[key] = (before + 1, now)
        let over = before + 1 - Self.free
        guard over > 0 else { return }
        // Twice as long each time.
        let seconds = min(Int(Self.window / 1000), 1 << min(over, 10))
        throw Problem.tooMany(words, seconds: seconds)
    }

    /// Forgets those who are quiet, or else everybody: it is only about being told to wait.
    private func makeRoom(_ now: Instant) {
        wrong = wrong.filter { now.since($0.value.last) <= Self.window }
        if wrong.count >= Self.mostRemembered { wrong = [:] }
    }

    /// Throttling key of an address. For IPv6 the first half, since the holder chooses the rest (RFC 4291 section
    /// 2.5.4).
    private static func key(_ address: String) -> [UInt8] {
        guard let bytes = AddressRange.bytes(address) else { return Array(address.utf8.prefix(64)) }
        return bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    }
}

/// Lets a few in at a time, so that looking up codes does not keep others from the book.
actor Turnstile {
    private let most: Int
    private var inside = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(most: Int) {
        self.most = most
    }

    func pass<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        if inside < most {
            inside += 1
        } else {
            // Whoever leaves hands the place on.
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty { inside -= 1 } else { waiting.removeFirst().resume() }
    }
}
