import Classroom
import Crypto
import Foundation

/// Sign-in code: a pre-generated identity, which signs in whoever holds it.
///
/// Characters of Crockford's base 32 in groups of four. A card has twelve, so 60 random bits: `K7QF-2M9X-RT4D`. A short
/// code, good once and for minutes, has ten, so 50 bits: `K7QF-2M9X-RT`. The book keeps its keyed hash only.
public struct SignInCode: Sendable, Equatable {
    /// Characters without hyphens, in capitals.
    private let characters: [UInt8]

    private static let (length, shortLength) = (12, 10)

    public static func make() -> SignInCode { make(length) }

    static func makeShort() -> SignInCode { make(shortLength) }

    private static func make(_ length: Int) -> SignInCode {
        var generator = SystemRandomNumberGenerator()
        let values = (0..<length).map { _ in UInt8.random(in: 0...31, using: &generator) }
        return SignInCode(characters: values.map(CrockfordBase32.character(_:)))
    }

    private init(characters: [UInt8]) {
        self.characters = characters
    }

    /// Parses a code as typed: any case, with or without spaces and hyphens, O for 0, I and L for 1.
    public init?(_ text: String) {
        guard text.utf8.count <= 100 else { return nil }
        // Keyboards also give letters that only look like those of the code, such as the Turkish "ı".
        let plain = text.uppercased().precomposedStringWithCanonicalMapping.replacingOccurrences(of: "\r\n", with: "\n")
        var characters: [UInt8] = []
        for scalar in plain.unicodeScalars where !Self.separators.contains(scalar) {
            guard let byte = UInt8(exactly: scalar.value), let character = CrockfordBase32.character(typed: byte)
            else { return nil }
            characters.append(character)
        }
        guard [Self.length, Self.shortLength].contains(characters.count) else { return nil }
        self.init(characters: characters)
    }

    private static let separators: [Unicode.Scalar] = [
        "-", " ", "\u{2010}", "\u{2011}", "\u{2013}", "\u{A0}", "\t", "\n",
    ]

    /// Printed form, in groups of four.
    public var text: String {
        stride(from: 0, to: characters.count, by: 4).map { start in
            String(decoding: characters.dropFirst(start).prefix(4), as: UTF8.self)
        }.joined(separator: "-")
    }

    /// What is hashed again under the key of sign-in.
    var digest: String { sha256(Data("code:".utf8 + characters)) }
}

/// What a device shows to prove who is signed in: 256 random bits, of which the book keeps the keyed hash only.
public struct SignInToken: Sendable, Equatable {
    public let text: String

    static func make() -> SignInToken {
        SignInToken(text: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64URL })
    }

    public init(text: String) {
        self.text = text
    }

    /// What is hashed again under the key of sign-in.
    var digest: String { sha256(Data("token:\(text)".utf8)) }
}
