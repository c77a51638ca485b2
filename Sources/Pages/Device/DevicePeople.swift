import Classroom

/// People of a device's book, as the server's `Store.roster` and its like find them.
extension DeviceBook {
    /// People in the order of the roster, that match a query.
    ///
    /// - Parameter present: people who are listed although they are inactive.
    func roster(_ query: RosterQuery, present: [Identifier] = []) -> [Person] {
        let wanted = FoldedWords.telling(words(query.search))
        var found: [DevicePerson] = []
        for one in people where isListed(one, query, present) {
            if wanted.isEmpty || FoldedWords.areFound(wanted, in: words(of: one.person)) { found.append(one) }
        }
        return sorted(
            found,
            by: found.map { one in
                switch query.sort {
                case .name: one.group
                case .studentsFirst: -one.group
                case .attended: one.group << 40 - Int64(one.person.attended)
                }
            }
        ).map { $0.person }
    }

    private func isListed(_ one: DevicePerson, _ query: RosterQuery, _ present: [Identifier]) -> Bool {
        let person = one.person
        if query.withoutNew, person.isNew { return false }
        if let type = query.type, person.type != type { return false }
        if query.others.contains(person.id) { return false }
        switch query.activity {
        case .active: return person.isActive || !one.isRemoved && present.contains(person.id)
        case .inactive: return !person.isActive && !one.isRemoved
        case .all: return !one.isRemoved
        case .removed: return person.removal.map { query.now < $0.ends } ?? false
        }
    }

    private func words(of person: Person) -> [String] {
        nameWords(person.name.first) + nameWords(person.name.last) + words(person.studentID ?? "")
            + words(person.github)
    }

    private func nameWords(_ name: String) -> [String] {
        let folded = host.fold(name)
        return host.words(folded) + (FoldedWords.withoutApostrophes(folded).map(host.words) ?? [])
    }

    /// Those people who were not removed, by name.
    func people(_ ids: [Identifier]) -> [Person] {
        let found = ids.compactMap { known($0) }.filter { !$0.isRemoved }
        return sorted(found, by: found.map { _ in 0 }).map { $0.person }
    }

    /// Students who were at classes, the most frequent, by name.
    func frequent(at classes: [DeviceClass], most: Int) -> [Person] {
        let times = presences(at: classes)
        var (students, ranks): ([DevicePerson], [Int64]) = ([], [])
        for (place, one) in people.enumerated() where times[place] > 0 && one.person.isActive && one.group == 2 {
            students.append(one)
            ranks.append(-times[place])
        }
        return people(sorted(students, by: ranks).prefix(most).map { $0.id })
    }

    /// At how many of the classes each of the people was present.
    func presences(at classes: [DeviceClass]) -> [Int64] {
        var times = [Int64](repeating: 0, count: people.count)
        for session in classes {
            for person in session.present {
                if let place = place(of: person) { times[place] += 1 }
            }
        }
        return times
    }

    /// Those of the people by whose name or student ID a search finds them.
    func found(_ search: String, among people: [DevicePerson]) -> [DevicePerson] {
        let wanted = words(search)
        if wanted.isEmpty { return people }
        return people.filter { one in
            FoldedWords.areFound(wanted, in: nameWords(one.person.name.full) + words(one.person.studentID ?? ""))
        }
    }

    @inline(never)
    private func sorted(_ people: [DevicePerson], by ranks: [Int64]) -> [DevicePerson] {
        let keys = people.indices.map { SortKey(rank: ranks[$0], text: people[$0].key, id: people[$0].id) }
        return SortKey.order(keys).map { people[$0] }
    }

    func studentTypes() -> [StudentType] {
        SortKey.order(types.map { SortKey(text: host.fold($0.name), id: $0.id) }).map { types[$0] }
    }

    /// Student ID to suggest for the next new person; "" when eight digits are used up.
    func nextStudentID() -> String {
        var largest: String?
        for one in people {
            guard let text = one.person.studentID ?? one.person.removal?.studentID?.text, StudentID.isNumber(text)
            else { continue }
            if largest.map({ $0.isBefore(text) }) ?? true { largest = text }
        }
        return StudentID.next(after: largest) ?? ""
    }

    /// Tags in use, in the order of their bytes, at most 100.
    func knownTags() -> [String] {
        var all: [String] = []
        for one in people where !one.isRemoved { all += one.details.tags }
        var tags: [String] = []
        for place in SortKey.order(all.map { SortKey(text: $0) })
        where !(tags.last?.isSame(as: all[place]) ?? false) {
            tags.append(all[place])
        }
        return Array(tags.prefix(100))
    }

    func details(of one: DevicePerson) -> PersonDetails {
        let row = one.details
        return PersonDetails(email: row.email ?? "", phone: row.phone, note: row.note, tags: row.tags)
    }

    @inline(never)
    func tags(of person: Identifier) -> [String] { known(person)?.details.tags ?? [] }
}
