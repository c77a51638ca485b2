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
    @inline(never)
    public static func order(_ keys: [SortKey]) -> [Int] {
        // `sorted` is stable.
        Array(0..<keys.count).sorted { keys[$0].isBefore(keys[$1]) }
    }
}
