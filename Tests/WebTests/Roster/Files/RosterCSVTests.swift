import Testing

@testable import Web

@Suite struct RosterCSVTests {
    private let heading = "First Name,Last Name,Student ID,GitHub Username,Role,Picture\r\n"

    private func read(_ text: String) throws -> RosterFile { try RosterFile(reading: Array(text.utf8)) }

    @Test func peopleAreRead() throws {
        let file = try read(
            "\u{FEFF}" + heading + "Ada,Okafor,10000001,ada-1,teacher,\r\n\r\n"
                + "Siobhán,O’Brien-D'Arcy,10000002,,student,QUJD\r\n"
                + "\"=HYPERLINK(\"\"http://x\"\")\",<b>,,,wizard,\r\n健一,,00000000,,,\r\n")
        #expect(file.format == .csv && file.problems.isEmpty)
        #expect(
            file.records == [
                RosterRecord(
                    line: 2, firstName: "Ada", lastName: "Okafor", studentID: "10000001", github: "ada-1",
                    role: "teacher"),
                RosterRecord(
                    line: 4, firstName: "Siobhán", lastName: "O’Brien-D'Arcy", studentID: "10000002", role: "student",
                    picture: [65, 66, 67]),
                RosterRecord(line: 5, firstName: "=HYPERLINK(\"http://x\")", lastName: "<b>", role: "wizard"),
                RosterRecord(line: 6, firstName: "健一", studentID: "00000000"),
            ])
    }

    @Test(arguments: [
        "firstName,lastName,studentID\nAnn,Lee,1", "first_name;LAST NAME;student id\nAnn;Lee;1",
        "Student ID\tFirst Name\tLast Name\nnope\n1\tAnn\tLee",
        "Last Name,Shoe Size,First Name,Student_ID\nLee,38,Ann,1",
        "\n\n\"First Name\",\"Last Name\",\"Student ID\"\r\"Ann\",\"Lee\",\"1\"",
    ])
    func columnsAreFoundByName(_ text: String) throws {
        let record = try #require(try read(text).records.first)
        #expect([record.firstName, record.lastName, record.studentID] == ["Ann", "Lee", "1"])
    }

    @Test func furtherColumnsAreRead() throws {
        let file = try read(
            "First Name,Last Name,Student ID,Type,Date Joined,Active\nAnn,Lee,1,Evening,2024-02-29,false\n"
                + "Bo,Li,2,,,\nCy,Ma,3,,,YES\nDi,Ng,4,,,perhaps\n")
        #expect(file.records.map(\.active) == [false, true, true])
        #expect(file.records.first?.type == "Evening" && file.records.first?.joined == "2024-02-29")
        #expect(file.problems.map(\.field) == ["active"] && file.problems.first?.line == 5)
    }

    @Test func brokenRowsAreProblems() throws {
        let file = try read(
            heading + "Ann,Lee,1,,,\none,row,that\nBo,Li,2,,,not base64!\n,,,,,\n\"C\ny\",Ma,3,,,\nDi,Ng,4,,,,\n"
                + "\"an unclosed, quote\nAda,Okafor,5,,,\n")
        #expect(file.records.map(\.line) == [2, 4, 6])
        #expect(file.records[1].picture == nil)
        #expect(file.records[1].pictureProblem == "The picture is not one that Shala can read.")
        #expect(
            file.problems == [
                RowProblem(
                    line: 3, name: "one row", field: "row", message: "This row has 3 fields where the heading has 6."),
                RowProblem(
                    line: 8, name: "Di Ng", field: "row", message: "This row has 7 fields where the heading has 6."),
                RowProblem(
                    line: 9, name: "", field: "row",
                    message: "This row has a quotation mark that is never closed; nothing after it could be read."),
            ])
    }

    @Test func textsAreInNormalFormC() throws {
        let file = try read(heading + "Zoe\u{308},=\u{338},1,,,\n")
        #expect(file.records.first.map { Array($0.firstName.utf8) } == Array("Zo\u{EB}".utf8))
        #expect(file.records.first.map { Array($0.lastName.utf8) } == Array("\u{2260}".utf8))
    }

    @Test func longTextsAreProblemsAndNamesAreShortened() throws {
        let long = String(repeating: "L", count: 10_000)
        let longer = String(repeating: "\u{301}", count: 60_000)
        let file = try read(heading + "Mary,\(long),1,,,\nMary\(longer),Lee,2,,,\n")
        #expect(file.records.map(\.lastName) == [long])
        let problem = try #require(file.problems.first)
        #expect(problem.field == "firstName" && problem.name.unicodeScalars.count == 60)
    }

    @Test(
        arguments: [
            ([], .empty), ([0xEF, 0xBB, 0xBF], .empty), (Array(" \r\n\t".utf8), .empty),
            ([0xFF, 0xD8, 0xFF, 0xE0], .notText), (Array("First Name\0".utf8), .notText),
            ([0x41, 0x81, 0x42], .notText), ([0x41, 0xE9, 0x01, 0x42], .notText),
            ([0xFF, 0xFE, 0x41], .notText), ([0xFF, 0xFE, 0x00, 0xD8], .notText),
            (Array("<!DOCTYPE html><html></html>".utf8), .malformed),
        ] as [([UInt8], FileError.Code)])
    func unreadableFilesAreRefused(_ bytes: [UInt8], _ code: FileError.Code) {
        let error = #expect(throws: FileError.self) { try RosterFile(reading: bytes) }
        #expect(error?.code == code && error?.message.isEmpty == false)
    }

    @Test(arguments: [true, false]) func utf16WithByteOrderMarkIsRead(bigEndian: Bool) throws {
        let units = ("\u{FEFF}" + heading + "Zoë,👩🏽‍🚀,1,,,\n").utf16
        let bytes = units.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return bigEndian ? pair : pair.reversed()
        }
        #expect(try RosterFile(reading: bytes).records.map(\.lastName) == ["👩🏽‍🚀"])
    }
}
