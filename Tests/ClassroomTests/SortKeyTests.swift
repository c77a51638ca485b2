import Classroom
import Testing

@Suite struct SortKeyTests {
    private struct Row {
        let rank = Int64.random(in: 0...2)
        let text = ["", "a", "ab", "å", "z"].randomElement() ?? ""
        let number = Int64.random(in: -1...1)
        let id = Identifier(high: UInt64.random(in: 0...1), low: UInt64.random(in: 0...1))

        var key: SortKey { SortKey(rank: rank, text: text, number: number, id: id) }
        var id64: UInt64 { id.high << 1 | id.low }
    }

    /// Every length up to 70, and so every way in which the last runs are shorter than the others.
    @Test(arguments: 0...70)
    func ordersAsTheLibraryDoes(count: Int) {
        let rows = (0..<count).map { _ in Row() }
        // The place comes last, so that equals keep theirs.
        let expected = (0..<count).sorted { one, other in
            let (a, b) = (rows[one], rows[other])
            if a.rank != b.rank { return a.rank < b.rank }
            if a.text != b.text { return a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
            return (a.number, a.id64, one) < (b.number, b.id64, other)
        }
        #expect(SortKey.order(rows.map(\.key)) == expected)
    }
}
