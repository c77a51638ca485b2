import Classroom
import Store

extension Site {
    /// Roster as records for a file.
    public func rosterRecords() async throws -> [RosterRecord] {
        var records: [RosterRecord] = []
        var after: String?
        repeat {
            let part = try await store.everybody(after: after)
            let details = try await store.details(of: part.elements.map(\.id))
            for person in part.elements {
                records.append(try await record(of: person, details[person.id], line: records.count + 1))
            }
            after = part.next?.text
        } while after != nil
        return records
    }

    private func record(
        of person: Person, _ details: PersonDetails?, line: Int
    ) async throws -> RosterRecord {
        var picture: [UInt8]?
        if let hash = person.picture { picture = try await store.picture(hash).bytes }
        return RosterRecord(
            line: line, firstName: person.name.first, lastName: person.name.last, studentID: person.studentID ?? "",
            github: person.github, role: person.role.rawValue, type: person.typeName ?? "", joined: person.joined,
            active: person.isActive, email: details?.email ?? "", phone: details?.phone ?? "", picture: picture)
    }
}
