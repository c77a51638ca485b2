import Classroom

extension RowTable where R == RegistrationRow {
    static let registrations = RowTable(
        name: "registration", key: ["person"],
        columns: ["email", "gender", "university", "country", "registered_at", "maker"],
        keyValues: { [$0.sqlValue] },
        read: { row in
            RegistrationRow(
                person: try row.identifier("person"), email: try row.text("email"), gender: try row.word("gender"),
                university: try row.text("university"), country: try row.text("country"),
                at: try row.instant("registered_at"), maker: try row.optionalIdentifier("maker"))
        },
        values: {
            [
                $0.email.sqlValue, $0.gender.rawValue.sqlValue, $0.university.sqlValue, $0.country.sqlValue,
                $0.at.sqlValue, $0.maker.sqlValue,
            ]
        })
}
