/// When the facts of a person, venue, course or class were last said that an entry can change again: the latest by the trusted
/// time stands, in whatever order entries come.
public struct EditTimes: BookRow {
    /// What a time is of.
    public enum Fact: String, CaseIterable, Sendable {
        case firstName, lastName, github, type, joined, email, phone, note, studentID, isActive
        /// What is known of a venue, and whether it is offered.
        case venueName, address, position, radius, isHidden
        /// Name of a student type.
        case name
        case title, description, place, timeZone, category, survey, isOpen, evidence, accuracy, askers
        /// When and where a class is to be.
        case plan
    }

    /// The person, venue, course, class or student type.
    public let subject: Identifier
    /// In the order of `Fact`.
    public private(set) var times: [(fact: Fact, at: Instant)]

    public var key: Identifier { subject }

    public init(subject: Identifier, times: [(fact: Fact, at: Instant)] = []) {
        (self.subject, self.times) = (subject, times)
    }

    /// Notes that something was said; false if that was said later already.
    mutating func note(_ fact: Fact, at: Instant) -> Bool {
        if let before = times.first(where: { $0.fact == fact }), before.at > at { return false }
        times = Fact.allCases.compactMap { one in one == fact ? (fact, at) : times.first { $0.fact == one } }
        return true
    }
}

extension Book {
    /// Whether what the entry says of a fact stands, since nobody has said otherwise at a later time.
    mutating func isLatest(_ fact: EditTimes.Fact, of subject: Identifier) throws(Stop) -> Bool {
        guard occasion.isTimed else { return true }
        var row = try editTimes.row(subject) ?? EditTimes(subject: subject)
        guard row.note(fact, at: at) else { return false }
        editTimes.set(row)
        return true
    }

    /// What the entry says of a fact; `nil` if it says nothing, or somebody has said otherwise at a later time.
    mutating func latest<Value>(
        _ value: Value?, _ fact: EditTimes.Fact, of subject: Identifier
    ) throws(Stop) -> Value? {
        guard let value, try isLatest(fact, of: subject) else { return nil }
        return value
    }
}
