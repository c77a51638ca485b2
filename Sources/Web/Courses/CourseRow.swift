import Classroom
import Foundation
import Pages
import Store

/// Course in a list.
struct CourseRow: Modelled, Sendable {
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
    var openHref: String?
    /// Whether nobody active teaches the course, as far as an owner is told.
    var isUntaught = false

    init(_ course: Course, for person: Person, _ calendar: WallCalendar) {
        id = course.id.text
        href = "/courses/\(course.id)"
        title = course.title
        description = course.description
        venue = course.venue
        address = course.address
        about = course.description.isEmpty ? nil : course.description
        placeText = [course.venue, course.address].filter { !$0.isEmpty }.joined(separator: ", ")
        timeZone = course.timeZone
        category = course.category?.rawValue
        categoryText = course.category?.label
        isOpen = course.isOpen
        next = course.nextAt?.text
        nextText = course.nextAt.map(calendar.inZone(of: course).dateAndTime) ?? "No class scheduled"
        let isStudent = person.role == .student
        enrolment = isStudent ? course.enrolment?.rawValue : nil
        isEnrolled = isStudent && course.enrolment == .accepted
        isRequested = isStudent && course.enrolment == .requested
        canRequest = isStudent && !isEnrolled && !isRequested
        survey = course.survey.isEmpty ? nil : course.survey
    }

    var model: Model {
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

extension WallCalendar {
    /// Calendar in the course's time zone.
    func inZone(of course: Course) -> WallCalendar {
        inZone(named: course.timeZone)
    }

    func inZone(named name: String) -> WallCalendar {
        WallCalendar(named: name) ?? self
    }
}
