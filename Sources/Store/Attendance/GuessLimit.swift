import Classroom
import Foundation

/// Counter of wrong codes, for each student and class apart, on this server.
///
/// A guess hits at most six of 2^30 codes: three that are good at its receipt, and three at its trusted time. With ten
/// guesses in five minutes, a student who guesses throughout a class of 90 minutes is right once in a million classes.
final class GuessLimit: @unchecked Sendable {
    /// Wrong codes after which no further one is looked at.
    static let most = 10
    /// Time after which a wrong code is forgotten, in milliseconds.
    static let window: Int64 = 300_000

    private struct Key: Hashable {
        let student: Identifier
        let session: Identifier
    }

    private struct Guess {
        let entry: Identifier
        let at: Instant
    }

    private let lock = NSLock()
    private let mostRemembered: Int
    private var wrong: [Key: [Guess]] = [:]

    /// - Parameter mostRemembered: pairs of students and classes; of more, those quiet for longest are forgotten.
    init(mostRemembered: Int = 10_000) {
        self.mostRemembered = mostRemembered
    }

    /// Number of pairs that are remembered.
    var count: Int { lock.withLock { wrong.count } }

    func isSpent(by student: Identifier, at session: Identifier, now: Instant) -> Bool {
        lock.withLock { recent(Key(student: student, session: session), now).count >= Self.most }
    }

    /// Notes a wrong code. The same entry counts once, however often its transaction runs.
    func note(_ entry: Identifier, by student: Identifier, at session: Identifier, now: Instant) {
        lock.withLock {
            let key = Key(student: student, session: session)
            let before = recent(key, now)
            guard !before.contains(where: { $0.entry == entry }) else { return }
            if wrong[key] == nil, wrong.count >= mostRemembered { makeRoom(now) }
            wrong[key] = (before + [Guess(entry: entry, at: now)]).suffix(Self.most)
        }
    }

    private func recent(_ key: Key, _ now: Instant) -> [Guess] {
        wrong[key, default: []].filter { now.since($0.at) <= Self.window }
    }

    /// Forgets the quiet, or else the quietest half.
    private func makeRoom(_ now: Instant) {
        wrong = wrong.filter { now.since($0.value.last?.at ?? now) <= Self.window }
        guard wrong.count >= mostRemembered else { return }
        let quietest = wrong.sorted { ($0.value.last?.at ?? now) < ($1.value.last?.at ?? now) }
        for (key, _) in quietest.prefix(mostRemembered / 2 + 1) { wrong[key] = nil }
    }
}
