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
            let attendance = attendance(known, all, request, people: CourseAttendance.mostPeople)
        else { return nil }
        let planned = boxes == nil ? [] : all.there.filter { $0.row.phase == .scheduled }.map { self.session($0) }
        return RegisterPage(
            attendance, of: CourseLink(known.id, title: known.title), timeZone: known.timeZone, school: school,
            at: session.map { self.session($0) }, coming: planned.filter { $0.isComing(request.now) }, boxes: boxes,
            now: request.now)
    }

    /// Attendance at the classes of a course that are on the device, if there is none better.
    private func attendance(
        _ known: DeviceCourse, _ all: (there: [DeviceClass], isPart: Bool), _ request: DeviceRequest, people most: Int
    ) -> CourseAttendance? {
        let (there, isPart) = all
        let own = classes.filter { $0.row.course == known.id }
        guard isAttendanceBest(known, request) else { return nil }
        let query = AttendanceQuery { request.query.words($0) }
        // Of all classes, a page that was fetched knows the totals; and of those before, only the server.
        let isHere = query.until.map { session in own.contains { $0.row.id == session } } ?? true
        guard !isPart || request.isLost && !request.isKept && isHere else { return nil }
        let held = Array(there.reversed().filter { $0.isSaved || $0.row.isInSession })
        let span = AttendanceSpan(query, host.calendar(known.timeZone), of: held.map { self.held($0) })
        let counted = held.filter { one in span.classes.contains { $0.id == one.row.id } }
        let times = presences(at: counted.filter { $0.isSaved })
        var people: [CourseAttendee] = []
        for one in found(request.search, among: students(of: known, at: counted)) {
            people.append(CourseAttendee(student: one.person, present: place(of: one.id).map { Int(times[$0]) } ?? 0))
        }
        return CourseAttendance(span, people, people: most) { session, person in
            for one in held where one.row.id == session { return one.mark(of: person)?.state }
            return nil
        }
    }

    /// How often those who take a course come, if all its classes of half a year are on the device.
    func ratesPage(_ known: DeviceCourse, _ request: DeviceRequest) -> CourseRatesPage? {
        let calendar = host.calendar(known.timeZone)
        let starts = WeekChart.starts(calendar.day(of: request.now))
        let since = starts.first.map { calendar.start(of: $0) } ?? request.now
        guard isAttendanceBest(known, request), hasClasses(of: known, since: since) else { return nil }
        let held = classes(of: known).there.filter { $0.isSaved && $0.plan >= since }
        let enrolments = known.enrolments ?? []
        let students = students(enrolments, at: held)
        let keys = students.map { one in
            SortKey(
                rank: one.lastSeen?.milliseconds ?? 0, text: self.known(one.student.id)?.key ?? "", id: one.student.id)
        }
        return CourseRatesPage(
            CourseRates(
                classes: held.reversed().map { self.held($0) },
                students: SortKey.order(keys).prefix(1000).map { students[$0] }),
            of: CourseLink(known.id, title: known.title), starts, calendar)
    }

    /// How often students were at classes, of which earlier ones than the enrolment count if they came.
    private func students(_ enrolments: [DeviceEnrolment], at held: [DeviceClass]) -> [StudentRate] {
        let nobody = [Int64](repeating: 0, count: people.count)
        var (joined, attended, early, last) = (nobody, nobody, nobody, nobody)
        for one in enrolments { if let place = place(of: one.person) { joined[place] = one.at.milliseconds } }
        for session in held {
            for person in session.present {
                guard let place = place(of: person) else { continue }
                attended[place] += 1
                if session.end < joined[place] { early[place] += 1 }
                last[place] = session.plan.milliseconds
            }
        }
        var students: [StudentRate] = []
        for one in enrolments {
            guard let place = place(of: one.person), !people[place].isRemoved else { continue }
            let count = held.filter { $0.end >= joined[place] }.count + Int(early[place])
            students.append(
                StudentRate(
                    student: people[place].person, rate: AttendanceRate(held: count, attended: Int(attended[place])),
                    lastSeen: last[place] == 0 ? nil : Instant(milliseconds: last[place])))
        }
        return students
    }

    /// Whether the device knows the attendance of a course best.
    private func isAttendanceBest(_ known: DeviceCourse, _ request: DeviceRequest) -> Bool {
        let isMarked = classes.contains { $0.row.course == known.id && $0.isMarkedHere }
        return known.isOwn && known.isWhole && !hasMore.people
            && request.isBestAnswered(here: isMarked || isChangedHere(known))
    }

    /// Whether all classes of a course that were planned since a time, up to the last that was held, are on the device.
    private func hasClasses(of course: DeviceCourse, since: Instant) -> Bool {
        let (there, isPart) = classes(of: course)
        guard isPart else { return true }
        // Of those that are not here one may have been held, unless the numbers of the others follow each other.
        var (number, isGap) = (0, false)
        for one in there {
            guard let own = one.number else { continue }
            isGap = one.plan >= since && (isGap || own != number + 1)
            if isGap && one.isSaved { return false }
            number = own
        }
        return true
    }

    /// Class as a column of the attendance.
    private func held(_ known: DeviceClass) -> HeldClass {
        HeldClass(
            id: known.row.id, plannedAt: known.plan, isSaved: known.isSaved, present: present(at: known).count)
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
