import Classroom

extension RowTable where R == PersonRow {
    static let people = RowTable(
        name: "person", key: ["id"],
        columns: [
            "first_name", "last_name", "name_key", "student_id", "student_number", "roster_group", "role", "github",
            "type", "joined", "is_active", "is_owner", "picture", "attended", "removed_at", "removed_id", "was_active",
            "merged_into", "gifts", "gift_tags", "others",
        ],
        keyValues: { [$0.sqlValue] },
        read: { row in
            var person = PersonRow(
                id: try row.identifier("id"),
                name: try PersonName(row),
                studentID: try row.optionalText("student_id").flatMap(StudentID.init), role: try row.word("role"),
                github: try row.text("github"), type: try row.optionalIdentifier("type"),
                joined: try row.text("joined"), isActive: try row.flag("is_active"),
                isOwner: try row.flag("is_owner"), picture: try row.optionalText("picture"),
                attended: try row.integer("attended"))
            person.removal = try PersonRemoval(row)
            person.others = try row.identifiers("others")
            return person
        },
        values: { person in
            [
                person.name.first.sqlValue, person.name.last.sqlValue, person.name.key.sqlValue,
                (person.studentID?.text).sqlValue, person.studentNumber.sqlValue, person.rosterGroup.sqlValue,
                person.role.rawValue.sqlValue, person.github.sqlValue, person.type.sqlValue, person.joined.sqlValue,
                person.isActive.sqlValue, person.isOwner.sqlValue, person.picture.sqlValue, person.attended.sqlValue,
                (person.removal?.at).sqlValue, (person.removal?.studentID?.text).sqlValue,
                (person.removal?.wasActive).sqlValue, (person.removal?.into).sqlValue,
                (person.removal?.gifts ?? []).map(\.rawValue).lines, (person.removal?.tags ?? []).lines,
                person.others.map(\.text).lines,
            ]
        })
}

extension PersonRemoval {
    init?(_ row: Row) throws {
        guard let at = try row.optionalInstant("removed_at") else { return nil }
        self.init(
            at: at, studentID: try row.optionalText("removed_id").flatMap(StudentID.init),
            wasActive: try row.optionalInteger("was_active") == 1, into: try row.optionalIdentifier("merged_into"),
            gifts: try row.lines("gifts").map { word in
                guard let gift = Gift(rawValue: word) else {
                    throw UnexpectedValue(column: "gifts", value: .text(word))
                }
                return gift
            }, tags: try row.lines("gift_tags"))
    }
}

extension Row {
    /// Words on lines of their own.
    func lines(_ column: String) throws -> [String] {
        (try optionalText(column) ?? "").split(separator: "\n").map(String.init)
    }

    /// Identifiers as text, since lists of statements have room for one to a column alone.
    func identifiers(_ column: String) throws -> [Identifier] {
        try lines(column).map { line in
            guard let id = Identifier(line) else { throw UnexpectedValue(column: column, value: .text(line)) }
            return id
        }
    }
}

extension [String] {
    /// Words on lines of their own; null if there are none.
    var lines: SQLValue { isEmpty ? .null : .text(joined(separator: "\n")) }
}

extension PersonRow {

    /// The student ID, or the one that comes back with a removed person.
    private var ownStudentID: StudentID? { studentID ?? removal?.studentID }

    /// Eight-digit ID as a number, for suggesting the next free ID.
    fileprivate var studentNumber: Int64? {
        ownStudentID.flatMap { StudentID.isNumber($0.text) ? Int64($0.text) : nil }
    }

    /// New people first, then instructors, then students.
    fileprivate var rosterGroup: Int {
        ownStudentID == nil ? 0 : role == .instructor ? 1 : 2
    }

    /// Rows of the words by which a search finds the person: none of somebody who was removed. With each are all of them,
    /// and what the order of a list asks for.
    fileprivate var wordRows: [[SQLValue]] {
        guard removal == nil else { return [] }
        let words = SearchKey.words(ofNames: [name.first, name.last]).union(
            SearchKey.words([studentID?.text ?? "", github]))
        return WordRows.of(id, words, rosterGroup: rosterGroup, isActive: isActive, nameKey: name.key)
    }
}

/// Rows of the words by which a search finds a person.
enum WordRows {
    static let target = "person_word (word, person, words, roster_group, is_active, name_key)"

    static func of(
        _ person: Identifier, _ words: Set<String>, rosterGroup: Int, isActive: Bool, nameKey: String
    ) -> [[SQLValue]] {
        let words = words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let all = words.map { " " + $0 }.joined()
        return words.map {
            [$0.sqlValue, person.sqlValue, all.sqlValue, rosterGroup.sqlValue, isActive.sqlValue, nameKey.sqlValue]
        }
    }
}

extension Connection {
    /// Saves people, with the words by which a search finds them.
    func save(people changes: [(stored: PersonRow?, now: PersonRow?)]) throws {
        // An ID that one gives up, another may have taken.
        let freed = changes.filter { $0.stored?.studentID != nil && $0.stored?.studentID != $0.now?.studentID }
        try run(
            "UPDATE person SET student_id = NULL WHERE id IN $list",
            for: freed.compactMap { $0.stored.map { [$0.id.sqlValue] } })
        try save(changes, in: .people)
        let found = changes.filter { change in
            guard let (before, now) = change.stored.flatMap({ before in change.now.map { (before, $0) } }) else {
                return true
            }
            return before.name != now.name || before.studentID != now.studentID || before.github != now.github
                || before.role != now.role || before.isActive != now.isActive || before.removal != now.removal
        }
        let known = found.compactMap(\.stored)
        try run("DELETE FROM person_word WHERE person IN $list", for: known.map { [$0.id.sqlValue] })
        let rows = found.compactMap(\.now).flatMap(\.wordRows)
        try insert(into: WordRows.target, rows)
    }
}

extension Connection {
    func save(studentTypes changes: [(stored: StudentTypeRow?, now: StudentTypeRow?)]) throws {
        // A name that one gives up, another may have taken.
        let freed = changes.filter { $0.stored != nil && $0.stored?.name != $0.now?.name || $0.now?.isDeleted == true }
        try run(
            "UPDATE student_type SET is_deleted = 1 WHERE id IN $list",
            for: freed.compactMap { $0.stored.map { [$0.id.sqlValue] } })
        try save(changes.compactMap(\.now), in: .studentTypes)
    }
}

extension RowTable where R == StudentTypeRow {
    static let studentTypes = RowTable(
        name: "student_type", key: ["id"], columns: ["name", "name_key", "is_deleted"],
        keyValues: { [$0.sqlValue] },
        read: { row in
            StudentTypeRow(
                id: try row.identifier("id"), name: try row.text("name"), isDeleted: try row.flag("is_deleted"))
        },
        values: { [$0.name.sqlValue, SearchKey.fold($0.name).sqlValue, $0.isDeleted.sqlValue] })
}

extension RowTable where R == PictureRow {
    /// Only read: pictures are kept with their bytes.
    static let pictures = RowTable(
        name: "picture", key: ["hash"], columns: [], keyValues: { [$0.text.sqlValue] },
        read: { PictureRow(hash: try $0.text("hash")) }, values: { _ in [] })
}
