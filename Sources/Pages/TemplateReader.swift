import Classroom

/// Reader of templates: the part of Mustache (mustache(5)) that pages need.
///
/// There are values `{{name}}`, sections `{{#name}}…{{/name}}` and their opposite `{{^name}}…{{/name}}`, partials
/// `{{>folder/name}}`, and in a frame the place of the page, `{{{content}}}`. A name with a dot in front is asked of
/// the innermost object only, and a dot alone is the innermost value. A tag of a section or partial that is alone on
/// its line takes the line away.
struct TemplateReader {
    private let name: String
    private let source: [UInt8]
    /// Names of all templates, for partials.
    private let known: [String]
    private var tokens: [Template.Token] = []
    /// Sections that have not ended: the places of their tokens.
    private var open: [Int] = []
    private var place = 0
    /// Start of the text that is not yet a token.
    private var textStart = 0
    private var lineStart = 0
    /// Whether only blanks have been read of the line.
    private var isBlank = true

    static func read(_ name: String, _ source: [UInt8], known: [String]) throws(TemplateError) -> Template {
        var reader = TemplateReader(name: name, source: source, known: known)
        while reader.place < source.count { try reader.step() }
        reader.endText(source.count)
        if !reader.open.isEmpty { throw reader.error("A section does not end.") }
        return Template(name: name, source: source, tokens: reader.tokens)
    }

    private init(name: String, source: [UInt8], known: [String]) {
        (self.name, self.source, self.known) = (name, source, known)
    }

    private mutating func step() throws(TemplateError) {
        let byte = source[place]
        if byte == UInt8(ascii: "{"), place + 1 < source.count, source[place + 1] == byte { return try tag() }
        place += 1
        if byte == UInt8(ascii: "\n") {
            endText(place)
            startLine()
        } else if !Self.isBlank(byte) {
            isBlank = false
        }
    }

    private mutating func tag() throws(TemplateError) {
        let start = place
        let tag = try readTag()
        if tag.takesLine, isBlank, let end = lineEnd() {
            // Blanks before a partial stay: they are what it is indented by.
            if tag.sign == UInt8(ascii: ">") { endText(start) }
            try add(tag, indentation: lineStart..<start)
            place = end
            startLine()
        } else {
            endText(start)
            try add(tag, indentation: start..<start)
            textStart = place
            isBlank = false
        }
    }

    private mutating func startLine() {
        (textStart, lineStart, isBlank) = (place, place, true)
    }

    private mutating func endText(_ end: Int) {
        if textStart < end { tokens.append(.text(textStart..<end)) }
        textStart = end
    }

    /// End of the line, if only blanks are left of it.
    private func lineEnd() -> Int? {
        var end = place
        while end < source.count, Self.isBlank(source[end]) { end += 1 }
        if end == source.count { return end }
        return source[end] == UInt8(ascii: "\n") ? end + 1 : nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private func error(_ words: String) -> TemplateError {
        var line = 1
        for before in 0..<place where source[before] == UInt8(ascii: "\n") { line += 1 }
        return TemplateError(message: name + ", line " + String(line) + ": " + words)
    }

    @inline(never)
    private func isText(_ bytes: Range<Int>, _ other: [UInt8]) -> Bool {
        guard bytes.count == other.count else { return false }
        for place in 0..<other.count where source[bytes.lowerBound + place] != other[place] { return false }
        return true
    }
}

extension TemplateReader {
    private struct Tag {
        /// Byte before the name: `#`, `^`, `/`, `>`, or `{` for the page; `nil` for a value.
        let sign: UInt8?
        let name: Range<Int>

        /// Whether the tag takes its line away if nothing else is on it.
        var takesLine: Bool { sign != nil && sign != UInt8(ascii: "{") }
    }

    private mutating func readTag() throws(TemplateError) -> Tag {
        place += 2
        var sign: UInt8?
        if place < source.count, Self.signs.contains(source[place]) {
            sign = source[place]
            place += 1
        }
        let start = place
        while place < source.count, source[place] != UInt8(ascii: "}"), source[place] != UInt8(ascii: "\n") {
            place += 1
        }
        let name = start..<place
        for _ in 0..<(sign == UInt8(ascii: "{") ? 3 : 2) {
            guard place < source.count, source[place] == UInt8(ascii: "}") else { throw error("A tag does not end.") }
            place += 1
        }
        return Tag(sign: sign, name: name)
    }

    private static let signs = Array("#^/>{".utf8)

    private mutating func add(_ tag: Tag, indentation: Range<Int>) throws(TemplateError) {
        switch tag.sign {
        case UInt8(ascii: "#"), UInt8(ascii: "^"):
            open.append(tokens.count)
            tokens.append(.section(try name(tag), isInverted: tag.sign == UInt8(ascii: "^"), end: 0))
        case UInt8(ascii: "/"): try endSection(tag)
        case UInt8(ascii: ">"):
            guard let partial = known.firstIndex(where: { isText(tag.name, Array($0.utf8)) }) else {
                throw error("There is no such template.")
            }
            tokens.append(.partial(partial, indentation: indentation))
        case UInt8(ascii: "{"):
            guard isText(tag.name, Array("content".utf8)) else {
                throw error("Only a page is not escaped.")
            }
            tokens.append(.page)
        default: tokens.append(.value(try name(tag)))
        }
    }

    private mutating func endSection(_ tag: Tag) throws(TemplateError) {
        guard let start = open.last, case .section(let name, let isInverted, _) = tokens[start],
            case let end = try self.name(tag), end.isOwn == name.isOwn,
            isText(end.bytes, Array(source[name.bytes]))
        else { throw error("This section has not begun, or another has not ended.") }
        open.removeLast()
        tokens[start] = .section(name, isInverted: isInverted, end: tokens.count)
    }

    private func name(_ tag: Tag) throws(TemplateError) -> Template.Name {
        let (start, end) = (tag.name.lowerBound, tag.name.upperBound)
        let isOwn = start < end && source[start] == UInt8(ascii: ".")
        var isName = isOwn || start < end
        for place in (isOwn ? start + 1 : start)..<end where !Self.isOfName(source[place]) { isName = false }
        guard isName else { throw error("This is no name.") }
        return Template.Name(bytes: (isOwn ? start + 1 : start)..<end, isOwn: isOwn)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
