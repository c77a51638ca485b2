import Classroom
import Foundation
import Testing

@testable import Figures
@testable import Store

/// Value as Foundation's coders read and write it.
private enum Judge: Codable, Equatable {
    case value(FieldValue)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .value(.null)
        } else if let text = try? container.decode(String.self) {
            self = .value(.text(text))
        } else if let flag = try? container.decode(Bool.self) {
            self = .value(.flag(flag))
        } else if let number = try? container.decode(Double.self) {
            self = .value(.number(number))
        } else {
            self = .value(.nested)
        }
    }

    func encode(to encoder: any Encoder) throws {
        guard case .value(let value) = self else { return }
        var container = encoder.singleValueContainer()
        switch value {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .null, .nested: try container.encodeNil()
        }
    }

    static func text(_ fields: [Field]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let members = Dictionary(fields.map { ($0.name, Judge.value($0.value)) }, uniquingKeysWith: { $1 })
        return String(decoding: try encoder.encode(members), as: UTF8.self)
    }

    /// `nil` if it is malformed.
    static func members(_ bytes: [UInt8]) -> [String: FieldValue]? {
        let read = try? JSONDecoder().decode([String: Judge].self, from: Data(bytes))
        return read?.mapValues { judge in
            switch judge {
            case .value(let value): value
            }
        }
    }
}

@Suite struct EntryJSONTests {
    private static func members(_ bytes: [UInt8]) -> [String: FieldValue]? {
        let read = try? bytes.withUnsafeBytes(EntryJSON.members)
        return read.map { Dictionary($0.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }) }
    }

    /// Every scalar, those of the basic plane in words of their own.
    @Test func textIsWrittenAsFoundationWritesIt() throws {
        let scalars = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        for start in stride(from: 0, to: scalars.count, by: 4096) {
            let part = scalars[start..<min(start + 4096, scalars.count)]
            let field = Field("t", .text(String(String.UnicodeScalarView(part))))
            let text = try CanonicalFields.text([field])
            #expect(try text.utf8.elementsEqual(Judge.text([field]).utf8))
            #expect(try CanonicalFields.fields(text) == [field])
        }
    }

    @Test func numbersAreWrittenAsFoundationWritesThem() throws {
        var generator = SeededGenerator(seed: 7)
        let edges: [Double] = [
            0, -0.0, 1, -1, 0.1, 1e15, 1e16, 9_007_199_254_740_993, 1e-4, 1e-5, 1e21, 5e-324, .greatestFiniteMagnitude,
        ]
        let others = (0..<20_000).map { round -> Double in
            let bits = UInt64.random(in: 0 ... .max, using: &generator)
            return round % 2 == 0 ? Double(bitPattern: bits) : Double(Int64(bitPattern: bits) >> Int64(round % 64)) / 8
        }
        for number in edges + others where number.isFinite {
            let field = Field("n", .number(number))
            let text = try CanonicalFields.text([field])
            #expect(try text == Judge.text([field]))
            #expect(try CanonicalFields.fields(text) == [field])
        }
        for number in [Double.infinity, -.infinity, .nan] {
            #expect(throws: Problem.self) { try CanonicalFields.text([Field("n", .number(number))]) }
        }
    }

    @Test func namesAreSortedAsFoundationSortsThem() throws {
        let names = ["b", "a10", "a2", "A", "aB", "ab", "a_b", "é", "z", "Z", "😀", "\u{FFFD}", "", "\u{1}", "\"", "/"]
        let values: [FieldValue] = [.null, .nested, .flag(true), .flag(false), .text(""), .number(1)]
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let fields = names.shuffled(using: &generator).prefix(8).enumerated().map {
                Field($1, values[$0 % values.count])
            }
            #expect(try CanonicalFields.text(fields) == Judge.text(fields))
        }
        let twice = [Field("a", .number(1)), Field("b", .null), Field("a", .number(2))]
        #expect(try CanonicalFields.text(twice) == #"{"a":2,"b":null}"#)
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"a":"\ud800"}"#, #"{"a\ud800":1}"#, #"{"a":1e400}"#, #"{"a":1e-400}"#, #"{"a":-0}"#,
        #"{"a":01}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":+1}"#, #"{"a":1e}"#, #"{"a":1E+5}"#, "{\"a\":\"\u{1}\"}",
        #"{"a":"\x"}"#, #"{"a":["\x"]}"#, #"{"a":tru}"#, "\u{FEFF}{\"a\":1}", #"{"a":1} x"#, " \n\t\r{ \"a\" : 1 } \n",
        "\u{B}{}", #"{"a":"\u00e9\uD83d\ude00\/\b\f\n\r\t\"\\"}"#, #"{"a":"\ude00"}"#, #"{"a":"\ud83d\u0041"}"#, "",
        "[]",
        "null", #"{"a":"\u0000"}"#, #"{"a":-}"#, #"{"a":1 2}"#, "{a:1}", #"{"a":NaN}"#, #"{"a":[[],{}]}"#, "{}", "{",
        #"{"a":{"b":[1,{"c":null}],"d":"}"}}"#, #"{"a":5e-324}"#, #"{"a":2e-324}"#, #"{"a":0e999}"#, #"{"a":{"b"}}"#,
        #"{"a":12345678901234567890}"#, #"{"a":[1 2]}"#, #"{"a":[}"#, #"{"a":{]}"#, #"{"a":"b\"#, #"{"a":"b"#, #"{"a""#,
        #"{"a":truefalse}"#, #"{"a":1}{"b":2}"#, #"{"a":"é"}"#, "{\"a\":1}\u{0}", #"{"a":123456789012345}"#,
    ])
    func readsWhatFoundationReads(text: String) {
        #expect(Self.members(Array(text.utf8)) == Judge.members(Array(text.utf8)))
    }

    /// Foundation also takes a comma too many and other encodings, and no escape cut short.
    @Test func readsNoMoreAndNoLessThanFoundation() throws {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u00e9", "\\ud83d\\ude00", "\\ud800", "a", "é", "1", "-", "0.5",
            "e9", "true", "false", "null", " ", "\n", "\u{1}", "\"a\":", "\"b\":\"c\"", "{}", "[]", "1e400", "\\n", "😀",
        ].map { Array($0.utf8) }
        let seed = Array(#"{"a":"x\ny","b":[1,{"c":-2.5e3}],"d":true,"e":null,"f":{"g":[]},"h":"é😀"}"#.utf8)
        for _ in 0..<60_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
                default: bytes.replaceSubrange(place..., with: pieces.randomElement(using: &generator) ?? [])
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            let (ours, judge) = (Self.members(bytes), Judge.members(bytes))
            if ours == judge { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            let isKnown = text.contains(/,\s*[}\]]/) || text.contains(/\\u/) || bytes.contains(0)
            #expect(isKnown, "\(text): \(String(describing: ours)), \(String(describing: judge))")
        }
    }

    @Test func depthAndSizeAreBounded() {
        func deep(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
            Array(#"{"a":"#.utf8)
                + Array(
                    (String(repeating: open, count: depth) + "1"
                        + String(repeating: close, count: depth) + "}").utf8)
        }
        for (open, close) in [("[", "]"), (#"{"b":"#, "}")] {
            #expect(Self.members(deep(511, open, close)) == ["a": .nested])
            #expect(Self.members(deep(512, open, close)) == nil)
            #expect(Self.members(deep(200_000, open, close)) == nil)
            #expect(Self.members(deep(200_000, open, "")) == nil)
        }
        let many = "{" + (0..<100_000).map { "\"f\($0)\":1" }.joined(separator: ",") + #","kind":"x"}"#
        let read = Self.members(Array(many.utf8))
        #expect(read?.count ?? 0 > Entry.mostFields && read?.count ?? 0 < 100)
        #expect(read?["kind"] == .text("x"))
    }

    /// Bytes of any kind neither trap nor hang.
    @Test func hostileBytes() {
        var generator = SeededGenerator(seed: 5)
        for round in 0..<20_000 {
            let length = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<length).map { _ in
                let byte = UInt8.random(in: 0...255, using: &generator)
                return round % 2 == 0 ? byte : Array(#"{}[]:,"\u0e1-tn "#.utf8)[Int(byte) % 16]
            }
            if let members = Self.members(bytes) { #expect(Judge.members(bytes) == members || bytes.contains(0x5C)) }
            _ = try? bytes.withUnsafeBytes(EntryJSON.batch)
        }
    }

    @Test func aBatchIsRead() throws {
        let text = #"""
            {"device":"d","device":"e","sent":null,"entries":[{"id":"1","x":[{}]},7,null,[1],{"\ud800":1}],"entries":[{}]}
            """#
        let batch = try Array(text.utf8).withUnsafeBytes(EntryJSON.batch)
        #expect(batch.value("device") == .text("d"))
        #expect(batch.value("sent") == .null)
        #expect(batch.value("maker") == nil)
        #expect(batch.entries == [[Field("id", .text("1")), Field("x", .nested)], [], [], [], []])
        for bad in [#"{"entries":{}}"#, #"{"entries":7}"#, #"{"\ud800":1}"#, #"{"entries":[}"#, "[]", ""] {
            #expect(throws: DecodingError.self) { try Array(bad.utf8).withUnsafeBytes(EntryJSON.batch) }
        }
        #expect(try Array(#"{"entries":null}"#.utf8).withUnsafeBytes(EntryJSON.batch).entries == nil)
        let many = #"{"entries":["# + Array(repeating: "{}", count: 5000).joined(separator: ",") + "]}"
        #expect(try Array(many.utf8).withUnsafeBytes(EntryJSON.batch).entries?.count == Entry.mostInBatch + 1)
    }

    @Test func resultsAreJSON() throws {
        let id = Identifier(high: 1, low: 2)
        let problems = [FieldProblem("a\"b", "x", "Line\n“é”"), FieldProblem("c", "y", "")]
        let text = EntryJSON.text([
            EntryResult(id: id, outcome: .accepted, sequence: 7, problems: []),
            EntryResult(id: nil, outcome: .rejected, sequence: nil, problems: problems),
        ])
        let read = try JSONSerialization.jsonObject(with: Data(text)) as? [String: [[String: Any]]]
        let results = try #require(read?["results"])
        #expect(results[0]["id"] as? String == id.text && results[0]["sequence"] as? Int == 7)
        #expect(results[0].count == 3 && results[1].count == 2)
        #expect(
            results[1]["problems"] as? [[String: String]]
                == problems.map {
                    ["field": $0.field, "code": $0.code, "message": $0.message]
                })
        #expect(String(decoding: EntryJSON.text([]), as: UTF8.self) == #"{"results":[]}"#)
    }
}
