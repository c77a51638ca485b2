import Classroom

/// Page of a training log: entries, newest first, and totals.
public final class TrainingPage: Page {
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
            [
                "category": category.model, "label": label.model, "minutes": minutes.model, "text": text.model,
            ]
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
        [
            "title": title.model, "back": back.model, "timeZone": timeZone.model, "totals": totals.model,
            "totalMinutes": totalMinutes.model, "chart": chart.model, "trainings": trainings.model,
            "none": none.model, "more": more.model, "onlyText": onlyText.model,
        ]
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
        [
            "id": id.model, "description": description.model, "category": category.model,
            "categoryText": categoryText.model, "minutes": minutes.model, "minutesText": minutesText.model,
            "startedAt": startedAt.model, "whenText": whenText.model, "class": self.class.model,
            "classHref": classHref.model, "canDelete": canDelete.model,
        ]
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
