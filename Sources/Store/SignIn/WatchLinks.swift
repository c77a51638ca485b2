import Classroom
import Crypto
import Foundation

/// What a watch shows to mark its student present, and for nothing else: 256 random bits, of which the book keeps the
/// keyed hash only.
public struct WatchToken: Sendable, Equatable {
    public let text: String

    static func make() -> WatchToken {
        WatchToken(text: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64URL })
    }

    /// - Returns: `nil` unless the text has the form of a token.
    public init?(_ text: String) {
        func isPart(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
            default: false
            }
        }
        guard text.utf8.count == 43, text.utf8.allSatisfy(isPart) else { return nil }
        self.text = text
    }

    private init(text: String) {
        self.text = text
    }

    /// What is hashed again under the key of sign-in.
    var digest: String { sha256(Data("watch:\(text)".utf8)) }
}

/// Link by which a watch marks its student present; never the token.
public struct WatchLink: Sendable {
    public let id: Identifier
    public let name: String
    public let made: Instant
    /// `nil` while the link was not used.
    public let lastUsed: CalendarDate?
    /// `nil` unless the link was revoked.
    public let revoked: SignInCodeRecord.Deed?
}

/// Student whom a watch marks present.
public struct WatchHolder: Sendable {
    public let person: Person
    public let link: Identifier
}

extension Store {
    /// The most links of a person that are good at the same time.
    public static let mostWatchLinks = 5

    /// The most revoked links of a person that are kept.
    static let mostRevokedWatchLinks = 20

    /// The longest name of a link, in characters.
    public static let mostOfWatchName = 50

    /// Makes a link for a student's watch. Only now can the token be read.
    public func makeWatchLink(
        for student: Identifier, named name: String, now: Instant = .now
    ) async throws -> WatchToken {
        let (token, key, id) = (WatchToken.make(), try key(), Identifier.make(at: now))
        let name = try Self.checkedName(name)
        try await writer.write { connection in
            guard try connection.role(of: student) == .student else { throw Problem.forbidden(Self.studentsOnly) }
            guard try connection.countWatchLinks(of: student) < Self.mostWatchLinks else {
                throw Problem.invalid("name", "tooMany", "You have five links. Revoke one before you make another.")
            }
            try connection.run(
                "INSERT INTO watch_link (hash, key_hash, id, person, name, made_at) VALUES ($1, $2, $3, $4, $5, $6)",
                key.hash(token.digest), key.fingerprint, id, student, name, now)
        }
        return token
    }

    /// Words for who is no student.
    public static let studentsOnly = "Only students mark themselves present."

    private static func checkedName(_ name: String) throws -> String {
        let name = Words.trimmed(name)
        if name.isEmpty { throw Problem.invalid("name", "required", "Give the link a name, such as Watch.") }
        if let problem = Words.problem(name, most: mostOfWatchName) {
            throw Problem.invalid("name", problem.code, problem.message)
        }
        return name
    }

    /// Links of a person, the newest first; of the revoked ones, which are asked for apart, the last twenty.
    public func watchLinks(of person: Identifier, withRevoked: Bool = false) async throws -> [WatchLink] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT watch_link.*, revoker.first_name AS revoked_first, revoker.last_name AS revoked_last
                FROM watch_link LEFT JOIN person AS revoker ON revoker.id = revoked_by
                WHERE person = $1 AND (revoked_at IS NULL OR $2 = 1)
                ORDER BY watch_link.made_at DESC, watch_link.id DESC
                """, person, withRevoked
            ).map(WatchLink.init)
        }
    }

    /// Makes one link of a student's own worthless. A link that is revoked already stays as it was.
    public func revokeWatchLink(_ link: Identifier, of student: Identifier, now: Instant = .now) async throws {
        try await writer.write { connection in
            let link = try connection.first("SELECT id FROM watch_link WHERE id = $1 AND person = $2", link, student)
            guard let id = try link?.identifier("id") else { throw Problem.notFound }
            try connection.revokeWatchLinks(of: student, only: id, by: Maker(person: student, role: .student), now)
        }
    }

    /// Whom a token marks present; `nil` if the token is nobody's, revoked, or of somebody inactive.
    ///
    /// - Parameter day: the day of use, which the student sees.
    public func watchHolder(of token: WatchToken, on day: CalendarDate) async throws -> WatchHolder? {
        let hash = try key().hash(token.digest)
        let found: (holder: WatchHolder, lastUsed: String?)? = try await database.read { connection in
            let row = try connection.first(
                """
                SELECT person.*, NULL AS type_name, watch_link.id AS link, last_used_on
                FROM watch_link JOIN person ON person.id = watch_link.person
                WHERE hash = $1 AND revoked_at IS NULL AND is_active = 1
                """, hash)
            return try row.map {
                (
                    WatchHolder(person: try Person($0), link: try $0.identifier("link")),
                    try $0.optionalText("last_used_on")
                )
            }
        }
        if let found, found.lastUsed != day.text {
            try await writer.write {
                _ = try $0.run("UPDATE watch_link SET last_used_on = $2 WHERE hash = $1", hash, day.text)
            }
        }
        return found?.holder
    }
}

extension Connection {
    /// - Parameter only: the one link meant; `nil` for all.
    func revokeWatchLinks(of person: Identifier, only: Identifier? = nil, by maker: Maker, _ now: Instant) throws {
        try run(
            """
            UPDATE watch_link SET revoked_at = $2, revoked_by = $3, revoked_way = $4
            WHERE person = $1 AND revoked_at IS NULL AND id = COALESCE($5, id)
            """, person, now, maker.person, maker.way.rawValue, only)
        try run(
            """
            DELETE FROM watch_link WHERE person = $1 AND revoked_at IS NOT NULL AND id NOT IN (
                SELECT id FROM watch_link WHERE person = $1 AND revoked_at IS NOT NULL
                ORDER BY revoked_at DESC, id DESC LIMIT \(Store.mostRevokedWatchLinks))
            """, person)
    }

    fileprivate func countWatchLinks(of person: Identifier) throws -> Int64 {
        try first("SELECT COUNT(*) AS links FROM watch_link WHERE person = $1 AND revoked_at IS NULL", person)?
            .integer("links") ?? 0
    }
}

extension WatchLink {
    fileprivate init(_ row: Row) throws {
        id = try row.identifier("id")
        name = try row.text("name")
        made = try row.instant("made_at")
        lastUsed = try row.optionalText("last_used_on").flatMap { CalendarDate($0) }
        revoked = try SignInCodeRecord.Deed("revoked", row)
    }
}
