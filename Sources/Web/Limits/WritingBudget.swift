import Classroom
import Store
import Synchronization

/// What each person may still write, on this server: a bucket of entries that fills within an hour, and one of bytes
/// that fills within a day.
final class WritingBudget: Sendable {
    /// What a post costs.
    struct Cost: Sendable, Equatable {
        var entries: Int
        var bytes: Int

        /// The share of so many of its entries.
        func share(of count: Int) -> Cost {
            Cost(entries: min(count, entries), bytes: entries == 0 ? 0 : bytes / entries * min(count, entries))
        }
    }

    private let limits: Limits
    private let accounts = Mutex<[Identifier: Account]>([:])

    /// The most people who are remembered: of others, those who wrote last longest ago have full buckets again.
    private let mostRemembered: Int

    init(_ limits: Limits, mostRemembered: Int = 10_000) {
        (self.limits, self.mostRemembered) = (limits, mostRemembered)
    }

    /// Takes what a post costs, or throws how long to wait. Whatever costs more than half of what there can be is
    /// taken whole once half is there: no batch and no file waits for ever.
    func take(_ cost: Cost, of maker: Maker, now: Instant = .now) throws {
        // Whoever runs the server writes what they like.
        guard let person = maker.person else { return }
        let limit = limit(of: maker)
        let seconds = accounts.withLock { accounts in
            let seconds = accounts[person, default: Account(limit, now: now)].take(cost, limit, now: now)
            forget(&accounts)
            return seconds
        }
        guard seconds == 0 else {
            throw Problem.tooMany(
                "You have made many changes in a short time. Shala accepts more in \((seconds + 59) / 60) minutes.",
                seconds: seconds)
        }
    }

    /// Gives back what was taken for entries that were not written.
    func giveBack(_ cost: Cost, to maker: Maker) {
        guard let person = maker.person, cost != Cost(entries: 0, bytes: 0) else { return }
        let limit = limit(of: maker)
        accounts.withLock { $0[person]?.giveBack(cost, limit) }
    }

    /// Takes what posted entries cost while `write` runs, and gives back what was not written. What is in the journal
    /// already costs nothing: an answer may have been lost.
    func pay(
        for entries: [PostedEntry], _ bytes: Int, _ maker: Maker, _ store: Store,
        _ write: () async throws -> [EntryResult]
    ) async throws -> [EntryResult] {
        var cost = Cost(entries: entries.count, bytes: bytes)
        var known = 0
        do { try take(cost, of: maker) } catch {
            known = try await store.countKnown(entries.compactMap(\.identifier))
            guard known > 0 else { throw error }
            cost = cost.share(of: entries.count - known)
            try take(cost, of: maker)
        }
        do {
            let results = try await write()
            let duplicates = results.count { $0.outcome == .duplicate }
            giveBack(cost.share(of: max(0, duplicates - known)), to: maker)
            return results
        } catch {
            giveBack(cost, to: maker)
            throw error
        }
    }

    /// The same for the rows of a file, of which `written` says how many were.
    func pay<Done: Sendable>(
        for cost: Cost, _ maker: Maker, _ write: () async throws -> Done, written: (Done) -> Int
    ) async throws -> Done {
        try take(cost, of: maker)
        do {
            let done = try await write()
            giveBack(cost.share(of: max(0, cost.entries - written(done))), to: maker)
            return done
        } catch {
            giveBack(cost, to: maker)
            throw error
        }
    }

    private func limit(of maker: Maker) -> WritingLimit {
        maker.role == .instructor ? limits.instructor : limits.student
    }

    private func forget(_ accounts: inout [Identifier: Account]) {
        guard accounts.count > mostRemembered else { return }
        if let oldest = accounts.min(by: { $0.value.at < $1.value.at }) { accounts[oldest.key] = nil }
    }

    private struct Account {
        var entries: Double
        var bytes: Double
        var at: Instant

        init(_ limit: WritingLimit, now: Instant) {
            (entries, bytes, at) = (Double(limit.entriesPerHour), Double(limit.bytesPerDay), now)
        }

        /// Takes what a post costs, or says in how many seconds there is enough.
        mutating func take(_ cost: Cost, _ limit: WritingLimit, now: Instant) -> Int {
            fill(to: limit, now: now)
            let seconds = wait(for: cost, limit)
            guard seconds == 0 else { return seconds }
            entries = max(0, entries - Double(cost.entries))
            bytes = max(0, bytes - Double(cost.bytes))
            return 0
        }

        mutating func giveBack(_ cost: Cost, _ limit: WritingLimit) {
            entries += Double(cost.entries)
            bytes += Double(cost.bytes)
            cap(at: limit)
        }

        private mutating func fill(to limit: WritingLimit, now: Instant) {
            let seconds = Double(now.since(at)) / 1000
            entries += seconds * Double(limit.entriesPerHour) / 3600
            bytes += seconds * Double(limit.bytesPerDay) / 86_400
            at = now
            cap(at: limit)
        }

        private mutating func cap(at limit: WritingLimit) {
            entries = min(entries, Double(limit.entriesPerHour))
            bytes = min(bytes, Double(limit.bytesPerDay))
        }

        /// Seconds until there is enough.
        private func wait(for cost: Cost, _ limit: WritingLimit) -> Int {
            func seconds(_ has: Double, _ wanted: Int, _ most: Int, in time: Double) -> Double {
                let missing = min(Double(wanted), Double(most) / 2) - has
                return missing > 0 ? missing * time / Double(max(1, most)) : 0
            }
            let most = max(
                seconds(entries, cost.entries, limit.entriesPerHour, in: 3600),
                seconds(bytes, cost.bytes, limit.bytesPerDay, in: 86_400))
            return Int(nearest: most.rounded(.up)) ?? 86_400
        }
    }
}
