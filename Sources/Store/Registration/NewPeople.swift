import Classroom

extension Store {
    /// Gives student IDs to active new people in order of arrival, at most `Entry.mostInBatch` of them; returns how
    /// many.
    ///
    /// People and IDs are chosen in the same transaction, so nobody who gets an ID in the meantime gets another.
    public func numberNewPeople(device: Identifier, by maker: Maker, now: Instant = .now) async throws -> Int {
        try await writer.write(isolated: false) { connection in
            var largest = try connection.largestStudentNumber()
            var entries: [Incoming] = []
            for person in try connection.newPeople(most: Entry.mostInBatch) {
                guard let studentID = StudentID.next(after: largest) else { break }
                let entry = PostedEntry(
                    id: .make(at: now), kind: .personNumbered, at: now,
                    fields: [Field("person", .text(person.text)), Field("studentID", .text(studentID))])
                entries.append(Incoming(try IncomingEntry(entry, device: device, now: now), by: maker, now: now))
                largest = studentID
            }
            return try JournalGroup.append(entries, on: connection).count { $0.outcome == .accepted }
        }
    }

    /// Number of active people without a student ID, who are therefore not on the roster.
    public func newPeopleCount() async throws -> Int {
        try await database.read { connection in
            let row = try connection.first(
                "SELECT COUNT(*) AS people FROM person WHERE is_active = 1 AND roster_group = 0")
            return Int(try row?.integer("people") ?? 0)
        }
    }
}

extension Connection {
    fileprivate func newPeople(most: Int) throws -> [Identifier] {
        try rows("SELECT id FROM person WHERE is_active = 1 AND roster_group = 0 ORDER BY id LIMIT $1", most)
            .map { try $0.identifier("id") }
    }
}
