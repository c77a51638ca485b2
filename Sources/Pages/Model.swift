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
        /// Letters and digits.
        public let name: StaticString
        public let value: Model
    }
}

/// Type with a model: a value, or a part of a page.
public protocol Modelled {
    var model: Model { get }
}

extension Model: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (StaticString, Model)...) {
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
