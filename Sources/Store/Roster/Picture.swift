import Classroom
import Foundation

/// Picture of a person, recognised by its bytes.
public struct Picture: Sendable, Equatable {
    /// SHA-256 of the file in lowercase hexadecimal, used as its name everywhere.
    public let hash: String
    public let mediaType: String
    public let bytes: [UInt8]

    /// Maximum size: 2 MiB. Pictures in entries have a lower limit, `PersonPictured.mostBytes`.
    public static let mostBytes = 2 * 1024 * 1024

    /// Throws a problem at `data` if the bytes are not a picture, or too many.
    public init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.mostBytes else {
            throw Problem.invalid("data", "tooLarge", "The picture is larger than 2 MB.")
        }
        guard let mediaType = Self.mediaType(of: bytes) else {
            throw Problem.invalid("data", "notAPicture", "This is not a PNG, JPEG or WebP picture.")
        }
        self.bytes = bytes
        self.mediaType = mediaType
        hash = sha256(bytes)
    }

    init(base64: String) throws {
        guard let data = Data(base64Encoded: base64) else {
            throw Problem.invalid("data", "base64", "This picture cannot be read.")
        }
        try self.init(Array(data))
    }

    func store(on connection: any Connection) throws {
        try connection.run(
            "INSERT INTO picture (hash, media_type, bytes) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING",
            hash, mediaType, SQLValue.bytes(bytes))
    }

    /// Media type by the beginning and end of the file: PNG (ISO/IEC 15948: signature, IHDR first, IEND last), JPEG
    /// (ITU-T T.81: SOI, a marker, EOI), WebP (RFC 9649: RIFF with the file's length, WEBP, a VP8 chunk).
    private static func mediaType(of bytes: [UInt8]) -> String? {
        if isPNG(bytes) { return "image/png" }
        if bytes.count > 128, bytes.starts(with: [0xFF, 0xD8, 0xFF]), bytes.suffix(2) == [0xFF, 0xD9] {
            return "image/jpeg"
        }
        return isWebP(bytes) ? "image/webp" : nil
    }

    private static func isPNG(_ bytes: [UInt8]) -> Bool {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        return bytes.starts(with: start) && bytes.suffix(12) == end[...]
    }

    private static func isWebP(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 20, bytes.starts(with: Array("RIFF".utf8)) else { return false }
        let length = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        return bytes[8..<15].elementsEqual(Array("WEBPVP8".utf8))
            && (length + 8 == bytes.count || length + 9 == bytes.count)
    }
}

extension Store {
    /// Picture with a hash.
    public func picture(_ hash: String) async throws -> Picture {
        let row = try await database.read { connection in
            try connection.first("SELECT bytes FROM picture WHERE hash = $1", hash)
        }
        guard let row else { throw Problem.notFound }
        return try Picture(row.bytes("bytes"))
    }
}

extension Store {
    /// Stores a picture too large for an entry, so that an entry can name it by its hash.
    public func keep(_ picture: Picture) async throws {
        try await writer.write { try picture.store(on: $0) }
    }

    /// Active people with a GitHub username and no picture, in roster order; at most 1,000.
    public func withoutPicture() async throws -> [Person] {
        try await database.read { connection in
            try connection.rows(
                Person.select + """
                     WHERE is_active = 1 AND github <> '' AND picture IS NULL
                    ORDER BY roster_group, person.name_key, person.id LIMIT 1000
                    """
            ).map(Person.init)
        }
    }
}
