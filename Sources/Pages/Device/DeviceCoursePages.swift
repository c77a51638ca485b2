import Classroom

/// Who takes and who teaches a course, if everybody was taken along.
extension DeviceBook {
    func enrolmentPage(_ known: DeviceCourse, _ request: DeviceRequest) -> CourseStudentsPage? {
        guard known.isOwn, known.isWhole, !hasMore.people, request.isBestAnswered(here: known.isChangedHere) else {
            return nil
        }
        let query = CourseStudentsPage.query(request.search, now: request.now)
        let asking = known.requested.compactMap { self.known($0) }.filter { !$0.isRemoved }
        return CourseStudentsPage(
            course(known, request.now), requested: asking.map { $0.person }, enrolled: people(known.enrolled ?? []),
            joined: { id in known.enrolments?.first { $0.person == id }?.at },
            found: query.map { Array(roster($0).prefix($0.most)) } ?? [], search: request.search)
    }

    /// Attendance at the classes of a course that are on the device.
    func attendancePage(_ known: DeviceCourse, _ request: DeviceRequest) -> CourseAttendancePage? {
        let all = classes(of: known)
        guard let attendance = attendance(known, all, request, people: CourseAttendance.mostOnPage) else { return nil }
        return CourseAttendancePage(
            attendance, of: CourseLink(known.id, title: known.title), timeZone: known.timeZone,
            onlyText: all.isPart
                ? "Totals count the classes that are on this device. The others are there when there is signal." : nil)
    }

    /// Register to print: with attendance, if all classes of the course are on the device.
    ///
    /// - Parameter session: class that it is of alone.
    func register(
        _ known: DeviceCourse, at session: DeviceClass? = nil, _ request: DeviceRequest
    ) -> RegisterPage? {
        let all = classes(of: known)
        let boxes = RegisterPage.boxes { request.query.words($0) }
        guard !all.isPart || boxes != nil || session != nil,
            let attendance = attendance(known, all, request, at: session, people: CourseAttendance.mostPeople)
        else { return nil }
        let planned = boxes == nil ? [] : all.there.filter { $0.row.phase == .scheduled }.map { self.session($0) }
        return RegisterPage(
            attendance, of: CourseLink(known.id, title: known.title), timeZone: known.timeZone, school: school,
            at: session.map { self.session($0) }, coming: planned.filter { $0.isComing(request.now) }, boxes: boxes,
            now: request.now)
    }

    /// Attendance at the classes of a course that are on the device, if there is none better.
    ///
    /// - Parameter session: class that it is of alone.
    private func attendance(
        _ known: DeviceCourse, _ all: (there: [DeviceClass], isPart: Bool), _ request: DeviceRequest,
        at session: DeviceClass? = nil, people most: Int
    ) -> CourseAttendance? {
        let (there, isPart) = all
        let own = classes.filter { $0.row.course == known.id }
        guard isAttendanceBest(known, request) else { return nil }
        let over = session.flatMap { $0.isSaved ? $0.row.id : nil }
        let query = over.map { AttendanceQuery(of: $0) } ?? AttendanceQuery { request.query.words($0) }
        // Of all classes, a page that was fetched knows the totals; and of those before, only the server.
        let isHere = query.until.map { session in own.contains { $0.row.id == session } } ?? true
        guard !isPart || request.isLost && !request.isKept && isHere else { return nil }
        let held = Array(there.reversed().filter { $0.isSaved || $0.row.isInSession })
        let span = AttendanceSpan(
            query, host.calendar(known.timeZone), of: held.map { self.held($0) },
            classes: over == nil ? AttendanceSpan.mostClasses : 1)
        let counted = held.filter { one in span.classes.contains { $0.id == one.row.id } }
        let meant = session.map { [$0] } ?? counted
        let people = attendees(
            found(query.search, among: students(of: known, at: meant)), of: known,
            at: meant.reversed().filter { $0.isSaved })
        // By class and place of the person: each box looks for its own.
        let shown = span.shown
        var states: [[Attendance.State?]] = []
        for column in shown {
            var all = [Attendance.State?](repeating: nil, count: self.people.count)
            for one in self.known(session: column.id)?.marks ?? [] {
                if let place = place(of: one.person) { all[place] = one.mark.state }
            }
            states.append(all)
        }
        return CourseAttendance(span, people, people: most) { [states] session, person in
            guard let column = shown.firstIndex(where: { $0.id == session }), let place = place(of: person) else {
                return nil
            }
            return states[column][place]
        }
    }

    /// How often those who take a course come, if all its classes of half a year are on the device.
    func ratesPage(_ known: DeviceCourse, _ request: DeviceRequest) -> CourseRatesPage? {
        let calendar = host.calendar(known.timeZone)
        let (starts, since) = WeekChart.span(calendar, request.now)
        let all = classes(of: known)
        guard isAttendanceBest(known, request), !all.isPart || areAllHere(since) else { return nil }
        let held = all.there.filter { $0.isSaved && $0.plan >= since }
        let taking = (known.enrolled ?? []).compactMap { self.known($0) }.filter { !$0.isRemoved }
        let students = attendees(taking, of: known, at: held)
        let keys = students.map { one in
            SortKey(
                rank: one.lastSeen?.milliseconds ?? 0, text: self.known(one.student.id)?.key ?? "", id: one.student.id)
        }
        return CourseRatesPage(
            CourseRates(
                classes: held.reversed().map { self.held($0) },
                students: SortKey.order(keys).prefix(1000).map { students[$0] }),
            of: CourseLink(known.id, title: known.title), starts, since: since, calendar)
    }

    /// Attendance of a person at the classes that the owner of the book may see.
    func ratesPage(_ known: DevicePerson, _ request: DeviceRequest) -> PersonRatesPage? {
        let isChanged =
            classes.contains { $0.isMarkedHere || $0.isToldHere && $0.isSaved } || courses.contains { $0.isChangedHere }
        let (starts, since) = WeekChart.span(calendar, request.now)
        let (attended, last) = (attended(by: known.id, since: since), lastSeen(known.id))
        let areCoursesWhole = courses.allSatisfy { !$0.isOwn || $0.isArchived || $0.isWhole && $0.enrolments != nil }
        let isWhole = areCoursesWhole && areAllHere(since) && (last != nil || allSince == nil)
        // A page that was fetched knows of all classes.
        guard !known.isRemoved, request.isBestAnswered(here: isChanged),
            isWhole || request.isLost && !request.isKept
        else { return nil }
        return PersonRatesPage(
            known.person, PersonAttendance(classes: attended, lastSeen: last), starts, calendar,
            onlyText: isWhole
                ? nil : "The classes on this device are counted. The others are there when there is signal.")
    }

    /// Classes that count for a person, newest first.
    private func attended(by person: Identifier, since: Instant) -> [AttendedClass] {
        var counting: [AttendedClass] = []
        for one in classes where one.isSaved && one.plan >= since && isTaught(one) {
            let (course, mark) = (course(of: one), one.mark(of: person))
            let joined = course?.enrolments?.first { $0.person == person }?.at.milliseconds ?? .max
            let isPresent = mark?.isPresent ?? false
            guard isPresent || course != nil && (mark != nil || one.end >= joined) else { continue }
            counting.append(
                AttendedClass(
                    id: one.row.id, course: course.map { ($0.id, $0.title) }, at: one.plan, isPresent: isPresent))
        }
        let keys = counting.map { SortKey(number: $0.at.milliseconds, id: $0.id) }
        return SortKey.order(keys).reversed().map { counting[$0] }
    }

    /// Start of the latest class at which a person was present.
    private func lastSeen(_ person: Identifier) -> Instant? {
        var last: Instant?
        for one in classes where (one.isSaved || one.row.isInSession) && isTaught(one) {
            if one.mark(of: person)?.isPresent ?? false, last.map({ $0 < one.start }) ?? true { last = one.start }
        }
        return last
    }

    private func isTaught(_ known: DeviceClass) -> Bool {
        known.row.course == nil ? known.row.instructor == owner : course(of: known)?.isOwn ?? false
    }

    /// Whether all saved classes since a time are on the device.
    private func areAllHere(_ since: Instant) -> Bool { allSince.map { $0 <= since } ?? true }

    /// What the marks of people at classes of a course come to.
    ///
    /// - Parameter held: saved classes, oldest first.
    private func attendees(
        _ people: [DevicePerson], of known: DeviceCourse, at held: [DeviceClass]
    ) -> [CourseAttendee] {
        let nobody = [Int64](repeating: 0, count: self.people.count)
        var (joined, present, early, last) = (nobody, nobody, nobody, nobody)
        for one in known.enrolments ?? [] {
            if let place = place(of: one.person) { joined[place] = one.at.milliseconds }
        }
        for session in held {
            for one in session.marks {
                guard let place = place(of: one.person) else { continue }
                if joined[place] == 0 || session.end < joined[place] { early[place] += 1 }
                guard one.mark.isPresent else { continue }
                present[place] += 1
                last[place] = session.plan.milliseconds
            }
        }
        func instant(_ milliseconds: Int64) -> Instant? {
            milliseconds == 0 ? nil : Instant(milliseconds: milliseconds)
        }
        var attendees: [CourseAttendee] = []
        for one in people {
            guard let place = place(of: one.id) else { continue }
            attendees.append(
                CourseAttendee(
                    student: one.person, joined: instant(joined[place]), present: Int(present[place]),
                    early: Int(early[place]), lastSeen: instant(last[place])))
        }
        return attendees
    }

    /// Whether the device knows the attendance of a course best.
    private func isAttendanceBest(_ known: DeviceCourse, _ request: DeviceRequest) -> Bool {
        let isMarked = classes.contains { $0.row.course == known.id && $0.isMarkedHere }
        return known.isOwn && known.isWhole && !hasMore.people
            && request.isBestAnswered(here: isMarked || isChangedHere(known))
    }

    /// Class as a column of the attendance.
    private func held(_ known: DeviceClass) -> HeldClass {
        HeldClass(
            id: known.row.id, plannedAt: known.plan, endedAt: known.isSaved ? known.row.endedAt : nil,
            present: present(at: known).count)
    }

    func instructorsPage(_ known: DeviceCourse, _ request: DeviceRequest) -> CourseInstructorsPage? {
        guard known.isOwn || known.isChangedHere, !hasMore.people,
            request.isBestAnswered(here: known.isChangedHere)
        else { return nil }
        let all = people.filter { $0.person.role == .instructor && $0.person.isActive }
        return CourseInstructorsPage(
            course(known, request.now), teaching: people(known.instructors), all: people(all.map { $0.id }), for: owner)
    }
}

extension DeviceClass {
    /// Planned start; start of a class without a plan.
    fileprivate var plan: Instant { row.plannedAt ?? start }

    /// End in milliseconds since 1970; 0 of a class that has not ended.
    fileprivate var end: Int64 { row.endedAt?.milliseconds ?? 0 }
}
