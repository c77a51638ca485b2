import Classroom
import Crypto
import Foundation

/// The secret under which sign-in codes and tokens are hashed. It is not in the book, so that a copy of the book alone
/// does not tell whether a guess is right.
public struct SignInKey: Sendable {
    public static let length = 32

    private let key: SymmetricKey

    public static func make() -> SignInKey {
        SignInKey(key: SymmetricKey(size: .bits256))
    }

    /// - Returns: `nil` unless there are 32 bytes.
    public init?(_ bytes: Data) {
        guard bytes.count == Self.length else { return nil }
        key = SymmetricKey(data: bytes)
    }

    private init(key: SymmetricKey) {
        self.key = key
    }

    public var bytes: Data { key.withUnsafeBytes { Data($0) } }

    /// By which the book knows the key again, without telling it.
    var fingerprint: String { hash("the key of sign-in") }

    /// Secret for another purpose, from which the key cannot be told.
    func secret(for purpose: String) -> SymmetricKey {
        SymmetricKey(
            data: HMAC<SHA256>.authenticationCode(for: Data("the secret of \(purpose)".utf8), using: key))
    }

    /// HMAC-SHA256 (RFC 2104), in lowercase hexadecimal.
    func hash(_ digest: String) -> String {
        hexadecimal(HMAC<SHA256>.authenticationCode(for: Data(digest.utf8), using: key))
    }
}

/// The book's hashes were made under other keys than the one given.
public struct ForeignSignInKey: Error {}

extension Store {
    /// Whether hashes of the book have been made under any key.
    public func hasSignInKey() async throws -> Bool {
        try await database.read { try $0.first("SELECT hash FROM sign_in_key LIMIT 1") != nil }
    }

    /// Whether this is one of the keys under which the book's hashes are made.
    public func knows(_ key: SignInKey) async throws -> Bool {
        try await database.read { connection in
            try connection.first("SELECT hash FROM sign_in_key WHERE hash = $1", key.fingerprint) != nil
        }
    }

    /// The same book with a key. Its first key takes over the hashes from before there were keys, so that cards and
    /// sign-ins go on.
    ///
    /// - Parameter besideOthers: whether the key may be a new one where there are others; what was made under those
    ///   lets nobody in as long as this one is used. Otherwise it throws `ForeignSignInKey`.
    public func using(_ key: SignInKey, besideOthers: Bool = false, now: Instant = .now) async throws -> Store {
        if try await !knows(key) {
            let isFirst = try await writer.write { connection in
                let keys = try connection.rows("SELECT hash FROM sign_in_key").map { try $0.text("hash") }
                if keys.contains(key.fingerprint) { return true }
                guard keys.isEmpty || besideOthers else { return false }
                try connection.run("INSERT INTO sign_in_key (hash, made_at) VALUES ($1, $2)", key.fingerprint, now)
                if keys.isEmpty { try connection.takeOverHashes(under: key) }
                return true
            }
            guard isFirst else { throw ForeignSignInKey() }
        }
        var store = self
        store.signInKey = key
        store.signedIn = SignedInMemory()
        return store
    }

    /// What sign-in needs, where it is there.
    func key() throws -> SignInKey {
        guard let signInKey else { throw Problem.unavailable("This book was opened without its key of sign-in.") }
        return signInKey
    }
}

extension Connection {
    /// Hashes once more what was hashed without a key.
    fileprivate func takeOverHashes(under key: SignInKey) throws {
        while true {
            let rows = try rows(
                "SELECT hash, person, made_at, revoked_at FROM sign_in_code WHERE key_hash IS NULL LIMIT 1000")
            if rows.isEmpty { break }
            for row in rows { try takeOverCode(row, under: key) }
        }
        while true {
            let rows = try rows("SELECT hash FROM sign_in WHERE key_hash IS NULL LIMIT 1000")
            if rows.isEmpty { break }
            for row in rows {
                let plain = try row.text("hash")
                try run(
                    "UPDATE sign_in SET hash = $2, key_hash = $3 WHERE hash = $1", plain, key.hash(plain),
                    key.fingerprint)
            }
        }
    }

    /// As a new row, since sign-ins refer to the old one.
    private func takeOverCode(_ row: Row, under key: SignInKey) throws {
        let plain = try row.text("hash")
        try run(
            "INSERT INTO sign_in_code (hash, person, made_at, revoked_at, key_hash) VALUES ($1, $2, $3, $4, $5)",
            key.hash(plain), row.identifier("person"), row.instant("made_at"), row.optionalInstant("revoked_at"),
            key.fingerprint)
        try run("UPDATE sign_in SET code = $2 WHERE code = $1", plain, key.hash(plain))
        try run("DELETE FROM sign_in_code WHERE hash = $1", plain)
    }
}
