import Classroom
import Store

/// Writer of notices about what happened at a class.
struct NoticeWriter: Sendable {
    let store: Store
    let school: SchoolMemory

    /// Notice of events of one topic at one class, or of changes in one course, and whom it concerns; `nil` if there is
    /// nothing to tell.
    func notice(
        of events: [NoticeEvent], now: Instant = .now
    ) async throws -> (notice: Notice, people: [Identifier])? {
        guard let first = events.first, let told = try await told(events, first, now) else { return nil }
        let topic = first.topic
        let people = try await store.people(topic.audience, of: first.session, wanting: topic, now: now)
        let makers = Set(events.compactMap(\.maker))
        let notice = Notice(
            title: told.course, text: told.text, href: told.href, tag: "\(topic.rawValue)-\(told.subject)",
            urgency: topic.urgency, lifetime: topic.lifetime,
            sequence: events.map(\.sequence).max() ?? first.sequence)
        return (notice, people.filter { !makers.contains($0) })
    }

    /// What is told, of which class or course, and the page that shows more.
    struct Told {
        let course: String
        let text: String
        let subject: Identifier
        let href: String

        init(_ session: Identifier, _ news: ClassNews, _ text: String) {
            (course, self.text, subject, href) = (news.course, text, session, "/classes/\(session)")
        }

        init(ofCourse id: Identifier, _ news: ClassNews, _ text: String) {
            (course, self.text, subject, href) = (news.course, text, id, "/courses/\(id)")
        }
    }

    private func told(_ events: [NoticeEvent], _ first: NoticeEvent, _ now: Instant) async throws -> Told? {
        if first.topic == .changes { return try await changes(events, now) }
        guard let news = try await store.news(of: first.session) else { return nil }
        let text: String? =
            switch first.topic {
            case .marks:
                try await store.newMarks(of: Set(events.compactMap(\.maker)), at: first.session).map(Self.words)
            case .starts:
                news.phase == .running && news.isOpen && news.evidence != .instructor
                    ? "You can now confirm attendance." : nil
            case .reconfirm: "Please confirm again that you are here."
            case .changes: nil
            }
        return text.map { Told(first.session, news, $0) }
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
