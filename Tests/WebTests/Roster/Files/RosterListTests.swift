import Testing

@testable import Web

/// Lists as people have them: of other tools, in other encodings, without a heading.
@Suite struct RosterListTests {
    private func names(_ text: String, _ mapping: RosterMapping = .none) throws -> [String] {
        try names(Array(text.utf8), mapping)
    }

    private func names(_ bytes: [UInt8], _ mapping: RosterMapping = .none) throws -> [String] {
        try RosterFile(reading: bytes, as: mapping).records.map { "\($0.firstName)|\($0.lastName)|\($0.studentID)" }
    }

    @Test(arguments: [
        // Google Contacts, now and until 2024.
        (
            "First Name,Middle Name,Last Name,Photo,Labels,E-mail 1 - Value\nAnn,M,Lee,,* myContacts,a@x.org",
            "Ann M|Lee|"
        ),
        ("Name,Given Name,Additional Name,Family Name,Notes\nAnn Lee,Ann,,Lee,", "Ann|Lee|"),
        ("Name,Given Name,Additional Name,Family Name,Notes\nAnna Maria Lee,Anna, Maria ,Lee,", "Anna Maria|Lee|"),
        // What belongs to the first name is behind it wherever its column is; a whole name has it already.
        ("Family Name,Middle Name,Given Name\nLee,Maria,Anna", "Anna Maria|Lee|"),
        ("Full Name,Middle Name\nAnna Maria Lee,Maria", "Anna Maria|Lee|"),
        ("Last Name,Middle Name\nLee,Maria", "Maria|Lee|"),
        ("Vorname;Zweiter Vorname;Nachname\nAnna;;Lee", "Anna|Lee|"),
        // Google Classroom, Moodle, Mindbody, Canvas.
        ("Last Name,First Name,Email Address\nLee,Ann,a@x.org", "Ann|Lee|"),
        ("First name,Surname,ID number,Email address,Groups\nAnn,Lee,31,a@x.org,A", "Ann|Lee|31"),
        ("Client ID,First Name,Last Name,Mobile Phone\n100000031,Ann,Lee,1", "Ann|Lee|100000031"),
        ("Client,Phone\n\"Lee, Ann\",1", "Ann|Lee|"),
        ("Student,ID,SIS User ID,Section\n\"Lee, Ann\",7,31,A", "Ann|Lee|7"),
        ("Vorname;Nachname;Matrikelnummer\nAnn;Lee;31", "Ann|Lee|31"), ("Vorname;Name\nAnn;Lee", "Ann|Lee|"),
        ("Nombre\tApellidos\nAnn\tLee", "Ann|Lee|"), ("Full Name\nLee, Ann", "Ann|Lee|"),
        ("name,role\nAnn Lee,student", "Ann|Lee|"), ("First Name\nAnn", "Ann||"),
    ])
    func columnsOfOtherToolsAreRecognised(_ text: String, _ name: String) throws {
        #expect(try names(text) == [name])
    }

    @Test(arguments: [
        ("Ann Lee\nPlato\nMaría José de la Cruz\n", ["Ann|Lee|", "Plato||", "María José|de la Cruz|"]),
        // Particles right before the last word belong to the last name.
        (
            "Dario De Luca\nJan VAN der Berg\nJo Van den Ax\nVan Morrison\nAnn de\nMei La Ng\nvon Ax\nvan der Berg\n",
            [
                "Dario|De Luca|", "Jan|VAN der Berg|", "Jo|Van den Ax|", "Van|Morrison|", "Ann|de|", "Mei|La Ng|",
                "von|Ax|", "van der|Berg|",
            ]
        ),
        (
            "María del Carmen García\nAnh Van Nguyen\nRam Das Sharma\nAna das Neves\nVincent van Gogh\n",
            [
                "María del Carmen|García|", "Anh Van|Nguyen|", "Ram Das|Sharma|", "Ana|das Neves|",
                "Vincent|van Gogh|",
            ]
        ),
        ("Lee, Ann\nLi, Bo\n", ["Ann|Lee|", "Bo|Li|"]), ("Ann Lee\nLi, Bo\n", ["Ann|Lee|", "Bo|Li|"]),
        ("Ann\tLee\nBo\tLi\n", ["Ann|Lee|", "Bo|Li|"]), ("Ann,Lee\nBo,Li\n", ["Ann|Lee|", "Bo|Li|"]),
        ("1. Ann Lee\n2) Bo Li\n- Cy Ma\n• Di Ng\n", ["Ann|Lee|", "Bo|Li|", "Cy|Ma|", "Di|Ng|"]),
        ("井上 健一\n", ["井上|健一|"]), ("Ann Lee,a@x.org\n", ["Ann|Lee|"]),
        ("\"Lee, Ann\"\n\n  \nBo\u{A0}Li", ["Ann|Lee|", "Bo|Li|"]),
    ])
    func namesNeedNoHeading(_ text: String, _ people: [String]) throws {
        let file = try RosterFile(reading: Array(text.utf8))
        #expect(try names(text) == people)
        #expect(file.layout?.hasHeading == false)
        #expect(throws: Never.self) { try file.checkColumns() }
    }

    /// As mail programs write names with their addresses.
    @Test func addressesBehindNamesAreNoNames() throws {
        let text = "Ann Lee <a@x.org>\nLi, Bo b@x.org\nCy Ma\nd@x.org\nEd at@ home\n"
        let records = try RosterFile(reading: Array(text.utf8)).records
        #expect(
            records.map { "\($0.firstName)|\($0.lastName)|\($0.email)" } == [
                "Ann|Lee|a@x.org", "Bo|Li|b@x.org", "Cy|Ma|", "d@x.org||", "Ed at@|home|",
            ])
        let headed = try RosterFile(reading: Array("Name,Email\nAnn Lee <a@x.org>,b@x.org\n".utf8)).records
        #expect(headed.map { "\($0.firstName) \($0.email)" } == ["Ann b@x.org"])
    }

    @Test(arguments: [
        "Ann,Lee,31\nBo,Li,32\n", "1,2\n3,4\n", "Ann Lee,12\n", "{\"people\": []}", "Student ID,Role\n1,student\n",
    ])
    func columnsThatAreNotEvidentAreAskedFor(_ text: String) throws {
        let file = try RosterFile(reading: Array(text.utf8))
        #expect(throws: FileError.self) { try file.checkColumns() }
        let wish = try RosterMapping(columns: "lastName,firstName,studentID", heading: "no")
        let told = try RosterFile(reading: Array(text.utf8), as: wish)
        #expect(throws: Never.self) { try told.checkColumns() }
    }

    @Test func columnsAreWhatAPersonSays() throws {
        let text = "Prenom,Famille,Nr\nAnn,Lee,31\n"
        #expect(
            try names(text, RosterMapping(columns: "firstName,lastName,studentID", heading: "yes")) == ["Ann|Lee|31"])
        #expect(try names(text, RosterMapping(columns: "-,name", heading: "yes")) == ["Lee||"])
        #expect(try names(text, RosterMapping(columns: "", heading: "no")).count == 2)
        #expect(
            try names("First Name,Last Name\nAnn,Lee", RosterMapping(columns: "", heading: "no")) == [
                "First Name|Last Name|", "Ann|Lee|",
            ])
    }

    @Test(arguments: [
        "firstName,firstName", "name,lastName", "shoeSize", String(repeating: "-,", count: 300),
        String(repeating: "x", count: 100_000),
    ])
    func impossibleColumnsAreRefused(_ columns: String) {
        let error = #expect(throws: FileError.self) { try RosterMapping(columns: columns, heading: "") }
        #expect(error?.code == .columns && (error?.message.utf8.count ?? 0) < 200)
    }

    @Test func otherEncodingsAreRead() throws {
        let text = "First Name;Last Name\r\nZoë;O’Brien\r\n"
        let units = Array(text.utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let windows = text.unicodeScalars.map { $0 == "’" ? 0x92 : UInt8(truncatingIfNeeded: $0.value) }
        for bytes in [
            little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, windows, [0xEF, 0xBB, 0xBF] + Array(text.utf8),
        ] {
            #expect(try names(bytes) == ["Zoë|O’Brien|"])
        }
    }

    @Test func emptyListsAreNobody() throws {
        for text in ["First Name,Last Name\n", "First Name,Last Name,Student ID,studentID\n", "Name\n"] {
            #expect(try RosterFile(reading: Array(text.utf8)).records.isEmpty)
        }
    }

    @Test func wideListsAreBounded() throws {
        let wide = String(repeating: "a,", count: 100_000)
        let file = try RosterFile(reading: Array((wide + "\n" + wide).utf8))
        #expect(file.layout?.width == CSV.mostFields)
    }
}
