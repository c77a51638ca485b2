import Classroom
import Crypto
import Foundation

/// People signed in by tokens that were shown within the last second.
///
/// What ends a sign-in on this server empties the memory at once; what ends it on another server of the book, or by a
/// command, counts after a second.
final class SignedInMemory: @unchecked Sendable {
    /// How long a person is remembered after reading began.
    private static let time = Duration.seconds(1)
    private static let most = 4096

    /// Hash of a token, so that the token is not kept.
    typealias Key = SHA256Digest

    private struct Memory {
        let person: Person
        let since: ContinuousClock.Instant
    }

    private let lock = NSLock()
    private var memories: [Key: Memory] = [:]
    private var emptied = 0

    /// Remembered person, or the person that `read` finds.
    func person(
        _ key: Key, now: @Sendable () -> ContinuousClock.Instant = { .now }, read: () async throws -> Person?
    ) async throws -> Person? {
        let since = now()
        let (known, emptied) = lock.withLock { (memories[key], self.emptied) }
        if let known, known.since.duration(to: since) < Self.time { return known.person }
        guard let person = try await read() else { return nil }
        lock.withLock {
            // What was read before a change is not kept after it.
            guard emptied == self.emptied else { return }
            makeRoom(at: since)
            memories[key] = Memory(person: person, since: since)
        }
        return person
    }

    func empty() {
        lock.withLock {
            emptied += 1
            memories = [:]
        }
    }

    /// Number of people remembered.
    var count: Int { lock.withLock { memories.count } }

    private func makeRoom(at now: ContinuousClock.Instant) {
        guard memories.count >= Self.most else { return }
        memories = memories.filter { $0.value.since.duration(to: now) < Self.time }
        if memories.count >= Self.most { memories = [:] }
    }
}

extension Store {
    /// Person signed in by a token, as of at most a second ago; `nil` for nobody or an inactive person.
    public func recentPerson(signedInBy token: SignInToken) async throws -> Person? {
        try await signedIn.person(SHA256.hash(data: Data(token.text.utf8))) { try await person(signedInBy: token) }
    }

    /// Has who is signed in read anew if entries may have changed it.
    public func forgetSignedIn(after entries: [PostedEntry]) {
        if entries.contains(where: { Self.changesPeople($0.entryKind?.name ?? "") }) { signedIn.empty() }
    }

    /// As above, for entries that another server may have written.
    public func forgetSignedIn(after entries: [FeedEntry]) {
        if entries.contains(where: { Self.changesPeople($0.kind) }) { signedIn.empty() }
    }

    /// Whether an entry of this kind may change who is signed in, and as what.
    private static func changesPeople(_ kind: String) -> Bool {
        kind.hasPrefix("person.") || kind.hasPrefix("studentType.")
    }
}
