import Classroom

/// Local networks of the instructors' devices at a class, and tokens for students on them.
extension Store {
    /// Time for which a network counts after an instructor's device was seen on it, in milliseconds.
    static let networkTime: Int64 = 600_000

    /// Notes on which networks an instructor of a class is. Only classes in session that take tokens have networks.
    ///
    /// - Parameter networks: names of networks: equal for devices on the same one.
    /// - Returns: whether one of them was not known.
    @discardableResult
    public func note(
        networks: [String], of session: Identifier, by instructor: Identifier, now: Instant
    ) async throws -> Bool {
        guard let known = try await database.read({ try $0.networks(of: session, now: now) }),
            networks.contains(where: { known[$0].map { now.since($0) > 60_000 } ?? true })
        else { return false }
        _ = try await writer.write { connection in
            for network in networks {
                try connection.run(
                    """
                    INSERT INTO class_network (class, network, seen_at)
                    SELECT class.id, $3, $4 FROM class WHERE class.id = $1 AND \(ClassSession.isTaught(by: "$2"))
                    ON CONFLICT (class, network) DO UPDATE SET seen_at = $4
                    """, session, instructor, network, now)
            }
            try connection.run("DELETE FROM class_network WHERE seen_at < $1", now.adding(milliseconds: -86_400_000))
        }
        return networks.contains { known[$0] == nil }
    }

    /// Token for a student who is on a network of the class now; `nil` if the class takes none, or the student is on
    /// none of its networks.
    public func token(
        for student: Identifier, at session: Identifier, on networks: [String], now: Instant
    ) async throws -> NetworkToken? {
        let isThere = try await database.read { connection in
            guard let known = try connection.networks(of: session, now: now),
                networks.contains(where: { known[$0] != nil })
            else { return false }
            return try connection.first(
                """
                SELECT class.id FROM class JOIN enrolment ON enrolment.course = class.course
                WHERE class.id = $1 AND enrolment.person = $2 AND enrolment.state = 'accepted'
                """, session, student) != nil
        }
        guard isThere else { return nil }
        return NetworkToken(
            text: AttendanceCodes(try key()).token(for: student, at: session, issued: now),
            ends: now.adding(milliseconds: AttendanceCode.tokenTime))
    }
}

extension Connection {
    /// Networks of a class in session that takes tokens, with when they were seen; `nil` for other classes.
    fileprivate func networks(of session: Identifier, now: Instant) throws -> [String: Instant]? {
        let row = try first(
            """
            SELECT \(AttendancePolicy.ofClass), accuracy FROM class JOIN course ON course.id = class.course
            WHERE class.id = $1 AND phase IN ('running', 'paused')
            """, session)
        guard let row, try AttendancePolicy(row).evidence.takesNetwork else { return nil }
        let rows = try rows(
            "SELECT network, seen_at FROM class_network WHERE class = $1 AND seen_at >= $2", session,
            now.adding(milliseconds: -Store.networkTime))
        return Dictionary(try rows.map { (try $0.text("network"), try $0.instant("seen_at")) }) { max($0, $1) }
    }
}

/// Token of the local network.
public struct NetworkToken: Sendable {
    public let text: String
    /// Until when it is good.
    public let ends: Instant
}
