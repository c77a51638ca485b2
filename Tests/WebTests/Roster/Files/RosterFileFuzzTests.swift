import Foundation
import Testing

@testable import Web

/// The same numbers in every run: SplitMix64 (Steele, Lea and Flood 2014).
private struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

@Suite struct RosterFileFuzzTests {
    private static let pieces: [[UInt8]] = [
        [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0], [0xAF, 0x13], [0xDF, 0x13],
        Array("<!--".utf8), Array("<![CDATA[".utf8), Array("&#x".utf8), Array("<dict>".utf8), Array("</dict>".utf8),
        Array("\"".utf8), Array(",".utf8), Array("\r".utf8),
    ]

    @Test(arguments: 1...4) func damagedFilesAreReadOrRefused(_ seed: UInt64) throws {
        var chance = Chance(state: seed)
        let samples = [
            RosterFile.csv(RosterSample.records), RosterFile.propertyList(RosterSample.records),
            try RosterSample.serialized(RosterSample.people, .binary),
        ]
        for _ in 0..<100 {
            for sample in samples {
                let bytes = damaged(sample, by: samples, &chance)
                do {
                    let file = try RosterFile(reading: bytes)
                    #expect(file.records.count <= bytes.count)
                    #expect(file.records.map(\.line) == file.records.map(\.line).sorted())
                } catch {
                    #expect(!error.message.isEmpty)
                }
            }
        }
    }

    private func damaged(_ sample: [UInt8], by others: [[UInt8]], _ chance: inout Chance) -> [UInt8] {
        var bytes = sample
        for _ in 0...Int.random(in: 0..<3, using: &chance) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            let end = min(bytes.count, place + Int.random(in: 1...40, using: &chance))
            switch Int.random(in: 0..<6, using: &chance) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &chance)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: Self.pieces.randomElement(using: &chance) ?? [], at: place)
            case 4:
                bytes.insert(contentsOf: (others.randomElement(using: &chance) ?? []).suffix(end - place), at: place)
            default: bytes.removeLast(bytes.count - place)
            }
        }
        return bytes
    }

    /// Text of what makes trouble: separators, quotation marks, formulas, markup, ends of line, accents to compose.
    private func hardText(_ chance: inout Chance) -> String {
        let parts = [
            "a", "Z", "é", "e\u{301}", "=", "+", "-", "@", "\t", "\r", "\n", "\r\n", "'", "\"", ",", ";", " ", "<", ">",
            "&", "&amp;", "]]>", "<!--", "健", "👩🏽‍🚀", "\u{301}", "\u{338}", "’", "0", "\u{FEFF}", "\u{200F}", "यादव",
        ]
        return (0..<Int.random(in: 0...6, using: &chance)).map { _ in parts.randomElement(using: &chance) ?? "" }
            .joined().precomposedStringWithCanonicalMapping
    }

    @Test(arguments: 1...4) func whatIsWrittenIsRead(_ seed: UInt64) throws {
        var chance = Chance(state: seed)
        var people = (1...150).map { line in
            RosterRecord(
                line: line, firstName: hardText(&chance), lastName: hardText(&chance), studentID: hardText(&chance),
                github: hardText(&chance), role: "student", type: hardText(&chance), joined: hardText(&chance),
                active: Bool.random(using: &chance),
                picture: Bool.random(using: &chance)
                    ? nil : (0...8).map { _ in UInt8.random(in: 0...255, using: &chance) })
        }
        #expect(try texts(RosterFile.propertyList(people)) == people.map(texts))
        #expect(try RosterFile(reading: RosterFile.propertyList(people)).records == people)
        #expect(try texts(RosterFile.csv(people)) == people.map(texts))
        let read = try RosterFile(reading: RosterFile.csv(people))
        for index in people.indices { people[index].line = read.records[index].line }
        #expect(read.records == people && read.problems.isEmpty)
    }

    /// By bytes, since two texts are equal that only look the same.
    private func texts(_ bytes: [UInt8]) throws -> [[[UInt8]]] { try RosterFile(reading: bytes).records.map(texts) }

    private func texts(_ person: RosterRecord) -> [[UInt8]] {
        RosterField.allCases.map { Array(person.text($0).utf8) }
    }
}
