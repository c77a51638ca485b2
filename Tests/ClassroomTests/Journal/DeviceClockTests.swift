import Classroom
import Testing

/// What a device's clock is worth.
@Suite struct DeviceClockTests {
    private static let now = Instant(milliseconds: 1_800_000_000_000)

    /// By how much the clock is fast, and by how much its times are moved.
    @Test(arguments: [
        (Int64(0), Int64(0)), (119_999, 0), (120_000, 0), (120_001, -120_001), (-120_000, 0), (-120_001, 120_001),
        (10_800_000, -10_800_000), (-86_400_000, 86_400_000), (-1_700_000_000_000, 1_700_000_000_000),
    ])
    func isCorrectedBeyondWhatTheNetworkTakes(fast: Int64, skew: Int64) {
        let clock = DeviceClock(sent: Self.now.adding(milliseconds: fast), received: Self.now)
        #expect(clock.skew == skew)
        // Ten minutes before it sent them, by its clock.
        let at = Self.now.adding(milliseconds: fast - 600_000)
        let time = clock.time(of: at, received: Self.now)
        #expect(time == Self.now.adding(milliseconds: (skew == 0 ? fast : 0) - 600_000))
    }

    @Test func nothingHappensAfterItsReceipt() {
        for skew in [0, 500_000, -500_000] as [Int64] {
            let at = Self.now.adding(milliseconds: 1 - skew)
            #expect(DeviceClock(skew: skew).time(of: at, received: Self.now) == Self.now)
            let before = Self.now.adding(milliseconds: -1 - skew)
            #expect(DeviceClock(skew: skew).time(of: before, received: Self.now) == Self.now.adding(milliseconds: -1))
        }
    }

    /// Whatever can be written as a time.
    @Test(arguments: ["0001-01-01T00:00:00Z", "9999-12-31T23:59:60.999-23:59", "0000-01-01T00:00:00+23:59"])
    func absurdTimesAreJudged(text: String) throws {
        guard let sent = Instant(text) else { return }
        let clock = DeviceClock(sent: sent, received: Self.now)
        for at in ["0001-01-01T00:00:00Z", "9900-01-01T00:00:00Z", Self.now.text, text] {
            let posted = PostedEntry(members: [
                Field("id", .text("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")), Field("kind", .text("class.paused")),
                Field("at", .text(at)), Field("class", .text("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")),
            ])
            let distance = try #require(Instant(at)).milliseconds - sent.milliseconds
            switch posted.entry(device: Identifier(high: 0, low: 1), now: Self.now, clock: clock) {
            case .good: #expect(-Entry.mostBehind...Entry.mostAhead ~= distance)
            case .problems(let problems):
                #expect(problems.map(\.field) == ["at"] && !(-Entry.mostBehind...Entry.mostAhead ~= distance))
            }
        }
    }

    /// A class that was over is no class of the future because the clock of its device is slow.
    @Test(arguments: [(0, false), (3 * 3_600_000, true)] as [(Int64, Bool)])
    func pastClassOnASlowClock(skew: Int64, isGood: Bool) {
        let (hour, some) = (Int64(3_600_000), FieldValue.text(Identifier(high: 0, low: 2).text))
        func ago(_ hours: Int64) -> Instant { Self.now.adding(milliseconds: -hours * hour) }
        let posted = PostedEntry(
            id: Identifier(high: 0, low: 3), kind: .classRecorded, at: ago(3),
            fields: [
                Field("class", some), Field("venue", some), Field("start", .text(ago(2).text)),
                Field("end", .text(ago(1).text)),
            ])
        let judged = posted.entry(device: Identifier(high: 0, low: 1), now: Self.now, clock: DeviceClock(skew: skew))
        if case .good = judged { #expect(isGood) } else { #expect(!isGood) }
    }
}
