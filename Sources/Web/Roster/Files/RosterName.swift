import Classroom

/// Name of a person in a single column.
enum RosterName {
    /// Words right before the last one with which a last name begins: "De Luca", "van der Berg".
    private static let particles: Set<String> = [
        "af", "av", "da", "dal", "dalla", "das", "de", "degli", "dei", "del", "della", "delle", "dello", "den", "der",
        "des", "di", "do", "dos", "du", "het", "la", "las", "los", "ten", "ter", "van", "vom", "von", "zu", "zum",
        "zur",
    ]
    /// Those that are names as well: "Ram Das Sharma", "Anh Van Nguyen".
    private static let names: Set<String> = ["Das", "Do", "Van"]

    /// Splits a name: at the comma in "Fleming, Ann"; otherwise before its last word, and the particles right before that.
    static func split(_ text: String) -> (first: String, last: String) {
        let scalars = text.unicodeScalars
        if let comma = scalars.firstIndex(of: ",") {
            return (trimmed(scalars[scalars.index(after: comma)...]), trimmed(scalars[..<comma]))
        }
        let whole = trimmed(scalars[...]).unicodeScalars
        let words = whole.split(whereSeparator: \.properties.isWhitespace)
        guard words.count > 1 else { return (String(whole), "") }
        var place = words.count - 1
        func isParticle(_ word: String) -> Bool {
            particles.contains(word.lowercased()) && (place < words.count - 1 || !names.contains(word))
        }
        while place > 0, isParticle(String(words[place - 1])) { place -= 1 }
        // What begins with particles is no first name.
        if place == 0 { place = words.count - 1 }
        let last = words[place].startIndex
        return (trimmed(whole[..<last]), trimmed(whole[last...]))
    }

    /// Parts a name from the e-mail address behind it, as mail programs write both: "Ann Fleming <ann@example.org>".
    ///
    /// - Returns: the address is "" if there is none, or nothing before it.
    static func parted(_ text: String) -> (name: String, address: String) {
        let whole = trimmed(text.unicodeScalars[...]).unicodeScalars
        guard let space = whole.lastIndex(where: \.properties.isWhitespace) else { return (text, "") }
        var address = whole[whole.index(after: space)...]
        if address.first == "<", address.last == ">" { address = address.dropFirst().dropLast() }
        guard EmailAddress.isValid(String(address)) else { return (text, "") }
        var name = trimmed(whole[..<space]).unicodeScalars
        // "Ann Fleming, ann@example.org"
        while let end = name.last, end == "," || end == ";" || end == ":" { name.removeLast() }
        let rest = trimmed(name[...])
        return rest.isEmpty ? (text, "") : (rest, String(address))
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
