/// Position in text that people type or paste: two numbers, degrees with minutes and seconds, or a link of a map.
extension Position {
    /// Longest text that is read, in bytes: a long link of a map has some 500.
    static let mostText = 2_000

    /// Reads "41.3874, 2.1686", "41°23'14.6\"N 2°10'7\"E" or a link of Google Maps, Apple Maps or OpenStreetMap; `nil`
    /// without a position on Earth.
    public init?(text: String) {
        guard text.utf8.count <= Self.mostText else { return nil }
        guard let found = MapLink.position(in: text) ?? CoordinateText.position(in: text) else { return nil }
        self = found
    }

    /// Latitude and longitude as people write them, to about a decimetre: "41.3874, 2.1686".
    public var text: String {
        Self.words(latitude) + ", " + Self.words(longitude)
    }

    private static func words(_ degrees: Double) -> String {
        guard let millionths = Int64(nearest: degrees * 1_000_000) else { return "" }
        let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let sign = millionths < 0 ? "-" : ""
        if rest == 0 { return sign + String(whole) }
        var digits = String(rest + 1_000_000).utf8.dropFirst()
        while digits.last == UInt8(ascii: "0") { digits = digits.dropLast() }
        return sign + String(whole) + "." + String(decoding: digits, as: UTF8.self)
    }
}

/// Unsigned decimal number at the beginning of some bytes.
struct DecimalNumber {
    let value: Double
    /// Whether the number has no decimal places.
    let isWhole: Bool
    /// Bytes that the number takes.
    let length: Int

    /// More digits than these say nothing of a place on Earth: 15 are exact as a `Double`.
    private static let mostDigits = 15

    init?(_ bytes: ArraySlice<UInt8>, point: UInt8 = UInt8(ascii: ".")) {
        var (digits, places, hasPoint, count): (Int64, Int, Bool, Int) = (0, 0, false, 0)
        var end = bytes.startIndex
        for byte in bytes {
            if byte == point, !hasPoint, count > 0 {
                hasPoint = true
            } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                count += 1
                if count <= Self.mostDigits {
                    digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
                    if hasPoint { places += 1 }
                } else if !hasPoint {
                    return nil
                }
            } else {
                break
            }
            end += 1
        }
        // A point that nothing follows ends a sentence.
        if hasPoint, bytes[end - 1] == point { (hasPoint, end) = (false, end - 1) }
        guard count > 0 else { return nil }
        value = Double(digits) / (0..<places).reduce(1.0) { power, _ in power * 10 }
        (isWhole, length) = (!hasPoint, end - bytes.startIndex)
    }
}
