import Classroom

/// Students whose claims are worth a look by the instructor, with the reasons.
public struct Suspicion: Sendable {
    public let student: Identifier
    public let signs: [Sign]
}

extension Store {
    /// Signs at a class with this fence, for students of whom the instructor has not decided, in their order.
    public func signs(
        at session: Identifier, fence: Geofence?, _ students: [Attendance]
    ) async throws -> [Suspicion] {
        try await signs(
            at: session, fence: fence,
            students.compactMap { one in one.mark.map { (person: one.student.id, mark: $0) } })
    }

    /// Signs at a class with this fence, for students of whom the instructor has not decided, in the order of `marks`.
    public func signs(
        at session: Identifier, fence: Geofence?, _ marks: [(person: Identifier, mark: Mark)]
    ) async throws -> [Suspicion] {
        let claims = marks.filter { $0.mark.device != nil }.map { Sighting($0.mark, of: $0.person) }
        guard !claims.isEmpty else { return [] }
        let (attempts, elsewhere) = try await database.read { connection in
            (try connection.attempts(at: session), try connection.elsewhere(of: session))
        }
        let byDevice = Dictionary(grouping: claims) { $0.device }
        let byPrint = Dictionary(grouping: claims) { $0.print }
        let decided = Set(marks.filter { $0.mark.isByInstructor }.map(\.person))
        return claims.filter { !decided.contains($0.person) }.compactMap { claim in
            func others(_ group: [Sighting]?) -> [Identifier] {
                (group ?? []).map(\.person).filter { $0 != claim.person }
            }
            let own = attempts[claim.person] ?? []
            var signs: [Sign] = []
            let (onDevice, withPrint) = (others(byDevice[claim.device]), others(byPrint[claim.print]))
            if !onDevice.isEmpty { signs.append(.sharedDevice(onDevice)) }
            if claim.print != nil, !withPrint.isEmpty { signs.append(.equalFix(withPrint)) }
            if let other = own.compactMap(\.other).first { signs.append(.anothersToken(other)) }
            signs += Sign.signs(
                of: claim,
                attempts: own.filter { $0.kind != .token }.map { ($0.at, $0.kind == .outside, $0.distance) },
                elsewhere: elsewhere[claim.person] ?? [], fence: fence)
            return signs.isEmpty ? nil : Suspicion(student: claim.person, signs: signs)
        }
    }
}

extension Sighting {
    fileprivate init(_ mark: Mark, of person: Identifier) {
        self.init(person: person, at: mark.at)
        device = mark.device
        hasCode = mark.how.holdsCode
        (place, distance, age, print) = (mark.place, mark.distance, mark.age, mark.print)
    }
}

extension Connection {
    /// Attempts at a class that did not count, by student and in the order of time.
    fileprivate func attempts(at session: Identifier) throws -> [Identifier: [Attempt]] {
        Dictionary(
            grouping: try rows(
                "SELECT person, kind, at, distance, other FROM attempt WHERE class = $1 ORDER BY person, at, entry",
                session
            ).map(Attempt.init), by: \.person)
    }

    /// Presence of a class's students at other classes within twelve hours, by student.
    func elsewhere(of session: Identifier) throws -> [Identifier: [Elsewhere]] {
        let columns = "mark.person, other.at, venue.name, fence_latitude, fence_longitude, fence_radius"
        let isMeant = """
            mark.class = $1 AND mark.how <> 'instructor' AND class.id <> $1
            AND other.at BETWEEN mark.at - 43200000 AND mark.at + 43200000
            AND other.is_present = 1 AND other.how <> 'instructor' AND fence_latitude IS NOT NULL
            """
        // Of classes that are saved by the person, of the few others by the class, with which SQLite begins because of CROSS.
        let rows = try rows(
            """
            SELECT * FROM (
                SELECT \(columns) FROM mark JOIN mark AS other ON other.person = mark.person
                     JOIN class ON class.id = other.class \(Venue.join("class.venue"))
                WHERE other.is_saved = 1 AND \(isMeant)
                UNION ALL
                SELECT \(columns) FROM class CROSS JOIN mark AS other CROSS JOIN mark \(Venue.join("class.venue"))
                WHERE class.phase IN ('running', 'paused') AND other.class = class.id AND mark.person = other.person
                      AND \(isMeant)
            ) AS others ORDER BY person, at
            """, session)
        let known = try rows.compactMap { row in
            try Geofence(row).map { fence in
                (
                    person: try row.identifier("person"),
                    place: Elsewhere(venue: try row.text("name"), fence: fence, at: try row.instant("at"))
                )
            }
        }
        return Dictionary(grouping: known, by: \.person).mapValues { $0.map(\.place) }
    }
}
