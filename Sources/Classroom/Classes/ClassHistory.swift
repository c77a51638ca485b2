/// What was put right of a class, by whom and when.
public struct ClassChange: Sendable {
    public enum Deed: Sendable {
        /// The class took place without being started.
        case recorded
        /// It was saved, as ended before.
        case ended
        case corrected
    }

    public let deed: Deed
    public let maker: Identifier?
    public let at: Instant
    public let before: ClassFacts
    public let after: ClassFacts

    fileprivate init(_ deed: Deed, _ told: ToldEvent, _ before: ClassFacts, _ after: ClassFacts) {
        (self.deed, maker, at) = (deed, told.maker, told.at)
        (self.before, self.after) = (before, after)
    }
}

/// What can be put right of a class; `nil` for what is not known, or not there.
public struct ClassFacts: Sendable, Equatable {
    public var start: Instant?
    public var end: Instant?
    /// Milliseconds paused.
    public var paused: Int64 = 0
    public var venue: Identifier?
    public var course: Identifier?
}

/// Event of a class, as somebody told of it.
public final class ToldEvent: Sendable {
    public let payload: ClassPayload
    public let maker: Identifier?
    /// The trusted time.
    public let at: Instant

    public init(_ payload: ClassPayload, by maker: Identifier?, at: Instant) {
        (self.payload, self.maker, self.at) = (payload, maker, at)
    }
}

extension ClassChange {
    /// What was put right, oldest first. What its maker took back at once is left out, with what took it back.
    ///
    /// - Parameters:
    ///   - events: events in the order of time.
    ///   - beganAt: when a class that nobody planned began; `nil` for one that was planned.
    public static func changes(in events: [ToldEvent], beganAt: Instant?) -> [ClassChange] {
        var window = AttendanceWindow(startedAt: beganAt)
        var facts = ClassFacts()
        var changes: [ClassChange] = []
        for told in events {
            guard let event = told.payload.event else { continue }
            let before = facts
            window.take(event, at: told.at)
            facts.learn(from: told.payload, window.life)
            guard let deed = Deed(event), facts != before else { continue }
            let change = ClassChange(deed, told, before, facts)
            if let last = changes.last, change.takesBack(last) {
                changes.removeLast()
            } else {
                changes.append(change)
            }
        }
        return changes
    }

    private func takesBack(_ other: ClassChange) -> Bool {
        deed == .corrected && other.deed == .corrected && maker == other.maker && after == other.before
            && at.since(other.at) <= ClassLifeCycle.undoTime
    }
}

extension ClassChange.Deed {
    fileprivate init?(_ event: AttendanceWindow.Event) {
        switch event {
        case .recorded: self = .recorded
        case .ended: self = .ended
        case .corrected: self = .corrected
        case .step, .turn, .cancelled: return nil
        }
    }
}

extension ClassFacts {
    fileprivate mutating func learn(from payload: ClassPayload, _ life: ClassLifeCycle) {
        if life.startedAt == nil { venue = nil }
        switch payload {
        case .started(let started): venue = venue ?? started.venue
        case .recorded(let recorded): (venue, course) = (venue ?? recorded.venue, course ?? recorded.course)
        default: break
        }
        (start, end) = (life.startedAt, life.endedAt)
        paused = life.endedAt.map { life.paused(at: $0) } ?? 0
        venue = life.venue ?? venue
        switch life.course {
        case .leave: break
        case .clear: course = nil
        case .set(let changed): course = changed
        }
    }
}
