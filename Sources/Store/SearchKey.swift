import Foundation

/// Text folded for searching and sorting: case, accents and hard-to-type differences are ignored.
enum SearchKey {
    /// Folds text: "Đặng  Ñáñez" becomes "dang nanez".
    static func fold(_ text: String) -> String {
        var folded = ""
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            switch scalar.properties.generalCategory {
            // Drops the combining marks of Latin, Greek and Cyrillic letters; vowel signs of other scripts stay.
            case .nonspacingMark where scalar.value < 0x0370: continue
            case .format, .control: continue
            default: folded += plain[scalar] ?? String(scalar)
            }
        }
        return folded
    }

    /// Words whose beginning a search can match.
    static func words(_ texts: [String]) -> Set<String> {
        Set(texts.flatMap { split(fold($0)) })
    }

    /// Whether each wanted word begins one of the words.
    static func isFound(_ wanted: Set<String>, in words: Set<String>) -> Bool {
        wanted.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
    }

    /// Splits folded text at everything but letters, numbers, marks and emoji.
    private static func split(_ folded: String) -> [String] {
        folded.split { $0.isWhitespace || $0.isPunctuation || $0.isMathSymbol }.map { String($0.prefix(longestWord)) }
    }

    /// Maximum length of an indexed word; longer words are found by their beginning.
    private static let longestWord = 40

    /// Letters that people type without the stroke, though Unicode does not decompose them.
    private static let plain: [Unicode.Scalar: String] = [
        "đ": "d", "ð": "d", "ı": "i", "ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ħ": "h",
        "’": "'", "ʼ": "'", "‘": "'",
    ]
}
