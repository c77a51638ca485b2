import Classroom
import Support
import Testing

@testable import Store

@Suite struct RosterSearchTests {
    /// Text of ASCII, which is folded and divided by bytes, has the words that it has beside other text.
    @Test(arguments: (0..<0x80).map { UnicodeScalar(UInt8($0)) })
    func asciiHasTheWordsOfAnyText(scalar: UnicodeScalar) {
        let text = "An\(scalar)B 4\(scalar)" + String(repeating: "q", count: 50)
        #expect(SearchKey.fold(text + " é") == SearchKey.fold(text) + " e")
        #expect(SearchKey.words([text + " é"]) == SearchKey.words([text]).union(["e"]))
    }

    /// People who share words, some of them inactive, and a class that two of them attend.
    private struct School {
        let book: TestBook
        let session: Identifier

        init(_ engine: Engine) async throws {
            book = try await TestBook(engine)
            var people: [Identifier] = []
            for number in 0..<60 {
                let person = Identifier.make(at: .now)
                people.append(person)
                let first = ["Ann", "Anna", "Bo"][number % 3]
                try await book.expectAccepted([
                    book.added(person, first, "Lee \(number)", id: String(40_000_000 + number))
                ])
            }
            session = try await book.startClass()
            try await book.expectAccepted([5, 6].map { book.mark(.attendanceMarked, session, people[$0]) })
            try await book.expectAccepted(
                stride(from: 0, to: 60, by: 5).map {
                    book.entry(.personDeactivated, ["person": .text(people[$0].text)])
                })
        }

        func names(_ query: RosterQuery, few: Int = 32, many: Int) async throws -> [String] {
            let statement = RosterStatement(query, few: few, many: many)
            return try await book.store.database.read { connection in
                let text = try statement.part(on: connection)
                return try connection.rows(text.sql, values: text.values).map { try Person($0).name.full }
            }
        }
    }

    /// However many people there are, a list without a search reads no more of them than it shows.
    @Test(arguments: RosterQuery.Sort.allCases)
    func aListIsReadInItsOrder(sort: RosterQuery.Sort) async throws {
        let book = try await TestBook(.sqlite)
        var query = RosterQuery()
        (query.sort, query.withoutNew) = (sort, sort == .studentsFirst)
        let plan = try await book.store.database.read { [query] connection in
            let counting = CountingConnection(connection)
            let text = try RosterStatement(query).part(on: counting)
            _ = try counting.rows(text.sql, values: text.values)
            return try counting.plans().flatMap(\.plan)
        }
        #expect(plan.contains { $0.contains("person USING INDEX") }, "\(plan)")
        #expect(!plan.contains { $0.contains("ORDER BY") }, "\(plan)")
    }

    /// Whether people are found word by word, by all words that begin alike, or looked through in order, they are the same.
    @Test(arguments: Engine.allCases)
    func allWaysFindTheSame(engine: Engine) async throws {
        let school = try await School(engine)
        for search in ["", "lee", "ann", "ann 4", "anna lee 1", "bo 40000002", "lee lee", "zzz", "zzz ann"] {
            for activity in RosterQuery.Activity.allCases {
                for sort in RosterQuery.Sort.allCases {
                    var query = RosterQuery()
                    (query.search, query.activity, query.sort, query.most) = (search, activity, sort, 100)
                    let found = try await school.names(query, many: 1_000_000)
                    #expect(try await school.names(query, few: -1, many: 1_000_000) == found)
                    #expect(try await school.names(query, few: -1, many: 0) == found)
                    #expect(try await school.book.store.countedRoster(query).count == found.count)
                    let expected = (0..<60).filter { number in
                        let isActive = number % 5 != 0
                        let words = [["ann", "anna", "bo"][number % 3], "lee", "\(number)", "\(40_000_000 + number)"]
                        return activity != .removed && (activity == .all || isActive == (activity == .active))
                            && search.split(separator: " ").allSatisfy { word in words.contains { $0.hasPrefix(word) } }
                    }
                    #expect(found.filter { $0 != "Ida Berg" }.count == expected.count)
                    query.most = 7
                    var (parts, after): ([String], String?) = ([], nil)
                    repeat {
                        query.after = after
                        let part = try await school.book.store.roster(query)
                        parts += part.elements.map(\.name.full)
                        after = part.next?.text
                    } while after != nil
                    #expect(parts == found)
                }
            }
        }
    }

    /// Who attends a class is on its roster even if inactive, in the place where they belong.
    @Test(arguments: Engine.allCases, RosterQuery.Sort.allCases)
    func aRosterOfAClassHasItsInactiveAttendees(engine: Engine, sort: RosterQuery.Sort) async throws {
        let school = try await School(engine)
        var query = RosterQuery()
        (query.sort, query.present, query.withoutNew) = (sort, school.session, true)
        let whole = try await school.book.store.roster(query).elements.map(\.name.full)
        #expect(whole.count == 1 + 48 + 1)
        #expect(whole.contains("Bo Lee 5") && !whole.contains("Bo Lee 20"))
        let place = try #require(whole.firstIndex(of: "Bo Lee 5"))
        if sort == .name { #expect(whole[place - 1] == "Anna Lee 49" && whole[place + 1] == "Ann Lee 51") }
        var (joined, after): ([String], String?) = ([], nil)
        repeat {
            (query.most, query.after) = (7, after)
            let part = try await school.book.store.roster(query)
            joined += part.elements.map(\.name.full)
            after = part.next?.text
        } while after != nil
        #expect(joined == whole)
        (query.after, query.most, query.search) = (nil, 100, "lee 5")
        for (few, many) in [(32, 1_000_000), (-1, 1_000_000), (-1, 0)] {
            #expect(try await school.names(query, few: few, many: many).contains("Bo Lee 5"))
        }
    }

    /// The words beside a word are looked at letter by letter, also where a letter means something to SQL.
    @Test(arguments: Engine.allCases)
    func lettersOfPatternsAreLetters(engine: Engine) async throws {
        let book = try await TestBook(engine)
        // A letter that is glued to what follows it, so that the sign does not divide the word.
        let lasts = ["\u{0D4E}%b", "\u{0D4E}_b", "\u{0D4E}!b", "\u{0D4E}cb"]
        try await book.expectAccepted(
            lasts.enumerated().map { number, last in
                book.added(.make(at: .now), "Annabella", last, id: String(50_000_000 + number))
            })
        for last in lasts {
            var query = RosterQuery()
            query.search = "annabella " + last.dropLast()
            #expect(try await book.store.roster(query).elements.map(\.name.last) == [last])
        }
    }

    /// A book from before gets the same beside its words as people who are added later.
    @Test(arguments: Engine.allCases)
    func whatIsBesideWordsOfAnOlderBook(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let names = ["Søren O’Brien", "서연 김", "ǅemal Zz a", "Zoe\u{308} 健一", "a b", "ﬁona 👩🏽‍🚀", "Ñáñez-de la Cruz"]
        try await book.expectAccepted(
            names.enumerated().map { number, name in
                book.added(.make(at: .now), name, "Number \(number)", id: String(50_000_000 + number))
            })
        let people = try await book.store.roster(RosterQuery()).elements
        func changed(_ kind: Kind, _ number: String, _ fields: [String: FieldValue] = [:]) throws -> PostedEntry {
            let person = try #require(people.first { $0.studentID == number })
            return book.entry(kind, fields.merging(["person": .text(person.id.text)]) { own, _ in own })
        }
        try await book.expectAccepted([
            try changed(.personRoleChanged, "50000006", ["role": .text("instructor")]),
            try changed(.personDeactivated, "50000005"),
        ])
        func words() async throws -> [String] {
            try await book.store.database.read { connection in
                try connection.rows(
                    "SELECT word, words, roster_group, is_active, name_key FROM person_word ORDER BY person, word"
                ).map { row in
                    let numbers = try [row.integer("roster_group"), row.integer("is_active")]
                    return try row.text("word") + ":" + row.text("words") + " \(numbers) " + row.text("name_key")
                }
            }
        }
        let before = try await words()
        #expect(before.contains { $0.hasPrefix("brien: 0 50000000 brien number o obrien soren [2, 1] ") }, "\(before)")
        #expect(before.contains { $0.hasPrefix("50000005:") && $0.contains(" [2, 0] ") }, "\(before)")
        #expect(before.contains { $0.contains(" [1, 1] ") }, "\(before)")
        try await book.store.database.write { connection in
            _ = try connection.run("UPDATE person_word SET words = '', roster_group = 0, is_active = 0, name_key = ''")
            _ = try connection.run(LaterSchema.wordsBesideWords[1])
            _ = try connection.run(LaterSchema.orderBesideWords)
        }
        #expect(try await words() == before)
    }

    @Test func countingEnds() async throws {
        let book = try await TestBook()
        _ = try await book.addStudents(1010)
        func count(_ search: String, most: Int? = nil) async throws -> Int {
            var query = RosterQuery()
            query.search = search
            if let most { query.most = most }
            return try await book.store.countedRoster(query).count
        }
        #expect(try await count("") == 1001)
        #expect(try await count("number") == 21)
        // Numbers 100 and 1000 to 1009, and IDs 10000001 to 10001010, which are all.
        #expect(try await count("number 100") == 21)
        #expect(try await count("number 1000101") == 1)
        #expect(try await count("number 100010", most: 11) == 11)
        #expect(try await count("number 100010", most: 10) == 11)
        #expect(try await count("number 100010", most: 9) == 10)
        // Whoever asks for more of them is told how many there are.
        var query = RosterQuery()
        query.search = "number 100"
        query.after = try await book.store.roster(query).next?.text
        #expect(query.after != nil)
        #expect(try await book.store.countedRoster(query).count == 1001)
        query.search = "number 100010"
        #expect(try await book.store.countedRoster(query).count == 11)
    }

    /// An apostrophe takes a second keyboard on a phone. Who is looked for without it is found, also in a book from before.
    @Test(arguments: Engine.allCases)
    func namesAreFoundWithoutTheirApostrophes(engine: Engine) async throws {
        let book = try await TestBook(engine)
        try await book.expectAccepted([
            book.added(.make(at: .now), "Seán", "O’Brien-Hale", id: "50000001"),
            book.added(.make(at: .now), "Мар'яна", "Obrist", id: "50000002"),
        ])
        func names(_ search: String) async throws -> [String] {
            var query = RosterQuery()
            query.search = search
            return try await book.store.roster(query).elements.map(\.name.first)
        }
        func words() async throws -> [String] {
            try await book.store.database.read { connection in
                try connection.rows("SELECT word, words FROM person_word ORDER BY person, word").map {
                    try $0.text("word") + ":" + $0.text("words")
                }
            }
        }
        let before = try await words()
        #expect(before.filter { $0.hasPrefix("obrien:") || $0.hasPrefix("маряна:") }.count == 2, "\(before)")
        for search in ["obrien", "o'brien", "O’Bri", "brien", "hale sean", "obri 50000001"] {
            #expect(try await names(search) == ["Seán"], "\(search)")
        }
        #expect(try await names("мар'яна") == ["Мар'яна"])
        #expect(try await names("маряна") == ["Мар'яна"])
        #expect(try await Set(names("obri")) == ["Seán", "Мар'яна"])
        try await book.store.database.write { connection in
            _ = try connection.run("DELETE FROM person_word WHERE word IN ('obrien', 'маряна')")
            _ = try connection.run("UPDATE person_word SET words = '' WHERE words LIKE '% obr%'")
        }
        #expect(try await names("obrien") == [])
        try await book.store.database.write { try LaterSchema.wordsWithoutApostrophes($0) }
        #expect(try await words() == before)
    }

    /// However many people have a word, a search reads no more of them than are needed for the part that is shown.
    @Test func peopleOfAWordAreReadInTheirOrder() async throws {
        let book = try await TestBook(.sqlite)
        _ = try await book.addStudents(3)
        var query = RosterQuery()
        query.search = "number 1"
        let plan = try await book.store.database.read { [query] connection in
            let counting = CountingConnection(connection)
            let text = try RosterStatement(query).part(on: counting)
            _ = try counting.rows(text.sql, values: text.values)
            return try counting.plans().flatMap(\.plan)
        }
        // Only the people of the part are sorted: those of all words that begin alike, and once more as they are shown.
        #expect(plan.contains { $0.contains("SEARCH one USING PRIMARY KEY (word=?)") }, "\(plan)")
        #expect(plan.filter { $0.contains("ORDER BY") }.count <= 2, "\(plan)")
    }
}
