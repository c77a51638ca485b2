import Testing

@testable import Classroom

/// A book that is in memory whole: what was never said is not there.
struct WholeBook {
    private(set) var book = Book { $0.lowercased() }
    private var sequence: Int64 = 0

    /// Says something; returns "accepted", or the problems.
    @discardableResult
    mutating func say(
        _ kind: Kind, _ fields: [String: FieldValue], by maker: Identifier?, at: Instant
    ) -> String {
        var reader = FieldReader(fields.sorted { $0.key < $1.key }.map { Field($0.key, $0.value) }, isStored: true)
        let payload = kind.read(&reader)
        if let problem = reader.problems.first { return problem.field + " " + problem.code }
        sequence += 1
        book.want(payload, by: maker)
        while true {
            fill()
            do throws(Stop) {
                if let problem = try book.refusal(of: payload, kind, by: maker) { return "kind " + problem.code }
                try book.apply(
                    payload,
                    Occasion(
                        maker: maker, device: maker ?? Identifier(high: 0, low: 1), at: at, received: at,
                        sequence: sequence))
                return "accepted"
            } catch {
                guard case .broken(let problems) = error else { continue }
                return problems.map { $0.field + " " + $0.code }.joined(separator: ", ")
            }
        }
    }

    /// There is nothing that is wanted but what is there.
    private mutating func fill() {
        book.people.load([], for: book.people.takeWanted())
        book.details.load([], for: book.details.takeWanted())
        book.registrations.load([], for: book.registrations.takeWanted())
        book.studentTypes.load([], for: book.studentTypes.takeWanted())
        book.pictures.load([], for: book.pictures.takeWanted())
        book.venues.load([], for: book.venues.takeWanted())
        book.courses.load([], for: book.courses.takeWanted())
        book.courseInstructors.load([], for: book.courseInstructors.takeWanted())
        book.enrolments.load([], for: book.enrolments.takeWanted())
        book.ownEnrolments.load([], for: book.ownEnrolments.takeWanted())
        book.classes.load([], for: book.classes.takeWanted())
        book.marks.load([], for: book.marks.takeWanted())
        book.reconfirmations.load([], for: book.reconfirmations.takeWanted())
        book.reconfirmed.load([], for: book.reconfirmed.takeWanted())
        book.ownReconfirmed.load([], for: book.ownReconfirmed.takeWanted())
        book.questions.load([], for: book.questions.takeWanted())
        book.votes.load([], for: book.votes.takeWanted())
        book.ownVotes.load([], for: book.ownVotes.takeWanted())
        book.trainings.load([], for: book.trainings.takeWanted())
        book.editTimes.load([], for: book.editTimes.takeWanted())
        for key in book.events.takeWanted() { book.events.load([], for: key) }
        for key in book.words.takeWanted() { book.words.load([], for: key) }
        for key in book.claims.takeWanted() { book.claims.load([], for: key) }
        for key in book.spoken.takeWanted() { book.spoken.load([], for: key) }
        _ = (book.studentIDs.takeWanted(), book.numbers.takeWanted(), book.typeNames.takeWanted())
        _ = (book.owners.takeWanted(), book.sessions.takeWanted(), book.plans.takeWanted())
        _ = (book.requests.takeWanted(), book.attendance.takeWanted(), book.belongings.takeWanted())
        _ = (book.mergedVenues.takeWanted(), book.reconfirmationsOfClass.takeWanted())
    }
}
