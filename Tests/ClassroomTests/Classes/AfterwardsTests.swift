import Foundation
import Testing

@testable import Classroom

private typealias Event = AttendanceWindow.Event

/// Minutes after a time.
private func at(_ minute: Int64) -> Instant { Instant(milliseconds: 1_700_000_000_000 + minute * 60_000) }

private func life(_ events: [(Event, Int64)], startedAt: Instant? = at(0)) -> ClassLifeCycle {
    AttendanceWindow(startedAt: startedAt, taking: events.map { ($0.0, at($0.1)) }).life
}

private func correction(_ start: Int64? = nil, _ end: Int64? = nil, paused: Int64? = nil) -> ClassCorrection {
    ClassCorrection(start: start.map(at), end: end.map(at), paused: paused.map { $0 * 60_000 })
}

/// What is said of a class afterwards.
@Suite struct AfterwardsTests {
    @Test func aRecordedClassIsSavedWithItsTimes() {
        let held = HeldTime(start: at(-600), end: at(-540))
        let recorded = life([(.recorded(held), 0)], startedAt: nil)
        #expect(recorded.phase == .saved && recorded.worked == 3_600_000)
        #expect(recorded.startedAt == at(-600) && recorded.endedAt == at(-540) && recorded.paused(at: at(9)) == 0)
        let undone = life([(.recorded(held), 0), (.step(.restored), 1)], startedAt: nil)
        #expect(undone.phase == .scheduled && undone.startedAt == nil)
        #expect(recorded.problem(.restored, at: at(2))?.code == "tooLate")
        // One that nobody planned does not begin to run.
        let dropIn = life([(.recorded(held), 0)], startedAt: at(-600))
        #expect(dropIn.phase == .saved && dropIn.problem(.restored, at: at(0))?.code == "tooLate")
        #expect(life([(.step(.deleted), 0), (.recorded(held), 1)], startedAt: nil).phase == .cancelled)
    }

    @Test(
        arguments: [
            ([(.ended(at(60)), 700)], 60, 60), ([(.step(.paused), 30), (.ended(at(60)), 700)], 60, 30),
            ([(.step(.paused), 30), (.step(.resumed), 40), (.ended(at(60)), 700)], 60, 50),
            ([(.step(.paused), 65), (.ended(at(60)), 700)], 60, 60),
            ([(.step(.paused), 30), (.step(.resumed), 80), (.ended(at(60)), 700)], 60, 30),
            ([(.ended(at(-5)), 700)], 700, 700),
        ] as [([(Event, Int64)], Int64, Int64)])
    fileprivate func aClassEndsWhenItIsSaidTo(events: [(Event, Int64)], end: Int64, worked: Int64) {
        let saved = life(events)
        #expect(saved.phase == .saved && saved.endedAt == at(end) && saved.worked == worked * 60_000)
        let restored = life(events + [(.step(.restored), 701)])
        #expect(restored.isInSession && restored.endedAt == nil)
    }

    /// What cancels a class only if it is planned, in each phase.
    @Test(
        arguments: [
            ([], .cancelled, nil), ([.step(.started)], .running, "phase"),
            ([.step(.started), .step(.paused)], .paused, "phase"), ([.step(.started), .step(.saved)], .saved, "phase"),
            ([.step(.deleted)], .cancelled, "phase"), ([.cancelled], .cancelled, "phase"),
            ([.cancelled, .step(.restored)], .cancelled, nil), ([.step(.unscheduled)], .deleted, "phase"),
        ] as [([Event], ClassLifeCycle.Phase, String?)])
    fileprivate func onlyAPlannedClassIsCalledOff(before: [Event], phase: ClassLifeCycle.Phase, problem: String?) {
        let events = before.enumerated().map { ($1, Int64($0)) }
        #expect(life(events, startedAt: nil).cancellation(at: at(9))?.code == problem)
        #expect(life(events + [(.cancelled, 9)], startedAt: nil).phase == phase)
    }

    /// A class that turns out to have begun before it was called off, on a device without signal, goes on.
    @Test func whoBeganAClassBeforeItWasCalledOffGoesOn() {
        #expect(life([(.step(.started), 1), (.cancelled, 2)], startedAt: nil).phase == .running)
        #expect(life([(.step(.started), 1), (.step(.deleted), 2)], startedAt: nil).phase == .deleted)
    }

    @Test func theLatestCorrectionCounts() {
        let saved: [(Event, Int64)] = [(.step(.paused), 20), (.step(.resumed), 30), (.step(.saved), 70)]
        let once = life(saved + [(.corrected(correction(10)), 80)])
        #expect(once.startedAt == at(10) && once.endedAt == at(70) && once.worked == 50 * 60_000)
        let twice = life(saved + [(.corrected(correction(10)), 80), (.corrected(correction(5, 75, paused: 0)), 90)])
        #expect(twice.startedAt == at(5) && twice.endedAt == at(75) && twice.worked == 70 * 60_000)
        // Of a class that goes on after all, nothing is put right.
        let restored = life(saved + [(.corrected(correction(10)), 70), (.step(.restored), 71)])
        #expect(restored.phase == .running && restored.startedAt == at(0))
        let deleted = life(saved + [(.corrected(correction(10)), 80), (.step(.deleted), 90), (.step(.restored), 91)])
        #expect(deleted.startedAt == at(10) && deleted.phase == .saved)
    }

    @Test(
        arguments: [
            (correction(70), "start order"), (correction(nil, 0), "end order"), (correction(nil, -1), "end order"),
            (correction(-1500), "start tooLong"), (correction(nil, 200), "end future"),
            (correction(nil, nil, paused: 60), "paused tooLong"), (correction(30, 40, paused: 10), "paused tooLong"),
            (correction(-1380, 60), nil), (correction(nil, 92), nil), (correction(30, 40, paused: 9), nil),
        ] as [(ClassCorrection, String?)])
    func whatCannotBeIsSaid(correction: ClassCorrection, problem: String?) {
        let saved = life([(.step(.saved), 60)])
        #expect(saved.problem(correction, at: at(90)).map { "\($0.field) \($0.code)" } == problem)
        #expect(life([]).problem(correction, at: at(90))?.code == "phase")
    }

    /// Whatever is said in whatever order, the times go together.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func whateverIsSaidTheTimesGoTogether(seed: UInt64) {
        var chance = Chance(seed: seed)
        func minute() -> Int64 { Int64.random(in: -50...150, using: &chance) }
        let events = (0..<Int.random(in: 0...10, using: &chance)).map { number -> (Event, Int64) in
            let choices: [Event] =
                ClassLifeCycle.Step.allCases.map { .step($0) } + [
                    .ended(at(minute())), .recorded(HeldTime(start: at(minute()), end: at(160))),
                    .corrected(correction(minute())), .corrected(correction(nil, minute())),
                    .corrected(correction(minute(), minute(), paused: abs(minute()))), .step(.saved),
                ]
            return (choices.randomElement(using: &chance) ?? .step(.saved), Int64(number * 10))
        }
        for startedAt in [at(0), nil] {
            let life = life(events, startedAt: startedAt)
            #expect((life.runningSince != nil) == (life.phase == .running) && life.worked >= 0)
            #expect((life.startedAt == nil) == [.scheduled, .cancelled].contains(life.phase))
            guard life.phase == .saved, let start = life.startedAt, let end = life.endedAt else { continue }
            #expect(end >= start && life.worked + life.paused(at: end) == end.since(start))
        }
    }

    @Test(
        arguments: [
            // Planned at 0 for 60 minutes; began, asked at: is it forgotten, and when did it end?
            (0, 0, 239, false, 60), (0, 0, 240, true, 60), (0, 30, 270, true, 90), (0, -10, 240, true, 60),
            (nil, 0, 719, false, 60), (nil, 0, 720, true, 60),
        ] as [(Int64?, Int64, Int64, Bool, Int64)])
    func aForgottenClassIsKnown(planned: Int64?, began: Int64, now: Int64, isForgotten: Bool, end: Int64) {
        let one = ForgottenClass(startedAt: at(began), plannedAt: planned.map(at), minutes: planned == nil ? nil : 60)
        #expect(one.isForgotten(at: at(now)) == isForgotten)
        #expect(one.probableEnd(lastSign: nil) == at(end))
        #expect(one.probableEnd(lastSign: at(47)) == at(planned == nil ? 47 : end))
    }

    @Test func whatIsTakenBackAtOnceIsNoHistory() throws {
        let (ida, otto, hall) = (Identifier(high: 1, low: 1), Identifier(high: 1, low: 2), Identifier(high: 1, low: 3))
        func told(_ kind: Kind, _ fields: [String: FieldValue], _ minute: Int64, by maker: Identifier) -> ToldEvent? {
            var reader = FieldReader([Field("class", .text(hall.text))] + fields.map { Field($0.key, $0.value) })
            guard case .session(let payload) = kind.read(&reader), reader.problems.isEmpty else { return nil }
            return ToldEvent(payload, by: maker, at: at(minute))
        }
        let events = [
            told(.classStarted, ["venue": .text(hall.text)], 0, by: ida), told(.classSaved, [:], 60, by: ida),
            told(.classCorrected, ["start": .text(at(10).text)], 70, by: ida),
            told(.classCorrected, ["start": .text(at(0).text)], 71, by: ida),
            told(.classCorrected, ["end": .text(at(50).text)], 90, by: ida),
            told(.classCorrected, ["end": .text(at(60).text)], 91, by: otto),
            told(.classCorrected, ["venue": .text(hall.text)], 95, by: otto),
        ].compactMap { $0 }
        #expect(events.count == 7)
        let changes = ClassChange.changes(in: events, beganAt: at(0))
        #expect(changes.map(\.maker) == [ida, otto])
        #expect(changes.map(\.after.end) == [at(50), at(60)] && changes.map(\.before.start) == [at(0), at(0)])
        #expect(changes.first?.before.venue == hall)
    }
}
