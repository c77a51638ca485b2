import Classroom

extension RowTable where R == TrainingRow {
    static let trainings = RowTable(
        name: "training", key: ["id"],
        columns: [
            "person", "description", "category", "minutes", "started_at", "is_deleted", "turned_at", "own_person",
        ],
        keyValues: { [$0.sqlValue] },
        read: { row in
            var training = TrainingRow(
                id: try row.identifier("id"), person: try row.identifier("person"),
                description: try row.text("description"), category: try row.word("category"),
                minutes: Int(try row.integer("minutes")), startedAt: try row.instant("started_at"),
                isDeleted: try row.flag("is_deleted"), turnedAt: try row.optionalInstant("turned_at"))
            training.ownPerson = try row.optionalIdentifier("own_person")
            return training
        },
        values: {
            [
                $0.person.sqlValue, $0.description.sqlValue, $0.category.rawValue.sqlValue, $0.minutes.sqlValue,
                $0.startedAt.sqlValue, $0.isDeleted.sqlValue, $0.turnedAt.sqlValue, $0.ownPerson.sqlValue,
            ]
        })
}

extension Connection {
    /// Saves entries of training logs, and the sums of minutes that change with them, so that nobody adds up a whole log.
    func save(trainings changes: [(stored: TrainingRow?, now: TrainingRow?)]) throws {
        try save(changes, in: .trainings)
        var minutes: [TrainingSum: Int] = [:]
        for (stored, now) in changes {
            if let stored, !stored.isDeleted { minutes[TrainingSum(stored), default: 0] -= stored.minutes }
            if let now, !now.isDeleted { minutes[TrainingSum(now), default: 0] += now.minutes }
        }
        let sums = minutes.filter { $0.value != 0 }
        try insert(
            into: "training_total (person, category, minutes)", sums.map { $0.key.values + [$0.value.sqlValue] },
            "ON CONFLICT (person, category) DO UPDATE SET minutes = training_total.minutes + excluded.minutes")
        let less = sums.filter { $0.value < 0 }
        guard !less.isEmpty else { return }
        try run(
            "DELETE FROM training_total WHERE (person, category) IN $list AND minutes = 0", for: less.map(\.key.values))
    }
}

/// What minutes are added up of: a category of a person's log.
private struct TrainingSum: Hashable {
    let person: Identifier
    let category: TrainingCategory

    init(_ training: TrainingRow) {
        (person, category) = (training.person, training.category)
    }

    var values: [SQLValue] { [person.sqlValue, category.rawValue.sqlValue] }
}
