/// Position written as two numbers, or in degrees, minutes and seconds.
enum CoordinateText {
    /// Part of the text.
    private struct Token {
        let kind: Kind
        /// Of a number.
        var value = 0.0
        var isWhole = true
        /// Unit of a mark: 0 for degrees, 1 for minutes, 2 for seconds.
        var unit = 0
        /// Letter of a point of the compass, in upper case.
        var point: UInt8 = 0

        enum Kind { case number, mark, minus, compass, separator }
    }

    static func position(in text: String) -> Position? {
        // A comma separates, or where that makes no position, stands before decimal places.
        position(text, point: UInt8(ascii: ".")) ?? position(text, point: UInt8(ascii: ","))
    }

    private static func position(_ text: String, point: UInt8) -> Position? {
        guard let tokens = tokens(text, point), let middle = middle(of: tokens),
            let one = degrees(tokens, 0, middle), let other = degrees(tokens, middle, tokens.count)
        else { return nil }
        let isTurned = one.isEastward == true || other.isEastward == false
        guard one.isEastward == nil || one.isEastward != other.isEastward else { return nil }
        let position = Position(
            latitude: isTurned ? other.value : one.value, longitude: isTurned ? one.value : other.value)
        return position.isOnEarth ? position : nil
    }

    /// Where the text is split between latitude and longitude.
    private static func middle(of tokens: [Token]) -> Int? {
        func places(_ kind: Token.Kind) -> [Int] { tokens.indices.filter { tokens[$0].kind == kind } }
        let compass = places(.compass)
        if compass.count == 2 { return compass[0] == 0 ? compass[1] : compass[0] + 1 }
        let separators = places(.separator)
        guard compass.isEmpty, separators.count <= 1 else { return nil }
        if let separator = separators.first { return separator }
        // With nothing in between, the longitude begins at the second number of degrees.
        let (marks, numbers) = (places(.mark).filter { tokens[$0].unit == 0 }, places(.number))
        guard marks.count == 2 || marks.isEmpty && numbers.count == 2 else { return nil }
        let start = marks.isEmpty ? numbers[1] : marks[1] - 1
        guard start > 0 else { return nil }
        return tokens[start - 1].kind == .minus ? start - 1 : start
    }

    /// Degrees of one half, and whether they count to the east, where that is said.
    private static func degrees(
        _ tokens: [Token], _ start: Int, _ end: Int
    ) -> (value: Double, isEastward: Bool?)? {
        var (value, share, numbers, isNegative, isMarked): (Double, Double, Int, Bool, Bool) = (0, 1, 0, false, false)
        var (letter, isLast): (UInt8?, Bool) = (nil, false)
        for place in start..<end {
            let token = tokens[place]
            switch token.kind {
            case .number:
                guard numbers < 3, !isLast, numbers == 0 || token.value < 60 else { return nil }
                value += token.value / share
                (share, numbers, isLast) = (share * 60, numbers + 1, !token.isWhole)
            case .mark:
                guard numbers > 0, token.unit + 1 == numbers else { return nil }
                isMarked = true
            case .minus:
                guard numbers == 0, !isNegative else { return nil }
                isNegative = true
            case .compass: letter = token.point
            case .separator: continue
            }
        }
        guard numbers > 0, numbers == 1 || isMarked || letter != nil, !(isNegative && letter != nil) else { return nil }
        let isEastward = letter.map { $0 == UInt8(ascii: "E") || $0 == UInt8(ascii: "W") }
        let isTurned = isNegative || letter == UInt8(ascii: "S") || letter == UInt8(ascii: "W")
        return (isTurned ? -value : value, isEastward)
    }

    /// Parts of the text; `nil` if it has others than a position has.
    private static func tokens(_ text: String, _ point: UInt8) -> [Token]? {
        var (tokens, cursor): ([Token], ByteCursor) = ([], ByteCursor(Array(text.utf8)))
        while cursor.next != nil {
            if let number = DecimalNumber(&cursor, point: point) {
                tokens.append(Token(kind: .number, value: number.value, isWhole: number.isWhole))
            } else if let token = sign(&cursor) {
                // Two marks of minutes are one of seconds.
                if token.unit == 1, let last = tokens.indices.last, tokens[last].unit == 1 {
                    tokens[last].unit = 2
                } else {
                    tokens.append(token)
                }
            } else if !(cursor.skip(" ") || cursor.skip("\t") || cursor.skip("\u{A0}")) {
                return nil
            }
            if tokens.count > mostTokens { return nil }
        }
        return tokens
    }

    private static let mostTokens = 20

    /// Reads the sign that comes next, also as books print it; `nil` if none does.
    private static func sign(_ cursor: inout ByteCursor) -> Token? {
        if cursor.skip(",") || cursor.skip(";") { return Token(kind: .separator) }
        if cursor.skip("-") || cursor.skip("−") { return Token(kind: .minus) }
        if cursor.skip("°") || cursor.skip("º") || cursor.skip("˚") { return Token(kind: .mark) }
        if cursor.skip("'") || cursor.skip("′") || cursor.skip("’") { return Token(kind: .mark, unit: 1) }
        if cursor.skip("\"") || cursor.skip("″") || cursor.skip("”") { return Token(kind: .mark, unit: 2) }
        // In upper case.
        let letter = (cursor.next ?? 0) & 0xDF
        switch letter {
        case UInt8(ascii: "N"), UInt8(ascii: "S"), UInt8(ascii: "E"), UInt8(ascii: "W"):
            cursor.place += 1
            return Token(kind: .compass, point: letter)
        default: return nil
        }
    }
}
