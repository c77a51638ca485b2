import Classroom

/// Forms about classes and courses.
extension DeviceBook {
    /// Form for adding a class that nobody started.
    func pastClassForm(_ request: DeviceRequest) -> PastClassPage {
        PastClassPage(
            after: savedClasses(of: owner).first.map { session($0) }, calendar, venuesToChoose, courseChoices(for: nil),
            now: request.now)
    }

    /// Form for correcting a class; `nil` if it is not over, or not the owner's.
    func correction(of known: DeviceClass) -> PastClassPage? {
        guard known.isSaved, isTaught(known) else { return nil }
        let zone = course(of: known).map { host.calendar($0.timeZone) }
        return PastClassPage(correcting: session(known), zone ?? calendar, venuesToChoose, courseChoices(for: known))
    }

    /// Form for moving a class; `nil` if it has begun, or is not the owner's.
    func move(of known: DeviceClass, _ request: DeviceRequest) -> SchedulePage? {
        guard known.row.phase == .scheduled || known.row.phase == .cancelled else { return nil }
        return course(of: known).flatMap { schedule($0, moving: known, request) }
    }

    /// Form for scheduling classes of a course; `nil` if it is not the owner's.
    func schedule(_ known: DeviceCourse, moving session: DeviceClass? = nil, _ request: DeviceRequest) -> SchedulePage?
    {
        guard known.isOwn else { return nil }
        return SchedulePage(
            course(known, request.now), moving: session.map { self.session($0) }, host.calendar(known.timeZone),
            venuesToChoose, now: request.now)
    }

    /// Checklist of a course's classes to come; `nil` if it is not the owner's.
    func severalPage(_ known: DeviceCourse, _ request: DeviceRequest) -> SeveralClassesPage? {
        guard known.isOwn, known.isWhole, request.isBestAnswered(here: isChangedHere(known)) else { return nil }
        let coming = classes(of: known).there.filter { $0.row.phase == .scheduled && $0.start > request.now }
        let isPart = coming.count > SeveralClassesPage.mostClasses
        // Of many, the nearest were taken along. Without signal, some are better than none.
        guard isPart || !hasMore.planned || request.isLost && !coming.isEmpty else { return nil }
        return SeveralClassesPage(
            course(known, request.now), coming.prefix(SeveralClassesPage.mostClasses).map { session($0) },
            isPart: isPart || hasMore.planned, venuesToChoose, host.calendar(known.timeZone))
    }

    /// Form for a new course, or for the facts of one; `nil` if that is not the owner's.
    func courseForm(_ known: DeviceCourse?, _ request: DeviceRequest) -> CourseFormPage? {
        let isChangedHere = known?.isChangedHere ?? areVenuesChangedHere
        guard known?.isOwn ?? true, request.isBestAnswered(here: isChangedHere) else { return nil }
        return CourseFormPage(known.map { course($0, request.now) }, home: timeZone, venues: venuesToChoose)
    }

    private func isTaught(_ known: DeviceClass) -> Bool { course(of: known)?.isOwn ?? (known.row.instructor == owner) }

    private var venuesToChoose: [Venue] { venues(venues(areHidden: false), near: nil, search: "") }

    /// Courses of the owner to which a class may come, by title.
    private func courseChoices(for known: DeviceClass?) -> [CourseChoice] {
        let own = courses.filter { $0.isOwn && (!$0.isArchived || $0.id == known?.row.course) }
        let present = known.map { self.present(at: $0) } ?? []
        return SortKey.order(own.map { SortKey(text: host.fold($0.title), id: $0.id) }).map { place in
            let enrolled = own[place].enrolled ?? []
            return CourseChoice(
                id: own[place].id, title: own[place].title, strangers: present.filter { !enrolled.contains($0) }.count)
        }
    }
}
