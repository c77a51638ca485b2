import Classroom
import Foundation

/// Push subscription of a browser (<https://www.w3.org/TR/push-api/>): where its messages go, and the keys for them.
public struct PushSubscription: Sendable {
    public let endpoint: String
    public let publicKey: [UInt8]
    public let auth: [UInt8]
    /// Address of this server as the browser knows it.
    public let site: String

    public init(endpoint: String, publicKey: [UInt8], auth: [UInt8], site: String) {
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.auth = auth
        self.site = site
    }

    /// SHA-256 of an endpoint in lowercase hexadecimal, by which a browser finds its own.
    public static func hash(_ endpoint: String) -> String { sha256(Data(endpoint.utf8)) }
}

/// Push subscriptions belong to a sign-in, like it are not in the journal, and end with it.
extension Store {
    /// The most subscriptions of one person; one more ends the oldest.
    public static let mostSubscriptions = 10

    /// Adds a browser's subscription, or takes it over from whoever was signed in there before.
    public func subscribe(
        _ subscription: PushSubscription, _ person: Identifier, by token: SignInToken, now: Instant = .now
    ) async throws {
        let (hash, signIn) = (PushSubscription.hash(subscription.endpoint), try key().hash(token.digest))
        try await writer.write { connection in
            let isSignedIn =
                try connection.first(
                    "SELECT hash FROM sign_in WHERE hash = $1 AND person = $2", signIn, person) != nil
            guard isSignedIn else { throw Problem.signedOut }
            try connection.run(
                """
                INSERT INTO push_subscription (hash, endpoint, public_key, auth, site, person, sign_in, made_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                ON CONFLICT (hash) DO UPDATE
                SET public_key = $3, auth = $4, site = $5, person = $6, sign_in = $7, made_at = $8
                """,
                hash, subscription.endpoint, SQLValue.bytes(subscription.publicKey),
                SQLValue.bytes(subscription.auth), subscription.site, person, signIn, now)
            try connection.run(
                """
                DELETE FROM push_subscription WHERE person = $1 AND hash NOT IN
                    (SELECT hash FROM push_subscription WHERE person = $1
                     ORDER BY made_at DESC, hash DESC LIMIT \(Self.mostSubscriptions))
                """, person)
        }
    }

    /// Ends the subscription of a person's browser.
    public func unsubscribe(_ endpoint: String, of person: Identifier) async throws {
        let hash = PushSubscription.hash(endpoint)
        try await writer.write { connection in
            _ = try connection.run("DELETE FROM push_subscription WHERE hash = $1 AND person = $2", hash, person)
        }
    }

    /// Ends a subscription that the push service no longer knows.
    public func forgetSubscription(_ endpoint: String) async throws {
        let hash = PushSubscription.hash(endpoint)
        try await writer.write { _ = try $0.run("DELETE FROM push_subscription WHERE hash = $1", hash) }
    }

    /// Subscriptions of active people who are still signed in.
    public func subscriptions(
        of people: [Identifier], now: Instant = .now
    ) async throws -> [PushSubscription] {
        let fingerprint = try key().fingerprint
        return try await database.read { connection in
            try people.flatMap { person in
                try connection.rows(
                    """
                    SELECT endpoint, public_key, auth, site FROM push_subscription
                    JOIN sign_in ON sign_in.hash = push_subscription.sign_in
                    JOIN person ON person.id = push_subscription.person
                    WHERE push_subscription.person = $1 AND is_active = 1 AND sign_in.person = $1
                      AND sign_in.expires_at > $2 AND sign_in.key_hash = $3
                    ORDER BY push_subscription.made_at, push_subscription.hash
                    """, person, now, fingerprint
                ).map(PushSubscription.init)
            }
        }
    }
}

extension PushSubscription {
    fileprivate init(_ row: Row) throws {
        self.init(
            endpoint: try row.text("endpoint"), publicKey: try row.bytes("public_key"), auth: try row.bytes("auth"),
            site: try row.text("site"))
    }
}
