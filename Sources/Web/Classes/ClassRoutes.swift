import Classroom
import Hummingbird
import Pages
import Store

/// Routes for checking in, running a class, and viewing past classes.
struct ClassRoutes {
    let site: Site

    /// Cookie, and parameter, with the class that the device started last: of several in session, its own stays on its page.
    static let own = "class"

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("class") { request, context in
            let own = Identifier(request.query(Self.own)) ?? request.cookies[Self.own].flatMap { Identifier($0.value) }
            if let session = try await site.store.classInSession(of: context.person.id, preferring: own) {
                return try await answer(session, request, context.signedIn)
            }
            return try site.answer(
                try await checkIn(request, by: context.person.id), request, context.signedIn)
        }
        instructors.get("classes/:id/roster") { request, context in
            let session = try await site.store.session(context.identifier(), taughtBy: context.person.id)
            let page = try await roster(of: session, request, for: context.person)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("classes/new") { request, context in
            try site.answer(try await PastClassPage.load(site, for: context.person), request, context.signedIn)
        }
        instructors.get("classes/:id/correct") { request, context in
            let session = try await site.store.session(context.identifier(), taughtBy: context.person.id)
            guard session.phase == .saved else { throw Problem.notFound }
            let page = try await PastClassPage.load(site, session, for: context.person)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("sessions") { request, context in
            var query = SessionQuery()
            query.search = request.query("search")
            query.filter = SessionFilter(rawValue: request.query("show")) ?? .all
            query.sort = SessionSort(rawValue: request.query("sort")) ?? .newest
            query.after = request.optionalQuery("after")
            let part = try await site.store.sessions(taughtBy: context.person.id, query)
            let asked = [("search", query.search), ("show", query.filter.rawValue), ("sort", query.sort.rawValue)]
            let more = part.next.map { href("/sessions", asked + [("after", $0.text)]) }
            let page = SessionsPage(part.elements, query, site.calendar, more: more)
            return try site.answer(page, request, context.signedIn)
        }
    }

    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("classes/:id") { request, context in
            try await site.answer(request, context) {
                let session = try await site.store.session(context.identifier(), for: context.person)
                return try await answer(session, request, context.signedIn)
            }
        }
        signedIn.get("classes/:id/questions") { request, context in
            let session = try await site.store.session(context.identifier(), for: context.person)
            guard let course = session.course else { throw Problem.notFound }
            let page = try await QuestionsPage.load(site, session, of: course, request, for: context.person)
            return try site.answer(page, request, context.signedIn)
        }
    }

    private func answer(_ session: ClassSession, _ request: Request, _ signedIn: SignedIn) async throws -> Response {
        if let course = session.course {
            let device = try site.calendar.inZone(of: request)
            let isListed = request.query("from") == "sessions"
            let page = try await CourseClassPage.load(
                site, session, of: course, for: signedIn.person, on: device, isListed: isListed)
            return try site.answer(page, request, signedIn)
        }
        let attendees = try await site.store.attendees(of: session.id)
        let tagged = try await site.store.tags(of: attendees.map(\.id))
        let tags = { tagged[$0] ?? [] }
        if session.isInSession {
            let forgotten = try await ForgottenView.load(site, session, site.calendar)
            let page = ClassPage(
                session, others: try await site.store.classesInSession(of: signedIn.person.id, besides: session.id),
                attendees: attendees, tags: tags, site.calendar, weather: site.weather.attribution,
                forgotten: forgotten, now: .now)
            return try site.answer(page, request, signedIn)
        }
        let page = SessionPage(
            session, attendees: attendees, tags: tags, site.calendar, weather: site.weather.attribution,
            history: try await ClassChangeWording.lines(session, site, site.calendar))
        return try site.answer(page, request, signedIn)
    }

    private func checkIn(_ request: Request, by instructor: Identifier) async throws -> CheckInPage {
        var position: Position?
        if let latitude = Double(request.query("latitude")), let longitude = Double(request.query("longitude")),
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        {
            position = Position(latitude: latitude, longitude: longitude)
        }
        let search = request.query("search")
        let venues = try await site.store.venues(near: position, search: search)
        var finds: VenueFinder.Finds?
        if let position, request.query("nearby") == "1", !site.venues.providers.isEmpty {
            let saved = search.isEmpty ? venues : try await site.store.venues(near: position)
            finds = await site.venues.venues(near: position, saved: saved, search: search)
        }
        return CheckInPage(
            try await site.store.classesToStart(by: instructor), site.calendar, venues, finds, search: search,
            located: position != nil, hasProviders: !site.venues.providers.isEmpty)
    }

    private func roster(
        of session: ClassSession, _ request: Request, for person: Person
    ) async throws -> ClassRosterPage {
        var calendar = site.calendar
        if let course = session.course {
            calendar = calendar.inZone(of: try await site.store.course(course, for: person))
        }
        var query = RosterQuery()
        query.search = request.query("search")
        query.after = request.query("after").isEmpty ? nil : request.query("after")
        query.withoutNew = true
        query.present = session.id
        query.sort = .studentsFirst
        async let present = site.store.present(at: session.id)
        let lately = query.search.isEmpty ? try await site.store.studentsLately(before: session) : []
        query.others = lately.map(\.id)
        let part = try await site.store.roster(query)
        let shown = (query.after == nil ? lately : []) + part.elements
        let tags = try await site.store.tags(of: shown.map(\.id))
        let all = try await present
        let more = part.next.map {
            href("/classes/\(session.id)/roster", [("search", query.search), ("after", $0.text)])
        }
        return ClassRosterPage(
            session, calendar, part.elements, lately: lately, isFirst: query.after == nil, present: all.count,
            isPresent: { all.contains($0) }, tags: { tags[$0] ?? [] }, search: query.search, more: more,
            typesIDs: site.school.typesIDs)
    }
}
