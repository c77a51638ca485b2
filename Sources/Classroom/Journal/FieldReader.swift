/// Reader of an entry's fields that collects every problem instead of stopping at the first.
///
/// Each kind reads its fields in its initialiser only, so reading an empty list yields the kind's fields (`rules`),
/// from which the description of the HTTP interface is made.
public struct FieldReader {
    private let fields: [Field]
    /// Whether the fields come from the journal, which stores less of some fields than was sent.
    let isStored: Bool
    /// Problems found, in reading order.
    public private(set) var problems: [FieldProblem] = []
    /// Fields requested, in reading order.
    public private(set) var rules: [FieldRule] = []

    public init(_ fields: [Field], isStored: Bool = false) {
        self.fields = fields
        self.isStored = isStored
    }

    /// Reads a required UUID.
    ///
    /// - Parameter missing: what is said if there is none.
    public mutating func identifier(_ name: String, missing: String = "This is required.") -> Identifier {
        ask(name, .identifier, required: true)
        switch value(name) {
        case .text(let text):
            if let identifier = Identifier(text) { return identifier }
            // A list in which nothing is chosen is sent as empty text.
            if text.isEmpty {
                note(name, "required", missing)
            } else {
                note(name, "identifier", "This is not a UUID.")
            }
        case nil, .null: note(name, "required", missing)
        default: note(name, "type", "This must be text: a UUID.")
        }
        return Identifier(high: 0, low: 0)
    }

    /// Reads an optional UUID that an edit can clear: absent leaves the value, null clears it.
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

    /// Reads a UUID; `nil` if absent.
    public mutating func optionalIdentifier(_ name: String) -> Identifier? {
        if case .set(let identifier) = clearableIdentifier(name) { identifier } else { nil }
    }

    /// Reads text, trimmed and without control characters; "" if optional and absent.
    public mutating func text(_ name: String, most: Int, required: Bool = true) -> String {
        guard let text = optionalText(name, most: most, asRequired: required) else {
            if required { noteOnce(name, "required", "This is required.") }
            return ""
        }
        if required, text.isEmpty { noteOnce(name, "required", "This must not be empty.") }
        return text
    }

    /// Reads text, distinguishing an absent field (`nil`) from an empty field.
    public mutating func optionalText(_ name: String, most: Int) -> String? {
        optionalText(name, most: most, asRequired: false)
    }

    /// Reads text of several lines, distinguishing an absent field (`nil`) from an empty field.
    public mutating func optionalLines(_ name: String, most: Int) -> String? {
        optionalText(name, most: most, asRequired: false, hasLines: true)
    }

    /// Reads text that is not prose, such as Base64.
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

    /// Reads a number within a range; `nil` if absent.
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

    /// Reads a required whole number within a range. Every invalid value gets the same message.
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

    /// Reads a word from a list; `fallback` if absent.
    public mutating func choice(_ name: String, of words: [String], fallback: String) -> String {
        ask(name, .choice(words), required: false)
        return value(name).map { chosen($0, name, words) ?? fallback } ?? fallback
    }

    /// Reads a required word from a list; "" if absent.
    public mutating func choice(_ name: String, of words: [String]) -> String {
        ask(name, .choice(words), required: true)
        switch value(name) {
        case nil, .null: note(name, "required", "Please choose one.")
        case .text(let text) where text.isEmpty: note(name, "required", "Please choose one.")
        case let value?: return chosen(value, name, words) ?? ""
        }
        return ""
    }

    /// Reads a word from a list that an edit can clear: absent leaves the value, null or "" clears it.
    public mutating func clearableChoice(_ name: String, of words: [String]) -> Change<String> {
        ask(name, .choice(words), required: false)
        switch value(name) {
        case nil: return .leave
        case .null: return .clear
        case .text(let text) where text.isEmpty: return .clear
        case let value?: return chosen(value, name, words).map { .set($0) } ?? .leave
        }
    }

    /// Reads a Boolean; `nil` if absent.
    public mutating func flag(_ name: String) -> Bool? {
        ask(name, .flag, required: false)
        switch value(name) {
        case nil, .null: return nil
        case .flag(let flag): return flag
        default: note(name, "type", "This must be true or false.")
        }
        return nil
    }

    /// Reads a required Boolean; false if absent.
    public mutating func requiredFlag(_ name: String) -> Bool {
        ask(name, .flag, required: true)
        switch value(name) {
        case nil, .null: note(name, "required", "This is required.")
        case .flag(let flag): return flag
        default: note(name, "type", "This must be true or false.")
        }
        return false
    }

    /// Reads a required time between 2000 and 2200.
    public mutating func instant(_ name: String) -> Instant {
        ask(name, .instant, required: true)
        return time(name, missing: "This is required.") ?? Self.instants.lowerBound
    }

    /// Reads a time between 2000 and 2200; `nil` if absent.
    public mutating func optionalInstant(_ name: String) -> Instant? {
        ask(name, .instant, required: false)
        return time(name)
    }

    private mutating func time(_ name: String, missing: String? = nil) -> Instant? {
        switch value(name) {
        case nil, .null: if let missing { note(name, "required", missing) }
        case .text(let text):
            guard let instant = Instant(text) else {
                note(name, "time", "This must be a time as in 2026-11-03T18:30:00Z.")
                return nil
            }
            if Self.instants.contains(instant) { return instant }
            note(name, "range", "The year must be between 2000 and 2199.")
        default: note(name, "type", "This must be text: a time as in 2026-11-03T18:30:00Z.")
        }
        return nil
    }

    private static let instants = Instant(milliseconds: 946_684_800_000)..<Instant(milliseconds: 7_258_118_400_000)

    /// Reads a day; `nil` if absent.
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

    /// Records a problem found by a kind's own rule.
    public mutating func note(_ field: String, _ code: String, _ message: String) {
        problems.append(FieldProblem(field, code, message))
    }

    /// Rejects unknown fields, so that a misspelt field does not pass for an absent field.
    public mutating func finish() {
        var named = 0
        for field in fields where named < Self.mostNamed && !rules.contains(where: { $0.name.isSame(as: field.name) }) {
            named += 1
            note(field.name, "unknown", "There is no such field.")
        }
    }

    /// The most unknown fields that are named.
    private static let mostNamed = 10

    private mutating func optionalText(
        _ name: String, most: Int, asRequired required: Bool, hasLines: Bool = false
    ) -> String? {
        ask(name, .text(most: most), required: required)
        switch value(name) {
        case nil: return nil
        case .null: return ""
        case .text(let text):
            let trimmed = Words.trimmed(text)
            if let problem = Words.problem(trimmed, most: most, hasLines: hasLines) {
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
        default: note(name, "choice", "This must be one of: " + listed(words) + ".")
        }
        return nil
    }

    private mutating func ask(_ name: String, _ form: FieldRule.Form, required: Bool) {
        rules.append(FieldRule(name: name, form: form, required: required))
    }

    private mutating func noteOnce(_ field: String, _ code: String, _ message: String) {
        if !problems.contains(where: { $0.field.isSame(as: field) }) { note(field, code, message) }
    }

    /// Of several fields of one name the last counts, which is the one that the journal keeps.
    private func value(_ name: String) -> FieldValue? {
        fields.last { $0.name.isSame(as: name) }?.value
    }

    private func plain(_ number: Double) -> String {
        Int64(nearest: number).map { String($0) } ?? ""
    }
}

/// Edit of an optional value.
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

extension Change: Equatable where Value: Equatable {}

/// Constraint on a field.
public struct FieldRule: Sendable {
    public enum Form: Sendable {
        case identifier
        /// Text with a maximum length in characters.
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
