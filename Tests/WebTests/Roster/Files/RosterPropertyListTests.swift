import Foundation
import Testing

@testable import Web

@Suite struct RosterPropertyListTests {
    typealias Format = PropertyListSerialization.PropertyListFormat
    static let formats: [Format] = [.xml, .binary]

    private func read(_ body: String) throws -> RosterFile { try RosterFile(reading: RosterSample.xml(body)) }

    @Test(arguments: formats) func peopleAreRead(_ format: Format) throws {
        for list: Any in [RosterSample.people, ["version": 1, "people": RosterSample.people] as [String: Any]] {
            let file = try RosterFile(reading: RosterSample.serialized(list, format))
            #expect(file.format == .propertyList && file.problems.isEmpty)
            #expect(file.records == RosterSample.records)
        }
    }

    @Test(arguments: formats) func wrongValuesAreProblems(_ format: Format) throws {
        let people: [Any] = [
            ["firstName": 1, "lastName": "Lee"], ["lastName": ["a"]], "text", ["studentID": 1.5], ["studentID": true],
            ["picture": "text"], ["active": "perhaps"], ["role": Data([1])], ["joined": 2024], ["firstName": "Ann"],
        ]
        let file = try RosterFile(reading: RosterSample.serialized(people, format))
        #expect(file.records.map(\.line) == [6, 10])
        #expect(file.records.first?.pictureProblem == "The picture is text, not data.")
        #expect(file.problems.map(\.line) == [1, 2, 3, 4, 5, 7, 8, 9])
        #expect(
            file.problems.map(\.field) == [
                "firstName", "lastName", "row", "studentID", "studentID", "active", "role", "joined",
            ])
        #expect(file.problems.first?.name == "Lee")
        #expect(file.problems.first?.message == "The first name is a number, not text.")
    }

    @Test(arguments: formats) func numbersAndDatesThatMeanTextAreText(_ format: Format) throws {
        let people: [[String: Any]] = [
            ["studentID": -5, "active": 0], ["studentID": Int.max, "active": "no"], ["studentID": 7.0, "active": 1],
            ["joined": Date(timeIntervalSince1970: 1_709_251_199), "firstName": "Zoe\u{308}"],
        ]
        let file = try RosterFile(reading: RosterSample.serialized(people, format))
        #expect(file.problems.isEmpty)
        #expect(file.records.map(\.studentID) == ["-5", "9223372036854775807", "7", ""])
        #expect(file.records.map(\.active) == [false, false, true, true])
        #expect(file.records.last?.joined == "2024-02-29")
        #expect(file.records.last.map { Array($0.firstName.utf8) } == Array("Zo\u{EB}".utf8))
    }

    @Test(arguments: formats) func otherListsAreNoRoster(_ format: Format) throws {
        let one = [["firstName": "Ann"]]
        for list: Any in ["text", 5, ["a", "b"], ["a": 1], ["a": one, "b": one], [[["firstName": "Ann"]]]] {
            let bytes = try RosterSample.serialized(list, format)
            let error = #expect(throws: FileError.self) { try RosterFile(reading: bytes) }
            #expect(error?.code == .notARoster)
        }
        #expect(try RosterFile(reading: RosterSample.serialized([Any](), format)).records.isEmpty)
    }

    @Test func xmlIsReadAsPeopleWriteIt() throws {
        let file = try read(
            """
            <!-- the evening class --><array><?note?>
              <dict><key>first<!-- -->Name</key><string>A &amp; B &lt;&#65;&#x1F600;<![CDATA[<&]]>&quot;</string>
                <key>last_name</key><string /><key>studentID</key><integer> +0012 </integer>
                <key>picture</key><data>
                  iVBO
                  Rw==
                </data><key>active</key><false></false></dict>
              <dict/>
            </array>
            """)
        #expect(
            file.records == [
                RosterRecord(
                    line: 1, firstName: "A & B <A😀<&\"", studentID: "12", active: false,
                    picture: [0x89, 0x50, 0x4E, 0x47]),
                RosterRecord(line: 2),
            ])
    }

    @Test func xmlNeedsNoDeclaration() throws {
        let text = "<plist><array><dict><key>firstName</key><string>Zoë</string></dict></array></plist>"
        #expect(try RosterFile(reading: Array(text.utf8)).records.map(\.firstName) == ["Zoë"])
        let utf16: [UInt8] =
            [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(try RosterFile(reading: utf16).records.map(\.firstName) == ["Zoë"])
    }

    @Test(arguments: [
        "<array>", "<array></dict>", "<array><dict></array>", "<array><dict><string>a</string></dict></array>",
        "<array><dict><key>a</key></dict></array>", "<array><dict><key>a</key><b/></dict></array>",
        "<array><dict><key>a</key><string>b</dict></array>", "<array>text</array>", "<array/><array/>",
        "<array><dict><key>&nbsp;</key><true/></dict></array>", "<array><dict><key>&#0;</key><true/></dict></array>",
        "<array><dict><key>&#xD800;</key><true/></dict></array>", "<array><!-- </array>", "<array><dict",
        "<array><string>&#99999999999999999999;</string></array>", "<array><string><![CDATA[</string></array>",
        "<html>",
    ])
    func damagedXMLIsRefused(_ body: String) {
        let error = #expect(throws: FileError.self) { try read(body) }
        #expect(error?.code == .malformed && error?.message.contains("line 1") == true, "\(body)")
    }

    @Test func foundationReadsWhatIsWritten() throws {
        let bytes = RosterFile.propertyList(RosterSample.records)
        let list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        let people = try #require(list as? [[String: Any]])
        #expect(people.count == 3)
        for (key, value) in RosterSample.people[0] { #expect("\(people[0][key] ?? "")" == "\(value)") }
    }
}
