/// Position written as two numbers, or in degrees, minutes and seconds.
enum CoordinateText {
    /// Part of the text.
    private enum Token: Equatable {
        case number(Double, isWhole: Bool)
        /// Mark of a unit: 0 for degrees, 1 for minutes, 2 for seconds.
        case mark(Int)
        case minus
        /// Letter of a point of the compass, in upper case.
        case compass(UInt8)
        case separator

        var isCompass: Bool { if case .compass = self { true } else { false } }
    }

    static func position(in text: String) -> Position? {
        let bytes = Array(text.utf8)
        // A comma separates, or where that makes no position, stands before decimal places.
        return [UInt8(ascii: "."), UInt8(ascii: ",")].lazy.compactMap { point in
            tokens(bytes, point).flatMap(position)
        }.first
    }

    private static func position(_ tokens: [Token]) -> Position? {
        guard let (first, second) = halves(tokens), let one = degrees(first), let other = degrees(second) else {
            return nil
        }
        let isTurned = one.isEastward == true || other.isEastward == false
        guard one.isEastward == nil || one.isEastward != other.isEastward else { return nil }
        let position = Position(
            latitude: isTurned ? other.value : one.value, longitude: isTurned ? one.value : other.value)
        return position.isOnEarth ? position : nil
    }

    /// Splits the text between latitude and longitude.
    private static func halves(_ tokens: [Token]) -> (ArraySlice<Token>, ArraySlice<Token>)? {
        let compass = tokens.indices.filter { tokens[$0].isCompass }
        if compass.count == 2 {
            let split = compass[0] == 0 ? compass[1] : compass[0] + 1
            return (tokens[..<split], tokens[split...])
        }
        guard compass.isEmpty else { return nil }
        let separators = tokens.indices.filter { tokens[$0] == .separator }
        if separators.count == 1 { return (tokens[..<separators[0]], tokens[separators[0]...]) }
        guard separators.isEmpty, let split = beginning(tokens) else { return nil }
        return (tokens[..<split], tokens[split...])
    }

    /// Where the longitude begins, with nothing in between: at the second number of degrees.
    private static func beginning(_ tokens: [Token]) -> Int? {
        let marks = tokens.indices.filter { tokens[$0] == .mark(0) }
        let numbers = tokens.indices.filter { if case .number = tokens[$0] { true } else { false } }
        let start: Int
        if marks.count == 2 {
            start = marks[1] - 1
        } else if marks.isEmpty, numbers.count == 2 {
            start = numbers[1]
        } else {
            return nil
        }
        guard start > 0 else { return nil }
        return tokens[start - 1] == .minus ? start - 1 : start
    }

    /// Degrees of one half, and whether they count to the east, where that is said.
    private static func degrees(_ tokens: ArraySlice<Token>) -> (value: Double, isEastward: Bool?)? {
        var (value, unit, numbers, isNegative, isMarked): (Double, Int, Int, Bool, Bool) = (0, 0, 0, false, false)
        var (letter, isLast): (UInt8?, Bool) = (nil, false)
        for token in tokens {
            switch token {
            case .number(let number, let isWhole):
                guard unit < 3, !isLast, unit == 0 || number < 60 else { return nil }
                value += number / [1, 60, 3600][unit]
                (unit, numbers, isLast) = (unit + 1, numbers + 1, !isWhole)
            case .mark(let mark):
                guard numbers > 0, mark + 1 == unit else { return nil }
                isMarked = true
            case .minus:
                guard numbers == 0, !isNegative else { return nil }
                isNegative = true
            case .compass(let point): letter = point
            case .separator: continue
            }
        }
        guard numbers > 0, numbers == 1 || isMarked || letter != nil, !(isNegative && letter != nil) else { return nil }
        let isEastward = letter.map { $0 == UInt8(ascii: "E") || $0 == UInt8(ascii: "W") }
        let isTurned = isNegative || letter == UInt8(ascii: "S") || letter == UInt8(ascii: "W")
        return (isTurned ? -value : value, isEastward)
    }

    /// Parts of the text; `nil` if it has others than a position has.
    private static func tokens(_ bytes: [UInt8], _ point: UInt8) -> [Token]? {
        var (tokens, rest): ([Token], ArraySlice<UInt8>) = ([], bytes[...])
        while let byte = rest.first {
            if let number = DecimalNumber(rest, point: point) {
                tokens.append(.number(number.value, isWhole: number.isWhole))
                rest = rest.dropFirst(number.length)
            } else if let (token, length) = sign(rest) {
                // Two marks of minutes are one of seconds.
                if token == .mark(1), tokens.last == .mark(1) {
                    tokens[tokens.count - 1] = .mark(2)
                } else {
                    tokens.append(token)
                }
                rest = rest.dropFirst(length)
            } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
                rest = rest.dropFirst()
            } else if rest.starts(with: [0xC2, 0xA0]) {
                rest = rest.dropFirst(2)
            } else {
                return nil
            }
            if tokens.count > mostTokens { return nil }
        }
        return tokens
    }

    private static let mostTokens = 20

    private static func sign(_ bytes: ArraySlice<UInt8>) -> (Token, Int)? {
        switch bytes.first {
        case UInt8(ascii: ","), UInt8(ascii: ";"): return (.separator, 1)
        case UInt8(ascii: "-"): return (.minus, 1)
        case UInt8(ascii: "'"): return (.mark(1), 1)
        case UInt8(ascii: "\""): return (.mark(2), 1)
        case UInt8(ascii: "N"), UInt8(ascii: "S"), UInt8(ascii: "E"), UInt8(ascii: "W"):
            return (.compass(bytes[bytes.startIndex]), 1)
        case UInt8(ascii: "n"), UInt8(ascii: "s"), UInt8(ascii: "e"), UInt8(ascii: "w"):
            return (.compass(bytes[bytes.startIndex] - 0x20), 1)
        default: return typographic.first { bytes.starts(with: $0.bytes) }.map { ($0.token, $0.bytes.count) }
        }
    }

    /// Signs as books print them.
    private static let typographic: [(bytes: [UInt8], token: Token)] = [
        (Array("°".utf8), .mark(0)), (Array("º".utf8), .mark(0)), (Array("˚".utf8), .mark(0)),
        (Array("′".utf8), .mark(1)), (Array("’".utf8), .mark(1)), (Array("″".utf8), .mark(2)),
        (Array("”".utf8), .mark(2)), (Array("−".utf8), .minus),
    ]
}
