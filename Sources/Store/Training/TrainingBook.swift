import Classroom

/// Effects of training log entries. Each person has their own log.
extension Book {
    func apply(_ logged: TrainingLogged) throws {
        guard let maker else { throw Self.noTraining }
        if try connection.first("SELECT id FROM training WHERE id = $1", logged.training) != nil {
            throw Problem.invalid("training", "exists", "This entry exists already.")
        }
        try connection.run(
            """
            INSERT INTO training (id, person, description, category, minutes, started_at, is_deleted)
            VALUES ($1, $2, $3, $4, $5, $6, 0)
            """, logged.training, maker, logged.description, logged.category.rawValue, logged.minutes, logged.start)
    }

    /// Deletes or restores an entry. Of several entries the latest by its own time counts.
    func turn(_ reference: TrainingReference, deleted: Bool) throws {
        let row = try connection.first(
            "SELECT turned_at FROM training WHERE id = $1 AND person = $2", reference.training, maker)
        guard let row else { throw Self.noTraining }
        if let turned = try row.optionalInteger("turned_at"), turned > at.milliseconds { return }
        try connection.run(
            "UPDATE training SET is_deleted = $2, turned_at = $3 WHERE id = $1", reference.training, deleted, at)
    }

    private static let noTraining = Problem.invalid("training", "notFound", "This entry is not in your log.")
}
