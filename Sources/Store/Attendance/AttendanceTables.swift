import Classroom

extension RowTable where R == MarkRow {
    static let marks = RowTable(
        name: "mark", key: ["class", "person"],
        columns: [
            "is_present", "doubt", "at", "how", "distance", "accuracy", "maker", "device", "age", "place", "print",
        ],
        furtherColumns: ["is_saved"],
        keyValues: { [$0.first.sqlValue, $0.second.sqlValue] },
        read: { MarkRow(key: try $0.pair("class", "person"), mark: try Mark($0)) },
        values: { row in
            let mark = row.mark
            return [
                mark.isPresent.sqlValue, (mark.doubt?.rawValue).sqlValue, mark.at.sqlValue,
                mark.how.rawValue.sqlValue, mark.distance.flatMap { Int64(nearest: $0) }.sqlValue,
                mark.accuracy.sqlValue, mark.maker.sqlValue, mark.device.sqlValue, mark.age.sqlValue,
                (mark.place?.rawValue).sqlValue, mark.print.sqlValue,
            ]
        })
}

extension RowTable where R == ReconfirmationRow {
    static let reconfirmations = RowTable(
        name: "reconfirmation", key: ["id"], columns: ["class", "at", "ends_at", "maker", "is_withdrawn"],
        keyValues: { [$0.sqlValue] },
        read: { row in
            ReconfirmationRow(
                id: try row.identifier("id"), session: try row.identifier("class"), at: try row.instant("at"),
                ends: try row.instant("ends_at"), maker: try row.identifier("maker"),
                isWithdrawn: try row.flag("is_withdrawn"))
        },
        values: {
            [
                $0.session.sqlValue, $0.at.sqlValue, $0.ends.sqlValue, $0.maker.sqlValue, $0.isWithdrawn.sqlValue,
            ]
        })
}

extension RowTable where R == ReconfirmedRow {
    static let reconfirmed = RowTable(
        name: "reconfirmed", key: ["reconfirmation", "person"],
        columns: ["at", "doubt", "is_late", "distance", "sequence"],
        keyValues: { [$0.first.sqlValue, $0.second.sqlValue] },
        read: { row in
            ReconfirmedRow(
                key: try row.pair("reconfirmation", "person"), at: try row.instant("at"),
                doubt: try row.optionalWord("doubt"), isLate: try row.flag("is_late"),
                distance: try row.optionalInteger("distance"), sequence: try row.integer("sequence"))
        },
        values: {
            [
                $0.at.sqlValue, ($0.doubt?.rawValue).sqlValue, $0.isLate.sqlValue, $0.distance.sqlValue,
                $0.sequence.sqlValue,
            ]
        })

    static let ownReconfirmed = reconfirmed.named("own_reconfirmed")
}
