import Classroom
import Testing

@Suite struct PositionTests {
    // Geodesics on WGS 84 by GeographicLib's Python package 2.0, in metres.
    @Test(arguments: [
        (47.3686, 8.5391, 47.3763, 8.5478, 1079.169),
        (47.3686, 8.5391, 47.3686, 8.5391, 0.0),
        (0.0, 179.9999, 0.0, -179.9999, 22.26),
        (0.0, 0.0, 0.0, 1.0, 111_319.49),
        (0.0, 0.0, 90.0, 0.0, 10_001_965.73),
        (51.5, -0.12, -33.87, 151.21, 16_989_375.11),
    ])
    func distances(_ latitude: Double, _ longitude: Double, _ latitude2: Double, _ longitude2: Double, _ metres: Double)
    {
        let one = Position(latitude: latitude, longitude: longitude)
        let other = Position(latitude: latitude2, longitude: longitude2)
        #expect(abs(one.distance(to: other) - metres) <= max(0.01, metres * 0.005))
        #expect(one.distance(to: other) == other.distance(to: one))
    }
}
