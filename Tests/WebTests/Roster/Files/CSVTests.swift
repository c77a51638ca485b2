import Testing

@testable import Web

@Suite struct CSVTests {
    private func rows(_ text: String, separator: UInt8 = UInt8(ascii: ",")) -> [CSV.Row] {
        var reader = CSVReader(Array(text.utf8), separator: separator)
        var rows: [CSV.Row] = []
        while let row = reader.next() { rows.append(row) }
        return rows
    }

    @Test(arguments: [
        ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
        ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
        ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
        ("\n\n\r\na\n\n", [["a"]]),
        (",", [["", ""]]),
        ("\"a,b\",\"c\"\"d\"", [["a,b", "c\"d"]]),
        ("\"\",\"\"", [["", ""]]),
        ("\"a\"b\"c,d", [["ab\"c", "d"]]),
        ("a\"b,c", [["a\"b", "c"]]),
        ("\"a\r\nb\nc\rd\",e", [["a\r\nb\nc\rd", "e"]]),
        (" a , b ", [[" a ", " b "]]),
        ("", []),
    ])
    func fieldsAreRead(_ text: String, _ fields: [[String]]) {
        #expect(rows(text).map(\.fields) == fields)
    }

    @Test func rowsKnowTheLineTheyBeginOn() {
        #expect(rows("a\n\n\"b\r\n\rc\"\r\nd\re").map(\.line) == [1, 3, 6, 7])
    }

    @Test func separatorsDiffer() {
        #expect(rows("a;b,c", separator: UInt8(ascii: ";")).map(\.fields) == [["a", "b,c"]])
        #expect(rows("a\tb", separator: UInt8(ascii: "\t")).map(\.fields) == [["a", "b"]])
    }

    @Test func anUnclosedQuotationMarkIsTheEnd() throws {
        let rows = rows("a,b\nc,\"d\ne\",\"f\ng,h\n")
        #expect(rows.map(\.line) == [1, 2])
        let last = try #require(rows.last)
        #expect(last.unclosedQuote == 3 && last.fields == ["c", "d\ne"])
    }

    @Test func fieldsBeyondTheMostAreCountedOnly() throws {
        let row = try #require(rows(String(repeating: ",", count: 100_000)).first)
        #expect(row.count == 100_001 && row.fields.count == CSV.mostFields)
    }

    @Test(arguments: ["", "a", "a,b", "\"", "a\"\u{301}b", "\r\n", "\n", "\r", " a ", "a\tb", "é,è", "👩🏽‍🚀\",\""])
    func whatIsWrittenIsRead(_ field: String) {
        let read = rows(CSV.line([field, "x", field])).first?.fields ?? []
        #expect(read.map { Array($0.utf8) } == [field, "x", field].map { Array($0.utf8) })
    }

    /// A space is one also under an accent.
    @Test(arguments: [" \u{301}a", " a", "a "])
    func spacesAtAnEndAreQuoted(_ field: String) {
        #expect(CSV.line([field]).utf8.first == UInt8(ascii: "\""))
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\tx"), ("\rx", "'\rx"),
        ("=\u{338}", "'=\u{338}"), ("'=1", "''=1"), ("''-", "'''-"), ("'x", "'x"), ("'", "'"), ("", ""), ("a=1", "a=1"),
    ])
    func formulasAreGuardedAndComeBack(_ text: String, _ cell: String) {
        #expect(Array(CSV.guarded(text).utf8) == Array(cell.utf8))
        #expect(Array(CSV.unguarded(cell).utf8) == Array(text.utf8))
    }
}
