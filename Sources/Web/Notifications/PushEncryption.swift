import Crypto
import Foundation

/// Keys of a browser's push subscription (RFC 8291, section 2).
struct PushKeys: Sendable {
    /// The browser's public key.
    let publicKey: P256.KeyAgreement.PublicKey
    /// Secret shared with the browser, of 16 bytes.
    let auth: Data
}

/// Encryption of push messages (RFC 8291) as a single record of `aes128gcm` (RFC 8188).
enum PushEncryption {
    /// Lengths to which messages are padded, in bytes, so that their length tells little.
    static let lengths = [1024, 2048, 2944]

    /// The longest message in bytes.
    static let most = 2943

    private static let recordSize: UInt32 = 4096

    /// Encrypts a message, padded to one of `lengths`; `nil` if it is too long.
    static func encrypt(_ message: Data, for keys: PushKeys) throws -> Data? {
        guard let length = lengths.first(where: { $0 > message.count }) else { return nil }
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        return try encrypt(message, for: keys, salt: salt, ephemeral: .init(), length: length)
    }

    /// - Parameter length: of the message with its delimiter and padding, in bytes.
    static func encrypt(
        _ message: Data, for keys: PushKeys, salt: Data, ephemeral: P256.KeyAgreement.PrivateKey, length: Int
    ) throws -> Data {
        let own = ephemeral.publicKey.x963Representation
        let theirs = keys.publicKey.x963Representation
        let input = try ephemeral.sharedSecretFromKeyAgreement(with: keys.publicKey).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: keys.auth, sharedInfo: Data("WebPush: info\0".utf8) + theirs + own,
            outputByteCount: 32)
        let key = derive(input, salt, "Content-Encoding: aes128gcm\0", 16)
        let nonce = derive(input, salt, "Content-Encoding: nonce\0", 12).withUnsafeBytes { Data($0) }
        // The delimiter of the last record, then zeros.
        var padded = message
        padded.append(2)
        padded.append(Data(count: max(0, length - padded.count)))
        let box = try AES.GCM.seal(padded, using: key, nonce: AES.GCM.Nonce(data: nonce))
        var body = salt
        body.append(withUnsafeBytes(of: recordSize.bigEndian) { Data($0) })
        body.append(UInt8(own.count))
        for part in [own, box.ciphertext, box.tag] { body.append(part) }
        return body
    }

    private static func derive(_ input: SymmetricKey, _ salt: Data, _ info: String, _ count: Int) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: input, salt: salt, info: Data(info.utf8), outputByteCount: count)
    }
}

extension PushKeys {
    /// - Returns: `nil` unless `publicKey` is an uncompressed point on P-256 and `auth` has 16 bytes.
    init?(publicKey: [UInt8], auth: [UInt8]) {
        guard publicKey.count == 65, auth.count == 16 else { return nil }
        do {
            self.init(
                publicKey: try P256.KeyAgreement.PublicKey(x963Representation: Data(publicKey)), auth: Data(auth))
        } catch {
            return nil
        }
    }
}
