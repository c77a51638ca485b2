import Classroom

extension Store {
    /// Gives the next free student IDs to active people who are new, who came first at first, at most
    /// `Entry.mostInBatch` of them, and tells to how many.
    ///
    /// Whom to give which is decided in the same transaction: nobody who has an ID meanwhile gets another.
    public func numberNewPeople(device: Identifier, by maker: Maker, now: Instant = .now) async throws -> Int {
        // Each entry has a savepoint of its own already.
        try await writer.write(isolated: false) { connection in
            let journal = Journal(connection: connection, maker: maker, now: now)
            var largest = try connection.largestStudentNumber()
            var numbered = 0
            for person in try connection.newPeople(most: Entry.mostInBatch) {
                guard let studentID = StudentID.next(after: largest) else { break }
                let entry = PostedEntry(
                    id: .make(at: now), kind: .personNumbered, at: now,
                    fields: [Field("person", .text(person.text)), Field("studentID", .text(studentID))])
                let result = try journal.append(IncomingEntry(entry, device: device, now: now))
                if result.outcome == .accepted { numbered += 1 }
                largest = studentID
            }
            return numbered
        }
    }

    /// How many active people are not on the roster yet for want of a student ID.
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
