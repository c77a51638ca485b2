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
        let (there, isPart) = classes(of: known)
        let own = classes.filter { $0.row.course == known.id }
        let isChanged = isChangedHere(known) || own.contains { $0.isMarkedHere }
        guard known.isOwn, known.isWhole, !hasMore.people, request.isBestAnswered(here: isChanged) else {
            return nil
        }
        let query = AttendanceQuery { request.query.words($0) }
        // Of all classes, a page that was fetched knows the totals; and of those before, only the server.
        let isHere = query.until.map { session in own.contains { $0.row.id == session } } ?? true
        guard !isPart || request.isLost && !request.isKept && isHere else { return nil }
        let held = Array(there.reversed().filter { $0.isSaved || $0.row.isInSession })
        var columns: [HeldClass] = []
        for one in held {
            columns.append(
                HeldClass(
                    id: one.row.id, plannedAt: one.row.plannedAt ?? one.start, isSaved: one.isSaved,
                    present: present(at: one).count))
        }
        let span = AttendanceSpan(query, host.calendar(known.timeZone), of: columns)
        let counted = held.filter { one in span.classes.contains { $0.id == one.row.id } }
        let times = presences(at: counted.filter { $0.isSaved })
        var people: [CourseAttendee] = []
        for one in found(request.search, among: students(of: known, at: counted)) {
            people.append(CourseAttendee(student: one.person, present: place(of: one.id).map { Int(times[$0]) } ?? 0))
        }
        let attendance = CourseAttendance(span, people, people: CourseAttendance.mostOnPage) { session, person in
            for one in held where one.row.id == session { return one.mark(of: person)?.state }
            return nil
        }
        return CourseAttendancePage(
            attendance, of: CourseLink(known.id, title: known.title), timeZone: known.timeZone,
            onlyText: isPart
                ? "Totals count the classes that are on this device. The others are there when there is signal." : nil)
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
