import Classroom

/// Page of a course, with its classes.
public final class CoursePage: Page, DevicePage {
    public static let template = "courses/course"
    public let title: String
    let course: CourseView
    let teaches: Bool
    public var list: String? { teaches ? "/courses" : nil }
    let isArchived: Bool
    let instructors: [InstructorView]
    /// Time zone of the course, if it differs from the server's.
    let zoneText: String?
    /// Address of the next class, or of the class in session.
    let nextHref: String?
    let isInSession: Bool
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
    /// That not all classes were taken along by a device.
    let onlyText: String?

    final class InstructorView: Modelled, Sendable {
        let id: String
        let name: String
        let avatar: Avatar

        init(_ person: Person) {
            (id, name, avatar) = (person.id.text, person.name.full, Avatar(person))
        }

        var model: Model {
            var object = ModelObject()
            object.add("id", id)
            object.add("name", name)
            object.add("avatar", avatar)
            return object.model
        }
    }

    /// - Parameters:
    ///   - student: who looks; `nil` for who teaches the course.
    ///   - calendar: the course's.
    ///   - home: time zone of the book.
    ///   - coming: classes, and the address of the next part.
    ///   - counts: how many are enrolled, and how many ask to be, for instructors.
    public init(
        _ course: Course, student: Identifier?, _ calendar: WallCalendar, home: String, instructors: [Person],
        coming: (cards: [ClassSessionView], more: String?), past: (cards: [ClassSessionView], more: String?),
        counts: (enrolled: Int, requested: Int)?, onlyText: String? = nil
    ) {
        title = course.title
        self.course = CourseView(course, isStudent: student != nil, calendar)
        teaches = student == nil
        isArchived = course.isArchived
        self.instructors = instructors.map { InstructorView($0) }
        zoneText = calendar.timeZone.isSame(as: home) ? nil : "Times are in " + course.timeZone
        (self.coming, self.past) = (coming.cards, past.cards)
        (moreComing, morePast) = (coming.more, past.more)
        let next = course.nextAt.flatMap { next in coming.cards.first { !$0.cancelled && $0.planned == next } }
        nextHref = next?.href
        isInSession = next?.inSession ?? false
        nothingComing = coming.cards.isEmpty
        canChangeSeveral = student == nil && coming.cards.filter { $0.isScheduled }.count > 1
        hasPast = !past.cards.isEmpty
        enrolled = counts?.enrolled
        requested = counts.flatMap { $0.requested > 0 ? $0.requested : nil }
        requestedText = requested.map { grouped($0) + " new" }
        instructorsText = listed(instructors.map { $0.name.full })
        studentsText = enrolled.map { counted($0, "student", "students") }
        self.student = student?.text
        self.onlyText = onlyText
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("course", course)
        object.add("teaches", teaches)
        object.add("isArchived", isArchived)
        object.add("instructors", instructors)
        object.add("zoneText", zoneText)
        object.add("coming", coming)
        object.add("moreComing", moreComing)
        object.add("nothingComing", nothingComing)
        object.add("canChangeSeveral", canChangeSeveral)
        object.add("past", past)
        object.add("morePast", morePast)
        object.add("hasPast", hasPast)
        object.add("enrolled", enrolled)
        object.add("requested", requested)
        object.add("studentsText", studentsText)
        object.add("requestedText", requestedText)
        object.add("instructorsText", instructorsText)
        object.add("student", student)
        object.add("nextHref", nextHref)
        object.add("isInSession", isInSession)
        object.add("onlyText", onlyText)
        return object.model
    }
}
