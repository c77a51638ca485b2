/// Rules for text that people enter as a name.
public enum Words {
    /// Removes white space from both ends; all of a text in which nothing can be seen.
    public static func trimmed(_ text: String) -> String {
        // By places of bytes: indices of a string would be a tenth of what a page downloads.
        var (place, kept, isSeen): (Int, Range<Int>?, Bool) = (0, nil, false)
        for scalar in scalars(of: text) {
            let end = place + UTF8.width(scalar)
            if !isSpace(scalar) {
                kept = (kept?.lowerBound ?? place)..<end
                if !isSelector(scalar) { isSeen = true }
            }
            place = end
        }
        guard let kept, isSeen else { return "" }
        return kept.count == place ? text : String(utf8: Array(Array(text.utf8)[kept]))
    }

    /// Reason why the text cannot be a name: too long, or unreadable; `nil` if it can.
    ///
    /// Length is counted in characters (grapheme clusters). Each allowed character may have eight code points on
    /// average, so that a character cannot carry a book of accents.
    ///
    /// - Parameter hasLines: whether line feeds are allowed.
    public static func problem(
        _ text: String, most: Int, hasLines: Bool = false
    ) -> (code: String, message: String)? {
        let scalars = scalars(of: text)
        if scalars.contains(where: { isUnreadable($0) && !(hasLines && $0.value == 0x0A) }) {
            return ("characters", "This has characters that cannot be shown.")
        }
        let bytes = text.utf8.count
        if bytes > most, bytes > most * 32 || scalars.count > most * 8 || characters(in: text) > most {
            return ("tooLong", "This is too long: at most " + String(most) + " characters.")
        }
        return nil
    }

    /// Code points of a text. They are read here alone: each place that reads them makes the module larger.
    @inline(never)
    static func scalars(of text: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars { scalars.append(scalar) }
        return scalars
    }

    private static func characters(in text: String) -> Int {
        #if hasFeature(Embedded)
            Array(text.utf8).withUnsafeBytes { bytes in
                bytes.baseAddress.map { Int(charactersInPage($0, Int32(bytes.count))) } ?? 0
            }
        #else
            text.count
        #endif
    }

    /// Whether the scalar has Unicode's White_Space property or is invisible: joiners, fillers and direction marks,
    /// which mean something only between other characters.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x115F, 0x1160, 0x180E, 0x200B...0x200F, 0x2060...0x2064, 0x2800, 0x3164, 0xFFA0: true
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Whether the scalar only says how the one before it looks: a variation selector, or a tag.
    private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x34F, 0x180B...0x180F, 0xFE00...0xFE0F, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    /// Whether the scalar is a control character, a line or paragraph separator, a direction override or isolate, an
    /// annotation mark, or a noncharacter.
    private static func isUnreadable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB,
            0xFDD0...0xFDEF:
            true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}

#if hasFeature(Embedded)
    /// Number of characters of a text in UTF-8. The page counts them: Unicode's rules for characters would be a part of
    /// what it downloads.
    @_extern(c, "characters")
    private func charactersInPage(_ start: UnsafeRawPointer, _ count: Int32) -> Int32
#endif

extension String {
    /// Text of bytes that are UTF-8. One function, since the standard library's would be inlined wherever it is called.
    @inline(never)
    public init(utf8 bytes: [UInt8]) {
        #if hasFeature(Embedded)
            // All text in the page is UTF-8. The mending of other bytes would be a part of what it downloads.
            self = String(validating: bytes, as: UTF8.self) ?? ""
        #else
            self.init(decoding: bytes, as: UTF8.self)
        #endif
    }

    /// The bytes of the text, in place. `withUTF8` may move them first, by much code that a page would download.
    @inline(__always)
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
    }

    /// Compares text byte by byte. Unlike `==`, this needs no Unicode tables, which would be a large part of what a
    /// page downloads.
    public func isSame(as other: String) -> Bool { order(before: other) == 0 }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// Finds the case with this raw value, compared byte by byte.
    public init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue.isSame(as: word) }) else { return nil }
        self = found
    }
}

#if hasFeature(Embedded)
    extension String {
        /// Digits of a number. The standard library's are for every base and type, each by code of its own.
        @inline(never)
        public init(_ number: Int64) {
            var (digits, rest): ([UInt8], UInt64) = ([], number.magnitude)
            repeat {
                digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            } while rest > 0
            if number < 0 { digits.append(UInt8(ascii: "-")) }
            self.init(utf8: digits.reversed())
        }

        public init(_ number: Int) { self.init(Int64(number)) }

        /// Joins texts. The standard library's way adds to a text in place, by much code, which the page would download.
        @inline(never)
        public static func + (left: String, right: String) -> String {
            var bytes = Array(left.utf8)
            bytes += right.utf8
            return String(utf8: bytes)
        }

        public static func += (left: inout String, right: String) { left = left + right }
    }
#endif
