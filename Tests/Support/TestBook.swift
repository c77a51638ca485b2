import Classroom
@testable import Store

/// A book of its own for one test, and short ways to write in it.
public final class TestBook: Sendable {
    public let store: Store
    public let place: BookPlace
    public static let key = SignInKey.make()
    public let device = Identifier.make(at: .now)
    public let instructor = Identifier.make(at: .now)

    /// Opens an empty book with one instructor, Ida Berg.
    public init(_ engine: Engine = .sqlite) async throws {
        place = try await BookPlace.withSchema(engine)
        store = try await Store(place.address, signInKey: Self.key)
        try await expectAccepted([added(instructor, "Ida", "Berg", id: "90000000", role: "instructor")], by: .host)
    }

    deinit {
        do { try place.remove() } catch { print("left behind: \(place.address): \(error)") }
    }

    public var maker: Maker { Maker(person: instructor, role: .instructor) }

    public func post(_ entries: [PostedEntry], by maker: Maker? = nil) async throws -> [EntryResult] {
        try await store.append(entries, device: device, by: maker ?? self.maker)
    }

    /// Appends entries that must be accepted.
    public func expectAccepted(_ entries: [PostedEntry], by maker: Maker? = nil) async throws {
        let problems = try await post(entries, by: maker).flatMap(\.problems)
        if !problems.isEmpty { throw Problem.invalid(problems) }
    }

    /// The problems of one entry, as "field code".
    public func problems(_ entry: PostedEntry, by maker: Maker? = nil) async throws -> [String] {
        try await post([entry], by: maker).flatMap(\.problems).map { "\($0.field) \($0.code)" }
    }

    public func entry(_ kind: Kind, _ fields: [String: FieldValue], at: Instant = .now) -> PostedEntry {
        PostedEntry(id: .make(at: at), kind: kind, at: at, fields: fields.map { Field($0.key, $0.value) })
    }

    public func added(
        _ person: Identifier, _ first: String, _ last: String, id: String, role: String = "student"
    ) -> PostedEntry {
        entry(
            .personAdded,
            [
                "person": .text(person.text), "firstName": .text(first), "lastName": .text(last),
                "studentID": .text(id), "role": .text(role),
            ])
    }

    /// What Ann Fleming says when she is registered.
    public static func registration(of person: Identifier) -> [String: FieldValue] {
        [
            "person": .text(person.text), "firstName": .text("Ann"), "lastName": .text("Fleming"),
            "email": .text("ann@example.org"), "gender": .text("female"), "university": .text("ETH Zürich"),
            "country": .text("Switzerland"),
        ]
    }

    public func registered(
        _ person: Identifier, _ others: [String: FieldValue] = [:], at: Instant = .now
    ) -> PostedEntry {
        entry(.personRegistered, Self.registration(of: person).merging(others) { $1 }, at: at)
    }

    /// Adds students with IDs from 10000001 on.
    public func addStudents(_ count: Int) async throws -> [Identifier] {
        let people = (0..<count).map { _ in Identifier.make(at: .now) }
        try await expectAccepted(
            people.enumerated().map { added($1, "Student", "Number \($0)", id: String(10_000_001 + $0)) })
        return people
    }

    public func addVenue(_ name: String = "Hall", _ position: Position? = nil) async throws -> Identifier {
        let venue = Identifier.make(at: .now)
        var fields: [String: FieldValue] = ["venue": .text(venue.text), "name": .text(name)]
        if let position {
            fields["latitude"] = .number(position.latitude)
            fields["longitude"] = .number(position.longitude)
        }
        try await expectAccepted([entry(.venueSaved, fields)])
        return venue
    }

    /// Starts a class at a venue of its own.
    public func startClass(at: Instant = .now, by maker: Maker? = nil, venue: Identifier? = nil) async throws
        -> Identifier
    {
        let session = Identifier.make(at: at)
        let place: Identifier
        if let venue { place = venue } else { place = try await addVenue() }
        let fields = ["class": FieldValue.text(session.text), "venue": .text(place.text)]
        try await expectAccepted([entry(.classStarted, fields, at: at)], by: maker)
        return session
    }

    public func step(_ kind: Kind, _ session: Identifier, at: Instant = .now) -> PostedEntry {
        entry(kind, ["class": .text(session.text)], at: at)
    }

    public func mark(_ kind: Kind, _ session: Identifier, _ person: Identifier, at: Instant = .now) -> PostedEntry {
        entry(kind, ["class": .text(session.text), "person": .text(person.text)], at: at)
    }
}

extension Person {
    /// All that is known of the person, to be compared.
    public var facts: String {
        let texts = [name.first, name.last, initials, studentID, github, typeName, joined, picture].map { $0 ?? "-" }
        let states = "\(role) \(isOwner) \(isActive) \(attended) \(removal.map { "\($0)" } ?? "-")"
        return "\(id) \(texts) \(states) \(type?.text ?? "-") \(others)"
    }
}
