import Classroom
import Testing

@Suite struct FoldedWordsTests {
    /// What separates words in text of ASCII is what Unicode says separates them in any other.
    @Test(arguments: UInt8(0x20)..<0x7F)
    func textOfASCIIIsSplitAsAnyOther(_ byte: UInt8) {
        let character = Character(Unicode.Scalar(byte))
        let separates = character.isWhitespace || character.isPunctuation || character.isMathSymbol
        #expect(FoldedWords.split("a\(character)b") == (separates ? ["a", "b"] : ["a\(character)b"]))
        #expect(FoldedWords.split("ä\(character)b") == (separates ? ["ä", "b"] : ["ä\(character)b"]))
    }

    @Test func onlyTextOfASCIIIsFoldedByBytes() {
        #expect(FoldedWords.foldASCII("Ann O\u{7}'Neill\u{7F}") == "ann o'neill")
        #expect(FoldedWords.foldASCII("Anñ") == nil && FoldedWords.splitASCII("anñ") == nil)
    }

    @Test func wordsAreTheLongestOrTheFirstEachOnce() {
        let words = ["b", "ccc", "aa", "b", "dd", "eeee", "f", "g"]
        #expect(FoldedWords.telling(words) == ["eeee", "ccc", "aa", "dd", "b"])
        #expect(FoldedWords.inOrder(words) == ["aa", "b", "ccc", "dd", "eeee"])
    }

    @Test func textsAreComparedByBytes() {
        #expect("ab".isBefore("b") && "a".isBefore("ab") && !"ab".isBefore("ab") && "z".isBefore("ä"))
        #expect("ab".isSame(as: "ab") && !"ab".isSame(as: "a") && !"é".isSame(as: "e\u{301}"))
        #expect("abc".begins(with: "ab") && "abc".begins(with: "") && !"a".begins(with: "ab"))
        #expect("hatha hall".holds("a ha") && !"hall".holds("hallo") && "".holds(""))
    }
}
