/// Words of folded text, without case and accents, for searching.
public enum FoldedWords {
    /// Words of a search that count at most.
    public static let most = 5
    /// Maximum length of an indexed word; longer words are found by their beginning.
    private static let longest = 40

    /// Splits folded text at everything but letters, numbers, marks and emoji.
    public static func split(_ folded: String) -> [String] {
        if folded.utf8.allSatisfy({ $0 < 0x80 }) { return splitASCII(folded) }
        return folded.split(whereSeparator: separates).map {
            String($0.utf8.count > longest ? $0.prefix(longest) : $0)
        }
    }

    private static func separates(_ character: Character) -> Bool {
        character.isWhitespace || character.isPunctuation || character.isMathSymbol
    }

    /// The same for text of ASCII alone, which most names are: by bytes, at a tenth of the cost.
    private static func splitASCII(_ folded: String) -> [String] {
        folded.utf8.split { separatesASCII[Int($0)] }.map { String(decoding: $0.prefix(longest), as: UTF8.self) }
    }

    private static let separatesASCII = (UInt8(0)..<0x80).map { separates(Character(UnicodeScalar($0))) }

    /// Whether each wanted word begins one of the words.
    public static func areFound(_ wanted: [String], in words: [String]) -> Bool {
        wanted.allSatisfy { word in words.contains { $0.utf8.starts(with: word.utf8) } }
    }

    /// Those of the words of a search that count for people: the longest, each once.
    public static func telling(_ words: [String]) -> [String] {
        let sorted = words.sorted { one, other in
            one.utf8.count == other.utf8.count ? one.isBefore(other) : one.utf8.count > other.utf8.count
        }
        return Array(once(sorted).prefix(most))
    }

    /// Words in order, each once.
    public static func inOrder(_ words: [String]) -> [String] {
        Array(once(words.sorted { $0.isBefore($1) }).prefix(most))
    }

    private static func once(_ sorted: [String]) -> [String] {
        var words: [String] = []
        for word in sorted where !(words.last?.isSame(as: word) ?? false) { words.append(word) }
        return words
    }
}
