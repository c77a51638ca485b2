import Classroom

/// Course in a list.
public final class CourseView: Modelled, Sendable {
    let course: Course
    /// Whether a student sees it.
    let isStudent: Bool
    /// The course's.
    private let calendar: WallCalendar
    /// Where an owner gets from the list of all courses.
    private let openHref: String?
    /// Whether nobody active teaches the course, as far as an owner is told.
    private let isUntaught: Bool

    /// - Parameter calendar: the course's.
    public init(
        _ course: Course, isStudent: Bool, _ calendar: WallCalendar, openHref: String? = nil, isUntaught: Bool = false
    ) {
        (self.course, self.isStudent, self.calendar) = (course, isStudent, calendar)
        (self.openHref, self.isUntaught) = (openHref, isUntaught)
    }

    public var model: Model {
        var object = ModelObject()
        let enrolment = isStudent ? course.enrolment : nil
        let (isEnrolled, isRequested) = (enrolment == .accepted, enrolment == .requested)
        object.add("id", course.id.text)
        object.add("href", "/courses/" + course.id.text)
        object.add("title", course.title)
        object.add("description", course.description)
        object.add("about", course.description.isEmpty ? nil : course.description)
        object.add("venue", course.venue)
        object.add("address", course.address)
        object.add("placeText", listed([course.venue, course.address].filter { !$0.isEmpty }))
        object.add("timeZone", course.timeZone)
        object.add("category", course.category?.rawValue)
        object.add("categoryText", course.category?.label)
        object.add("isOpen", course.isOpen)
        // Start of the next class or of the class in session.
        object.add("next", course.nextAt?.text)
        object.add("inSession", course.isInSession)
        object.add("nextText", course.nextAt.map { calendar.dateAndTime($0) } ?? "No class scheduled")
        object.add("enrolment", enrolment?.rawValue)
        object.add("isEnrolled", isEnrolled)
        object.add("isRequested", isRequested)
        object.add("canRequest", isStudent && !isEnrolled && !isRequested)
        object.add("survey", course.survey.isEmpty ? nil : course.survey)
        object.add("openHref", openHref)
        object.add("isUntaught", isUntaught)
        return object.model
    }
}
