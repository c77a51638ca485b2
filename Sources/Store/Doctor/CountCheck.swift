/// Check of the counts that the rules maintain incrementally against the rows that they count.
///
/// Comparing the book with a replay would not find a bug here, since both would have the same wrong count.
struct CountCheck {
    private let table: String
    private let column: String
    private let rows: String

    static let all = [
        CountCheck(
            table: "class", column: "attending",
            // Whether a class is saved is kept with its marks, too.
            rows: """
                SELECT COUNT(*) FROM mark
                WHERE mark.class = class.id AND is_present = 1
                      AND is_saved = CASE WHEN class.phase = 'saved' THEN 1 ELSE 0 END
                """),
        CountCheck(
            table: "person", column: "attended",
            rows: """
                SELECT COUNT(*) FROM mark JOIN class ON class.id = mark.class
                WHERE mark.person = person.id AND is_present = 1 AND is_saved = 1 AND phase = 'saved'
                """),
        CountCheck(
            table: "question", column: "votes",
            rows: "SELECT COALESCE(SUM(vote), 0) FROM question_vote WHERE question_vote.question = question.id"),
    ]

    /// - Parameter connection: connection to tables to which a journal has just been applied.
    func run(on connection: any Connection, _ findings: inout Findings) throws {
        let wrong = """
            FROM (SELECT id, \(column) AS kept, (\(rows)) AS counted FROM \(table)) AS numbers WHERE kept <> counted
            """
        let listed = try connection.rows("SELECT * \(wrong) ORDER BY id LIMIT \(Findings.mostListed)")
        for row in listed {
            let (id, kept, counted) = try (row.identifier("id"), row.integer("kept"), row.integer("counted"))
            findings.add(
                "the rules",
                "Shala itself miscounts: by its rules \(column) of the \(table) \(id) is \(kept), and by the marks "
                    + "\(counted).")
        }
        let all = Int(try connection.first("SELECT COUNT(*) AS number \(wrong)")?.integer("number") ?? 0)
        findings.add("the rules", unlisted: all - listed.count)
    }
}
