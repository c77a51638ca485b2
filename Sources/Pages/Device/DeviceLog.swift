import Classroom

/// Training log in a device's book: its newest entries.
final class DeviceLog: Sendable {
    /// What was written, also what was deleted lately.
    private let rows: [TrainingRow]
    private let attended: [Training]
    /// Sums of what is older than all that.
    private let older: TrainingTotals
    /// From when on all of it is here; `nil` if it is whole.
    private let begins: Instant?
    /// Whether the device has written or deleted something, which the copy does not have yet.
    let isChangedHere: Bool

    private init(_ log: DeviceLog, _ rows: [TrainingRow]) {
        (self.rows, attended, older, begins) = (rows, log.attended, log.older, log.begins)
        isChangedHere = true
    }

    init(_ copy: CopyValue, of person: Identifier) {
        var (rows, attended, older): ([TrainingRow], [Training], TrainingTotals) = ([], [], TrainingTotals())
        func add(_ name: MemberName, _ category: TrainingCategory) {
            older.add(copy.count(name) ?? 0, of: category)
        }
        add("endurance", .endurance)
        add("strength", .strength)
        add("mobility", .mobility)
        var first: Instant?
        for one in copy.list("entries") {
            guard let training = Training(one) else { continue }
            let deletedAt = one.instant("deletedAt")
            if training.session == nil {
                rows.append(
                    TrainingRow(
                        id: training.id, person: person, description: training.description,
                        category: training.category, minutes: training.minutes, startedAt: training.startedAt,
                        isDeleted: deletedAt != nil, turnedAt: deletedAt))
            } else {
                attended.append(training)
            }
            guard deletedAt == nil else { continue }
            older.add(-training.minutes, of: training.category)
            first = first.map { min($0, training.startedAt) } ?? training.startedAt
        }
        let isWhole = !copy.flag("hasMore")
        (self.rows, self.attended, self.older) = (rows, attended, isWhole ? TrainingTotals() : older)
        begins = isWhole ? nil : first
        isChangedHere = false
    }

    /// The log after something was written in it.
    func with(_ new: TrainingRow) -> DeviceLog {
        for row in rows where row.id == new.id { return self }
        return DeviceLog(self, rows + [new])
    }

    /// The log after an entry was deleted or restored.
    func turning(_ training: Identifier, deleted: Bool, at: Instant) -> DeviceLog {
        guard let place = rows.firstIndex(where: { $0.id == training }) else { return self }
        var rows = rows
        rows[place].turn(deleted: deleted, at: at)
        return DeviceLog(self, rows)
    }

    /// Lines, newest first.
    private var lines: [Training] {
        var lines = attended
        for row in rows where !row.isDeleted {
            lines.append(Training(row))
        }
        let order = SortKey.order(lines.map { SortKey(number: $0.startedAt.milliseconds, id: $0.id) })
        return order.reversed().map { lines[$0] }
    }

    /// Sums between moments, each but the last of which begins a span; `nil` if not all of that time is here.
    private static func spans(of lines: [Training], between edges: [Instant]) -> [TrainingSpan] {
        var spans = edges.dropLast().map { TrainingSpan(start: $0) }
        for line in lines where line.startedAt < (edges.last ?? line.startedAt) {
            if let place = spans.lastIndex(where: { $0.start <= line.startedAt }) {
                spans[place].totals.add(line.minutes, of: line.category)
            }
        }
        return spans
    }

    /// How many entries a page lists.
    private static let most = 100

    /// Page of the log; `nil` if not all that it shows is here.
    ///
    /// - Parameter isTab: whether the log is a tab of the person.
    func page(_ query: CopyValue, _ calendar: WallCalendar, isTab: Bool, now: Instant) -> TrainingPage? {
        guard query.words("after").isEmpty,
            let span = TrainingChart.Span(by: query.words("by"), until: query.words("until"), calendar, now: now)
        else { return nil }
        let (lines, edges) = (lines, span.edges.map { calendar.start(of: $0) })
        if let begins, (edges.first ?? begins) < begins { return nil }
        var totals = older
        for line in lines { totals.add(line.minutes, of: line.category) }
        let isPart = begins != nil || lines.count > Self.most
        let only = "The newest " + grouped(Self.most) + " entries are shown. The others are there when there is signal."
        return TrainingPage(
            totals, Array(lines.prefix(Self.most)), TrainingChart(span, Self.spans(of: lines, between: edges)),
            calendar, isTab: isTab, more: nil, onlyText: isPart ? only : nil)
    }
}

extension Training {
    fileprivate convenience init?(_ copy: CopyValue) {
        guard let id = copy.identifier("id"), let at = copy.instant("at"),
            let category = TrainingCategory(word: copy.words("category"))
        else { return nil }
        self.init(
            id: id, description: copy.words("description"), category: category,
            minutes: copy.count("minutes") ?? 0, startedAt: at, session: copy.identifier("class"),
            canVisit: copy.flag("canVisit"))
    }
}
