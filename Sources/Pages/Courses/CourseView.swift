import Classroom

/// Course in a list.
public final class CourseView: Modelled, Sendable {
    let id: String
    let href: String
    let title: String
    let description: String
    /// Description; `nil` if empty.
    let about: String?
    let venue: String
    let address: String
    let placeText: String
    let timeZone: String
    let category: String?
    let categoryText: String?
    let isOpen: Bool
    /// Start of the next class or of the class in session.
    let next: String?
    let nextText: String
    /// Enrolment of a student: requested, accepted or declined.
    let enrolment: String?
    let isEnrolled: Bool
    let isRequested: Bool
    let canRequest: Bool
    let survey: String?
    /// Where an owner gets from the list of all courses.
    let openHref: String?
    /// Whether nobody active teaches the course, as far as an owner is told.
    let isUntaught: Bool

    /// - Parameter calendar: the course's.
    public init(
        _ course: Course, isStudent: Bool, _ calendar: WallCalendar, openHref: String? = nil, isUntaught: Bool = false
    ) {
        (self.openHref, self.isUntaught) = (openHref, isUntaught)
        id = course.id.text
        href = "/courses/" + id
        title = course.title
        description = course.description
        venue = course.venue
        address = course.address
        about = course.description.isEmpty ? nil : course.description
        placeText = listed([course.venue, course.address].filter { !$0.isEmpty })
        timeZone = course.timeZone
        category = course.category?.rawValue
        categoryText = course.category?.label
        isOpen = course.isOpen
        next = course.nextAt?.text
        nextText = course.nextAt.map { calendar.dateAndTime($0) } ?? "No class scheduled"
        enrolment = isStudent ? course.enrolment?.rawValue : nil
        isEnrolled = isStudent && course.enrolment == .accepted
        isRequested = isStudent && course.enrolment == .requested
        canRequest = isStudent && !isEnrolled && !isRequested
        survey = course.survey.isEmpty ? nil : course.survey
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("href", href)
        object.add("title", title)
        object.add("description", description)
        object.add("about", about)
        object.add("venue", venue)
        object.add("address", address)
        object.add("placeText", placeText)
        object.add("timeZone", timeZone)
        object.add("category", category)
        object.add("categoryText", categoryText)
        object.add("isOpen", isOpen)
        object.add("next", next)
        object.add("nextText", nextText)
        object.add("enrolment", enrolment)
        object.add("isEnrolled", isEnrolled)
        object.add("isRequested", isRequested)
        object.add("canRequest", canRequest)
        object.add("survey", survey)
        object.add("openHref", openHref)
        object.add("isUntaught", isUntaught)
        return object.model
    }
}
