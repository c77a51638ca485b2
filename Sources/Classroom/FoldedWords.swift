/// Words of folded text, without case and accents, for searching.
public enum FoldedWords {
    /// Words of a search that count at most.
    public static let most = 5
    /// Maximum length of an indexed word; longer words are found by their beginning.
    private static let longest = 40

    /// Splits folded text at everything but letters, numbers, marks and emoji.
    public static func split(_ folded: String) -> [String] {
        splitASCII(folded)
            ?? folded.split(whereSeparator: separates).map {
                String($0.utf8.count > longest ? $0.prefix(longest) : $0)
            }
    }

    private static func separates(_ character: Character) -> Bool {
        character.isWhitespace || character.isPunctuation || character.isMathSymbol
    }

    /// The same of text of ASCII alone, which most names are: by bytes, at a tenth of the cost, and without Unicode's
    /// tables.
    ///
    /// - Returns: `nil` if the text is not ASCII.
    public static func splitASCII(_ folded: String) -> [String]? {
        var separated: [UInt8] = []
        separated.reserveCapacity(folded.utf8.count)
        for byte in Array(folded.utf8) {
            if byte >= 0x80 { return nil }
            separated.append(separatesASCII(byte) ? 0 : byte)
        }
        return String(utf8: separated).parts(between: 0, longest: longest)
    }

    /// White space, punctuation and mathematical symbols: all that is no letter or number, but the dollar sign, the grave
    /// accent and the control characters.
    private static func separatesASCII(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09...0x0D, 0x20...0x23, 0x25...0x2F, 0x3A...0x40, 0x5B...0x5F, 0x7B...0x7E: true
        default: false
        }
    }

    /// Folds text of ASCII alone: small letters, without control characters.
    ///
    /// - Returns: `nil` if the text is not ASCII.
    public static func foldASCII(_ text: String) -> String? {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for byte in Array(text.utf8) {
            if byte >= 0x80 { return nil }
            if byte < 0x20 || byte == 0x7F { continue }
            folded.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
        return String(utf8: folded)
    }

    /// A folded name as people type it where an apostrophe takes a second keyboard: "o'brien" as "obrien".
    ///
    /// - Returns: `nil` if there is no apostrophe.
    public static func withoutApostrophes(_ folded: String) -> String? {
        let bytes = Array(folded.utf8)
        let others = bytes.filter { $0 != UInt8(ascii: "'") }
        return others.count == bytes.count ? nil : String(utf8: others)
    }

    /// Whether each wanted word begins one of the words.
    public static func areFound(_ wanted: [String], in words: [String]) -> Bool {
        wanted.allSatisfy { word in words.contains { $0.begins(with: word) } }
    }

    /// Those of the words of a search that count for people: the longest, each once.
    public static func telling(_ words: [String]) -> [String] { once(words, longestFirst: true) }

    /// Words in order, each once.
    public static func inOrder(_ words: [String]) -> [String] { once(words, longestFirst: false) }

    /// The first words in an order, each once.
    private static func once(_ all: [String], longestFirst: Bool) -> [String] {
        let order = SortKey.order(
            all.map { SortKey(rank: longestFirst ? -Int64($0.utf8.count) : 0, text: $0) })
        var words: [String] = []
        for place in order where words.count < most && !(words.last?.isSame(as: all[place]) ?? false) {
            words.append(all[place])
        }
        return words
    }
}

extension String {
    /// Parts between bytes of ASCII, without those that are empty.
    ///
    /// - Parameter longest: number of bytes that are taken of each part.
    public func parts(between separator: UInt8, longest: Int = .max) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        for byte in Array(utf8) + [separator] {
            if byte != separator {
                if part.count < longest { part.append(byte) }
            } else if !part.isEmpty {
                parts.append(String(utf8: part))
                part = []
            }
        }
        return parts
    }

    /// Whether the bytes of another text are somewhere in this one.
    public func holds(_ other: String) -> Bool {
        let (bytes, wanted) = (Array(utf8), Array(other.utf8))
        return bytes.count >= wanted.count
            && (0...bytes.count - wanted.count).contains { place in
                wanted.indices.allSatisfy { bytes[place + $0] == wanted[$0] }
            }
    }
}
