import Classroom

/// Form for creating or editing a course. The page knows the time zones to choose from.
public final class CourseFormPage: Page, DevicePage {
    public static let template = "courses/form"
    public var title: String { course == nil ? "New Course" : "Edit Course" }
    private let course: Course?
    private let home: String
    private let venues: [Choice]

    /// - Parameters:
    ///   - course: course to edit; `nil` for a new one.
    ///   - home: time zone of the book, which a new course has.
    public init(_ course: Course?, home: String, venues: [Venue]) {
        (self.course, self.home) = (course, home)
        self.venues = Choice.venues(venues, chosen: course?.venueID, course?.venue ?? "")
    }

    public var model: Model {
        var object = ModelObject()
        let id = course?.id.text
        object.add("title", title)
        object.add("isNew", id == nil)
        object.add("id", id)
        object.add("back", id.map { "/courses/" + $0 } ?? "/courses")
        object.add("name", course?.title ?? "")
        object.add("description", course?.description ?? "")
        object.add("venues", venues)
        object.add("noVenues", venues.isEmpty)
        object.add("timeZone", course?.timeZone ?? home)
        var categories = [Choice(value: "", label: "None", selected: course?.category == nil)]
        for one in TrainingCategory.allCases {
            categories.append(Choice(value: one.rawValue, label: one.label, selected: one == course?.category))
        }
        object.add("categories", categories)
        // A new course does not ask for a location where none can be checked.
        let isPlaced = venues.first?.lacksPosition != true
        let policy = course?.policy ?? AttendancePolicy(evidence: isPlaced ? .location : .code)
        object.add(
            "evidences",
            AttendancePolicy.Evidence.allCases.map {
                Choice(value: $0.rawValue, label: $0.label, selected: $0 == policy.evidence)
            })
        object.add("accuracy", Int(nearest: policy.worstAccuracy) ?? 0)
        object.add(
            "askers",
            Askers.allCases.map {
                Choice(
                    value: $0.rawValue, label: $0 == .enrolled ? "Everybody enrolled" : "Only those marked present",
                    selected: $0 == course?.askers)
            })
        object.add("survey", course?.survey ?? "")
        object.add("isOpen", course?.isOpen ?? false)
        return object.model
    }
}
