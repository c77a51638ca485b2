import Classroom

/// Training log that a device takes along.
public struct OfflineLog: Sendable {
    /// The newest lines.
    public let trainings: [Training]
    /// Whether there are more.
    public let hasMore: Bool
    /// Sums of all lines.
    public let totals: TrainingTotals
    /// What the person deleted within the hour, since it may be put back without signal.
    public let deleted: [TrainingRow]

    fileprivate static let most = 500
    fileprivate static let mostDeleted = 20
    /// In milliseconds.
    fileprivate static let hour: Int64 = 3_600_000
}

extension Store {
    /// What a device takes along of a person's training log.
    public func offlineLog(of person: Identifier, now: Instant = .now) async throws -> OfflineLog {
        let part = try await trainings(of: person, most: OfflineLog.most)
        let deleted = try await database.read { connection in
            try connection.rows(
                """
                SELECT * FROM training WHERE person = $1 AND is_deleted = 1 AND turned_at > $2
                ORDER BY turned_at DESC LIMIT \(OfflineLog.mostDeleted)
                """, person, now.adding(milliseconds: -OfflineLog.hour)
            ).map(RowTable.trainings.read)
        }
        return OfflineLog(
            trainings: part.elements, hasMore: part.next != nil, totals: try await trainingTotals(of: person),
            deleted: deleted)
    }
}
