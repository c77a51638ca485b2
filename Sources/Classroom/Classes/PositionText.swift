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
        var (digits, places) = (Int64(millionths.magnitude), 6)
        while places > 0, digits % 10 == 0 { (digits, places) = (digits / 10, places - 1) }
        var unit: Int64 = 1
        for _ in 0..<places { unit *= 10 }
        let whole = (millionths < 0 ? "-" : "") + String(digits / unit)
        return places == 0 ? whole : whole + "." + padded(digits % unit, places)
    }
}

/// Place in bytes that are read from the beginning to the end.
struct ByteCursor {
    let bytes: [UInt8]
    var place = 0

    init(_ bytes: [UInt8], at place: Int = 0) {
        (self.bytes, self.place) = (bytes, place)
    }

    var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Goes past some text, if that comes next.
    @inline(never)
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - place >= count else { return false }
        for offset in 0..<count where bytes[place + offset] != text.utf8Start[offset] { return false }
        place += count
        return true
    }
}

/// Unsigned decimal number.
struct DecimalNumber {
    let value: Double
    /// Whether the number has no decimal places.
    let isWhole: Bool

    /// More digits than these say nothing of a place on Earth: 15 are exact as a `Double`.
    private static let mostDigits = 15

    /// Reads the number that comes next; `nil` if none does.
    @inline(never)
    init?(_ cursor: inout ByteCursor, point: UInt8 = UInt8(ascii: ".")) {
        var (digits, places, hasPoint, count): (Int64, Int, Bool, Int) = (0, 0, false, 0)
        var end = cursor.place
        while end < cursor.bytes.count {
            let byte = cursor.bytes[end]
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
        guard count > 0 else { return nil }
        // A point that nothing follows ends a sentence.
        if hasPoint, cursor.bytes[end - 1] == point { (hasPoint, end) = (false, end - 1) }
        var power = 1.0
        for _ in 0..<places { power *= 10 }
        (value, isWhole) = (Double(digits) / power, !hasPoint)
        cursor.place = end
    }
}
