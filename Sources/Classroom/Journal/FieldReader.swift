/// Reads the fields of an entry, and notes what is wrong with them instead of stopping at the first.
///
/// A kind reads its fields in one place, its initialiser; reading an empty list of fields therefore also tells
/// which fields there are (`rules`), which is how the interface's description is made.
public struct FieldReader {
    private let fields: [Field]
    /// Whether they come from the journal, which keeps less of some than was sent.
    let isStored: Bool
    /// What is wrong, in the order of reading.
    public private(set) var problems: [FieldProblem] = []
    /// What was asked for, in the order of reading.
    public private(set) var rules: [FieldRule] = []

    public init(_ fields: [Field], isStored: Bool = false) {
        self.fields = fields
        self.isStored = isStored
    }

    /// A required UUID.
    public mutating func identifier(_ name: String) -> Identifier {
        ask(name, .identifier, required: true)
        switch value(name) {
        case .text(let text):
            if let identifier = Identifier(text) { return identifier }
            note(name, "identifier", "This is not a UUID.")
        case nil, .null: note(name, "required", "This is needed.")
        default: note(name, "type", "This must be text: a UUID.")
        }
        return Identifier(high: 0, low: 0)
    }

    /// An optional UUID that can also be taken away: absent means "leave it", null means "none".
    public mutating func clearableIdentifier(_ name: String) -> Change<Identifier> {
        ask(name, .identifier, required: false)
        switch value(name) {
        case nil: return .leave
        case .null: return .clear
        case .text(let text):
            if text.isEmpty { return .clear }
            if let identifier = Identifier(text) { return .set(identifier) }
            note(name, "identifier", "This is not a UUID.")
        default: note(name, "type", "This must be text: a UUID.")
        }
        return .leave
    }

    /// A UUID; `nil` if absent.
    public mutating func optionalIdentifier(_ name: String) -> Identifier? {
        if case .set(let identifier) = clearableIdentifier(name) { identifier } else { nil }
    }

    /// Text without control characters, trimmed of white space around it; "" if it may be absent and is.
    public mutating func text(_ name: String, most: Int, required: Bool = true) -> String {
        guard let text = optionalText(name, most: most, asRequired: required) else {
            if required { noteOnce(name, "required", "This is needed.") }
            return ""
        }
        if required, text.isEmpty { noteOnce(name, "required", "This must not be empty.") }
        return text
    }

    /// As `text`, but tells an absent field (`nil`) from an empty one.
    public mutating func optionalText(_ name: String, most: Int) -> String? {
        optionalText(name, most: most, asRequired: false)
    }

    /// Text that is not looked at as words, such as Base64.
    public mutating func data(_ name: String, mostBytes: Int) -> String? {
        ask(name, .text(most: mostBytes), required: false)
        switch value(name) {
        case nil, .null: return nil
        case .text(let text) where text.utf8.count <= mostBytes: return text
        case .text: note(name, "tooLong", "This is too large.")
        default: note(name, "type", "This must be text.")
        }
        return nil
    }

    /// A number within a range; `nil` if absent.
    public mutating func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
        ask(name, .number(range), required: false)
        switch value(name) {
        case nil, .null: return nil
        case .number(let number) where range.contains(number): return number
        case .number:
            note(name, "range", "This must be from " + plain(range.lowerBound) + " to " + plain(range.upperBound) + ".")
        default: note(name, "type", "This must be a number.")
        }
        return nil
    }

    /// A required whole number within a range. Whatever else there is, the same sentence says what is wanted.
    public mutating func wholeNumber(_ name: String, _ range: ClosedRange<Int>) -> Int {
        let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
        ask(name, .number(low...high), required: true)
        let code: String
        switch value(name) {
        case .number(let number):
            if let whole = Int(nearest: number), range.contains(whole), number == number.rounded() { return whole }
            code = "range"
        case nil, .null: code = "required"
        default: code = "type"
        }
        let words = "This must be a whole number from " + String(range.lowerBound) + " to " + String(range.upperBound)
        note(name, code, words + ".")
        return range.lowerBound
    }

    /// One of a list of words; `fallback` if absent.
    public mutating func choice(_ name: String, of words: [String], fallback: String) -> String {
        ask(name, .choice(words), required: false)
        return value(name).map { chosen($0, name, words) ?? fallback } ?? fallback
    }

    /// One of a list of words, which somebody has to choose; "" if nobody has.
    public mutating func choice(_ name: String, of words: [String]) -> String {
        ask(name, .choice(words), required: true)
        switch value(name) {
        case nil, .null: note(name, "required", "Please choose one.")
        case .text(let text) where text.isEmpty: note(name, "required", "Please choose one.")
        case let value?: return chosen(value, name, words) ?? ""
        }
        return ""
    }

    /// One of a list of words that can also be taken away: absent means "leave it", null or "" means "none".
    public mutating func clearableChoice(_ name: String, of words: [String]) -> Change<String> {
        ask(name, .choice(words), required: false)
        switch value(name) {
        case nil: return .leave
        case .null: return .clear
        case .text(let text) where text.isEmpty: return .clear
        case let value?: return chosen(value, name, words).map { .set($0) } ?? .leave
        }
    }

    /// Yes or no; `nil` if absent.
    public mutating func flag(_ name: String) -> Bool? {
        ask(name, .flag, required: false)
        switch value(name) {
        case nil, .null: return nil
        case .flag(let flag): return flag
        default: note(name, "type", "This must be true or false.")
        }
        return nil
    }

    /// A required moment, between 2000 and 2200.
    public mutating func instant(_ name: String) -> Instant {
        ask(name, .instant, required: true)
        switch value(name) {
        case nil, .null: note(name, "required", "This is needed.")
        case .text(let text):
            if let instant = Instant(text), Self.instants.contains(instant) { return instant }
            note(name, "time", "This must be a time as in 2026-11-03T18:30:00Z.")
        default: note(name, "type", "This must be text: a time as in 2026-11-03T18:30:00Z.")
        }
        return Self.instants.lowerBound
    }

    private static let instants = Instant(milliseconds: 946_684_800_000)..<Instant(milliseconds: 7_258_118_400_000)

    /// A day; `nil` if absent.
    public mutating func date(_ name: String) -> CalendarDate? {
        ask(name, .date, required: false)
        switch value(name) {
        case nil, .null: return nil
        case .text(let text):
            if let date = CalendarDate(text), (1900...2200).contains(date.year) { return date }
            note(name, "date", "This must be a day between 1900 and 2200, as in 2026-11-03.")
        default: note(name, "type", "This must be text: a day as in 2026-11-03.")
        }
        return nil
    }

    /// Notes a problem that a kind found by a rule of its own.
    public mutating func note(_ field: String, _ code: String, _ message: String) {
        problems.append(FieldProblem(field, code, message))
    }

    /// Refuses what no kind asked for: a misspelt field must not pass for an absent one.
    public mutating func finish() {
        let unknown = fields.lazy.filter { [rules] field in !rules.contains { $0.name.isSame(as: field.name) } }
        for field in unknown.prefix(Self.mostNamed) {
            note(field.name, "unknown", "There is no such field.")
        }
    }

    /// The most unknown fields that are named.
    private static let mostNamed = 10

    private mutating func optionalText(_ name: String, most: Int, asRequired required: Bool) -> String? {
        ask(name, .text(most: most), required: required)
        switch value(name) {
        case nil: return nil
        case .null: return ""
        case .text(let text):
            let trimmed = Words.trimmed(text)
            if let problem = Words.problem(trimmed, most: most) {
                note(name, problem.code, problem.message)
                return nil
            }
            return trimmed
        default: note(name, "type", "This must be text.")
        }
        return nil
    }

    private mutating func chosen(_ value: FieldValue, _ name: String, _ words: [String]) -> String? {
        switch value {
        case .null: return nil
        case .text(let text) where words.contains { $0.isSame(as: text) }: return text
        default: note(name, "choice", "This must be one of: " + words.joined(separator: ", ") + ".")
        }
        return nil
    }

    private mutating func ask(_ name: String, _ form: FieldRule.Form, required: Bool) {
        rules.append(FieldRule(name: name, form: form, required: required))
    }

    private mutating func noteOnce(_ field: String, _ code: String, _ message: String) {
        if !problems.contains(where: { $0.field.isSame(as: field) }) { note(field, code, message) }
    }

    private func value(_ name: String) -> FieldValue? {
        fields.first { $0.name.isSame(as: name) }?.value
    }

    private func plain(_ number: Double) -> String {
        Int64(nearest: number).map { String($0) } ?? ""
    }
}

/// What an edit says about a value that may be there or not.
public enum Change<Value: Sendable>: Sendable {
    case leave
    case clear
    case set(Value)

    func map<Other>(_ change: (Value) -> Other?) -> Change<Other> {
        switch self {
        case .leave: .leave
        case .clear: .clear
        case .set(let value): change(value).map { .set($0) } ?? .leave
        }
    }
}

/// What a field must look like.
public struct FieldRule: Sendable {
    public enum Form: Sendable {
        case identifier
        /// At most so many characters.
        case text(most: Int)
        case number(ClosedRange<Double>)
        case choice([String])
        case date
        case instant
        case flag
    }

    public let name: String
    public let form: Form
    public let required: Bool
}
