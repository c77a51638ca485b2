import Foundation
import Support

@testable import Store

/// One kind of damage to a filled book, and what the doctor must say of it.
struct Damage: Sendable {
    let name: String
    let statements: [String]
    /// Each stands in one of the findings.
    let expected: [String]
    /// How many things are wrong, where that is certain.
    var count: Int?
    /// Done to the tables behind the back of the foreign keys.
    var breaksReferences = false
    var engines = Engine.allCases

    init(
        _ name: String, _ statements: String..., expect expected: [String], count: Int? = nil,
        breaksReferences: Bool = false, only engines: [Engine] = Engine.allCases
    ) {
        self.name = name
        self.statements = statements
        self.expected = expected
        self.count = count
        self.breaksReferences = breaksReferences
        self.engines = engines
    }

    func make(to database: any Database) async throws {
        // Each engine writes identifiers in its own way.
        let literal = database is SQLiteDatabase ? "x'\(Self.nobody.replacing("-", with: ""))'" : "'\(Self.nobody)'"
        let statements = statements.map { $0.replacing("$nobody", with: literal) }
        guard breaksReferences, let sqlite = database as? SQLiteDatabase else {
            return try await database.write { connection in
                // PostgreSQL's way to look away from its foreign keys.
                if breaksReferences { try connection.run("SET LOCAL session_replication_role = replica") }
                for statement in statements { try connection.run(statement) }
            }
        }
        try await sqlite.runWithoutForeignKeys(statements)
    }
}

extension Damage {
    static let nobody = "00000000-0000-7000-8000-000000000000"
    private static let student = "(SELECT id FROM person WHERE student_id = '10000002')"
    private static let session = "(SELECT id FROM class WHERE phase = 'saved' ORDER BY id LIMIT 1)"

    static let all = tables + courses + references + pictures + journal + schema

    /// Tables that do not follow from the journal.
    private static let tables = [
        Damage(
            "a name changed", "UPDATE person SET first_name = 'Eve' WHERE student_id = '10000002'",
            expect: ["In the table person, id ", "first_name is Eve, and by the journal Student."], count: 1),
        Damage(
            "a name composed differently",
            "UPDATE person SET first_name = 'Zoe\u{308}' WHERE student_id = '10000003'",
            expect: ["first_name is Zo"], count: 1),
        Damage(
            "a registration changed", "UPDATE registration SET email = 'eve@example.org'",
            expect: ["In the table registration, person ", "email is eve@example.org, and by the journal ann@"],
            count: 1),
        Damage(
            "a registration gone", "DELETE FROM registration",
            expect: ["In the table registration, person ", "follows from the journal and is missing."], count: 1),
        Damage(
            "somebody back on the roster", "UPDATE person SET is_active = 1 WHERE student_id = '10000004'",
            expect: ["is_active is 1, and by the journal 0."], count: 1),
        Damage(
            "an owner whom nobody made", "UPDATE person SET is_owner = 1 WHERE student_id = '90000007'",
            expect: ["is_owner is 1, and by the journal 0."], count: 1),
        Damage(
            "sessions attended miscounted", "UPDATE person SET attended = attended + 1 WHERE student_id = '10000002'",
            expect: ["attended is 5, and by the journal 4."], count: 1),
        Damage(
            "attendees miscounted", "UPDATE class SET attending = 0 WHERE id = \(session)",
            expect: ["In the table class, id ", "attending is 0, and by the journal 11."], count: 1),
        Damage(
            "a mark flipped",
            "UPDATE mark SET is_present = 1 - is_present WHERE class = \(session) AND person = \(student)",
            expect: ["is_present is 0, and by the journal 1."], count: 1),
        Damage(
            "a mark deleted", "DELETE FROM mark WHERE class = \(session) AND person = \(student)",
            expect: ["In the table mark, class ", "this row follows from the journal and is missing."], count: 1),
        Damage(
            "a mark nobody made",
            """
            INSERT INTO mark (class, person, is_present, at, how, maker)
            SELECT class.id, person.id, 1, 0, 'instructor', person.id FROM class, person
            WHERE class.id = \(session) AND student_id = '90000000'
            """,
            expect: ["In the table mark, class ", "this row does not follow from the journal."], count: 1),
        Damage(
            "all marks gone", "DELETE FROM mark",
            expect: ["this row follows from the journal and is missing.", "… and 53 more about the table mark."],
            count: 73),
        Damage(
            "a class longer", "UPDATE class SET worked = worked + 60000 WHERE id = \(session)",
            expect: ["worked is 3360000, and by the journal 3300000."], count: 1),
        Damage(
            "a class deleted", "UPDATE class SET phase = 'deleted' WHERE id = \(session)",
            expect: ["phase is deleted, and by the journal saved."], count: 1),
        Damage(
            "a venue moved", "UPDATE venue SET latitude = 47.3687 WHERE name = 'Hall'",
            expect: ["In the table venue, id ", "latitude is 47.3687, and by the journal 47.3686."], count: 1),
        Damage(
            "a venue of nowhere",
            """
            INSERT INTO venue (id, name, name_key, address, radius)
            VALUES ($nobody, 'Nowhere', 'nowhere', '', 100)
            """,
            expect: ["In the table venue, id \(nobody): this row does not follow from the journal."], count: 1),
        Damage(
            "a search word missing", "DELETE FROM person_word WHERE word = 'octo'",
            expect: ["In the table person_word, person ", ", word octo: ", "is missing."], count: 1),
        Damage(
            "a search word too many",
            """
            INSERT INTO person_word (word, person, words, roster_group, is_active, name_key)
            SELECT 'zzz', id, ' zzz', roster_group, is_active, name_key FROM person WHERE student_id = '10000002'
            """,
            expect: ["In the table person_word, person ", ", word zzz: ", "does not follow from the journal."],
            count: 1),
        Damage(
            "a student who is not near", "UPDATE nearby SET is_inside = 0",
            expect: ["In the table nearby, class ", "is_inside is 0, and by the journal 1."], count: 1),
        Damage(
            "a choice turned", "UPDATE notification_choice SET is_wanted = 1",
            expect: ["In the table notification_choice, person ", "is_wanted is 1, and by the journal 0."], count: 1),
        Damage(
            "a student type back", "UPDATE student_type SET is_deleted = 0 WHERE name = 'Guest'",
            expect: ["In the table student_type, id ", "is_deleted is 0, and by the journal 1."], count: 1),
        Damage(
            "a row without a key",
            "INSERT INTO venue (id, name, name_key, address, radius) VALUES (NULL, 'Nowhere', 'nowhere', '', 100)",
            expect: ["In the table venue, 1 row has no id."], count: 1, only: [.sqlite]),
    ]

    /// Rows that refer to what is not there.
    private static let references = [
        Damage(
            "a person deleted", "DELETE FROM person WHERE id = \(student)",
            expect: [
                "In the table person, id ", "this row follows from the journal and is missing.",
                "In the table mark, class ", "and there is no such person.",
            ], breaksReferences: true),
        Damage(
            "a sign-in of nobody",
            "UPDATE sign_in SET person = $nobody WHERE code IS NULL",
            expect: ["In the table sign_in, hash ", "person is \(nobody), and there is no such person."],
            count: 1, breaksReferences: true),
        Damage(
            "a sign-in by no code",
            "DELETE FROM sign_in_code WHERE hash = (SELECT MIN(code) FROM sign_in WHERE code IS NOT NULL)",
            expect: ["In the table sign_in, hash ", "and there is no such sign_in_code."],
            count: 1, breaksReferences: true),
        Damage(
            "a sign-in code that is no hash",
            "UPDATE sign_in_code SET hash = 'K7QF-2M9X-RT4D' WHERE hash = "
                + "(SELECT MIN(hash) FROM sign_in_code WHERE hash NOT IN (SELECT code FROM sign_in WHERE code IS NOT NULL))",
            expect: ["In the table sign_in_code, hash K7QF-2M9… is not the hash of anything."], count: 1),
        Damage(
            "an entry made by nobody", "UPDATE entry SET maker = $nobody WHERE kind = 'person.numbered'",
            expect: ["In the table entry, sequence ", "maker is \(nobody), and there is no such person."], count: 1),
    ]

    private static let pictures = [
        Damage(
            "a picture’s media type changed",
            "UPDATE picture SET media_type = 'image/webp' WHERE media_type = 'image/jpeg'",
            expect: ["is image/jpeg, but its media type says image/webp."], count: 1),
        Damage(
            "a picture missing", "DELETE FROM picture WHERE media_type = 'image/jpeg'",
            expect: [
                "(person.pictured) cannot be applied: picture: There is no such picture.",
                "picture is \(sha256(tinyJPEG)), and by the journal nothing.",
                "picture is \(sha256(tinyJPEG)), and there is no such picture.",
            ], count: 3, breaksReferences: true),
    ]
}
