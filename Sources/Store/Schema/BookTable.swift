/// Table of the book, and the origin of its rows.
struct BookTable: Sendable {
    enum Origin: Sendable {
        /// The journal itself.
        case journal
        /// Rows derived from the journal.
        case derived
        /// Rows not derived from the journal, to which entries refer.
        case referredTo
        /// Rows not derived from the journal, which refer to derived rows.
        case beside
    }

    /// Column whose non-null values are keys of another table.
    struct Reference: Sendable {
        let column: String
        let table: String
        let key: String

        init(_ column: String, _ table: String, _ key: String = "id") {
            self.column = column
            self.table = table
            self.key = key
        }
    }

    let name: String
    /// Columns of the primary key, or of another by which rows are told apart.
    let key: [String]
    let origin: Origin
    let references: [Reference]
    /// Columns of identifiers that refer to no other table.
    private let ownIdentifiers: [String]
    /// Maximum number of rows held in memory.
    let rowsAtOnce: Int
    /// Version of the schema that brought the table, if later than `BaseSchema`.
    let since: Int

    private init(
        _ name: String, _ origin: Origin, key: [String] = ["id"], identifiers: [String]? = nil, rowsAtOnce: Int = 500,
        since: Int = BaseSchema.version, _ references: Reference...
    ) {
        self.name = name
        self.key = key
        self.origin = origin
        self.references = references
        ownIdentifiers = identifiers ?? key.filter { $0 == "id" }
        self.rowsAtOnce = rowsAtOnce
        self.since = since
    }

    static let entry = BookTable(
        "entry", .journal, key: ["sequence"], identifiers: ["id", "device"],
        .init("maker", "person"), .init("class", "class"), .init("person", "person"), .init("course", "course"))

    /// A picture has up to 2 MiB.
    static let picture = BookTable("picture", .referredTo, key: ["hash"], rowsAtOnce: 16)

    static let personWord = BookTable("person_word", .derived, key: ["person", "word"], .init("person", "person"))

    static let mark = BookTable(
        "mark", .derived, key: ["class", "person"], identifiers: ["device"],
        .init("class", "class"), .init("person", "person"), .init("maker", "person"))

    /// All tables except the list of migrations, ordered so that each refers only to earlier tables.
    static let all = [
        picture,
        entry,
        BookTable("student_type", .derived),
        BookTable("person", .derived, .init("type", "student_type"), .init("picture", "picture", "hash")),
        personWord,
        BookTable(
            "registration", .derived, key: ["person"], .init("person", "person"), .init("maker", "person")),
        BookTable("venue", .derived),
        BookTable("course", .derived, .init("venue", "venue")),
        BookTable(
            "course_instructor", .derived, key: ["course", "person"],
            .init("course", "course"), .init("person", "person")),
        BookTable(
            "enrolment", .derived, key: ["course", "person"],
            .init("course", "course"), .init("person", "person"), .init("maker", "person")),
        BookTable(
            "class", .derived,
            .init("course", "course"), .init("instructor", "person"), .init("venue", "venue")),
        mark,
        BookTable("reconfirmation", .derived, .init("class", "class"), .init("maker", "person")),
        BookTable(
            "reconfirmed", .derived, key: ["reconfirmation", "person"],
            .init("reconfirmation", "reconfirmation"), .init("person", "person")),
        BookTable("question", .derived, .init("class", "class"), .init("asker", "person")),
        BookTable(
            "question_vote", .derived, key: ["question", "person"],
            .init("question", "question"), .init("person", "person")),
        BookTable("training", .derived, .init("person", "person")),
        BookTable(
            "nearby", .derived, key: ["class", "person"], .init("class", "class"), .init("person", "person")),
        BookTable("notification_choice", .derived, key: ["person", "topic"], .init("person", "person")),
        BookTable(
            "own_enrolment", .derived, key: ["person", "course"], since: 24,
            .init("course", "course"), .init("person", "person"), .init("maker", "person")),
        BookTable(
            "own_vote", .derived, key: ["person", "question"], since: 24,
            .init("question", "question"), .init("person", "person")),
        BookTable(
            "own_reconfirmed", .derived, key: ["person", "reconfirmation"], since: 24,
            .init("reconfirmation", "reconfirmation"), .init("person", "person")),
        BookTable("training_total", .derived, key: ["person", "category"], since: 25, .init("person", "person")),
        BookTable("school", .derived, identifiers: [], since: 17),
        BookTable("edit_times", .derived, key: ["subject"], identifiers: ["subject"], since: 29),
        BookTable("untimed", .beside, identifiers: [], since: 29),
        BookTable("person_detail", .derived, key: ["person"], since: 19, .init("person", "person")),
        BookTable("person_tag", .derived, key: ["tag", "person"], since: 19, .init("person", "person")),
        BookTable(
            "attempt", .beside, key: ["entry", "kind"], identifiers: ["entry", "device"],
            .init("class", "class"), .init("person", "person"), .init("other", "person")),
        BookTable("class_network", .beside, key: ["class", "network"], .init("class", "class")),
        BookTable("sign_in_key", .beside, key: ["hash"]),
        BookTable(
            "sign_in_code", .beside, key: ["hash"],
            .init("person", "person"), .init("made_by", "person"), .init("revoked_by", "person"),
            .init("key_hash", "sign_in_key", "hash")),
        BookTable(
            "sign_in", .beside, key: ["hash"],
            .init("person", "person"), .init("code", "sign_in_code", "hash"), .init("key_hash", "sign_in_key", "hash")),
        BookTable(
            "watch_link", .beside, key: ["hash"], identifiers: ["id"],
            .init("person", "person"), .init("revoked_by", "person"), .init("key_hash", "sign_in_key", "hash")),
        BookTable(
            "push_subscription", .beside, key: ["hash"],
            .init("person", "person"), .init("sign_in", "sign_in", "hash")),
    ]

    static func all(_ origin: Origin) -> [BookTable] {
        all.filter { $0.origin == origin }
    }

    /// Columns that hold identifiers.
    var identifiers: [String] {
        ownIdentifiers + references.filter { $0.key == "id" }.map(\.column)
    }

    /// The same table under another name.
    func renamed(_ name: String) -> BookTable {
        BookTable(name, self)
    }

    private init(_ name: String, _ other: BookTable) {
        self.name = name
        (key, origin, references) = (other.key, other.origin, other.references)
        (ownIdentifiers, rowsAtOnce, since) = (other.ownIdentifiers, other.rowsAtOnce, other.since)
    }

    /// Tables of `BaseSchema`.
    static var first: [BookTable] { all.filter { $0.since <= BaseSchema.version } }

    /// Names of all tables that the migrations create.
    static var names: [String] { all.map(\.name) + ["migration"] }
}
