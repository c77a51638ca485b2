import Classroom
import Pages
import Store

/// What has become of classes to come, as their students are told.
extension NoticeWriter {
    struct Change {
        enum Deed: CaseIterable { case cancelled, restored, moved }

        let deed: Deed
        let session: Identifier
        let news: ClassNews
    }

    /// What has changed in a course: one class, or several together.
    func changes(_ events: [NoticeEvent], _ now: Instant) async throws -> Told? {
        var changes: [Change] = []
        for (session, own) in Dictionary(grouping: events, by: \.session) {
            guard let change = try await change(own, of: session, now) else { continue }
            changes.append(change)
        }
        changes.sort { ($0.news.plannedAt, $0.session) < ($1.news.plannedAt, $1.session) }
        guard let first = changes.first else { return nil }
        guard changes.count > 1, let course = events.lazy.compactMap(\.course).first else {
            return Told(first.session, first.news, words(of: first))
        }
        let parts = Change.Deed.allCases.compactMap { deed in words(of: changes.filter { $0.deed == deed }) }
        return Told(ofCourse: course, first.news, parts.joined(separator: " "))
    }

    /// What has become of a class in the end; `nil` if nothing: what was undone meanwhile is no change.
    private func change(
        _ events: [NoticeEvent], of session: Identifier, _ now: Instant
    ) async throws -> Change? {
        // Nobody needs to know what becomes of a class that should have begun long ago.
        guard let news = try await store.news(of: session), news.plannedAt.adding(milliseconds: 3_600_000) > now
        else { return nil }
        let kinds = events.map(\.kind)
        let (isDeleted, isRestored) = (kinds.contains(.classDeleted), kinds.contains(.classRestored))
        if isDeleted, !isRestored {
            return news.phase == .cancelled ? Change(deed: .cancelled, session: session, news: news) : nil
        }
        guard news.phase == .scheduled else { return nil }
        if isRestored, !isDeleted { return Change(deed: .restored, session: session, news: news) }
        let since = events.filter { $0.kind == .classScheduled }.map(\.sequence).min()
        guard let since, try await store.hasMoved(session, since: since) else { return nil }
        return Change(deed: .moved, session: session, news: news)
    }

    private func words(of change: Change) -> String {
        let when = when(change.news)
        return switch change.deed {
        case .cancelled: "The class on \(when) is cancelled."
        case .restored: "The class takes place after all: \(when), \(change.news.venue)."
        case .moved: "The class has moved: \(when), \(change.news.venue)."
        }
    }

    /// Words for classes of which the same has become, the first first; `nil` if there are none.
    private func words(of changes: [Change]) -> String? {
        guard let first = changes.first else { return nil }
        guard changes.count > 1 else { return words(of: first) }
        let (count, when) = (changes.count, when(first.news))
        return switch first.deed {
        case .cancelled: "\(count) classes are cancelled, the first on \(when)."
        case .restored: "\(count) classes take place after all, the first on \(when), \(first.news.venue)."
        case .moved: "\(count) classes have moved, the first to \(when), \(first.news.venue)."
        }
    }

    private func when(_ news: ClassNews) -> String {
        school.calendar.inZone(named: news.timeZone).dateAndTime(news.plannedAt)
    }
}
