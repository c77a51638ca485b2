import Classroom

extension RowTable where R == EditTimes {
    static let editTimes = RowTable(
        name: "edit_times", key: ["subject"], columns: ["times"], keyValues: { [$0.sqlValue] },
        read: { row in
            EditTimes(subject: try row.identifier("subject"), times: try row.lines("times").map(EditTimes.time))
        },
        values: { row in [row.times.map { "\($0.fact.rawValue) \($0.at.milliseconds)" }.lines] })
}

extension EditTimes {
    /// A line as in "firstName 1764144000000".
    fileprivate static func time(_ line: String) throws -> (fact: Fact, at: Instant) {
        let parts = line.split(separator: " ")
        guard parts.count == 2, let fact = Fact(rawValue: String(parts[0])), let at = Int64(parts[1]) else {
            throw UnexpectedValue(column: "times", value: .text(line))
        }
        return (fact, Instant(milliseconds: at))
    }
}

extension Connection {
    /// Number of the last entry in which facts that are said again are not judged by their time; 0 in a book that has always had
    /// this rule.
    func lastUntimed() throws -> Int64 {
        try first("SELECT last FROM untimed")?.integer("last") ?? 0
    }
}
