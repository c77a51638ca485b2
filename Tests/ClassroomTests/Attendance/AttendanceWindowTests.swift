import Classroom
import Testing

private typealias Event = AttendanceWindow.Event

/// Seconds.
private func at(_ seconds: Int64) -> Instant { Instant(milliseconds: 1_000_000 + seconds * 1000) }

private func window(startedAt: Instant? = nil, _ events: [(Event, Int64)]) -> AttendanceWindow {
    AttendanceWindow(startedAt: startedAt, taking: events.map { ($0.0, at($0.1)) })
}

extension AttendanceWindow {
    init(startedAt: Instant?, taking events: [(event: Event, at: Instant)]) {
        self.init(startedAt: startedAt)
        for (event, at) in events { take(event, at: at) }
    }
}

@Suite struct AttendanceWindowTests {
    @Test func startingOpensIt() {
        #expect(window([]).state == .notYet)
        #expect(window([(.step(.started), 0)]).state == .open)
        #expect(window(startedAt: at(0), []).state == .open)
    }

    @Test func itIsClosedAndOpenedAgain() {
        let closed: [(Event, Int64)] = [(.step(.started), 0), (.turn(.closed), 1)]
        #expect(window(closed).state == .closed)
        #expect(window(closed + [(.turn(.closed), 2)]).state == .closed)
        #expect(window(closed + [(.turn(.opened), 2)]).state == .open)
        #expect(window(closed + [(.turn(.opened), 2), (.turn(.closed), 3)]).state == .closed)
    }

    @Test func aPauseChangesNothing() {
        #expect(window([(.step(.started), 0), (.step(.paused), 1)]).state == .open)
        #expect(window([(.step(.started), 0), (.turn(.closed), 1), (.step(.paused), 2)]).state == .closed)
        #expect(window([(.step(.started), 0), (.step(.paused), 1), (.turn(.closed), 2)]).state == .closed)
    }

    @Test(arguments: [ClassLifeCycle.Step.saved, .deleted])
    func theEndClosesItForGood(end: ClassLifeCycle.Step) {
        let ended: [(Event, Int64)] = [(.step(.started), 0), (.step(end), 1)]
        #expect(window(ended).state == .over)
        #expect(window(ended + [(.turn(.opened), 2)]).state == .over)
    }

    @Test(arguments: [ClassLifeCycle.Step.saved, .deleted], [AttendanceWindow.Turn.opened, .closed])
    func undoneItIsAsItWas(end: ClassLifeCycle.Step, turn: AttendanceWindow.Turn) {
        let events: [(Event, Int64)] = [
            (.step(.started), 0), (.turn(.closed), 1), (.turn(turn), 2), (.step(end), 3),
            // Means nothing there.
            (.turn(turn == .opened ? .closed : .opened), 4), (.step(.restored), 5),
        ]
        #expect(window(events).state == (turn == .opened ? .open : .closed))
    }

    @Test func whatIsCalledOffCanBeRestoredAndStarted() {
        var events: [(Event, Int64)] = [(.step(.deleted), 0)]
        #expect(window(events).state == .over && window(events).life.phase == .cancelled)
        // Somebody who has not heard of it holds the class.
        #expect(window(events + [(.step(.started), 1)]).life.phase == .running)
        // However long ago it was called off.
        events.append((.step(.restored), 100_000))
        #expect(window(events).state == .notYet && window(events).life.phase == .scheduled)
        #expect(window(events).life.startedAt == nil)
        events.append((.step(.started), 100_001))
        #expect(window(events).state == .open && window(events).life.startedAt == at(100_001))
        #expect(window(events).life.duration(at: at(100_011)) == 10_000)
    }

    @Test func turnsBeforeTheStartMeanNothing() {
        #expect(window([(.turn(.closed), 0), (.step(.started), 1)]).state == .open)
        #expect(window([(.turn(.opened), 0)]).state == .notYet)
    }

    @Test func aSecondStartMeansNothing() {
        let twice = window([(.step(.started), 0), (.turn(.closed), 1), (.step(.started), 2)])
        #expect(twice.state == .closed && twice.life.startedAt == at(0))
    }

    /// Whatever order events come in, sorted by time they come to the same; and the window is open only in session.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func theOrderOfArrivalDoesNotCount(seed: UInt64) {
        var chance = Chance(seed: seed)
        let choices: [Event] =
            ClassLifeCycle.Step.allCases.map { .step($0) } + [.turn(.opened), .turn(.closed), .step(.started)]
        let events = (0..<Int.random(in: 0...10, using: &chance)).map { number in
            (event: choices.randomElement(using: &chance) ?? .turn(.closed), at: at(Int64(number * 7)))
        }
        let expected = AttendanceWindow(startedAt: nil, taking: events)
        for _ in 0..<5 {
            let again = events.shuffled(using: &chance).sorted { $0.at < $1.at }
            #expect(AttendanceWindow(startedAt: nil, taking: again) == expected)
        }
        let steps = events.compactMap { event, at -> (step: ClassLifeCycle.Step, at: Instant)? in
            if case .step(let step) = event { (step, at) } else { nil }
        }
        #expect(expected.life == ClassLifeCycle(startedAt: nil, steps: steps))
        #expect((expected.state == .open || expected.state == .closed) == expected.life.isInSession)
        #expect((expected.life.startedAt == nil) == [.scheduled, .cancelled].contains(expected.life.phase))
    }
}

/// Chance that can be had again (SplitMix64).
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
