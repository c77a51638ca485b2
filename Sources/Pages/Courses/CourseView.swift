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
        [
            "id": id.model, "href": href.model, "title": title.model, "description": description.model,
            "about": about.model, "venue": venue.model, "address": address.model, "placeText": placeText.model,
            "timeZone": timeZone.model, "category": category.model, "categoryText": categoryText.model,
            "isOpen": isOpen.model, "next": next.model, "nextText": nextText.model, "enrolment": enrolment.model,
            "isEnrolled": isEnrolled.model, "isRequested": isRequested.model, "canRequest": canRequest.model,
            "survey": survey.model, "openHref": openHref.model, "isUntaught": isUntaught.model,
        ]
    }
}
