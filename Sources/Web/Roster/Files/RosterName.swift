import Classroom

/// Name of a person in a single column.
enum RosterName {
    /// Splits a name: at the comma in "Fleming, Ann", otherwise at the last space.
    static func split(_ text: String) -> (first: String, last: String) {
        let scalars = text.unicodeScalars
        if let comma = scalars.firstIndex(of: ",") {
            return (trimmed(scalars[scalars.index(after: comma)...]), trimmed(scalars[..<comma]))
        }
        let whole = trimmed(scalars[...]).unicodeScalars
        guard let space = whole.lastIndex(where: \.properties.isWhitespace) else { return (String(whole), "") }
        return (trimmed(whole[..<space]), trimmed(whole[space...]))
    }

    /// Removes what stands before a name in a list: "1. ", "2) ", "- " or "• ".
    static func withoutListMark(_ text: String) -> String {
        let start = text.unicodeScalars.drop(while: \.properties.isWhitespace)
        var rest = start.drop { ("0"..."9").contains($0) }
        if rest.startIndex == start.startIndex {
            guard let mark = rest.first, "-–*•·".unicodeScalars.contains(mark) else { return text }
        } else {
            guard let mark = rest.first, mark == "." || mark == ")" else { return text }
        }
        rest = rest.dropFirst()
        guard let space = rest.first, space.properties.isWhitespace else { return text }
        return trimmed(rest)
    }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> String { Words.trimmed(String(text)) }
}
