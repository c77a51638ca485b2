/// Place of something in a list. What runs in a page is sorted by keys of this one type: for others the module would have
/// the sorting once more.
public struct SortKey: Sendable {
    /// What decides first.
    private let rank: Int64
    /// Decides among equal ranks, byte by byte.
    private let text: String
    /// Decides among equal texts.
    private let number: Int64
    /// Decides among equals.
    private let id: Identifier

    public init(
        rank: Int64 = 0, text: String = "", number: Int64 = 0, id: Identifier = Identifier(high: 0, low: 0)
    ) {
        (self.rank, self.text, self.number, self.id) = (rank, text, number, id)
    }

    private func isBefore(_ other: SortKey) -> Bool {
        if rank != other.rank { return rank < other.rank }
        let order = text.order(before: other.text)
        if order != 0 { return order < 0 }
        return number == other.number ? id < other.id : number < other.number
    }

    /// Positions of the keys, in order; equal keys keep theirs.
    ///
    /// By merging runs of twice the length each time (Knuth 1998, 5.2.4). In the module, `sorted` would be nine times as large.
    @inline(never)
    public static func order(_ keys: [SortKey]) -> [Int] {
        var (order, merged) = (Array(0..<keys.count), Array(0..<keys.count))
        var length = 1
        while length < keys.count {
            for start in stride(from: 0, to: keys.count, by: 2 * length) {
                let (middle, end) = (min(start + length, keys.count), min(start + 2 * length, keys.count))
                var (one, other) = (start, middle)
                for place in start..<end {
                    let isOther = one == middle || other < end && keys[order[other]].isBefore(keys[order[one]])
                    merged[place] = order[isOther ? other : one]
                    if isOther { other += 1 } else { one += 1 }
                }
            }
            (order, merged) = (merged, order)
            length *= 2
        }
        return order
    }
}
