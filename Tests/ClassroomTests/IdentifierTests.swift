import Classroom
import Testing

@Suite struct IdentifierTests {
    @Test(arguments: [
        "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        // RFC 9562, appendix A.6: a version 7 UUID.
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    ])
    func readsWhatItWrites(text: String) {
        #expect(Identifier(text)?.text == text)
        #expect(Identifier(text.uppercased())?.text == text)
    }

    @Test(arguments: [
        "", "x", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f0",
        "017f22e279b07cc398c4dc0c0c07398f", "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398g", "017f22e2_79b0-7cc3-98c4-dc0c0c07398f",
        "017f22e2-79b0-7cc3-98c4-dc0c0c0739８f", "-17f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    ])
    func refusesEverythingElse(text: String) {
        #expect(Identifier(text) == nil)
    }

    @Test func version7CarriesTimeVersionAndVariant() {
        var generator = SystemRandomNumberGenerator()
        let time = Instant(milliseconds: 0x017F_22E2_79B0)
        for _ in 0..<100 {
            let text = Identifier.version7(at: time, using: &generator).text
            #expect(text.hasPrefix("017f22e2-79b0-7"))
            #expect("89ab".contains(text[text.index(text.startIndex, offsetBy: 19)]))
        }
    }

    @Test func laterOnesSortLater() {
        var generator = SystemRandomNumberGenerator()
        let made = (0..<200).map {
            Identifier.version7(at: Instant(milliseconds: Int64($0) * 1000), using: &generator)
        }
        #expect(made == made.sorted())
        #expect(made.map(\.text) == made.map(\.text).sorted())
    }
}
