import Classroom
import Testing

@Suite struct CrockfordBase32Tests {
    private static let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

    @Test func everyValueHasACharacterOfItsOwn() {
        #expect(String(decoding: (0...31).map(CrockfordBase32.character(_:)), as: UTF8.self) == Self.alphabet)
        for value in UInt8.min...UInt8.max {
            #expect(CrockfordBase32.character(value) == CrockfordBase32.character(value & 31))
        }
    }

    @Test func whatIsTypedIsReadAsItIsMeant() {
        let lookAlikes: [Character: Character] = ["O": "0", "I": "1", "L": "1"]
        for byte in UInt8.min...UInt8.max {
            let typed = Character(Unicode.Scalar(byte))
            let capital = byte < 0x80 ? Character(typed.uppercased()) : typed
            let meant = lookAlikes[capital] ?? (Self.alphabet.contains(capital) ? capital : nil)
            #expect(CrockfordBase32.character(typed: byte) == meant?.asciiValue, "\(byte)")
        }
    }
}
