/// Position in a link of a map, or in a `geo:` address (RFC 5870).
enum MapLink {
    /// What stands before latitude and longitude: first what says the place, then what only says the part of the map.
    private static let signs: [StaticString] = [
        "geo:", "coordinate=", "query=", "destination=", "daddr=", "loc:", "?q=", "&q=", "/place/", "/search/",
        "/dir//",
        "?ll=", "&ll=", "?center=", "&center=", "@", "sll=", "cp=",
    ]

    static func position(in text: String) -> Position? {
        let bytes = decoded(Array(text.utf8))
        let isLink = find("://", in: bytes) != nil || find("geo:", in: bytes) == 4 || find("maps.", in: bytes) != nil
        guard isLink else { return nil }
        if let position = pair("!3d", "!4d", bytes) ?? pair("mlat=", "mlon=", bytes) { return position }
        for sign in signs {
            if let position = after(sign, bytes) { return position }
        }
        return afterZoom(bytes)
    }

    /// Latitude and longitude, each after a sign of its own. The last are of the place itself.
    private static func pair(_ one: StaticString, _ other: StaticString, _ bytes: [UInt8]) -> Position? {
        guard let start = last(one, in: bytes), let next = last(other, in: bytes) else { return nil }
        var (first, second) = (ByteCursor(bytes, at: start), ByteCursor(bytes, at: next))
        guard let latitude = number(&first), let longitude = number(&second) else { return nil }
        return onEarth(latitude, longitude)
    }

    /// Latitude, comma and longitude after any occurrence of a sign.
    private static func after(_ sign: StaticString, _ bytes: [UInt8]) -> Position? {
        var start = 0
        while let end = find(sign, in: bytes, from: start) {
            var cursor = ByteCursor(bytes, at: end)
            if let found = numbers(&cursor, between: ",") { return found }
            start = end
        }
        return nil
    }

    /// The part of the map that OpenStreetMap shows: "#map=17/41.3874/2.1686".
    private static func afterZoom(_ bytes: [UInt8]) -> Position? {
        guard let start = find("map=", in: bytes) else { return nil }
        var cursor = ByteCursor(bytes, at: start)
        return number(&cursor) != nil && cursor.skip("/") ? numbers(&cursor, between: "/") : nil
    }

    private static func numbers(_ cursor: inout ByteCursor, between comma: StaticString) -> Position? {
        guard let latitude = number(&cursor), cursor.skip(comma), let longitude = number(&cursor) else { return nil }
        return onEarth(latitude, longitude)
    }

    /// Reads a number with its sign. Spaces before it are "+" in a link.
    @inline(never)
    private static func number(_ cursor: inout ByteCursor) -> Double? {
        while cursor.skip(" ") || cursor.skip("+") {}
        let isNegative = cursor.skip("-")
        return DecimalNumber(&cursor).map { isNegative ? -$0.value : $0.value }
    }

    private static func onEarth(_ latitude: Double, _ longitude: Double) -> Position? {
        let position = Position(latitude: latitude, longitude: longitude)
        return position.isOnEarth ? position : nil
    }

    /// Where the text after a sign begins.
    @inline(never)
    private static func find(_ sign: StaticString, in bytes: [UInt8], from start: Int = 0) -> Int? {
        var cursor = ByteCursor(bytes, at: start)
        while cursor.next != nil {
            if cursor.skip(sign) { return cursor.place }
            cursor.place += 1
        }
        return nil
    }

    private static func last(_ sign: StaticString, in bytes: [UInt8]) -> Int? {
        var place = find(sign, in: bytes)
        while let known = place, let next = find(sign, in: bytes, from: known) { place = next }
        return place
    }

    /// Bytes that were percent-encoded (RFC 3986 section 2.1).
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var (plain, place): ([UInt8], Int) = ([], 0)
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
                let high = digit(bytes[place + 1]), let low = digit(bytes[place + 2])
            {
                plain.append(high << 4 | low)
                place += 3
            } else {
                plain.append(bytes[place])
                place += 1
            }
        }
        return plain
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
