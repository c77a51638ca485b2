import Classroom

/// People of the book whom a list may mean.
public struct KnownPeople: Sendable {
    private let byStudentID: [String: Person]
    private let byName: [String: [Person]]
    private let details: [Identifier: PersonDetails]
    /// Largest eight-digit student ID in use; `nil` if none.
    public let largestStudentNumber: String?

    /// - Parameter merged: those whom a list means by the ID or the name of somebody who was merged into them.
    fileprivate init(
        _ numbered: [Person], _ named: [Person], _ largest: String?, merged: [(MergedPerson, Person)],
        details: [Identifier: PersonDetails]
    ) {
        // Who has an ID now goes before who had it.
        byStudentID = Dictionary(
            numbered.compactMap { person in person.studentID.map { ($0, person) } }
                + merged.compactMap { before, person in before.studentID.map { ($0, person) } },
            uniquingKeysWith: { first, _ in first })
        var byName = Dictionary(grouping: named, by: \.name.key)
        for (before, person) in merged where byName[before.nameKey]?.contains(where: { $0.id == person.id }) != true {
            byName[before.nameKey, default: []].append(person)
        }
        self.byName = byName
        self.details = details
        largestStudentNumber = largest
    }

    public func person(withStudentID id: StudentID) -> Person? { byStudentID[id.text] }

    /// People of a name, folded as the search folds.
    public func people(named name: PersonName) -> [Person] { byName[name.key] ?? [] }

    /// What instructors know of a person.
    public func details(of person: Identifier) -> PersonDetails {
        details[person] ?? PersonDetails(email: "", phone: "", note: "", tags: [])
    }
}

extension PersonName {
    /// Key by which people of the same name are found, which is also their place on the roster: last name first, without
    /// case and accents.
    public var key: String { SearchKey.fold(last.isEmpty ? first : last + " " + first) }
}

extension Store {
    /// Appends what is planned for a list, knowing the people whom it may mean.
    ///
    /// The people are looked up, and the plan made, in the transaction that carries it out: of two equal lists at once the
    /// second finds the people of the first, and no student ID is given twice.
    ///
    /// - Parameter rehearsing: changes nothing.
    public func append<Plan: Sendable>(
        listOf names: [PersonName], _ studentIDs: [StudentID], device: Identifier, by maker: Maker, now: Instant,
        rehearsing: Bool,
        planning: @escaping @Sendable (KnownPeople) throws -> (plan: Plan, entries: [PostedEntry])
    ) async throws -> (plan: Plan, results: [EntryResult]) {
        try await writer.write { connection in
            let (plan, entries) = try planning(try connection.known(names, studentIDs))
            let incoming = try entries.map {
                Incoming(try IncomingEntry($0, device: device, now: now), by: maker, now: now)
            }
            return (plan, try JournalGroup.append(incoming, on: connection, rehearsing: rehearsing))
        }
    }
}

extension Connection {
    fileprivate func known(_ names: [PersonName], _ ids: [StudentID]) throws -> KnownPeople {
        let numbered = try found(Person.select + " WHERE student_id IN $list", Set(ids.map(\.text)).map { [.text($0)] })
            .map(Person.init)
        let named = try found(
            Person.select
                + " WHERE roster_group IN (0, 1, 2) AND person.name_key IN $list AND removed_at IS NULL ORDER BY person.id",
            Set(names.map(\.key)).map { [.text($0)] }
        ).map(Person.init)
        let (keys, numbers) = (Set(names.map(\.key)), Set(ids.map(\.text)))
        let merged = try mergedPeople().filter {
            keys.contains($0.nameKey) || $0.studentID.map(numbers.contains) ?? false
        }
        let others = Dictionary(
            try found(
                Person.select + " WHERE person.id IN $list AND removed_at IS NULL",
                Set(merged.map(\.other)).map { [$0.sqlValue] }
            ).map { row in
                let person = try Person(row)
                return (person.id, person)
            }, uniquingKeysWith: { first, _ in first })
        let all = Set((numbered + named + Array(others.values)).map(\.id))
        return KnownPeople(
            numbered, named, try largestStudentNumber(),
            merged: merged.compactMap { one in others[one.other].map { (one, $0) } },
            details: try details(of: Array(all)))
    }
}
