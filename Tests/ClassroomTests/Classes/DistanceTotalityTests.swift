import Classroom
import Testing

/// Distances between places of every kind that a program can send.
@Suite struct DistanceTotalityTests {
    static let odd: [Double] = [
        0, -0.0, 5e-324, -5e-324, 1e-310, 1e-300, 1e-160, -1e-160, 1e-155, 1e-100, 1e-17, 1e-9, 0.5, 45, 47.3686,
        89.999999999, 90, -90, 90.0.nextUp, 179.9999999, 180, -180, 180.0.nextUp, 360, 1e9, 1e18, 1e300, -1e300,
        1.7976931348623157e308,
        .infinity, -.infinity, .nan,
    ]

    static let places = odd.flatMap { latitude in odd.map { Position(latitude: latitude, longitude: $0) } }

    @Test func everyDistanceIsOne() {
        for one in Self.places {
            for other in Self.places {
                let metres = one.distance(to: other)
                if !(metres >= 0 && metres < 2.1e7) || metres != other.distance(to: one) {
                    Issue.record("\(one) to \(other): \(metres)")
                    return
                }
            }
        }
    }

    @Test func generatedPlaces() {
        var generator = SystemRandomNumberGenerator()
        func place() -> Position {
            Position(
                latitude: Double(bitPattern: generator.next()), longitude: Double(bitPattern: generator.next()))
        }
        func onEarth() -> Position {
            Position(
                latitude: .random(in: -90...90, using: &generator),
                longitude: .random(in: -180...180, using: &generator))
        }
        for _ in 0..<20_000 {
            let (one, other) = (Bool.random() ? place() : onEarth(), Bool.random() ? place() : onEarth())
            let metres = one.distance(to: other)
            #expect(metres >= 0 && metres < 2.1e7 && metres == other.distance(to: one), "\(one) to \(other): \(metres)")
        }
    }

    /// A difference that is too small to be squared is as long as it is, and not endless.
    @Test(arguments: [1e-9, 1e-100, 1e-160, 1e-300])
    func smallDifferences(_ degrees: Double) {
        let origin = Position(latitude: 0, longitude: 0)
        // On the ellipsoid at the equator a degree of longitude is 111,319.49 m, one of latitude 110,574.28 m.
        let (east, north) = (
            origin.distance(to: Position(latitude: 0, longitude: degrees)),
            origin.distance(to: Position(latitude: degrees, longitude: 0))
        )
        #expect(abs(east / degrees - 111_319.49) < 111_319.49 * 0.005)
        #expect(abs(north / degrees - 110_574.28) < 110_574.28 * 0.005)
    }

    @Test func nothingOddIsInside() {
        let fix = Fix(position: Position(latitude: 47, longitude: 8), accuracy: 5, age: 0)
        for place in Self.places where !place.isOnEarth {
            let there = Fix(position: place, accuracy: 5, age: 0)
            #expect(Geofence(centre: fix.position, radius: 100).answer(to: there) == .borderline)
            #expect(Geofence(centre: place, radius: 100).answer(to: fix) == .borderline)
        }
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(Geofence(centre: fix.position, radius: number).answer(to: fix) != .inside)
            let bad = Fix(position: fix.position, accuracy: number, age: 0)
            #expect(Geofence(centre: fix.position, radius: 100).answer(to: bad) != .inside)
            let old = Fix(position: fix.position, accuracy: 5, age: number)
            #expect(Geofence(centre: fix.position, radius: 100).answer(to: old) != .inside)
        }
    }

    @Test func aFixTooNearToBeSquaredIsInside() {
        let fix = Fix(position: Position(latitude: 1e-160, longitude: 0), accuracy: 5, age: 0)
        #expect(Geofence(centre: Position(latitude: 0, longitude: 0), radius: 100).answer(to: fix) == .inside)
        #expect(Geofence(centre: Position(latitude: 0, longitude: 0), radius: 4).answer(to: fix) == .borderline)
    }

    @Test func distancesInWords() {
        for metres in Self.odd { #expect(!Distance.words(metres).isEmpty) }
        #expect(Distance.words(1_949) == "2.0 km")
        #expect(Distance.words(9_960) == "10 km")
        #expect(Distance.words(.nan) == "21000 km")
    }
}

@Suite struct WholeNumberTests {
    @Test func nearest() {
        #expect(Int(nearest: 2.5) == 3)
        #expect(Int(nearest: -2.5) == -3)
        #expect(Int64(nearest: 9.2e18) == 9_200_000_000_000_000_000)
        for number in [Double.nan, .infinity, -.infinity, 9.3e18, -9.3e18, 1e300] {
            #expect(Int64(nearest: number) == nil)
        }
        #expect(UInt8(nearest: -0.4) == 0)
        #expect(UInt8(nearest: 256) == nil)
    }

    @Test func momentsEndSomewhere() {
        let (first, last) = (Instant(milliseconds: .min), Instant(milliseconds: .max))
        #expect(last.adding(milliseconds: 1) == last)
        #expect(first.adding(milliseconds: -1) == first)
        #expect(last.since(first) == .max)
        #expect(!last.text.isEmpty && !first.text.isEmpty)
    }
}
