import Classroom

/// Address that a query is added to, value by value.
public struct Address: Sendable {
    public private(set) var text: String
    private var separator = "?"

    public init(_ path: String) { text = path }

    /// Adds a value, unless it is empty.
    @inline(never)
    public mutating func add(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        text += separator + name + "=" + Self.escaped(value)
        separator = "&"
    }

    /// Text as a value in a query: letters, digits and `-._~/` are themselves, other bytes are escaped (RFC 3986, 2.1 and 3.4).
    public static func escaped(_ value: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in Array(value.utf8) {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D...0x2F, 0x5F, 0x7E: bytes.append(byte)
            default:
                bytes.append(0x25)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
        return String(utf8: bytes)
    }
}
