/// Tables, indexes, triggers and other declarations of a database.
struct BookSchema: Equatable {
    struct Part: Equatable {
        /// Declaration in a form that can be compared between databases of the same engine.
        let declaration: String
        /// Declaration of each column of a table, by name.
        var columns: [String: String] = [:]
    }

    /// Declarations by their name for people: "index person_by_name".
    var parts: [String: Part] = [:]

    /// Differences from the correct schema, in words.
    func findings(against right: BookSchema) -> [String] {
        let missing = right.parts.keys.filter { parts[$0] == nil }.sorted().map { "The \($0) is missing." }
        let foreign = parts.keys.filter { right.parts[$0] == nil }.sorted().map { "The \($0) is not Shala’s." }
        let others = parts.keys.sorted().flatMap { title -> [String] in
            guard let part = parts[title], let right = right.parts[title], part != right else { return [] }
            let columns = Self.findings(title, part.columns, right.columns)
            return columns.isEmpty ? ["The \(title) is declared differently than by Shala."] : columns
        }
        return missing + foreign + others
    }

    private static func findings(_ title: String, _ columns: [String: String], _ right: [String: String]) -> [String] {
        let missing = right.keys.filter { columns[$0] == nil }.sorted()
        let foreign = columns.keys.filter { right[$0] == nil }.sorted()
        let others = columns.keys.sorted().filter { name in right[name].map { $0 != columns[name] } == true }
        return missing.map { "The \(title) lacks the column \($0)." }
            + foreign.map { "The \(title) has a column \($0) that is not Shala’s." }
            + others.map { "The \(title) declares the column \($0) differently than Shala does." }
    }
}
