import Classroom

extension RowTable where R == RegistrationRow {
    /// Only written: what is registered does not change.
    static let registrations = RowTable(
        name: "registration", key: ["person"],
        columns: ["email", "gender", "university", "country", "registered_at", "maker"],
        keyValues: { [$0.sqlValue] },
        read: { throw UnexpectedValue(column: "person", value: $0["person"]) },
        values: {
            [
                $0.email.sqlValue, $0.gender.rawValue.sqlValue, $0.university.sqlValue, $0.country.sqlValue,
                $0.at.sqlValue, $0.maker.sqlValue,
            ]
        })
}
