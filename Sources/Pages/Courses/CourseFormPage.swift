import Classroom

/// Form for creating or editing a course. The page knows the time zones to choose from.
public final class CourseFormPage: Page, DevicePage {
    public static let template = "courses/form"
    public let title: String
    let isNew: Bool
    let id: String?
    let back: String
    let name: String
    let description: String
    let venues: [Choice]
    let noVenues: Bool
    let timeZone: String
    let categories: [Choice]
    let evidences: [Choice]
    let accuracy: Int
    let askers: [Choice]
    let survey: String
    let isOpen: Bool

    /// - Parameters:
    ///   - course: course to edit; `nil` for a new one.
    ///   - home: time zone of the book, which a new course has.
    public init(_ course: Course?, home: String, venues: [Venue]) {
        title = course == nil ? "New Course" : "Edit Course"
        isNew = course == nil
        id = course?.id.text
        back = course.map { "/courses/" + $0.id.text } ?? "/courses"
        name = course?.title ?? ""
        description = course?.description ?? ""
        self.venues = Choice.venues(venues, chosen: course?.venueID, course?.venue ?? "")
        noVenues = self.venues.isEmpty
        timeZone = course?.timeZone ?? home
        var categories = [Choice(value: "", label: "None", selected: course?.category == nil)]
        for one in TrainingCategory.allCases {
            categories.append(Choice(value: one.rawValue, label: one.label, selected: one == course?.category))
        }
        self.categories = categories
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

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("isNew", isNew)
        object.add("id", id)
        object.add("back", back)
        object.add("name", name)
        object.add("description", description)
        object.add("venues", venues)
        object.add("noVenues", noVenues)
        object.add("timeZone", timeZone)
        object.add("categories", categories)
        object.add("evidences", evidences)
        object.add("accuracy", accuracy)
        object.add("askers", askers)
        object.add("survey", survey)
        object.add("isOpen", isOpen)
        return object.model
    }
}
