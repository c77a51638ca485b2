import Classroom
import Foundation

/// Text folded for searching and sorting: case, accents and hard-to-type differences are ignored.
enum SearchKey {
    /// Folds text: "Đặng  Ñáñez" becomes "dang nanez".
    static func fold(_ text: String) -> String {
        if let folded = FoldedWords.foldASCII(text) { return folded }
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
        Set(texts.flatMap { FoldedWords.split(fold($0)) })
    }

    /// Words by which people of these names are found: also without apostrophes.
    static func words(ofNames names: [String]) -> Set<String> {
        Set(
            names.map(fold).flatMap { name in
                FoldedWords.split(name) + (FoldedWords.withoutApostrophes(name).map(FoldedWords.split) ?? [])
            })
    }

    /// Whether each wanted word begins one of the words.
    static func isFound(_ wanted: Set<String>, in words: Set<String>) -> Bool {
        FoldedWords.areFound(Array(wanted), in: Array(words))
    }

    /// Letters that people type without the stroke, though Unicode does not decompose them.
    private static let plain: [Unicode.Scalar: String] = [
        "đ": "d", "ð": "d", "ı": "i", "ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ħ": "h",
        "’": "'", "ʼ": "'", "‘": "'",
    ]
}
