import Classroom
import Testing

typealias Step = ClassLifeCycle.Step

/// Seconds after the start.
private func at(_ seconds: Int64) -> Instant { Instant(milliseconds: 1_000_000 + seconds * 1000) }

private func cycle(_ steps: [(Step, Int64)]) -> ClassLifeCycle {
    ClassLifeCycle(startedAt: at(0), steps: steps.map { ($0.0, at($0.1)) })
}

@Suite struct ClassLifeCycleTests {
    @Test func runsFromItsStart() {
        let running = cycle([])
        #expect(running.phase == .running)
        #expect(running.duration(at: at(90)) == 90_000)
        #expect(running.paused(at: at(90)) == 0)
    }

    @Test func aPauseStopsTheClock() {
        let paused = cycle([(.paused, 60)])
        #expect(paused.phase == .paused)
        #expect(paused.duration(at: at(500)) == 60_000)
        #expect(paused.paused(at: at(500)) == 440_000)
        let resumed = cycle([(.paused, 60), (.resumed, 100)])
        #expect(resumed.duration(at: at(130)) == 90_000)
    }

    @Test func savingEndsIt() {
        let saved = cycle([(.paused, 60), (.resumed, 100), (.saved, 160)])
        #expect(saved.phase == .saved)
        #expect(saved.endedAt == at(160))
        #expect(saved.duration(at: at(9999)) == 120_000)
        #expect(saved.paused(at: at(9999)) == 40_000)
    }

    @Test func savingWhilePausedCountsTheTimeToTheEndAsPaused() {
        let saved = cycle([(.paused, 60), (.saved, 100)])
        #expect(saved.duration(at: at(100)) == 60_000)
        #expect(saved.paused(at: at(100)) == 40_000)
    }

    @Test func undoingASaveIsAsIfItHadNotBeen() {
        let restored = cycle([(.saved, 60), (.restored, 65)])
        #expect(restored.phase == .running)
        #expect(restored.endedAt == nil)
        #expect(restored.duration(at: at(100)) == 100_000)
        #expect(cycle([(.paused, 30), (.deleted, 60), (.restored, 65)]).phase == .paused)
        let savedAgain = cycle([(.saved, 60), (.deleted, 70), (.restored, 75)])
        #expect(savedAgain.phase == .saved)
        #expect(savedAgain.endedAt == at(60))
    }

    @Test(
        arguments: [
            ([], Step.resumed, 10, "phase"), ([], .started, 10, "phase"), ([], .restored, 10, "phase"),
            ([(.paused, 5)], .paused, 10, "phase"), ([(.saved, 5)], .paused, 10, "phase"),
            ([(.saved, 5)], .resumed, 10, "phase"), ([(.saved, 5)], .saved, 10, "phase"),
            ([(.deleted, 5)], .deleted, 10, "phase"), ([(.deleted, 5)], .saved, 10, "phase"),
            ([], .paused, -1, "beforeStart"), ([(.saved, 5)], .restored, 66, "tooLate"),
            ([(.saved, 5), (.restored, 6)], .restored, 7, "phase"), ([], .unscheduled, 10, "phase"),
            ([], .unstarted, 10, "phase"), ([(.deleted, 5), (.restored, 6)], .unstarted, 7, "phase"),
        ] as [([(Step, Int64)], Step, Int64, String)])
    func refusesWhatCannotFollow(before: [(Step, Int64)], step: Step, second: Int64, code: String) {
        #expect(cycle(before).problem(step, at: at(second))?.code == code)
    }

    @Test(
        arguments: [
            ([], Step.paused), ([], .saved), ([], .deleted), ([(.paused, 5)], .resumed), ([(.paused, 5)], .saved),
            ([(.paused, 5)], .deleted), ([(.saved, 5)], .deleted), ([(.saved, 5)], .restored),
            ([(.deleted, 5)], .restored),
        ] as [([(Step, Int64)], Step)])
    func allowsWhatCan(before: [(Step, Int64)], step: Step) {
        #expect(cycle(before).problem(step, at: at(10)) == nil)
    }

    private func planned(_ steps: [(Step, Int64)]) -> ClassLifeCycle {
        ClassLifeCycle(startedAt: nil, steps: steps.map { ($0, at($1)) })
    }

    @Test(
        arguments: [
            ([(.started, 5)], 65, nil, .scheduled), ([(.started, 5), (.paused, 9)], 20, nil, .scheduled),
            ([(.deleted, 1), (.started, 5)], 20, nil, .cancelled), ([(.started, 5)], 66, "tooLate", .running),
            ([(.started, 5), (.saved, 9)], 20, "phase", .saved), ([], 20, "phase", .scheduled),
            ([(.started, 5), (.saved, 9), (.restored, 12)], 20, "phase", .running),
            ([(.started, 5), (.unstarted, 9)], 20, "phase", .scheduled),
        ] as [([(Step, Int64)], Int64, String?, ClassLifeCycle.Phase)])
    func takesBackAStart(before: [(Step, Int64)], second: Int64, code: String?, phase: ClassLifeCycle.Phase) {
        #expect(planned(before).problem(.unstarted, at: at(second))?.code == code)
        let after = planned(before + [(.unstarted, second)])
        #expect(after.phase == phase)
        guard code == nil else { return }
        #expect(after == planned(before.filter { $0.0 == .deleted }))
        #expect(planned(before + [(.unstarted, second), (.started, 90)]).duration(at: at(100)) == 10_000)
    }

    /// Whatever steps come, the clock never runs backwards nor faster than time.
    @Test func propertiesOfAnyHistory() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var second: Int64 = 0
            let steps = (0..<Int.random(in: 0...12, using: &generator)).map { _ -> (Step, Int64) in
                second += Int64.random(in: 0...40, using: &generator)
                return (Step.allCases.randomElement(using: &generator) ?? .paused, second)
            }
            let result = cycle(steps)
            let now = at(second + 10)
            #expect(result.duration(at: now) >= 0)
            #expect(result.duration(at: now) <= now.since(at(0)))
            #expect(result.paused(at: now) >= 0)
            #expect((result.runningSince != nil) == (result.phase == .running))
            #expect(result.phase != .saved || result.endedAt != nil)
            if let end = result.endedAt, result.phase == .saved {
                #expect(result.duration(at: now) + result.paused(at: now) == end.since(at(0)))
            }
        }
    }
}
