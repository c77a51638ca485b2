import Classroom

/// Value in the copy of the book that a device takes along: JSON, read by the platform.
///
/// What reads members is not inlined: there are a hundred places where it is called.
public enum CopyValue: Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([CopyValue])
    case object([(name: String, value: CopyValue)])

    /// Member of an object; null if there is none.
    @inline(never)
    public subscript(name: MemberName) -> CopyValue {
        if case .object(let members) = self {
            for member in members where name.isSame(as: member.name) { return member.value }
        }
        return .null
    }

    /// Elements of a list; `nil` of anything else.
    @inline(never)
    func listed(_ name: MemberName) -> [CopyValue]? {
        if case .list(let elements) = self[name] { elements } else { nil }
    }

    /// Elements of a list; none of anything else.
    @inline(never)
    func list(_ name: MemberName) -> [CopyValue] { listed(name) ?? [] }

    /// Texts of a list.
    @inline(never)
    func texts(_ name: MemberName) -> [String] {
        list(name).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Identifiers of a list.
    @inline(never)
    func identifiers(_ name: MemberName) -> [Identifier] { texts(name).compactMap { Identifier($0) } }

    @inline(never)
    func text(_ name: MemberName) -> String? { if case .text(let text) = self[name] { text } else { nil } }

    @inline(never)
    func words(_ name: MemberName) -> String { text(name) ?? "" }

    @inline(never)
    func number(_ name: MemberName) -> Double? { if case .number(let number) = self[name] { number } else { nil } }

    @inline(never)
    func flag(_ name: MemberName) -> Bool { if case .flag(let flag) = self[name] { flag } else { false } }

    @inline(never)
    func whole(_ name: MemberName) -> Int64? { number(name).flatMap { Int64(nearest: $0) } }

    /// Whole number that fits.
    @inline(never)
    func count(_ name: MemberName) -> Int? { whole(name).flatMap { Int(exactly: $0) } }

    @inline(never)
    func identifier(_ name: MemberName) -> Identifier? { text(name).flatMap { Identifier($0) } }

    /// Moment, in milliseconds since 1970.
    @inline(never)
    func instant(_ name: MemberName) -> Instant? { whole(name).map { Instant(milliseconds: $0) } }

    public var position: Position? {
        guard let latitude = number("latitude"), let longitude = number("longitude") else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// Members as the fields of an entry.
    public var fields: [Field] {
        guard case .object(let members) = self else { return [] }
        return members.map { Field($0.name, $0.value.field) }
    }

    private var field: FieldValue {
        switch self {
        case .null: .null
        case .flag(let flag): .flag(flag)
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        case .list, .object: .nested
        }
    }
}
