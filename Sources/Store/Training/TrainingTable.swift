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
