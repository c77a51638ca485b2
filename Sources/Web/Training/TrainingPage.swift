import Classroom
import Hummingbird
import Pages
import Store

/// Page of a training log: entries, newest first, and totals.
struct TrainingPage: Page {
    static let template = "training/training"
    let title = "Training"
    /// Address of the back link, on a page that is no tab.
    let back: String?
    /// IANA name of the time zone for days, weeks and months.
    let timeZone: String
    /// Last sequence number that the page reflects.
    let sequence: Int64
    let totals: [TotalView]
    let totalMinutes: Int
    let chart: TrainingChart
    let trainings: [TrainingRow]
    /// Blank row that the device fills for entries not yet sent.
    let blank = TrainingRow.blank
    let none: Bool
    let more: String?

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

    static func load(
        _ site: Site, _ request: Request, for signedIn: SignedIn, now: Instant = .now
    ) async throws -> TrainingPage {
        let person = signedIn.person
        let calendar = try site.calendar.inZone(of: request)
        let span = try TrainingChart.Span(request, calendar, now: now)
        async let totals = site.store.trainingTotals(of: person.id)
        async let part = site.store.trainings(of: person.id, after: request.optionalQuery("after"))
        async let spans = site.store.trainingSpans(of: person.id, between: span.edges.map(calendar.start))
        return try await TrainingPage(signedIn, totals, part, TrainingChart(span, spans), calendar)
    }

    private init(
        _ signedIn: SignedIn, _ totals: TrainingTotals, _ part: ListPage<Training>, _ chart: TrainingChart,
        _ calendar: WallCalendar
    ) {
        back = signedIn.person.role == .instructor ? "/more" : nil
        sequence = signedIn.sequence
        timeZone = calendar.timeZone
        self.totals = TrainingCategory.allCases.map {
            TotalView(
                category: $0.rawValue, label: $0.label, minutes: totals[$0],
                text: "\(grouped(totals[$0])) min")
        }
        totalMinutes = totals.all
        self.chart = chart
        trainings = part.elements.map { TrainingRow($0, calendar) }
        none = part.elements.isEmpty
        more = part.next.map { href("/training", [("after", $0.text)]) }
    }

    var model: Model {
        [
            "title": title.model, "back": back.model, "timeZone": timeZone.model, "sequence": sequence.model,
            "totals": totals.model, "totalMinutes": totalMinutes.model, "chart": chart.model,
            "trainings": trainings.model, "blank": blank.model, "none": none.model, "more": more.model,
        ]
    }
}

/// Row of the log.
struct TrainingRow: Modelled, Sendable {
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

    static let blank = TrainingRow()

    init(_ training: Training, _ calendar: WallCalendar) {
        id = training.id.text
        description = training.description
        category = training.category.rawValue
        categoryText = training.category.label
        minutes = training.minutes
        minutesText = "\(grouped(training.minutes)) min"
        startedAt = training.startedAt.text
        whenText = calendar.dateAndTime(training.startedAt)
        self.class = training.session?.text
        classHref = training.canVisit ? training.session.map { "/classes/\($0)" } : nil
        canDelete = training.session == nil
    }

    private init() {
        (id, description, category, categoryText, minutesText) = ("", "", "", "", "")
        (startedAt, whenText, minutes, canDelete) = ("", "", 0, true)
        (self.class, classHref) = (nil, nil)
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
    var label: String {
        switch self {
        case .endurance: "Endurance"
        case .strength: "Strength"
        case .mobility: "Mobility"
        }
    }
}
