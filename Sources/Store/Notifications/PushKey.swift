import Crypto
import Foundation

extension SignInKey {
    /// Key pair by which the book's servers sign push messages: the same on every server of the book.
    func pushKey() throws -> P256.Signing.PrivateKey {
        for attempt in 0..<8 {
            if let key = Self.signingKey(secret(for: attempt == 0 ? "push messages" : "push messages \(attempt)")) {
                return key
            }
        }
        throw UnusablePushKey()
    }

    /// Key with these bytes as its scalar; `nil` if they are out of range, as one in 2³² secrets is.
    static func signingKey(_ secret: SymmetricKey) -> P256.Signing.PrivateKey? {
        do {
            return try P256.Signing.PrivateKey(rawRepresentation: secret.withUnsafeBytes { Data($0) })
        } catch {
            return nil
        }
    }
}

/// Error for eight secrets out of range in a row.
struct UnusablePushKey: Error {}

extension Store {
    /// Key pair by which the book's servers sign push messages.
    public func pushKey() throws -> P256.Signing.PrivateKey { try key().pushKey() }
}
