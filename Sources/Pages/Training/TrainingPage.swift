import Classroom

/// Page of a training log: entries, newest first, and totals.
public final class TrainingPage: Page, DevicePage {
    public static let template = "training/training"
    public let title = "Training"
    /// Address of the back link, on a page that is no tab.
    let back: String?
    /// IANA name of the time zone for days, weeks and months.
    let timeZone: String
    let totals: [TotalView]
    let totalMinutes: Int
    let chart: TrainingChart
    let trainings: [TrainingView]
    let none: Bool
    let more: String?
    /// That not all entries are here.
    let onlyText: String?

    struct TotalView: Modelled, Sendable {
        let category: String
        let label: String
        let minutes: Int
        let text: String

        var model: Model {
            var object = ModelObject()
            object.add("category", category)
            object.add("label", label)
            object.add("minutes", minutes)
            object.add("text", text)
            return object.model
        }
    }

    /// - Parameters:
    ///   - trainings: newest first.
    ///   - isTab: whether the log is a tab of the person.
    ///   - more: address of the next part of the list.
    ///   - calendar: that of the person.
    public init(
        _ totals: TrainingTotals, _ trainings: [Training], _ chart: TrainingChart,
        _ calendar: WallCalendar, isTab: Bool, more: String?, onlyText: String? = nil
    ) {
        back = isTab ? nil : "/more"
        timeZone = calendar.timeZone
        self.totals = TrainingCategory.allCases.map {
            TotalView(
                category: $0.rawValue, label: $0.label, minutes: totals[$0], text: grouped(totals[$0]) + " min")
        }
        totalMinutes = totals.all
        self.chart = chart
        self.trainings = trainings.map { TrainingView($0, calendar) }
        none = trainings.isEmpty
        (self.more, self.onlyText) = (more, onlyText)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("back", back)
        object.add("timeZone", timeZone)
        object.add("totals", totals)
        object.add("totalMinutes", totalMinutes)
        object.add("chart", chart)
        object.add("trainings", trainings)
        object.add("none", none)
        object.add("more", more)
        object.add("onlyText", onlyText)
        return object.model
    }
}

/// Row of the log.
final class TrainingView: Modelled, Sendable {
    let id: String
    let description: String
    let category: String
    let categoryText: String
    let minutes: Int
    let minutesText: String
    let startedAt: String
    let whenText: String
    /// Class from which the row comes.
    let `class`: String?
    /// Address of the class; `nil` if this person may not see its page.
    let classHref: String?
    let canDelete: Bool

    init(_ training: Training, _ calendar: WallCalendar) {
        id = training.id.text
        description = training.description
        category = training.category.rawValue
        categoryText = training.category.label
        minutes = training.minutes
        minutesText = grouped(training.minutes) + " min"
        startedAt = training.startedAt.text
        whenText = calendar.dateAndTime(training.startedAt)
        self.class = training.session?.text
        classHref = training.canVisit ? training.session.map { "/classes/" + $0.text } : nil
        canDelete = training.session == nil
    }

    var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("description", description)
        object.add("category", category)
        object.add("categoryText", categoryText)
        object.add("minutes", minutes)
        object.add("minutesText", minutesText)
        object.add("startedAt", startedAt)
        object.add("whenText", whenText)
        object.add("class", self.class)
        object.add("classHref", classHref)
        object.add("canDelete", canDelete)
        return object.model
    }
}

extension TrainingCategory {
    /// Label of the category.
    public var label: String {
        switch self {
        case .endurance: "Endurance"
        case .strength: "Strength"
        case .mobility: "Mobility"
        }
    }
}
