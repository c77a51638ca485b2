import Classroom
import Testing

@testable import Store

extension Database {
    /// Makes a book of the first version of the schema, with one person of the student ID 1 in it, or nobody.
    func keepFirstVersion(with person: Identifier? = nil) async throws {
        try await write { connection in
            try connection.run(Migrations.ownTable)
            for statement in Schema.version1(types) { try connection.run(statement) }
            try connection.run("INSERT INTO migration (version, at) VALUES (1, 0)")
            guard let person else { return }
            let fields = ["person": person.text, "firstName": "Ida", "studentID": "1"]
            let added = PostedEntry(
                id: .make(at: .now), kind: .personAdded, at: .now,
                fields: fields.map { Field($0.key, .text($0.value)) })
            let arrival = try Arrival(added, device: .make(at: .now), now: .now)
            let result = try Journal(connection: connection, maker: .host, now: .now).append(arrival)
            #expect(result.outcome == .accepted)
        }
    }
}
