import Classroom
import Store

/// Writer of notices about what happened at a class.
struct NoticeWriter: Sendable {
    let store: Store
    let school: SchoolMemory

    /// Notice of happenings of one topic at one class, and whom it concerns; `nil` if there is nothing to tell.
    func notice(
        of happenings: [Happening], now: Instant = .now
    ) async throws -> (notice: Notice, people: [Identifier])? {
        guard let first = happenings.first, let news = try await store.news(of: first.session),
            let text = try await text(happenings, first, news, now)
        else { return nil }
        let topic = first.topic
        let people = try await store.people(topic.audience, of: first.session, wanting: topic, now: now)
        let makers = Set(happenings.compactMap(\.maker))
        let notice = Notice(
            title: news.course, text: text, href: "/classes/\(first.session)",
            tag: "\(topic.rawValue)-\(first.session)", urgency: topic.urgency, lifetime: topic.lifetime,
            sequence: happenings.map(\.sequence).max() ?? first.sequence)
        return (notice, people.filter { !makers.contains($0) })
    }

    private func text(
        _ happenings: [Happening], _ first: Happening, _ news: ClassNews, _ now: Instant
    ) async throws -> String? {
        switch first.topic {
        case .marks:
            let students = Set(happenings.compactMap(\.maker))
            return try await store.newMarks(of: students, at: first.session).map(Self.words)
        case .starts:
            let isAsked = news.phase == .running && news.isOpen && news.evidence != .instructor
            return isAsked ? "You can now confirm attendance." : nil
        case .reconfirm: return "Please confirm again that you are here."
        case .changes:
            // Nobody needs to know what becomes of a class that should have begun long ago.
            guard news.plannedAt.adding(milliseconds: 3_600_000) > now else { return nil }
            return try await change(happenings, first, news)
        }
    }

    /// Describes what has changed in the end: what was undone meanwhile is no change.
    private func change(_ happenings: [Happening], _ first: Happening, _ news: ClassNews) async throws -> String? {
        let kinds = happenings.map(\.kind)
        let (isDeleted, isRestored) = (kinds.contains(.classDeleted), kinds.contains(.classRestored))
        let when = school.calendar.inZone(named: news.timeZone).dateAndTime(news.plannedAt)
        if isDeleted, !isRestored { return news.phase == .cancelled ? "The class on \(when) is cancelled." : nil }
        guard news.phase == .scheduled else { return nil }
        if isRestored, !isDeleted { return "The class takes place after all: \(when), \(news.venue)." }
        let since = happenings.filter { $0.kind == .classScheduled }.map(\.sequence).min()
        guard let since, try await store.hasMoved(first.session, since: since) else { return nil }
        return "The class has moved: \(when), \(news.venue)."
    }

    static func words(_ marks: NewMarks) -> String {
        if marks.present + marks.unconfirmed == 1 {
            return marks.name + (marks.present == 1 ? " is present." : " needs confirmation.")
        }
        let present = counted(marks.allPresent, "student is", "students are") + " present"
        let waiting = counted(marks.allUnconfirmed, "needs", "need") + " confirmation"
        let parts = [marks.present > 0 ? present : nil, marks.unconfirmed > 0 ? waiting : nil]
        return parts.compactMap { $0 }.joined(separator: ", ") + "."
    }
}
