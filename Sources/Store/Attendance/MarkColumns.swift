import Classroom

extension Mark {
    /// SQL columns of a mark.
    static let columns =
        "is_present, doubt, mark.at, how, distance, accuracy, mark.maker, mark.device, age, place, print"

    init(_ row: Row) throws {
        self.init(
            isPresent: try row.flag("is_present"), at: try row.instant("at"),
            how: try row.word("how"), maker: try row.identifier("maker"), doubt: try row.optionalWord("doubt"))
        distance = try row.optionalReal("distance")
        accuracy = try row.optionalReal("accuracy")
        device = try row.optionalIdentifier("device")
        age = try row.optionalReal("age")
        place = try row.optionalWord("place")
        print = try row.optionalReal("print")
    }
}

extension AttendancePolicy {
    /// SQL column of the evidence that a class asks for, its own or else its course's.
    static let ofClass = "COALESCE(class.evidence, course.evidence) AS evidence"

    init(_ row: Row) throws {
        self.init(
            evidence: try row.word("evidence"), worstAccuracy: try row.real("accuracy"))
    }
}
