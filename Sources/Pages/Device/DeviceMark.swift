import Classroom

/// Attendance of a person at a class in a device's book.
struct DeviceMark: Sendable {
    let person: Identifier
    let mark: Mark
    /// What was known before each word of the instructor, oldest first.
    private var before: [Mark] = []

    init(_ person: Identifier, _ mark: Mark) {
        (self.person, self.mark) = (person, mark)
    }

    init?(_ copy: CopyValue) {
        guard let person = copy.identifier("person"), let at = copy.instant("at") else { return nil }
        var mark = Mark(
            isPresent: copy.flag("isPresent"), at: at, how: Mark.How(word: copy.words("how")) ?? .instructor,
            maker: person, doubt: Claim.Doubt(word: copy.words("doubt")))
        (mark.distance, mark.accuracy) = (copy.number("distance"), copy.number("accuracy"))
        self.init(person, mark)
    }

    /// The mark after another. Of several the latest counts.
    func followed(by other: DeviceMark) -> DeviceMark {
        guard other.mark.at >= mark.at else { return self }
        var next = other
        next.before = before + [mark]
        return next
    }

    /// The mark as it is copied anew, with what was known before.
    func following(_ earlier: DeviceMark) -> DeviceMark {
        var next = earlier.mark.at < mark.at ? earlier.followed(by: self) : self
        if earlier.mark.at == mark.at { next.before = earlier.before }
        return next
    }

    /// What was known without the instructor's latest word; `nil` if nothing was.
    var withdrawn: DeviceMark? {
        guard mark.isByInstructor else { return self }
        guard let last = before.last else { return nil }
        var earlier = DeviceMark(person, last)
        earlier.before = before
        earlier.before.removeLast()
        return earlier
    }
}

/// Question whether those present are still there, in a device's book.
struct DeviceReconfirmation: Sendable {
    let asked: Reconfirmation
    private let answers: [(person: Identifier, answer: Reconfirmed)]

    init(_ asked: Reconfirmation) {
        (self.asked, answers) = (asked, [])
    }

    init?(_ copy: CopyValue) {
        guard let id = copy.identifier("id"), let at = copy.instant("at"), let ends = copy.instant("ends") else {
            return nil
        }
        asked = Reconfirmation(id: id, at: at, ends: ends)
        answers = copy.list("answers").compactMap { answer in
            guard let person = answer.identifier("person"), let at = answer.instant("at") else { return nil }
            return (
                person,
                Reconfirmed(
                    at: at, doubt: Claim.Doubt(word: answer.words("doubt")), isLate: answer.flag("isLate"),
                    distance: answer.number("distance"))
            )
        }
    }

    func answer(of person: Identifier) -> Reconfirmed? {
        for one in answers where one.person == person { return one.answer }
        return nil
    }
}
