import Classroom
import Foundation
import Testing

@testable import Web

/// Files made to do harm.
@Suite struct RosterFileBombTests {
    private func expect(_ code: FileError.Code, _ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: FileError.self, sourceLocation: location) { try RosterFile(reading: bytes) }
        #expect(error?.code == code, "\(error?.message ?? "")", sourceLocation: location)
    }

    @Test func sizesAreBounded() throws {
        expect(.tooLarge, [UInt8](repeating: 65, count: RosterFile.mostBytes + 1))
        let heading = Array("First Name,Last Name,Student ID\n".utf8)
        let row = Array("a,b,c\n".utf8)
        let most = heading + (0..<RosterFile.mostRecords).flatMap { _ in row }
        #expect(try RosterFile(reading: most).records.count == RosterFile.mostRecords)
        expect(.tooMany, most + row)
        expect(.tooMany, heading + (0...RosterFile.mostRecords).flatMap { _ in [65, 10] as [UInt8] })
        expect(.tooMany, RosterSample.xml("<array>" + String(repeating: "<dict/>", count: 100_001) + "</array>"))
    }

    @Test(arguments: [
        "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>", "<!DOCTYPE plist [\n<!ELEMENT plist ANY>]>",
        "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>", "<!DOCTYPE plist", "<!ENTITY a \"b\">",
    ])
    func entitiesAreRefused(_ documentType: String) {
        expect(.malformed, RosterSample.xml("<array><string>&b;</string></array>", documentType: documentType))
    }

    @Test(arguments: ["<array>", "<dict><key>a</key>", "<array><dict><key>a</key>"])
    func deepNestingIsRefused(_ open: String) {
        expect(.tooDeep, RosterSample.xml("<array><dict><key>a</key>" + String(repeating: open, count: 100_000)))
    }

    @Test(arguments: ["<!-- ", "<? ", "<![CDATA[", "<array><string>", "&", "<", "<dict><key>", "</"])
    func unclosedTagsAreRefused(_ tag: String) {
        expect(.malformed, RosterSample.xml("<array>" + String(repeating: tag, count: 50_000)))
    }

    @Test func keysThatShareAHashTakeNoLonger() throws {
        let keys = (10_000..<30_000).map { key in
            "<key>\(String(repeating: "a", count: 36))\(key)\(String(repeating: "a", count: 90))</key><true/>"
        }
        let file = try RosterFile(reading: RosterSample.xml("<array><dict>\(keys.joined())</dict></array>"))
        #expect(file.records.count == 1)
    }

    @Test func cyclesAreNotFollowed() throws {
        typealias Sample = RosterSample
        expect(.notARoster, Sample.binary([Sample.array([0])]))
        expect(.notARoster, Sample.binary([Sample.array([1]), Sample.array([0])]))
        let knot = [Sample.array([1]), Sample.dictionary([2, 1]), Sample.string("firstName")]
        #expect(try RosterFile(reading: Sample.binary(knot)).problems.map(\.field) == ["firstName"])
        let unread = [Sample.array([1]), Sample.dictionary([2, 0]), Sample.string("other")]
        #expect(try RosterFile(reading: Sample.binary(unread)).records == [RosterRecord(line: 1)])
    }

    @Test func whatIsSharedIsNotUnfoldedWithoutEnd() {
        typealias Sample = RosterSample
        let layers = (1...40).map { Sample.array([Int](repeating: $0, count: 10)) }
        expect(.notARoster, Sample.binary(layers + [Sample.string("a")]))
        let people = Sample.array([Int](repeating: 1, count: 60_000))
        let large = Sample.counted(0x40, 40_000) + [UInt8](repeating: 0, count: 40_000)
        expect(.tooLarge, Sample.binary([people, Sample.dictionary([2, 3]), Sample.string("picture"), large]))
    }

    @Test(arguments: [0x40, 0x50, 0x60, 0xA0, 0xD0] as [UInt8])
    func countsBeyondTheFileAreRefused(_ kind: UInt8) {
        typealias Sample = RosterSample
        for count in [1 << 31, 1 << 32, 1 << 59 + 1, 1 << 62, Int.max, Int.min, -1, 1000] {
            expect(.malformed, Sample.binary([Sample.array([1]), Sample.counted(kind, count)]))
            expect(.malformed, Sample.binary([Sample.counted(kind, count), Sample.string("a")]))
        }
    }

    @Test func trailersThatContradictTheFileAreRefused() {
        let good = [RosterSample.array([1]), RosterSample.dictionary([])]
        for number in [1 << 31, 1 << 32, 1 << 61, 1 << 63, UInt64.max, UInt64.max - 31] {
            expect(.malformed, RosterSample.binary(good, count: number))
            expect(.malformed, RosterSample.binary(good, root: number))
            expect(.malformed, RosterSample.binary(good, table: number))
        }
        expect(.malformed, RosterSample.binary(good, count: 0))
        expect(.malformed, RosterSample.binary(good, table: 0))
        expect(.malformed, RosterSample.binary(good, table: 8))
        for size: UInt8 in [0, 9, 255] { expect(.malformed, RosterSample.binary(good, referenceSize: size)) }
        for size in [0, 9, 255] { expect(.malformed, RosterSample.binary(good, offsetSize: size)) }
        for offset in [0, 7, 1 << 31, Int.max] {
            expect(.malformed, RosterSample.binary(good, offsetSize: 8, offset: { $0 == 8 ? 8 : offset }))
        }
        expect(.malformed, RosterSample.binary(good) + Array("garbage".utf8))
        expect(.malformed, Array("bplist00".utf8))
        expect(.malformed, Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 32))
    }

    @Test(
        arguments: [
            [0x5F, 0x10, 1, 0xFF], [0x62, 0xD8, 0, 0, 0x41], [0x33, 0x7E, 0x37, 0xE4, 0x3C, 0x88, 0, 0x75, 0x9C],
            [0x33, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x15] + [UInt8](repeating: 0xFF, count: 32),
            [0x80, 1], [0xC0], [0x00], [0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], [0x20, 1], [0x70],
        ] as [[UInt8]])
    func oddValuesAreProblems(_ value: [UInt8]) throws {
        for key in ["joined", "studentID"] {
            let person = RosterSample.dictionary([2, 3])
            let file = try RosterFile(
                reading: RosterSample.binary([RosterSample.array([1]), person, RosterSample.string(key), value]))
            #expect(file.records.isEmpty && file.problems.map(\.field) == [key])
        }
    }
}
