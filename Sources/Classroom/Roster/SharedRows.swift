/// Row of what one person has in one matter, such as a course or a question, and of which each person has one at most.
protocol SharedRow: BookRow, Equatable where Key == Pair {
    /// The same of somebody else.
    func of(_ person: Identifier) -> Self

    /// What counts if both are one person's.
    func joined(with other: Self) -> Self
}

/// A separation of people who were one.
struct Parting {
    let person: Identifier
    /// The person, and those who turned out to be them.
    let ours: [Identifier]
    /// Who stays.
    let top: Identifier
    /// Who stays, and those who turned out to be them.
    let theirs: [Identifier]
}

extension EnrolmentRow: SharedRow {
    func of(_ person: Identifier) -> EnrolmentRow {
        EnrolmentRow(key: Pair(key.first, person), state: state, at: at, maker: maker, since: since)
    }

    /// Whoever takes a course as one of two takes it; of two equals the later counts.
    func joined(with other: EnrolmentRow) -> EnrolmentRow {
        if rank != other.rank { return rank > other.rank ? self : other }
        return at >= other.at ? self : other
    }

    private var rank: Int {
        switch state {
        case .accepted: 2
        case .requested: 1
        case .declined: 0
        }
    }
}

extension VoteRow: SharedRow {
    func of(_ person: Identifier) -> VoteRow { VoteRow(key: Pair(key.first, person), vote: vote, at: at) }

    /// The later vote counts.
    func joined(with other: VoteRow) -> VoteRow {
        at == other.at ? (vote >= other.vote ? self : other) : at > other.at ? self : other
    }
}

extension ReconfirmedRow: SharedRow {
    func of(_ person: Identifier) -> ReconfirmedRow {
        ReconfirmedRow(
            key: Pair(key.first, person), at: at, doubt: doubt, isLate: isLate, distance: distance, sequence: sequence)
    }

    /// The first answer without doubt counts, else the last.
    func joined(with other: ReconfirmedRow) -> ReconfirmedRow {
        if (doubt == nil) != (other.doubt == nil) { return doubt == nil ? self : other }
        return (sequence < other.sequence) == (doubt == nil) ? self : other
    }
}

extension Rows where Row: SharedRow {
    /// Makes what two people have one person's, and keeps what each had.
    mutating func share(
        of person: PersonRow, with other: PersonRow, keeping own: inout Rows<Row>
    ) {
        for row in all(where: { $0.key.second == other.id }) where !other.isShared { own.set(row) }
        for row in all(where: { $0.key.second == person.id }) {
            if !person.isShared { own.set(row) }
            remove(row.key)
            let theirs = row.of(other.id)
            set(loaded(theirs.key).map { $0.joined(with: theirs) } ?? theirs)
        }
    }

    /// Gives each of two people what is theirs.
    ///
    /// - Parameter keepsLater: whether it stays what counts for who stays with others, if it does not follow from what each
    ///   of them has: something else was said since.
    mutating func part(_ parting: Parting, keeping own: inout Rows<Row>, keepsLater: Bool = false) {
        let ours = own.all { parting.ours.contains($0.key.second) }
        let theirs = own.all { parting.theirs.contains($0.key.second) }
        for matter in Set((ours + theirs).map { $0.key.first }) {
            let (part, rest) = (ours.joined(in: matter), theirs.joined(in: matter))
            if let part { set(part.of(parting.person)) }
            let before = part.map { one in rest.map { one.joined(with: $0) } ?? one } ?? rest
            let key = Pair(matter, parting.top)
            let isLater = keepsLater && parting.theirs.count > 1 && loaded(key) != before?.of(parting.top)
            if isLater { continue }
            if let rest { set(rest.of(parting.top)) } else { remove(key) }
        }
        // Whoever is alone has no need of it any more.
        for row in ours where parting.ours.count == 1 { own.remove(row.key) }
        for row in theirs where parting.theirs.count == 1 { own.remove(row.key) }
    }
}

extension Array where Element: SharedRow {
    /// What counts in one matter of what several people have; `nil` if none has anything.
    fileprivate func joined(in matter: Identifier) -> Element? {
        var joined: Element?
        for row in self where row.key.first == matter { joined = joined.map { $0.joined(with: row) } ?? row }
        return joined
    }
}

extension Book {
    /// Makes what a person has in courses, at classes and in their log somebody else's.
    mutating func shareRows(of person: PersonRow, with other: PersonRow) throws(Stop) {
        enrolments.share(of: person, with: other, keeping: &ownEnrolments)
        reconfirmed.share(of: person, with: other, keeping: &ownReconfirmed)
        move(from: person.id, to: other.id, of: nil)
        let before = voted(by: [person.id, other.id])
        votes.share(of: person, with: other, keeping: &ownVotes)
        try recount(votesOf: [person.id, other.id], before)
        for var list in courseInstructors.all(where: { $0.people.contains(person.id) }) {
            if list.people.contains(other.id) { continue }
            list.people.append(other.id)
            list.forOthers.append(other.id)
            courseInstructors.set(list)
        }
    }

    /// - Parameter over: those into whom the person was merged, one after the other.
    mutating func partRows(_ parting: Parting, _ over: [Identifier]) throws(Stop) {
        enrolments.part(parting, keeping: &ownEnrolments, keepsLater: true)
        reconfirmed.part(parting, keeping: &ownReconfirmed)
        move(from: parting.top, to: parting.person, of: parting.ours)
        let before = voted(by: [parting.person, parting.top])
        votes.part(parting, keeping: &ownVotes)
        try recount(votesOf: [parting.person, parting.top], before)
        for var list in courseInstructors.all(where: { list in parting.ours.contains { list.people.contains($0) } }) {
            for one in over where list.forOthers.contains(one) {
                let others = try people.row(one)?.others ?? []
                if list.people.contains(where: { others.contains($0) }) { continue }
                list.people.removeAll { $0 == one }
                list.forOthers.removeAll { $0 == one }
            }
            courseInstructors.set(list)
        }
    }

    /// Hands on what has one owner: entries of the log, questions and classes.
    ///
    /// - Parameter owners: whose own these are; `nil` for all.
    private mutating func move(from person: Identifier, to other: Identifier, of owners: [Identifier]?) {
        func isMeant(_ now: Identifier, _ own: Identifier?) -> Bool {
            now == person && owners?.contains(own ?? now) ?? true
        }
        func own(_ owner: Identifier?) -> Identifier? { (owner ?? person) == other ? nil : owner ?? person }
        for var row in trainings.all(where: { isMeant($0.person, $0.ownPerson) }) {
            (row.person, row.ownPerson) = (other, own(row.ownPerson))
            trainings.set(row)
        }
        for var row in questions.all(where: { isMeant($0.asker, $0.ownAsker) }) {
            (row.asker, row.ownAsker) = (other, own(row.ownAsker))
            questions.set(row)
        }
        for var row in classes.all(where: { isMeant($0.instructor, $0.ownInstructor) }) {
            (row.instructor, row.ownInstructor) = (other, own(row.ownInstructor))
            classes.set(row)
        }
    }

    /// Votes of people, by question.
    private func voted(by people: [Identifier]) -> [Identifier: Int64] {
        var sums: [Identifier: Int64] = [:]
        for row in votes.all(where: { people.contains($0.key.second) }) {
            sums[row.key.first, default: 0] += Int64(row.vote)
        }
        return sums
    }

    /// Brings the sums of questions to the votes that there are now. Nobody votes on a question of their own.
    private mutating func recount(
        votesOf people: [Identifier], _ before: [Identifier: Int64]
    ) throws(Stop) {
        let all = votes.all { people.contains($0.key.second) }
        for row in all { questions.want(row.key.first) }
        for row in all where try questions.row(row.key.first)?.asker == row.key.second { votes.remove(row.key) }
        let now = voted(by: people)
        for id in Set(before.keys).union(now.keys) {
            let change = (now[id] ?? 0) - (before[id] ?? 0)
            guard change != 0, var question = try questions.row(id) else { continue }
            question.votes += change
            questions.set(question)
        }
    }
}
