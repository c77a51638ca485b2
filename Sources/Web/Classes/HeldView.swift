import Classroom
import Pages
import Store

/// When a class of a course took place that is over, and what was put right of it.
struct HeldView: Modelled, Sendable {
    let startedText: String
    let endedText: String?
    let durationText: String
    let pausedText: String
    let history: [String]
    let correctHref: String

    /// - Returns: `nil` unless the class is over.
    static func load(_ site: Site, _ session: ClassSession, _ calendar: WallCalendar) async throws -> HeldView? {
        guard session.phase == .saved else { return nil }
        return HeldView(session, calendar, history: try await ClassChangeWording.lines(session, site, calendar))
    }

    private init(_ session: ClassSession, _ calendar: WallCalendar, history: [String]) {
        let row = SessionRow(session, calendar)
        (startedText, endedText, durationText) = (row.startedText, row.endedText, row.durationText)
        pausedText = WallCalendar.pause(session.paused)
        self.history = history
        correctHref = "/classes/\(session.id)/correct"
    }

    var model: Model {
        [
            "startedText": startedText.model, "endedText": endedText.model, "durationText": durationText.model,
            "pausedText": pausedText.model, "history": history.model, "hasHistory": (!history.isEmpty).model,
            "correctHref": correctHref.model,
        ]
    }
}
