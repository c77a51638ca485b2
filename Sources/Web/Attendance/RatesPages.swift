import Classroom
import Hummingbird
import Pages
import Store

/// Routes for how often people come.
struct RatesRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("courses/:id/attendance/rates") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            return try site.answer(try await Self.rates(of: course, site), request, context.signedIn)
        }
    }

    private static func rates(of course: Course, _ site: Site) async throws -> CourseRatesPage {
        let calendar = site.calendar.inZone(of: course)
        let starts = WeekChart.starts(calendar.day(of: .now))
        let rates = try await site.store.rates(of: course.id, since: starts.first.map(calendar.start) ?? .now)
        return CourseRatesPage(rates, of: CourseLink(course), starts, calendar)
    }

    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("people/:id/attendance") { request, context in
            let id = try context.identifier()
            // Students may see only themselves.
            guard context.person.role == .instructor || context.person.id == id else { throw Problem.notFound }
            let page = try await PersonRatesPage.load(site, id, for: context.person)
            return try site.answer(page, request, context.signedIn)
        }
    }
}

/// Attendance of a person: how much of their courses, and week by week.
struct PersonRatesPage: Page {
    static let template = "attendance/person"
    let title = "Attendance"
    let person: PersonView
    let seenText: String
    /// Start of the class at which the person was last present.
    let lastSeen: String?
    let held: Int
    let attended: Int
    /// In per cent; `nil` without a class.
    let percent: Int?
    let rateText: String?
    let courses: [CourseRateView]
    let chart: WeekChart
    var tab: String? { person.href }

    struct CourseRateView: Modelled, Sendable {
        let id: String
        let href: String
        let title: String
        let held: Int
        let attended: Int
        let percent: Int?
        let rateText: String

        var model: Model {
            [
                "id": id.model, "href": href.model, "title": title.model, "held": held.model,
                "attended": attended.model, "percent": percent.model, "rateText": rateText.model,
            ]
        }
    }

    static func load(_ site: Site, _ id: Identifier, for asker: Person) async throws -> PersonRatesPage {
        let person = try await site.store.person(id)
        let starts = WeekChart.starts(site.calendar.day(of: .now))
        let known = try await site.store.attendance(
            of: id, taughtBy: asker.role == .instructor ? asker.id : nil,
            since: starts.first.map(site.calendar.start) ?? .now)
        return PersonRatesPage(person, known, starts, site.calendar)
    }

    private init(_ person: Person, _ known: PersonAttendance, _ starts: [CalendarDate], _ calendar: WallCalendar) {
        self.person = PersonView(person)
        lastSeen = known.lastSeen?.text
        let ofCourses = known.classes.filter { $0.course != nil }
        // A class may have begun before its planned time, which counts here.
        let missed = known.lastSeen.map { last in ofCourses.count { $0.at > last && !$0.isPresent } } ?? ofCourses.count
        seenText = seenWords(known.lastSeen, missed: missed, calendar)
        let rate = AttendanceRate(ofCourses)
        (held, attended, percent) = (rate.held, rate.attended, rate.percent)
        rateText = rate.held == 0 ? nil : rate.words
        courses = Self.courses(ofCourses)
        let weeks = Dictionary(grouping: known.classes) { TrainingPeriod.week.start(of: calendar.day(of: $0.at)) }
        chart = WeekChart(
            "Classes by week", ["Attended", "Missed"], starts: starts,
            starts.map { start in
                let all = weeks[start] ?? []
                return [all.count { $0.isPresent }, all.count { !$0.isPresent }]
            })
    }

    /// Rates by course, those with the newest class first.
    private static func courses(_ classes: [AttendedClass]) -> [CourseRateView] {
        var order: [Identifier] = []
        for one in classes { if let course = one.course, !order.contains(course.id) { order.append(course.id) } }
        let byCourse = Dictionary(grouping: classes) { $0.course?.id }
        return order.compactMap { id in
            guard let own = byCourse[id], let title = own.first?.course?.title else { return nil }
            let rate = AttendanceRate(own)
            return CourseRateView(
                id: id.text, href: "/courses/\(id)", title: title, held: rate.held, attended: rate.attended,
                percent: rate.percent, rateText: rate.words)
        }
    }

    var model: Model {
        [
            "title": title.model, "person": person.model, "seenText": seenText.model, "lastSeen": lastSeen.model,
            "held": held.model, "attended": attended.model, "percent": percent.model, "rateText": rateText.model,
            "courses": courses.model, "chart": chart.model,
        ]
    }
}

extension AttendanceRate {
    init(_ classes: [AttendedClass]) {
        self.init(held: classes.count, attended: classes.count { $0.isPresent })
    }

    /// "9 of 12 classes, 75 %".
    fileprivate var words: String {
        "\(attended) of \(counted(held, "class", "classes"))" + (percent.map { ", \($0) %" } ?? "")
    }
}
