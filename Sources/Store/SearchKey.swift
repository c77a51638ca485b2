import Classroom
import Foundation

/// Text folded for searching and sorting: case, accents and hard-to-type differences are ignored.
enum SearchKey {
    /// Folds text: "Đặng  Ñáñez" becomes "dang nanez".
    static func fold(_ text: String) -> String {
        if let folded = ASCIIText.fold(text) { return folded }
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

/// The same for text of ASCII alone, which most names are: by bytes, at a tenth of the cost.
private enum ASCIIText {
    /// Folded text; `nil` if it is not ASCII.
    static func fold(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let folded = text.utf8.lazy.filter { $0 >= 0x20 && $0 != 0x7F }.map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
        return String(decoding: Array(folded), as: UTF8.self)
    }
}
