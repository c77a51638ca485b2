import Classroom

extension RowTable where R == NearbyRow {
    static let nearby = RowTable(
        name: "nearby", key: ["class", "person"], columns: ["at", "is_inside"],
        keyValues: { [$0.first.sqlValue, $0.second.sqlValue] },
        read: { row in
            NearbyRow(
                key: try row.pair("class", "person"), at: try row.instant("at"),
                isInside: try row.flag("is_inside"))
        },
        values: { [$0.at.sqlValue, $0.isInside.sqlValue] })
}

extension RowTable where R == ChoiceRow {
    static let choices = RowTable(
        name: "notification_choice", key: ["person", "topic"], columns: ["is_wanted", "at"],
        keyValues: { [$0.person.sqlValue, $0.topic.rawValue.sqlValue] },
        read: { row in
            ChoiceRow(
                key: ChoiceRow.Key(person: try row.identifier("person"), topic: try row.word("topic")),
                isWanted: try row.flag("is_wanted"), at: try row.instant("at"))
        },
        values: { [$0.isWanted.sqlValue, $0.at.sqlValue] })
}
