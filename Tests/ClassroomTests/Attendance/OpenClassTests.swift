import Classroom
import Testing

@Suite struct OpenClassTests {
    private static let now = Instant(milliseconds: 1_800_000_000_000)
    private static let hall = Position(latitude: 47.3686, longitude: 8.5391)

    /// - Parameter metres: how far north of the hall the venue is; `nil` for one without a fence.
    private static func one(_ low: UInt64, metres: Double?, minutes: Int64) -> OpenClass {
        let fence = metres.map { Geofence(centre: hall.north($0), radius: 100) }
        return OpenClass(
            id: Identifier(high: 0, low: low), start: now.adding(milliseconds: minutes * 60_000), fence: fence,
            policy: AttendancePolicy())
    }

    private static func meant(_ classes: [OpenClass], fix: Fix?) -> UInt64? {
        let meant = OpenClass.meant(among: classes, by: fix, now: now)
        #expect(OpenClass.meant(among: classes.reversed(), by: fix, now: now)?.id == meant?.id)
        return meant?.id.low
    }

    private static let fix = Fix(position: hall, accuracy: 10, age: 0)

    @Test func theClassAroundTheFixComesFirst() {
        let (here, edge) = (Self.one(1, metres: 20, minutes: 300), Self.one(2, metres: 95, minutes: 30))
        let (bare, away) = (Self.one(3, metres: nil, minutes: 20), Self.one(4, metres: 900, minutes: 0))
        #expect(Self.meant([away, bare, edge, here], fix: Self.fix) == 1)
        #expect(Self.meant([away, bare, edge], fix: Self.fix) == 3)
        #expect(Self.meant([away, edge], fix: Self.fix) == 2)
        #expect(Self.meant([away], fix: Self.fix) == 4)
        #expect(Self.meant([], fix: Self.fix) == nil)
    }

    @Test func amongEqualsTheNearestStartDecides() {
        let classes = [
            Self.one(1, metres: 0, minutes: -40), Self.one(2, metres: 0, minutes: 30),
            Self.one(3, metres: 0, minutes: 50),
        ]
        #expect(Self.meant(classes, fix: Self.fix) == 2)
        #expect(Self.meant(classes + [Self.one(4, metres: 900, minutes: -5)], fix: nil) == 4)
        #expect(Self.meant([Self.one(6, metres: 0, minutes: 5), Self.one(5, metres: 0, minutes: -5)], fix: nil) == 5)
    }

    @Test func noFixIsTooOdd() {
        for odd in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1] {
            let fix = Fix(position: Position(latitude: odd, longitude: odd), accuracy: odd, age: odd)
            let classes = [Self.one(1, metres: 0, minutes: 9), Self.one(2, metres: nil, minutes: 10)]
            #expect(Self.meant(classes, fix: fix) == 1)
        }
    }
}

extension Position {
    fileprivate func north(_ metres: Double) -> Position {
        Position(latitude: latitude + metres / 111_190, longitude: longitude)
    }
}
