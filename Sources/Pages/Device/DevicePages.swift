import Classroom

/// What is asked of a device's book.
public struct DeviceRequest: Sendable {
    /// Path of the address: "/classes/…/roster".
    public let path: String
    /// Query, decoded. A position is in numbers.
    public let query: CopyValue
    public let now: Instant
    /// IANA name of the time zone that the device is in; "" for that of the book.
    public let zone: String
    /// Whether the server is out of reach.
    public let isLost: Bool
    /// Whether the copy is at least as new as the page of the address that was last fetched.
    public let isLatest: Bool
    /// Whether there is such a page.
    public let isKept: Bool

    public init(
        path: String, query: CopyValue, now: Instant, zone: String = "", isLost: Bool, isLatest: Bool = false,
        isKept: Bool = false
    ) {
        self.path = path
        self.query = query
        self.now = now
        self.zone = zone
        self.isLost = isLost
        self.isLatest = isLatest
        self.isKept = isKept
    }

    var search: String { query.words("search") }

    /// Whether the device's page is the best there is.
    ///
    /// - Parameter isChangedHere: whether the device changed since what is on it, of which the server cannot know.
    func isBestAnswered(here isChangedHere: Bool) -> Bool { isLatest || isChangedHere && isLost }
}

extension DeviceBook {
    /// The page of an address, as the server would show it; `nil` if the device cannot make it, or the server shows it
    /// better.
    public func respond(to request: DeviceRequest) -> (any DevicePage)? {
        let parts = request.path.parts(between: UInt8(ascii: "/"))
        guard let first = parts.first, parts.count <= 4 else { return nil }
        func isPath(_ word: String, _ count: Int) -> Bool { parts.count == count && first.isSame(as: word) }
        if isPath("courses", 1) { return coursesPage(request) }
        if isPath("training", 1) { return trainingPage(request) }
        if teaches {
            if isPath("class", 1) { return classPage(request) }
            if isPath("sessions", 1) { return sessionsPage(request) }
            if isPath("students", 1) { return studentsPage(request) }
            if isPath("venues", 1) { return venuesPage(request) }
        }
        if teaches, parts.count == 2, parts[1].isSame(as: "new") {
            if first.isSame(as: "courses") { return courseForm(nil, request) }
            if first.isSame(as: "classes") { return request.isLatest ? pastClassForm(request) : nil }
            let isNewVenue = first.isSame(as: "venues") && request.isBestAnswered(here: true)
            return isNewVenue ? VenuePage(nil, merged: [], others: []) : nil
        }
        guard parts.count > 1, let id = Identifier(parts[1]) else { return nil }
        if isPath("courses", 2) { return coursePage(id, request) }
        if teaches, isPath("courses", 3) { return course(id).flatMap { page(parts[2], of: $0, request) } }
        if teaches, isPath("courses", 4), parts[2].isSame(as: "attendance"), let known = course(id) {
            if parts[3].isSame(as: "rates") { return ratesPage(known, request) }
            return parts[3].isSame(as: "register") ? register(known, request) : nil
        }
        if teaches, isPath("venues", 2) { return venuePage(id, request) }
        if teaches, first.isSame(as: "people"), let known = known(id), !known.isGone(request.now) {
            if parts.count == 2 { return personPage(known, request) }
            return isPath("people", 3) && parts[2].isSame(as: "attendance") ? ratesPage(known, request) : nil
        }
        guard first.isSame(as: "classes"), let known = known(session: id) else { return nil }
        guard known.row.phase != .deleted else { return request.isLost ? DeletedClassPage() : nil }
        if isPath("classes", 2) { return sessionPage(known, request) }
        guard isPath("classes", 3) else { return nil }
        if parts[2].isSame(as: "questions") { return questionsPage(of: known, request) }
        guard teaches else { return nil }
        if parts[2].isSame(as: "roster") { return rosterPage(of: known, request) }
        if parts[2].isSame(as: "register") { return course(of: known).flatMap { register($0, at: known, request) } }
        guard request.isLatest || known.isToldHere else { return nil }
        if parts[2].isSame(as: "correct") { return correction(of: known) }
        return parts[2].isSame(as: "schedule") ? move(of: known, request) : nil
    }

    /// Page of a course besides its first one.
    private func page(_ part: String, of known: DeviceCourse, _ request: DeviceRequest) -> (any DevicePage)? {
        if part.isSame(as: "students") { return enrolmentPage(known, request) }
        if part.isSame(as: "instructors") { return instructorsPage(known, request) }
        if part.isSame(as: "attendance") { return attendancePage(known, request) }
        if part.isSame(as: "edit") { return courseForm(known, request) }
        if part.isSame(as: "several") { return severalPage(known, request) }
        guard part.isSame(as: "schedule"), request.isLatest else { return nil }
        return schedule(known, request)
    }

    /// Name by which people know what an entry is about: a person, or else a class, a venue or a course.
    public func name(person: Identifier?, session: Identifier?, venue: Identifier?, course: Identifier?) -> String? {
        if let name = person.flatMap({ known($0) })?.person.name.full { return name }
        let row = session.flatMap { known(session: $0) }?.row
        let itsCourse = row == nil ? course : row?.course
        for one in courses + leftCourses where one.id == itsCourse { return one.title }
        return (row?.venue ?? venue).flatMap { self.venue($0) }?.name
    }

    var calendar: WallCalendar { host.calendar(timeZone) }

    /// Calendar of the zone that the device is in.
    private func calendar(of request: DeviceRequest) -> WallCalendar {
        request.zone.isEmpty ? calendar : host.calendar(request.zone)
    }

    /// Page of the training log, which shows what was done on the device, though others of the person may know more.
    private func trainingPage(_ request: DeviceRequest) -> TrainingPage? {
        guard request.isLatest || log.isChangedHere else { return nil }
        return log.page(request.query, calendar(of: request), isTab: !teaches, now: request.now)
    }

    /// Page of the class in session, of several the one that this device started, or the check-in page.
    private func classPage(_ request: DeviceRequest) -> (any DevicePage)? {
        let (all, own) = (classesInSession(), Identifier(request.query.words("class")))
        guard let known = all.first(where: { $0.row.id == own }) ?? all.first else {
            return checkInPage(request)
        }
        return sessionPage(known, request)
    }

    private func sessionPage(_ known: DeviceClass, _ request: DeviceRequest) -> (any DevicePage)? {
        if known.row.course != nil {
            guard request.isBestAnswered(here: known.isToldHere) else { return nil }
            return courseClassPage(known, request)
        }
        let (session, people) = (session(known), people(known.present))
        if known.row.isInSession {
            return ClassPage(
                session, others: othersInSession(besides: known), attendees: people, tags: { tags(of: $0) },
                calendar, forgotten: forgotten(known, session, request.now), now: request.now)
        }
        return SessionPage(
            session, attendees: people, tags: { tags(of: $0) }, calendar, history: history(of: known))
    }

    private func coursesPage(_ request: DeviceRequest) -> CoursesPage? {
        let isChangedHere = !leftCourses.isEmpty || courses.contains { $0.isChangedHere }
        guard request.isBestAnswered(here: isChangedHere) else { return nil }
        let areArchived = request.query.words("archived").isSame(as: "1")
        guard hasAllArchived || !areArchived else { return nil }
        let shown = courses.filter { $0.isOwn && $0.isArchived == areArchived }
        let changed = courses.filter { $0.isChangedHere }
        let areLeft = changed.contains { !$0.isOwn } && known(owner)?.row.isOwner ?? false
        let further = FurtherCourses(
            areArchived: further.areArchived || changed.contains { $0.isArchived },
            areOfOthers: further.areOfOthers || areLeft, requested: further.requested)
        let order = SortKey.order(shown.map { SortKey(text: host.fold($0.title), id: $0.id) })
        var views: [CourseView] = []
        for place in order {
            let (course, calendar) = (course(shown[place], request.now), host.calendar(shown[place].timeZone))
            views.append(CourseView(course, isStudent: !teaches, calendar))
        }
        return CoursesPage(views, areArchived: areArchived, further, teaches: teaches, more: nil)
    }

    /// Page of a course that the owner teaches or takes.
    private func coursePage(_ id: Identifier, _ request: DeviceRequest) -> CoursePage? {
        guard let known = course(id), known.isOwn, known.isWhole else { return nil }
        let (all, isPart) = classes(of: known)
        guard request.isBestAnswered(here: teaches && isChangedHere(known)) else { return nil }
        let (now, calendar) = (request.now, host.calendar(known.timeZone))
        var (coming, past): ([ClassSessionView], [ClassSessionView]) = ([], [])
        for session in all.map({ session($0) }) {
            let card = card(session, calendar, now)
            if session.isComing(now) { coming.append(card) } else { past.append(card) }
        }
        return CoursePage(
            course(known, now), student: teaches ? nil : owner, calendar, home: timeZone,
            instructors: people(known.instructors),
            coming: (coming, nil), past: (past.reversed(), nil),
            counts: teaches ? (count(known.enrolled ?? []), count(known.requested)) : nil,
            onlyText: isPart ? "The other classes are there when there is signal." : nil)
    }

    /// How many people there are, without those removed.
    private func count(_ people: [Identifier]) -> Int { people.filter { !(known($0)?.isRemoved ?? false) }.count }

    /// Page of a class of a course that the owner teaches or takes.
    private func courseClassPage(_ known: DeviceClass, _ request: DeviceRequest) -> CourseClassPage? {
        // Of one that is not whole, the server knows of more classes.
        guard let course = course(of: known), course.isOwn, course.isWhole || request.isLost else { return nil }
        let (session, calendar, now) = (session(known), calendar(of: known), request.now)
        let board = teaches ? board(of: known, session, course, calendar, now) : nil
        let own = teaches ? nil : own(at: known, session, course, calendar, now)
        guard board != nil || own != nil else { return nil }
        return CourseClassPage(
            session, others: teaches ? othersInSession(besides: known) : [],
            of: CourseLink(course.id, title: course.title), survey: course.row.survey,
            questions: questionCounts(of: known),
            at: place(of: known), calendar, device: self.calendar(of: request),
            isListed: teaches && request.query.words("from").isSame(as: "sessions"), weather: nil, board: board,
            history: teaches ? history(of: known) : [],
            forgotten: teaches ? forgotten(known, session, now) : nil, own: own, now: now
        ) { card($0, calendar, now) }
    }

    /// Head of a class.
    private func card(_ session: ClassSession, _ calendar: WallCalendar, _ now: Instant) -> ClassSessionView {
        let own = teaches ? nil : known(session: session.id).flatMap { attendance(at: $0) }
        let since = teaches ? nil : session.course.flatMap { course($0)?.since }
        return ClassSessionView(session, calendar, own: own, isStudent: !teaches, since: since, now: now)
    }

    /// What a student sees of their attendance.
    private func own(
        at known: DeviceClass, _ session: ClassSession, _ course: DeviceCourse, _ calendar: WallCalendar, _ now: Instant
    ) -> CourseClassPage.OwnAttendance? {
        guard let student = self.known(owner)?.person else { return nil }
        let question = session.isInSession ? known.reconfirmation : nil
        return CourseClassPage.OwnAttendance(
            session, session.policy(in: course.policy), student, attendance(at: known), since: course.since,
            question.map { ($0.asked, $0.answer(of: owner)) }, calendar, now: now)
    }

    /// Attendance board, for who teaches the class.
    private func board(
        of known: DeviceClass, _ session: ClassSession, _ course: DeviceCourse, _ calendar: WallCalendar, _ now: Instant
    ) -> AttendanceBoard {
        let students = students(at: known)
        return AttendanceBoard(
            session, asking: session.policy(in: course.policy).evidence, students,
            tags: students.map { tags(of: $0.student.id) },
            suspicions: known.suspicions.compactMap { one in
                self.known(one.person).map { SuspicionView($0.person, facts: one.facts) }
            },
            reconfirm: known.reconfirmation.map { question in
                ReconfirmBoard(
                    question.asked, at: session, students.map { ($0, question.answer(of: $0.student.id)) }, calendar,
                    now: now)
            }, calendar, now: now)
    }

    /// Questions of a class of a course that the owner teaches or takes.
    private func questionsPage(of known: DeviceClass, _ request: DeviceRequest) -> QuestionsPage? {
        // The page that was last fetched shows a student's vote too, and may know of more questions.
        let isBest = request.isBestAnswered(here: teaches && known.questions?.isChangedHere ?? false)
        guard isBest, let course = course(of: known), course.isOwn, let questions = questions(of: known) else {
            return nil
        }
        let (session, calendar) = (session(known), calendar(of: known))
        let isPresent = known.mark(of: owner)?.isPresent ?? false
        return QuestionsPage(
            session, of: CourseLink(course.id, title: course.title), card: card(session, calendar, request.now),
            teaches: teaches, problem: Questions.problem(askers: course.row.askers, isPresent: isPresent), questions,
            counts: questionCounts(of: known), more: nil, calendar)
    }

    private func history(of known: DeviceClass) -> [String] {
        known.isSaved ? ClassChangeWording(story(of: known), calendar(of: known)).lines : []
    }

    private func forgotten(_ known: DeviceClass, _ session: ClassSession, _ now: Instant) -> ForgottenView? {
        ForgottenView.rule(session, now: now).map { rule in
            ForgottenView(
                session, end: rule.probableEnd(lastSign: lastSign(of: known, until: rule.latestSign)),
                calendar(of: known))
        }
    }

    private func calendar(of known: DeviceClass) -> WallCalendar {
        course(of: known).map { host.calendar($0.timeZone) } ?? calendar
    }

    private func checkInPage(_ request: DeviceRequest) -> CheckInPage {
        let position = request.query.position.flatMap { place in
            (-90...90).contains(place.latitude) && (-180...180).contains(place.longitude) ? place : nil
        }
        let offered = venues(areHidden: false)
        return CheckInPage(
            classesToStart(now: request.now), venues(offered, near: position, search: request.search),
            search: request.search, located: position != nil, hasProviders: false,
            onlyText: only(hasMore.venues, "first", offered.count, "venues", request.search)
        ) { host.calendar($0) }
    }

    private func sessionsPage(_ request: DeviceRequest) -> SessionsPage {
        var query = SessionQuery()
        query.search = request.search
        query.filter = SessionFilter(word: request.query.words("show")) ?? .all
        query.sort = SessionSort(word: request.query.words("sort")) ?? .newest
        let only = only(hasMore.classes, "newest", savedClasses(of: owner).count, "classes", query.search)
        return SessionsPage(sessions(query), query, calendar, more: nil, onlyText: only)
    }

    private func rosterPage(of known: DeviceClass, _ request: DeviceRequest) -> ClassRosterPage {
        let session = session(known)
        var query = RosterQuery(now: request.now)
        query.search = request.search
        query.withoutNew = true
        query.sort = .studentsFirst
        let present = present(at: known)
        let lately = query.search.isEmpty ? studentsLately(before: session) : []
        query.others = lately.map { $0.id }
        return ClassRosterPage(
            session, calendar(of: known), roster(query, present: present), lately: lately, present: present.count,
            isPresent: { present.contains($0) }, tags: { tags(of: $0) }, search: query.search, more: nil,
            onlyText: onlyPeople(query.search), typesIDs: typesIDs)
    }

    private func studentsPage(_ request: DeviceRequest) -> StudentsPage {
        var query = RosterQuery(now: request.now)
        query.search = request.search
        query.activity = RosterQuery.Activity(word: request.query.words("activity")) ?? .active
        query.type = request.query.identifier("type")
        query.sort = request.query.words("sort").isSame(as: "attended") ? .attended : .name
        let people = roster(query)
        return StudentsPage(
            query, people, total: min(people.count, query.mostCounted), types: studentTypes(), more: nil,
            onlyText: query.activity == .removed
                ? "Those who were removed before are there when there is signal." : onlyPeople(query.search),
            typesIDs: typesIDs)
    }

    private func personPage(_ known: DevicePerson, _ request: DeviceRequest) -> PersonPage? {
        guard let asker = self.known(owner)?.person else { return nil }
        return PersonPage(
            known.person, asker: asker, calendar: calendar, types: studentTypes(), suggestedID: nextStudentID(),
            sessions: sessions(attendedBy: known.id), keys: .unknown,
            details: DetailsView(details(of: known), of: known.person, known: knownTags()), hasGitHub: false)
    }

    private func onlyPeople(_ search: String) -> String? {
        only(hasMore.people, "first", people.filter { !$0.isRemoved }.count, "people", search)
    }

    /// That not all there is was taken along; `nil` if it was.
    func only(_ isPart: Bool, _ which: String, _ number: Int, _ what: String, _ search: String) -> String? {
        guard isPart else { return nil }
        let those = grouped(number) + " " + what
        let words =
            Words.trimmed(search).isEmpty
            ? "The " + which + " " + those + " are on this device."
            : "Only the " + those + " on this device were searched."
        return words + " The others are there when there is signal."
    }
}
