/// Entry as received, not yet checked.
public struct PostedEntry: Sendable {
    public let id: FieldValue?
    public let kind: FieldValue?
    public let at: FieldValue?
    public let fields: [Field]
    /// Kind, if known.
    public let entryKind: Kind?

    /// Separates the members common to all entries from the fields of the kind.
    public init(members: [Field]) {
        func member(_ name: String) -> FieldValue? { members.first { $0.name.isSame(as: name) }?.value }
        id = member("id")
        kind = member("kind")
        if case .text(let text)? = kind { entryKind = Kind.named(text) } else { entryKind = nil }
        at = member("at")
        fields = members.filter { field in !["id", "kind", "at"].contains { $0.isSame(as: field.name) } }
    }

    public init(id: Identifier, kind: Kind, at: Instant, fields: [Field]) {
        self.id = .text(id.text)
        self.kind = .text(kind.name)
        self.at = .text(at.text)
        self.fields = fields
        entryKind = kind
    }

    /// Identifier, if valid.
    public var identifier: Identifier? {
        if case .text(let text)? = id { Identifier(text) } else { nil }
    }

    /// Time, if valid.
    public var instant: Instant? {
        if case .text(let text)? = at { Instant(text) } else { nil }
    }

    /// Checks everything that can be checked without the book.
    ///
    /// - Parameters:
    ///   - clock: the device's, by which `at` is corrected before it is judged.
    ///   - isStored: whether it comes from the journal, which keeps less of some fields than was sent.
    public func entry(
        device: Identifier, now: Instant, clock: DeviceClock = .unknown, isStored: Bool = false
    ) -> Judged {
        var problems: [FieldProblem] = []
        if identifier == nil { problems.append(FieldProblem("id", "identifier", "Every entry needs a UUID.")) }
        if entryKind == nil { problems.append(FieldProblem("kind", "unknown", "There is no such kind of entry.")) }
        if let instant {
            if let problem = Entry.problem(at: clock.corrected(instant), now: now) { problems.append(problem) }
        } else {
            problems.append(FieldProblem("at", "time", "This must be a time as in 2026-11-03T18:30:00Z."))
        }
        if fields.count > Entry.mostFields {
            let words = "An entry has at most " + String(Entry.mostFields) + " fields."
            return .problems(problems + [FieldProblem("fields", "tooMany", words)])
        }
        guard let entryKind else { return .problems(problems) }
        var reader = FieldReader(fields, isStored: isStored)
        let payload = entryKind.read(&reader)
        problems += reader.problems
        if let instant, reader.problems.isEmpty, let problem = payload.problem(at: clock.corrected(instant)) {
            problems.append(problem)
        }
        guard problems.isEmpty, let identifier, let instant else { return .problems(problems) }
        return .good(Entry(id: identifier, device: device, at: instant, kind: entryKind, payload: payload))
    }

    public enum Judged: Sendable {
        case good(Entry)
        case problems([FieldProblem])
    }
}
