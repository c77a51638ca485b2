import Support

@testable import Store

extension Damage {
    private static func first(_ kind: String) -> String { "(SELECT MIN(sequence) FROM entry WHERE kind = '\(kind)')" }

    private static let newest = Migrations.newest
    private static let upToNewest = "0, " + (BaseSchema.version...newest).map(String.init).joined(separator: ", ")

    static let journal = [
        Damage(
            "an entry missing", "DELETE FROM entry WHERE sequence = \(first("person.numbered"))",
            expect: [
                "is missing from the journal.", "student_id is 20000000, and by the journal nothing.",
                "In the table person_word, person ", ", word 20000000: ",
            ], count: 10),
        Damage(
            "several entries missing", "DELETE FROM entry WHERE sequence BETWEEN 3 AND 5",
            expect: ["Entries 3 to 5 are missing from the journal."]),
        Damage(
            "the first entry missing", "DELETE FROM entry WHERE sequence = 1",
            expect: ["Entry 1 is missing from the journal."]),
        Damage(
            "an entry before the first", "UPDATE entry SET sequence = 0 WHERE sequence = 1",
            expect: [
                "The journal has an entry 0, though it starts with 1.", "Entry 1 is missing from the journal.",
            ], count: 2),
        Damage(
            "fields of an entry altered",
            "UPDATE entry SET fields = replace(fields, 'octo-two', 'octo-three') WHERE kind = 'person.edited'",
            expect: [
                "github is octo-two, and by the journal octo-three.",
                "In the table person_word, person ", ", word two: ", ", word three: ",
            ], count: 8),
        Damage(
            "an unknown kind", "UPDATE entry SET kind = 'person.praised' WHERE kind = 'person.numbered'",
            expect: ["(person.praised) cannot be read: kind: There is no such kind of entry."], count: 10),
        Damage(
            "fields that are not JSON", "UPDATE entry SET fields = '{\"person\": ' WHERE kind = 'person.numbered'",
            expect: ["(person.numbered) cannot be read: its fields are not JSON."], count: 10),
        Damage(
            "fields that are no fields", "UPDATE entry SET fields = '[1, 2]' WHERE kind = 'person.numbered'",
            expect: ["(person.numbered) cannot be read: its fields are not JSON."], count: 10),
        Damage(
            "fields missing", "UPDATE entry SET fields = '{}' WHERE kind = 'person.numbered'",
            expect: ["(person.numbered) cannot be read: studentID: This is required."], count: 10),
        Damage(
            "a kind that the rules refuse there",
            "UPDATE entry SET kind = 'class.resumed' WHERE sequence = \(first("class.paused"))",
            expect: ["(class.resumed) cannot be applied: class: This class is running."]),
        Damage(
            "a mark at another’s class",
            "UPDATE entry SET maker = (SELECT id FROM person WHERE student_id = '10000002') "
                + "WHERE sequence = \(first("class.saved"))",
            expect: ["(class.saved) cannot be applied: class: There is no such class."]),
        Damage(
            "an identifier that is text", "UPDATE entry SET id = hex(id) WHERE kind = 'person.numbered'",
            expect: ["(person.numbered) cannot be read: its identifier is not a UUID."], count: 10, only: [.sqlite]),
        Damage(
            "the class of an entry altered", "UPDATE entry SET class = NULL WHERE sequence = \(first("class.saved"))",
            expect: ["(class.saved) cannot be read: class: This is required."]),
        Damage(
            "the person of an entry altered",
            "UPDATE entry SET person = $nobody WHERE kind = 'person.numbered'",
            expect: [
                "(person.numbered) cannot be applied: person: There is no such person.",
                "person is \(nobody), and there is no such person.",
            ]),
        Damage(
            "a device that is none", "UPDATE entry SET device = 'phone' WHERE kind = 'person.numbered'",
            expect: ["(person.numbered) cannot be read: its device is not a UUID."], count: 10, only: [.sqlite]),
        Damage(
            "a time that is none", "UPDATE entry SET at = 9223372036854775807 WHERE kind = 'person.numbered'",
            expect: ["(person.numbered) cannot be read: its times are invalid."], count: 10),
        Damage(
            "a time too late",
            "UPDATE entry SET at = at + 200000000, happened_at = at + 200000000 WHERE kind = 'person.numbered'",
            expect: ["(person.numbered) cannot be read: at: This is in the future."], count: 10),
        Damage(
            "a trusted time after the receipt",
            "UPDATE entry SET happened_at = received + 1 WHERE kind = 'person.numbered'",
            expect: ["(person.numbered) cannot be read: it happened after it came."], count: 10),
        Damage(
            "a class started earlier",
            "UPDATE entry SET happened_at = at - 1000 WHERE sequence = \(first("class.started"))",
            expect: [
                "In the table class, id ", "started_at is ", "worked is 3300000, and by the journal 3301000.",
                "began_at is ",
            ],
            count: 3),
    ]

    static let schema = [
        Damage(
            "an index dropped", "DROP INDEX person_by_name",
            expect: ["The index person_by_name is missing."], count: 1),
        Damage(
            "an index that is not Shala’s", "CREATE INDEX person_by_github ON person (github)",
            expect: ["The index person_by_github is not Shala’s."], count: 1),
        Damage(
            "another index of the same name", "DROP INDEX person_by_name",
            "CREATE INDEX person_by_name ON person (name_key)",
            expect: ["The index person_by_name is declared differently than by Shala."], count: 1),
        Damage(
            "a trigger", "CREATE TRIGGER sly AFTER INSERT ON mark BEGIN DELETE FROM mark; END",
            expect: ["The trigger sly is not Shala’s."], count: 1, only: [.sqlite]),
        Damage(
            "a trigger of PostgreSQL’s",
            "CREATE FUNCTION sly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
            "CREATE TRIGGER sly BEFORE INSERT ON mark FOR EACH ROW EXECUTE FUNCTION sly()",
            expect: ["The trigger sly is not Shala’s."], count: 1, only: [.postgres]),
        Damage(
            "a constraint dropped", "ALTER TABLE mark DROP CONSTRAINT mark_person_fkey",
            expect: ["The constraint mark_person_fkey is missing."], count: 1, only: [.postgres]),
        Damage(
            "foreign keys switched off", "ALTER TABLE sign_in DISABLE TRIGGER ALL",
            expect: ["The constraint sign_in_person_fkey is declared differently than by Shala."],
            only: [.postgres]),
        Damage(
            "a column of another type", "ALTER TABLE mark ALTER COLUMN is_present TYPE BIGINT",
            expect: ["The table mark declares the column is_present differently than Shala does."], count: 1,
            only: [.postgres]),
        Damage(
            "text in another order", "ALTER TABLE person ALTER COLUMN name_key TYPE TEXT COLLATE \"und-x-icu\"",
            expect: ["The table person declares the column name_key differently than Shala does."], only: [.postgres]),
        Damage(
            "an index given up",
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'person_by_name'::regclass",
            expect: ["PostgreSQL has not completed the index person_by_name, or has abandoned it."],
            only: [.postgres]),
        Damage(
            "a column more", "ALTER TABLE person ADD COLUMN nickname TEXT",
            expect: ["The table person has a column nickname that is not Shala’s."], count: 1),
        Damage(
            "a column less", "ALTER TABLE class DROP COLUMN paused",
            expect: ["The table class lacks the column paused."]),
        Damage(
            "a table more", "CREATE TABLE diary (page TEXT)", expect: ["The table diary is not Shala’s."], count: 1),
        Damage(
            "a table less", "DROP TABLE push_subscription",
            expect: [
                "The table push_subscription is missing.",
                "This check cannot continue in the table push_subscription: ",
            ]),
        Damage(
            "no journal", "DROP TABLE entry",
            expect: ["The table entry is missing.", "This check cannot continue in the journal: "]),
        Damage(
            "no step of the schema noted", "DELETE FROM migration",
            expect: ["The table migration lists no version, and this Shala keeps version \(newest)."], count: 1),
        Damage(
            "a step of the schema too many", "INSERT INTO migration (version, at) VALUES (0, 0)",
            expect: ["The table migration lists version \(upToNewest), and this Shala keeps version \(newest)."],
            count: 1
        ),
    ]
}
