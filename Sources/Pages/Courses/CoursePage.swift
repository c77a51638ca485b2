import Classroom

/// Page of a course, with its classes.
public final class CoursePage: Page, DevicePage {
    public static let template = "courses/course"
    public var title: String { course.title }
    public var list: String? { student == nil ? "/courses" : nil }
    let course: Course
    /// Who looks; `nil` for who teaches the course.
    let student: Identifier?
    /// The course's.
    private let calendar: WallCalendar
    /// IANA name of the book's time zone.
    private let home: String
    private let instructors: [Person]
    /// Classes, and the address of the next part.
    private let coming: (cards: [ClassSessionView], more: String?)
    private let past: (cards: [ClassSessionView], more: String?)
    /// How many are enrolled, and how many ask to be, for instructors.
    private let counts: (enrolled: Int, requested: Int)?
    /// That not all classes were taken along by a device.
    private let onlyText: String?

    final class InstructorView: Modelled, Sendable {
        private let person: Person

        init(_ person: Person) { self.person = person }

        var model: Model {
            var object = ModelObject()
            object.add("id", person.id.text)
            object.add("name", person.name.full)
            object.add("avatar", Avatar(person))
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
        (self.course, self.student, self.calendar, self.home) = (course, student, calendar, home)
        (self.instructors, self.coming, self.past) = (instructors, coming, past)
        (self.counts, self.onlyText) = (counts, onlyText)
    }

    public var model: Model {
        var object = ModelObject()
        let (teaches, cards) = (student == nil, coming.cards)
        var (next, planned): (ClassSession?, Int) = (nil, 0)
        for card in cards {
            if card.session.phase == .scheduled { planned += 1 }
            if next == nil, card.session.phase != .cancelled, card.session.plan == course.nextAt { next = card.session }
        }
        object.add("title", title)
        object.add("course", CourseView(course, isStudent: !teaches, calendar))
        object.add("teaches", teaches)
        object.add("isArchived", course.isArchived)
        object.add("instructors", instructors.map { InstructorView($0) })
        // Time zone of the course, if it differs from the server's.
        object.add("zoneText", calendar.timeZone.isSame(as: home) ? nil : "Times are in " + course.timeZone)
        object.add("coming", cards)
        object.add("moreComing", coming.more)
        object.add("nothingComing", cards.isEmpty)
        // Several classes can be cancelled or moved together.
        object.add("canChangeSeveral", teaches && planned > 1)
        object.add("past", past.cards)
        object.add("morePast", past.more)
        object.add("hasPast", !past.cards.isEmpty)
        let requested = counts.flatMap { $0.requested > 0 ? $0.requested : nil }
        object.add("enrolled", counts?.enrolled)
        object.add("requested", requested)
        object.add("studentsText", counts.map { counted($0.enrolled, "student", "students") })
        object.add("requestedText", requested.map { grouped($0) + " new" })
        object.add("instructorsText", listed(instructors.map { $0.name.full }))
        object.add("student", student?.text)
        // The next class, or the class in session.
        object.add("nextHref", next.map { "/classes/" + $0.id.text })
        object.add("isInSession", next?.isInSession ?? false)
        object.add("onlyText", onlyText)
        return object.model
    }
}
