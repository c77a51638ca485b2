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

    func instructorsPage(_ known: DeviceCourse, _ request: DeviceRequest) -> CourseInstructorsPage? {
        guard known.isOwn || known.isChangedHere, !hasMore.people,
            request.isBestAnswered(here: known.isChangedHere)
        else { return nil }
        let all = people.filter { $0.person.role == .instructor && $0.person.isActive }
        return CourseInstructorsPage(
            course(known, request.now), teaching: people(known.instructors), all: people(all.map { $0.id }), for: owner)
    }
}
