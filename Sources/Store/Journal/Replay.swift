import Classroom

/// Entries of a journal that are applied again, on the tables of a copy.
struct ReplayedEntry {
    let stored: StoredEntry
    let sequence: Int64
    let isTimed: Bool
}

extension Connection {
    /// Applies entries and adds them to the journal; returns why some could not be, by their numbers.
    func replay(_ entries: [ReplayedEntry]) throws -> [Int64: any Error] {
        var book = Book()
        repeat {
            for one in entries { book.want(one.stored.entry.payload, by: one.stored.maker) }
        } while try load(into: &book)
        while true {
            book.reset()
            var (kept, refused, isUnfinished): ([ReplayedEntry], [Int64: any Error], Bool) = ([], [:], false)
            for one in entries {
                do {
                    try book.apply(one.stored.entry.payload, one.occasion)
                    kept.append(one)
                } catch Stop.unloaded {
                    isUnfinished = true
                } catch {
                    refused[one.sequence] = error
                }
            }
            if !isUnfinished {
                try save(&book)
                try record(kept.map { ($0.stored, $0.sequence) })
                return refused
            }
            _ = try load(into: &book)
        }
    }
}

extension ReplayedEntry {
    fileprivate var occasion: Occasion {
        Occasion(
            maker: stored.maker, device: stored.entry.device, at: stored.happenedAt, received: stored.received,
            sequence: sequence, isTimed: isTimed)
    }
}
