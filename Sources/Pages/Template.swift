/// Template, read into tokens.
struct Template: Sendable {
    let name: String
    /// Source, to parts of which the tokens refer.
    let source: [UInt8]
    let tokens: [Token]

    /// Part of a template. Ranges are those of bytes of its source.
    enum Token: Sendable {
        /// At most one line.
        case text(Range<Int>)
        case value(Name)
        /// The tokens from the next up to `end` are shown for each element of a list, and once for anything else but false
        /// and null; if `isInverted`, once for false, null and an empty list.
        case section(Name, isInverted: Bool, end: Int)
        /// Another template, with every line but the first behind the indentation.
        case partial(Int, indentation: Range<Int>)
        /// Place of the page in a frame.
        case page
    }

    /// Name that a model is asked for.
    struct Name: Sendable {
        /// Letters and digits; empty for the innermost value itself.
        let bytes: Range<Int>
        /// Whether only the innermost object is asked.
        let isOwn: Bool
    }
}

/// Error in the source of a template.
public struct TemplateError: Error {
    /// Name of the template, with the line and what is wrong there.
    public let message: String
}
