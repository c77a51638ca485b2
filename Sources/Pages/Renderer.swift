import Classroom

/// Writer of templates filled with models.
struct Renderer {
    private let templates: [Template]
    private let digits: (Double) -> String
    /// Page to be shown within the frame.
    private let page: (template: Template, model: Model)?
    private(set) var html: [UInt8] = []
    private(set) var unknown: [String] = []
    /// Values in whose sections the renderer is, the innermost last.
    private var stack: [Model] = []
    /// What stands before every line but the first, in a partial.
    private var indentation: [UInt8] = []

    init(templates: [Template], digits: @escaping (Double) -> String, page: (Template, Model)?) {
        (self.templates, self.digits, self.page) = (templates, digits, page)
        html.reserveCapacity(64 * 1024)
    }

    mutating func fill(_ template: Template, with model: Model) {
        let outer = stack
        stack = [model]
        fill(template, 0..<template.tokens.count)
        stack = outer
    }

    private mutating func fill(_ template: Template, _ tokens: Range<Int>) {
        let start = html.count
        var next = tokens.lowerBound
        while next < tokens.upperBound {
            let place = html.count
            let isLine = !indentation.isEmpty && place > start && html[place - 1] == UInt8(ascii: "\n")
            if isLine { html += indentation }
            next = fill(template, next)
            // What shows nothing is no line.
            if isLine, html.count == place + indentation.count { html.removeLast(indentation.count) }
        }
    }

    /// - Returns: the place of the token that follows.
    private mutating func fill(_ template: Template, _ place: Int) -> Int {
        switch template.tokens[place] {
        case .text(let bytes):
            // Without a slice, whose owner would be counted each time.
            template.source.withUnsafeBufferPointer { source in
                html.append(contentsOf: UnsafeBufferPointer(rebasing: source[bytes]))
            }
        case .value(let name): append(value(name, template))
        case .section(let name, let isInverted, let end):
            fillSection(template, place + 1..<end, value(name, template), isInverted)
            return end
        case .partial(let partial, let added):
            let outer = indentation
            indentation += template.source[added]
            fill(templates[partial], 0..<templates[partial].tokens.count)
            indentation = outer
        case .page: if let page { fill(page.template, with: page.model) }
        }
        return place + 1
    }

    private mutating func fillSection(_ template: Template, _ tokens: Range<Int>, _ value: Model, _ isInverted: Bool) {
        if isInverted != value.isNothing { return }
        switch value {
        case _ where isInverted: fill(template, tokens)
        case .list(let elements):
            for element in elements { fill(template, tokens, in: element) }
        case .flag: fill(template, tokens)
        default: fill(template, tokens, in: value)
        }
    }

    private mutating func fill(_ template: Template, _ tokens: Range<Int>, in value: Model) {
        stack.append(value)
        fill(template, tokens)
        stack.removeLast()
    }
}

extension Renderer {
    /// What a name stands for: of the innermost object that has it and not as null.
    private mutating func value(_ name: Template.Name, _ template: Template) -> Model {
        if name.isOwn, name.bytes.isEmpty { return stack.last ?? .null }
        var isKnown = false
        var level = stack.count
        while level > (name.isOwn ? stack.count - 1 : 0) {
            level -= 1
            let value = template.source.withUnsafeBufferPointer {
                stack[level].member(UnsafeBufferPointer(rebasing: $0[name.bytes]))
            }
            guard let value else { continue }
            isKnown = true
            if case .null = value { continue }
            return value
        }
        if !isKnown { note(name, template) }
        return .null
    }

    private mutating func note(_ name: Template.Name, _ template: Template) {
        let words = template.name + ": " + String(utf8: Array(template.source[name.bytes]))
        if !unknown.contains(where: { $0.isSame(as: words) }) { unknown.append(words) }
    }

    private mutating func append(_ value: Model) {
        switch value {
        case .null, .list, .object: break
        case .flag(let flag): html += (flag ? "true" : "false").utf8
        case .whole(let number): html += String(number).utf8
        case .real(let number): html += digits(number).utf8
        case .text(let text): appendEscaped(text)
        }
    }

    /// Appends text as it stands in an element or a quoted attribute (WHATWG HTML, section 13.1.4), byte by byte as
    /// parsers read. Every text of every page passes here.
    private mutating func appendEscaped(_ text: String) {
        text.withBytes { bytes in
            var start = 0
            for index in bytes.indices {
                guard let reference = Self.reference(bytes[index]) else { continue }
                html.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
                reference.withUTF8Buffer { html.append(contentsOf: $0) }
                start = index + 1
            }
            html.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    private static func reference(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}

extension Model {
    /// Whether a section of this value is not shown.
    fileprivate var isNothing: Bool {
        switch self {
        case .null: true
        case .flag(let flag): !flag
        case .list(let elements): elements.isEmpty
        case .whole, .real, .text, .object: false
        }
    }

    /// Member of this object; `nil` if it has none of the name, or is no object.
    fileprivate func member(_ name: UnsafeBufferPointer<UInt8>) -> Model? {
        guard case .object(let members) = self else { return nil }
        // By place: an element in hand would be counted, with all that it holds.
        for place in members.indices where members[place].name.isSame(as: name) { return members[place].value }
        return nil
    }
}
