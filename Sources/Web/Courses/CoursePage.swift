import Classroom
import Hummingbird
import Pages
import Store

/// Page of a course, with its classes.
struct CoursePage: Page {
    static let template = "courses/course"
    let title: String
    let course: CourseRow
    let teaches: Bool
    var list: String? { teaches ? "/courses" : nil }
    let isArchived: Bool
    let instructors: [InstructorView]
    /// Time zone of the course, if it differs from the server's.
    let zoneText: String?
    /// Address of the next class, or of the class in session.
    let nextHref: String?
    let coming: [ClassSessionView]
    let moreComing: String?
    let nothingComing: Bool
    /// Whether several classes can be cancelled or moved together.
    let canChangeSeveral: Bool
    let past: [ClassSessionView]
    let morePast: String?
    let hasPast: Bool
    /// Number of enrolled students, for instructors.
    let enrolled: Int?
    let requested: Int?
    let studentsText: String?
    let requestedText: String?
    let instructorsText: String
    let student: String?

    struct InstructorView: Modelled, Sendable {
        let id: String
        let name: String
        let avatar: Avatar

        var model: Model { ["id": id.model, "name": name.model, "avatar": avatar.model] }
    }

    static func load(_ site: Site, _ course: Course, _ request: Request, for person: Person) async throws -> CoursePage
    {
        async let instructors = site.store.instructors(of: course.id)
        async let coming = site.store.classes(of: course.id, .coming, after: request.optionalQuery("coming"))
        async let past = site.store.classes(of: course.id, .past, after: request.optionalQuery("past"))
        let (next, before) = try await (coming, past)
        let teaches = person.role == .instructor
        let own =
            teaches ? [:] : try await site.store.attendance(of: person, at: next.elements + before.elements)
        let counts = teaches ? try await site.store.enrolmentCounts(in: course.id) : nil
        return CoursePage(
            course, person, site.calendar, instructors: try await instructors, coming: next, past: before, own: own,
            counts: counts)
    }

    private init(
        _ course: Course, _ person: Person, _ calendar: WallCalendar, instructors: [Person],
        coming: ListPage<ClassSession>,
        past: ListPage<ClassSession>, own: [Identifier: Attendance], counts: [Enrolment: Int]?
    ) {
        let zone = calendar.inZone(of: course)
        title = course.title
        self.course = CourseRow(course, for: person, calendar)
        teaches = person.role == .instructor
        isArchived = course.isArchived
        self.instructors = instructors.map {
            InstructorView(id: $0.id.text, name: $0.name.full, avatar: Avatar($0))
        }
        zoneText = zone.timeZone == calendar.timeZone ? nil : "Times are in \(course.timeZone)"
        let isStudent = person.role == .student
        func card(_ session: ClassSession) -> ClassSessionView {
            ClassSessionView(session, zone, own: own[session.id], isStudent: isStudent, now: .now)
        }
        self.coming = coming.elements.map(card)
        self.past = past.elements.map(card)
        let path = "/courses/\(course.id)"
        moreComing = coming.next.map { href(path, [("coming", $0.text)]) }
        morePast = past.next.map { href(path, [("past", $0.text)]) }
        let nextAt = course.nextAt
        nextHref = coming.elements.first { $0.phase != .cancelled && ($0.plannedAt ?? $0.startedAt) == nextAt }
            .map { "/classes/\($0.id)" }
        nothingComing = coming.elements.isEmpty
        canChangeSeveral = teaches && coming.elements.count { $0.phase == .scheduled } > 1
        hasPast = !past.elements.isEmpty
        enrolled = counts.map { $0[.accepted] ?? 0 }
        requested = counts.flatMap { $0[.requested] }
        requestedText = requested.map { "\(grouped($0)) new" }
        instructorsText = instructors.map(\.name.full).joined(separator: ", ")
        studentsText = enrolled.map { counted($0, "student", "students") }
        student = isStudent ? person.id.text : nil
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "teaches": teaches.model,
            "isArchived": isArchived.model, "instructors": instructors.model,
            "zoneText": zoneText.model, "coming": coming.model, "moreComing": moreComing.model,
            "nothingComing": nothingComing.model, "canChangeSeveral": canChangeSeveral.model,
            "past": past.model, "morePast": morePast.model,
            "hasPast": hasPast.model, "enrolled": enrolled.model, "requested": requested.model,
            "studentsText": studentsText.model, "requestedText": requestedText.model,
            "instructorsText": instructorsText.model, "student": student.model, "nextHref": nextHref.model,
        ]
    }
}
