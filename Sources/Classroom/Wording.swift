/// Formats a number with thousands separators: 1,234,567.
public func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var marked: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (position, digit) in digits.enumerated() {
        if position > 0, (digits.count - position) % 3 == 0 { marked.append(UInt8(ascii: ",")) }
        marked.append(digit)
    }
    return String(decoding: marked, as: UTF8.self)
}

/// Formats a count: "1 entry", "1,234 entries".
public func counted(_ number: Int, _ one: String, _ many: String) -> String {
    grouped(number) + " " + (number == 1 ? one : many)
}

extension String {
    /// Whether this text sorts before another, byte by byte, as the database sorts.
    public func isBefore(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
