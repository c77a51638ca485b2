/// Crockford's base 32 (<https://www.crockford.com/base32.html>): digits and capitals without look-alikes, as ASCII.
public enum CrockfordBase32 {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Character of a value, of which the lowest five bits count.
    public static func character(_ value: UInt8) -> UInt8 { alphabet[Int(value & 31)] }

    /// Character that a typed one stands for: any case, O for 0, I and L for 1. `nil` for all others.
    public static func character(typed byte: UInt8) -> UInt8? {
        let capital = (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
        return switch capital {
        case 0x4F: 0x30
        case 0x49, 0x4C: 0x31
        case 0x55: nil
        case 0x30...0x39, 0x41...0x5A: capital
        default: nil
        }
    }
}
