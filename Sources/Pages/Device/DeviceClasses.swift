import Classroom

/// Classes of a device's book, as the server's `Store.sessions` and its like find them.
extension DeviceBook {
    /// Instructor's classes in session, newest first.
    func classesInSession() -> [DeviceClass] {
        byTime(classes.filter { $0.row.instructor == owner && $0.row.isInSession }).reversed()
    }

    /// The instructor's classes in session besides one.
    func othersInSession(besides known: DeviceClass) -> [ClassSession] {
        classesInSession().filter { $0.row.id != known.row.id }.map { session($0) }
    }

    @inline(never)
    func session(_ known: DeviceClass) -> ClassSession {
        let (row, venue) = (known.row, venueShown(known.row.venue))
        return ClassSession(
            id: row.id, course: row.course, instructor: row.instructor, venueID: venue?.id ?? row.venue,
            venue: venue?.name ?? "", address: venue?.address ?? "", phase: row.phase, beganAt: row.beganAt,
            startedAt: known.start, plannedAt: row.plannedAt, minutes: row.minutes, survey: row.survey,
            evidence: row.evidence, isOpen: row.isOpen, fence: row.fence, runningSince: row.runningSince,
            worked: row.worked, paused: row.paused, endedAt: row.endedAt,
            attending: known.attending ?? present(at: known).count, temperature: row.temperature,
            courseTitle: course(of: known)?.title)
    }

    /// Course of a class; `nil` of a drop-in class.
    @inline(never)
    func course(of known: DeviceClass) -> DeviceCourse? { known.row.course.flatMap { course($0) } }

    /// Those present at a class.
    @inline(never)
    func present(at session: DeviceClass) -> [Identifier] {
        session.present.filter { !(known($0)?.isRemoved ?? false) }
    }

    /// Saved classes of an instructor, newest first.
    @inline(never)
    func savedClasses(of instructor: Identifier) -> [DeviceClass] {
        let saved = classes.filter { $0.isSaved && $0.row.instructor == instructor }
        return byTime(saved).reversed()
    }

    @inline(never)
    private func byTime(_ classes: [DeviceClass]) -> [DeviceClass] {
        SortKey.order(classes.map { SortKey(number: $0.start.milliseconds, id: $0.row.id) }).map { classes[$0] }
    }

    func sessions(_ query: SessionQuery) -> [ClassSession] {
        let wanted = FoldedWords.inOrder(words(query.search))
        let found = savedClasses(of: owner).filter { known in
            switch query.filter {
            case .all: true
            case .course: known.row.course != nil
            case .dropIn: known.row.course == nil
            }
        }.filter { wanted.isEmpty || isFound(wanted, $0) }
        let keys = found.map { known in
            let (start, id) = (known.start.milliseconds, known.row.id)
            return switch query.sort {
            case .newest, .oldest: SortKey(number: start, id: id)
            case .venue: SortKey(text: venueShown(known.row.venue)?.key ?? "", number: start, id: id)
            case .attended: SortKey(rank: Int64(present(at: known).count), number: start, id: id)
            }
        }
        let sessions = SortKey.order(keys).map { session(found[$0]) }
        return query.sort == .oldest || query.sort == .venue ? sessions : sessions.reversed()
    }

    private func isFound(_ wanted: [String], _ known: DeviceClass) -> Bool {
        let (venue, title) = (venueShown(known.row.venue)?.key ?? "", host.fold(course(of: known)?.title ?? ""))
        return wanted.allSatisfy { venue.holds($0) || title.holds($0) }
    }

    /// Newest saved classes of the instructor at which a person was present.
    func sessions(attendedBy person: Identifier) -> [ClassSession] {
        let attended = savedClasses(of: owner).filter { $0.present.contains(person) }
        return attended.prefix(50).map { session($0) }
    }

    /// Venues that are offered or those that are hidden, by name, without those that were merged.
    func venues(areHidden: Bool) -> [DeviceVenue] {
        byName(venues.filter { $0.isHidden == areHidden && $0.mergedInto == nil })
    }

    @inline(never)
    func byName(_ venues: [DeviceVenue]) -> [DeviceVenue] {
        SortKey.order(venues.map { SortKey(text: $0.key, id: $0.id) }).map { venues[$0] }
    }

    /// Venues that a search finds, nearest first where a position is known; at most 100.
    func venues(_ offered: [DeviceVenue], near position: Position?, search: String) -> [Venue] {
        let wanted = words(search)
        var (found, keys): ([Venue], [SortKey]) = ([], [])
        for one in offered
        where wanted.isEmpty || FoldedWords.areFound(wanted, in: words(one.name) + words(one.address)) {
            let venue = one.venue(from: position)
            // Of equal distances the order of names counts.
            let rank = position == nil ? 0 : venue.distance.flatMap { Int64(nearest: $0 * 1_000_000) } ?? .max
            keys.append(SortKey(rank: rank, number: Int64(found.count), id: venue.id))
            found.append(venue)
        }
        return SortKey.order(keys).prefix(100).map { found[$0] }
    }
}

/// Classes of courses.
extension DeviceBook {
    /// Students enrolled in the class's course, and others with a mark, by name; at most 1,000.
    func students(at known: DeviceClass) -> [Attendance] {
        students(of: course(of: known), at: [known]).map { one in
            Attendance(student: one.person, mark: known.mark(of: one.id))
        }
    }

    /// Students enrolled in a course, and others with a mark at classes, by name; at most 1,000.
    func students(of course: DeviceCourse?, at classes: [DeviceClass]) -> [DevicePerson] {
        var students = course?.enrolled ?? []
        for known in classes {
            for one in known.marks where one.mark.state != .absent { students.append(one.person) }
        }
        var (found, last): ([DevicePerson], Identifier?) = ([], nil)
        for student in SortKey.order(students.map { SortKey(id: $0) }).map({ students[$0] }) where student != last {
            last = student
            if let person = self.known(student), !person.isRemoved { found.append(person) }
        }
        return SortKey.order(found.map { SortKey(text: $0.key, id: $0.id) }).prefix(1000).map { found[$0] }
    }

    /// The owner's attendance at a class; `nil` if there is none.
    func attendance(at known: DeviceClass) -> Attendance? {
        guard let mark = known.mark(of: owner), let student = self.known(owner)?.person else { return nil }
        return Attendance(student: student, mark: mark, markedBy: known.markedBy)
    }

    /// Place of a class among those of its course. The copy says the numbers of the classes that it has; those added here
    /// push later ones on, and those deleted here pull them back.
    func place(of known: DeviceClass) -> ClassPlace? {
        guard let course = course(of: known), known.row.plannedAt != nil else { return nil }
        let all = siblings(in: course.id)
        // What the numbers of the copy change by.
        var (number, change) = ((all.first { $0.number != nil }?.number ?? 1) - 1, 0)
        var there: [(session: DeviceClass, number: Int)] = []
        for one in all {
            let isDeleted = one.row.phase == .deleted
            number = one.number ?? number
            if isDeleted == (one.number != nil) { change += isDeleted ? -1 : 1 }
            if !isDeleted { there.append((one, number + change)) }
        }
        guard let place = there.firstIndex(where: { $0.session.row.id == known.row.id }) else { return nil }
        func neighbour(_ step: Int) -> ClassSession? {
            let other = place + step
            guard other >= 0, other < there.count, there[other].number == there[place].number + step else { return nil }
            return session(there[other].session)
        }
        return ClassPlace(
            previous: neighbour(-1), next: neighbour(1), number: there[place].number, count: course.count + change)
    }

    /// Classes of a course that are not deleted, by planned start; and whether there are more than are on the device.
    func classes(of course: DeviceCourse) -> (there: [DeviceClass], isPart: Bool) {
        let all = siblings(in: course.id)
        let there = all.filter { $0.row.phase != .deleted }
        // Of those that the copy counts are not here.
        return (there, all.filter { $0.number != nil }.count < course.count)
    }

    /// Whether the device changed a course or one of its classes, also one that it deleted, since they were copied.
    func isChangedHere(_ course: DeviceCourse) -> Bool {
        course.isChangedHere || classes.contains { $0.row.course == course.id && ($0.isToldHere || $0.number == nil) }
    }

    /// Course as shown.
    func course(_ known: DeviceCourse, _ now: Instant) -> Course {
        let edge = now.adding(milliseconds: -ClassSession.grace)
        var next = known.nextAt.flatMap { $0 >= edge ? $0 : nil }
        let (there, isPart) = classes(of: known)
        // The next one is on the device unless it is later than all that are.
        let planned = there.filter { $0.row.isInSession || $0.row.phase == .scheduled && $0.start >= edge }
        if let first = planned.first?.row.plannedAt { next = first } else if !isPart { next = nil }
        let venue = venueShown(known.venue)
        return Course(
            id: known.id, title: known.title, description: known.row.description, venueID: venue?.id ?? known.venue,
            venue: venue?.name ?? "", address: venue?.address ?? "", timeZone: known.timeZone,
            category: known.row.category, survey: known.row.survey, isOpen: known.row.isOpen,
            policy: known.policy, askers: known.row.askers,
            nextAt: next, isInSession: planned.contains { $0.row.isInSession }, isArchived: known.isArchived,
            enrolment: teaches ? nil : .accepted, since: known.since)
    }

    /// Classes of a course, by planned start.
    private func siblings(in course: Identifier) -> [DeviceClass] {
        let all = classes.filter { $0.row.course == course && $0.row.plannedAt != nil }
        return SortKey.order(all.map { SortKey(number: $0.row.plannedAt?.milliseconds ?? 0, id: $0.row.id) }).map {
            all[$0]
        }
    }
}

/// What an instructor may want to start, and who may come.
extension DeviceBook {
    func classesToStart(now: Instant) -> ClassesToStart {
        let bounds = ClassesToStart.longest
        let (first, last) = (now.adding(milliseconds: -bounds.after), now.adding(milliseconds: bounds.before))
        let coming = classes.filter { one in
            guard one.row.phase == .scheduled, let plan = one.row.plannedAt, plan >= first, plan <= last,
                let course = course(of: one), course.isOwn, !course.isArchived
            else { return false }
            return plan.adding(milliseconds: Int64(one.row.minutes ?? 0) * 60_000) > now
        }
        var (due, next): ([(session: ClassSession, timeZone: String)], (session: ClassSession, timeZone: String)?) = (
            [], nil
        )
        for one in byTime(coming) {
            let startable = (session: session(one), timeZone: course(of: one)?.timeZone ?? timeZone)
            let isDue = now.adding(milliseconds: ClassesToStart.dueBefore) >= one.start
            next = startable
            guard isDue, due.count < ClassesToStart.mostDue else { break }
            (due, next) = (due + [startable], nil)
        }
        return ClassesToStart(due: due, next: next, usual: usualVenue(now))
    }

    private func usualVenue(_ now: Instant) -> Venue? {
        var held: [UsualVenue.Held] = []
        for one in savedClasses(of: owner).prefix(ClassesToStart.mostTelling) where one.row.course == nil {
            guard let venue = venueShown(one.row.venue), !venue.isHidden else { continue }
            held.append(UsualVenue.Held(venue: venue.id, startedAt: one.start))
        }
        return UsualVenue.choose(among: held, now: now).flatMap { venue($0) }?.venue(from: nil)
    }

    /// Students who came to the last few classes like one: the most frequent, by name.
    func studentsLately(before session: ClassSession) -> [Person] {
        var latest: [DeviceClass] = []
        let earlier = savedClasses(of: session.instructor).filter { $0.start < session.startedAt }
        for one in earlier.prefix(ClassesToStart.mostTelling) where latest.count < LatelyHere.fewLatest {
            let isThere = session.course != nil || venueShown(one.row.venue)?.id == session.venueID
            if one.row.course == session.course, isThere { latest.append(one) }
        }
        return frequent(at: latest, most: LatelyHere.mostPeople)
    }

    /// When a class was last paused or resumed, or somebody last marked at it, up to a moment; `nil` if never.
    func lastSign(of session: DeviceClass, until latest: Instant) -> Instant? {
        var last: Instant?
        func note(_ at: Instant) {
            if at <= latest, last.map({ $0 < at }) ?? true { last = at }
        }
        for told in session.told {
            if case .step(let step)? = told.payload.event, step == .paused || step == .resumed { note(told.at) }
        }
        for one in session.marks { note(one.mark.at) }
        return last
    }

    /// What was put right of a class: the newest 50.
    func story(of session: DeviceClass) -> ClassStory {
        let changes = ClassChange.changes(in: session.told, beganAt: session.row.beganAt)
        return ClassStory(changes: Array(changes.suffix(50))) { id in
            venue(id)?.name ?? known(id)?.person.name.full ?? course(id)?.title
        }
    }
}
