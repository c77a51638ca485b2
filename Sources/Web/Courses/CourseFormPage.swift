import Classroom
import Foundation
import Pages
import Store

/// Form for creating or editing a course.
struct CourseFormPage: Page {
    static let template = "courses/form"
    let title: String
    let isNew: Bool
    let id: String?
    let back: String
    let name: String
    let description: String
    let venues: [Choice]
    let noVenues: Bool
    let timeZone: String
    let zones: [String]
    let categories: [Choice]
    let evidences: [Choice]
    let accuracy: Int
    let askers: [Choice]
    let survey: String
    let isOpen: Bool

    static func load(_ site: Site, _ course: Course?) async throws -> CourseFormPage {
        CourseFormPage(course, site.calendar, venues: try await site.store.venues(near: nil))
    }

    private init(_ course: Course?, _ calendar: WallCalendar, venues: [Venue]) {
        title = course == nil ? "New Course" : "Edit Course"
        isNew = course == nil
        id = course?.id.text
        back = course.map { "/courses/\($0.id)" } ?? "/courses"
        name = course?.title ?? ""
        description = course?.description ?? ""
        self.venues = Choice.venues(venues, chosen: course?.venueID, course?.venue ?? "")
        noVenues = self.venues.isEmpty
        timeZone = course?.timeZone ?? calendar.timeZone
        zones = TimeZone.knownTimeZoneIdentifiers
        categories =
            [Choice(value: "", label: "None", selected: course?.category == nil)]
            + TrainingCategory.allCases.map {
                Choice(value: $0.rawValue, label: $0.label, selected: $0 == course?.category)
            }
        // A new course does not ask for a location where none can be checked.
        let isPlaced = self.venues.first?.lacksPosition != true
        let policy = course?.policy ?? AttendancePolicy(evidence: isPlaced ? .location : .code)
        evidences = AttendancePolicy.Evidence.allCases.map {
            Choice(value: $0.rawValue, label: $0.label, selected: $0 == policy.evidence)
        }
        accuracy = Int(nearest: policy.worstAccuracy) ?? 0
        askers = Askers.allCases.map {
            Choice(
                value: $0.rawValue, label: $0 == .enrolled ? "Everybody enrolled" : "Only those marked present",
                selected: $0 == course?.askers)
        }
        survey = course?.survey ?? ""
        isOpen = course?.isOpen ?? false
    }

    var model: Model {
        [
            "title": title.model, "isNew": isNew.model, "id": id.model, "back": back.model, "name": name.model,
            "description": description.model, "venues": venues.model, "noVenues": noVenues.model,
            "timeZone": timeZone.model, "zones": zones.model, "categories": categories.model,
            "evidences": evidences.model, "accuracy": accuracy.model, "askers": askers.model, "survey": survey.model,
            "isOpen": isOpen.model,
        ]
    }
}
