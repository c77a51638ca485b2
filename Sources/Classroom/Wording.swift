/// Formats a number with thousands separators: 1,234,567.
public func grouped(_ number: Int) -> String {
    let digits = Array(String(Int64(clamping: number.magnitude)).utf8)
    var marked: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (position, digit) in digits.enumerated() {
        if position > 0, (digits.count - position) % 3 == 0 { marked.append(UInt8(ascii: ",")) }
        marked.append(digit)
    }
    return String(utf8: marked)
}

/// Formats a count: "1 entry", "1,234 entries".
public func counted(_ number: Int, _ one: String, _ many: String) -> String {
    grouped(number) + " " + (number == 1 ? one : many)
}

/// Lists parts: "18:30, Hall".
public func listed(_ parts: [String]) -> String {
    var text = ""
    for part in parts { text += text.isEmpty ? part : ", " + part }
    return text
}

extension String {
    /// Whether this text sorts before another, byte by byte, as the database sorts.
    public func isBefore(_ other: String) -> Bool { order(before: other) < 0 }

    /// Whether this text begins with the bytes of another.
    public func begins(with other: String) -> Bool { order(before: other, most: other.utf8.count) == 0 }

    /// Order of two texts by their bytes: below 0 if this one is first, 0 for the same. Not inlined, since it is called in
    /// hundreds of places, and the only such function, since each would be one more for a page to download.
    ///
    /// - Parameter most: how many bytes of this text count.
    @inline(never)
    func order(before other: String, most: Int = .max) -> Int {
        withBytes { bytes in
            other.withBytes { others in
                let (count, otherCount) = (Swift.min(bytes.count, most), others.count)
                for place in 0..<Swift.min(count, otherCount) where bytes[place] != others[place] {
                    return Int(bytes[place]) - Int(others[place])
                }
                return count - otherCount
            }
        }
    }
}
