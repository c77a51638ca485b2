import Foundation

/// Text as it is compared when people search and sort: without case, accents and the differences nobody types.
enum SearchKey {
    /// "Đặng  Ñáñez" becomes "dang nanez".
    static func fold(_ text: String) -> String {
        var folded = ""
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            switch scalar.properties.generalCategory {
            // Marks above and below Latin, Greek and Cyrillic letters; the vowel signs of other scripts stay.
            case .nonspacingMark where scalar.value < 0x0370: continue
            case .format, .control: continue
            default: folded += plain[scalar] ?? String(scalar)
            }
        }
        return folded
    }

    /// The words that a search may begin with.
    static func words(_ texts: [String]) -> Set<String> {
        Set(texts.flatMap { split(fold($0)) })
    }

    /// Words as people separate them: at anything that is neither letter, number, mark nor picture.
    private static func split(_ folded: String) -> [String] {
        folded.split { $0.isWhitespace || $0.isPunctuation || $0.isMathSymbol }.map { String($0.prefix(longestWord)) }
    }

    /// Longer ones are found by their beginning.
    private static let longestWord = 40

    /// Letters that Unicode does not decompose, though people type them without their stroke.
    private static let plain: [Unicode.Scalar: String] = [
        "đ": "d", "ð": "d", "ı": "i", "ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ħ": "h",
        "’": "'", "ʼ": "'", "‘": "'",
    ]
}
