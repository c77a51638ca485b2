import Classroom
import Crypto
import Foundation
import Store

/// Voluntary identification of this server to push services (VAPID, RFC 8292).
struct Vapid: Sendable {
    private let key: P256.Signing.PrivateKey

    /// How long a token is good, in milliseconds: at most a day is allowed.
    private static let lifetime: Int64 = 12 * 3_600_000

    init(_ key: P256.Signing.PrivateKey) {
        self.key = key
    }

    /// Public key, by which browsers bind their subscriptions to this book.
    var publicKey: String { key.publicKey.x963Representation.base64URL }

    /// Value of the header `Authorization`.
    ///
    /// - Parameters:
    ///   - audience: origin of the push service.
    ///   - contact: address of whoever runs this server, `https:` or `mailto:`.
    func authorization(audience: String, contact: String, now: Instant) throws -> String {
        let claims = Claims(
            aud: audience, exp: now.adding(milliseconds: Self.lifetime).milliseconds / 1000, sub: contact)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = Data(#"{"typ":"JWT","alg":"ES256"}"#.utf8).base64URL + "." + (try encoder.encode(claims)).base64URL
        // JWS wants r and s one after the other (RFC 7518, section 3.4).
        let signature = try key.signature(for: Data(text.utf8)).rawRepresentation.base64URL
        return "vapid t=\(text).\(signature),k=\(publicKey)"
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int64
        let sub: String
    }
}
