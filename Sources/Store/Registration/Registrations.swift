import Classroom

/// Details that a person gave at registration.
public struct Registration: Sendable, Equatable {
    public let email: String
    public let gender: Gender
    public let university: String
    /// Country; "" if unknown.
    public let country: String
    /// Time of registration by the device's clock.
    public let at: Instant
}

extension Store {
    /// Registration of a person; `nil` for people added in another way.
    public func registration(of person: Identifier) async throws -> Registration? {
        try await database.read { connection in
            try connection.first(
                "SELECT email, gender, university, country, registered_at FROM registration WHERE person = $1", person
            ).map(Registration.init)
        }
    }
}

extension Registration {
    init(_ row: Row) throws {
        email = try row.text("email")
        gender = try row.word("gender")
        university = try row.text("university")
        country = try row.text("country")
        at = try row.instant("registered_at")
    }
}
