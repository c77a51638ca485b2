import Classroom

/// Entries of a journal that are applied again, on the tables of a copy.
struct ReplayedEntry {
    let stored: StoredEntry
    let sequence: Int64
}

extension Connection {
    /// Applies entries and adds them to the journal; returns why some could not be, by their numbers.
    func replay(_ entries: [ReplayedEntry]) throws -> [Int64: any Error] {
        var book = Book()
        var known = try sequences(of: entries.map(\.stored.entry.id))
        repeat {
            for one in entries { book.want(one.stored.entry.payload, by: one.stored.maker) }
        } while try load(into: &book)
        while true {
            book.reset()
            var (kept, refused, isUnfinished): ([ReplayedEntry], [Int64: any Error], Bool) = ([], [:], false)
            for one in entries {
                do {
                    if let other = known[one.stored.entry.id], other != one.sequence { throw Repeated(sequence: other) }
                    try book.apply(one.stored.entry.payload, one.occasion)
                    known[one.stored.entry.id] = one.sequence
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

    /// Numbers of the entries with these identifiers.
    private func sequences(of identifiers: [Identifier]) throws -> [Identifier: Int64] {
        let rows = try found(
            "SELECT id, sequence FROM entry WHERE id IN $list", Set(identifiers).map { [$0.sqlValue] })
        return Dictionary(try rows.map { (try $0.identifier("id"), try $0.integer("sequence")) }) { first, _ in first }
    }
}

extension ReplayedEntry {
    fileprivate var occasion: Occasion {
        Occasion(
            maker: stored.maker, device: stored.entry.device, at: stored.happenedAt, received: stored.received,
            sequence: sequence)
    }
}

/// Error for an entry with the identifier of another.
struct Repeated: Error {
    let sequence: Int64
}
