import Classroom
import Foundation

@testable import Web

/// Property lists for the tests.
enum RosterSample {
    static func xml(_ body: String, documentType: String = "") -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\(documentType)<plist version=\"1.0\">\(body)</plist>".utf8)
    }

    static func serialized(_ list: Any, _ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
        Array(try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
    }

    /// Three people who have everything, little, and nothing.
    static var people: [[String: Any]] {
        [
            [
                "firstName": "Siobhán", "lastName": "O’Brien", "studentID": "10000001", "githubUsername": "siobhan-1",
                "role": "student", "picture": Data([0x89, 0x50]), "type": "Evening", "joined": "2024-02-29",
                "active": false,
            ],
            ["firstName": "健一", "lastName": "", "studentID": 10_000_002, "shoes": ["left", ["right"]]],
            [:],
        ]
    }

    static let records = [
        RosterRecord(
            line: 1, firstName: "Siobhán", lastName: "O’Brien", studentID: "10000001", github: "siobhan-1",
            role: "student", type: "Evening", joined: "2024-02-29", active: false, picture: [0x89, 0x50]),
        RosterRecord(line: 2, firstName: "健一", studentID: "10000002"),
        RosterRecord(line: 3),
    ]

    /// A binary property list of these objects, with whatever is wrong with it.
    static func binary(
        _ objects: [[UInt8]], offsetSize: Int = 4, referenceSize: UInt8 = 2, count: UInt64? = nil, root: UInt64 = 0,
        table: UInt64? = nil, offset: (Int) -> Int = { $0 }
    ) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let end = bytes.count
        for place in offsets { bytes += bigEndian(UInt64(offset(place)), offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), referenceSize]
        return bytes + bigEndian(count ?? UInt64(objects.count), 8) + bigEndian(root, 8)
            + bigEndian(table ?? UInt64(end), 8)
    }

    static func array(_ members: [Int]) -> [UInt8] { container(0xA0, members, count: members.count) }

    /// All keys first, then all values.
    static func dictionary(_ members: [Int]) -> [UInt8] { container(0xD0, members, count: members.count / 2) }

    static func string(_ text: String) -> [UInt8] { counted(0x50, text.utf8.count) + text.utf8 }

    /// The beginning of an object that claims a size.
    static func counted(_ kind: UInt8, _ count: Int) -> [UInt8] {
        [kind | 0xF, 0x13] + bigEndian(UInt64(bitPattern: Int64(count)), 8)
    }

    private static func container(_ kind: UInt8, _ members: [Int], count: Int) -> [UInt8] {
        counted(kind, count) + members.flatMap { bigEndian(UInt64($0), 2) }
    }

    private static func bigEndian(_ number: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) : 0 }
    }
}
