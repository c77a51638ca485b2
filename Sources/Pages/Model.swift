import Classroom

/// What a page says, as one tree: JSON for programs, and what a template is filled with for people.
///
/// An object holds every name that it may have. What is absent is `null`, so that a name which no object has is known
/// to be a mistake.
public enum Model: Sendable {
    case null
    case flag(Bool)
    case whole(Int64)
    case real(Double)
    case text(String)
    case list([Model])
    case object([Member])

    /// Named value of an object.
    public struct Member: Sendable {
        public let name: MemberName
        public let value: Model
    }
}

/// Name of a member, written out in the source: letters and digits.
///
/// It is no more than the place of its bytes, which a zero follows, so that hundreds of names take little code.
public struct MemberName: @unchecked Sendable, ExpressibleByStringLiteral {
    private let start: UnsafePointer<UInt8>

    @inline(__always)
    public init(stringLiteral text: StaticString) { start = text.utf8Start }

    var bytes: UnsafeBufferPointer<UInt8> {
        var count = 0
        while start[count] != 0 { count += 1 }
        return UnsafeBufferPointer(start: start, count: count)
    }

    public var text: String { String(utf8: Array(bytes)) }

    @inline(never)
    func isSame(as name: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = start
        // Most names differ at their first byte. A zero is in none.
        for byte in name {
            guard byte != 0, place.pointee == byte else { return false }
            place += 1
        }
        return place.pointee == 0
    }

    @inline(never)
    func isSame(as name: String) -> Bool {
        var place = start
        for byte in name.utf8 {
            guard byte != 0, place.pointee == byte else { return false }
            place += 1
        }
        return place.pointee == 0
    }
}

/// Type with a model: a value, or a part of a page.
public protocol Modelled {
    var model: Model { get }
}

extension Model: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (MemberName, Model)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }
}

extension Model: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Model...) { self = .list(elements) }
}

extension Model: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = .text(text) }
}

extension Model: ExpressibleByIntegerLiteral {
    public init(integerLiteral number: Int64) { self = .whole(number) }
}

extension Model: ExpressibleByFloatLiteral {
    public init(floatLiteral number: Double) { self = .real(number) }
}

extension Model: ExpressibleByBooleanLiteral {
    public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension Model: ExpressibleByNilLiteral {
    public init(nilLiteral: ()) { self = .null }
}

extension Bool: Modelled {
    public var model: Model { .flag(self) }
}

extension Int: Modelled {
    public var model: Model { .whole(Int64(self)) }
}

extension Int64: Modelled {
    public var model: Model { .whole(self) }
}

extension Double: Modelled {
    public var model: Model { .real(self) }
}

extension String: Modelled {
    public var model: Model { .text(self) }
}

extension Optional: Modelled where Wrapped: Modelled {
    public var model: Model {
        switch self {
        case .some(let value): value.model
        case .none: .null
        }
    }
}

extension Array: Modelled where Element: Modelled {
    public var model: Model { .list(map { $0.model }) }
}

/// Object that is made member by member.
///
/// Pages that the module makes are written so: a call for each member takes a third of the code that a literal takes.
public struct ModelObject {
    private var members: [Model.Member] = []

    public init() {}

    public var model: Model { .object(members) }

    @inline(never)
    public mutating func add(_ name: MemberName, _ value: Model) {
        members.append(Model.Member(name: name, value: value))
    }

    @inline(never)
    public mutating func add(_ name: MemberName, _ text: String?) { add(name, text.model) }

    @inline(never)
    public mutating func add(_ name: MemberName, _ flag: Bool) { add(name, flag.model) }

    @inline(never)
    public mutating func add(_ name: MemberName, _ number: Int?) { add(name, number.model) }

    @inline(never)
    public mutating func add(_ name: MemberName, _ value: some Modelled) { add(name, value.model) }

    @inline(never)
    public mutating func add(_ name: MemberName, _ value: (some Modelled)?) { add(name, value.model) }

    @inline(never)
    public mutating func add(_ name: MemberName, _ values: [some Modelled]) { add(name, values.model) }
}
