import Classroom

extension String {
    /// Condition that this column has one of some words, which contain no quotes. Migrations that are released have this text.
    ///
    /// For more than two words of `IN (…)` SQLite makes a table of its own each time it writes a row that is checked by it,
    /// or that goes into an index under this condition.
    func isOne(of words: [String]) -> String {
        "(\(words.map { "\(self) = '\($0)'" }.joined(separator: " OR ")))"
    }
}

extension Kind {
    /// Condition that an entry is of one of some kinds.
    static func isOne(of kinds: Kind...) -> String {
        "kind".isOne(of: kinds.map(\.name))
    }
}
