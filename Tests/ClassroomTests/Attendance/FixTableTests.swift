import Classroom
import Testing

/// What a fence says of a fix, case by case.
@Suite struct FixTableTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let answer: Geofence.Answer
        var metres = 0.0
        var accuracy = 5.0
        var age = 0.0
        var worst = Fix.worstAccuracy
        var testDescription: String { name }

        init(
            _ name: String, _ answer: Geofence.Answer, metres: Double = 0, accuracy: Double = 5, age: Double = 0,
            worst: Double = Fix.worstAccuracy
        ) {
            self.name = name
            self.answer = answer
            self.metres = metres
            self.accuracy = accuracy
            self.age = age
            self.worst = worst
        }
    }

    // The radius is 100 m. North of the centre a degree of latitude is 111.19 km, to within 0.1 %.
    private static let edges = [
        Case("at the centre", .inside),
        Case("at the centre, exactly", .inside, accuracy: 0),
        Case("well inside", .inside, metres: 50, accuracy: 20),
        Case("inside, circle just within", .inside, metres: 89, accuracy: 10),
        Case("inside, circle just over", .borderline, metres: 91, accuracy: 10),
        Case("just inside, exactly", .inside, metres: 99.5, accuracy: 0),
        Case("just outside, exactly", .outside, metres: 100.5, accuracy: 0),
        Case("just outside, circle over the edge", .borderline, metres: 101, accuracy: 5),
        Case("outside, circle just over the edge", .borderline, metres: 109, accuracy: 10),
        Case("outside, circle just not", .outside, metres: 111, accuracy: 10),
        Case("well outside", .outside, metres: 240, accuracy: 20),
        Case("another town", .outside, metres: 20_000, accuracy: 99),
        Case("circle as large as the fence, at the centre", .inside, accuracy: 99.9),
        Case("circle a metre off the centre", .borderline, metres: 1, accuracy: 99.9),
        Case("outside, circle reaches the centre", .borderline, metres: 120, accuracy: 99.9),
        Case("outside, large circle does not reach", .outside, metres: 201, accuracy: 99.9),
        Case("outside, large circle just reaches", .borderline, metres: 199, accuracy: 99.9),
    ]

    private static let measures = [
        Case("4.9 m", .inside, accuracy: 4.9), Case("99.9 m", .inside, accuracy: 99.9),
        Case("100 m", .inside, accuracy: 100), Case("100.1 m", .borderline, accuracy: 100.1),
        Case("100.1 m and far away", .borderline, metres: 5000, accuracy: 100.1),
        Case("negative accuracy", .borderline, accuracy: -1),
        Case("negative accuracy and far away", .borderline, metres: 5000, accuracy: -0.001),
        Case("accuracy that is no number", .borderline, accuracy: .nan),
        Case("infinite accuracy", .borderline, accuracy: .infinity),
        Case("minus zero", .inside, accuracy: -0.0),
        Case("as old as can be", .inside, age: 60_000), Case("a little younger", .inside, age: 59_999),
        Case("a little older", .borderline, age: 60_001),
        Case("older and far away", .borderline, metres: 5000, age: 60_001),
        Case("from the future", .borderline, age: -1), Case("age that is no number", .borderline, age: .nan),
        Case("infinitely old", .borderline, age: .infinity), Case("age of minus zero", .inside, age: -0.0),
        Case("strict class, good fix", .inside, accuracy: 20, worst: 20),
        Case("strict class, fair fix", .borderline, accuracy: 20.1, worst: 20),
        Case("strict class, good fix outside", .outside, metres: 150, accuracy: 20, worst: 20),
        Case("strict class, fair fix outside", .borderline, metres: 150, accuracy: 21, worst: 20),
        Case("a class that allows more than proves anything", .borderline, accuracy: 101, worst: 100),
    ]

    private static let centre = Position(latitude: 47.3769, longitude: 8.5417)

    @Test(arguments: edges + measures)
    func aFenceSays(_ one: Case) {
        let fence = Geofence(centre: Self.centre, radius: 100)
        let place = Position(latitude: Self.centre.latitude + one.metres / 111_190, longitude: Self.centre.longitude)
        let fix = Fix(position: place, accuracy: one.accuracy, age: one.age)
        #expect(fence.answer(to: fix, worstAccuracy: one.worst) == one.answer)
    }

    /// Latitude and longitude of the centre and of the fix.
    struct Place: Sendable {
        let numbers: [Double]
        let answer: Geofence.Answer

        init(_ numbers: [Double], _ answer: Geofence.Answer) {
            self.numbers = numbers
            self.answer = answer
        }
    }

    private static let places: [Place] = [
        Place([90.0, 0, 90, 0], .inside),
        Place([90, 0, 90, 179], .inside),
        Place([90, 0, 89.9999, -180], .inside),
        Place([-90, 10, -90, -120], .inside),
        Place([-90, 0, 90, 0], .outside),
        Place([90, 0, 89.99, 0], .outside),
        Place([0, 180, 0, -180], .inside),
        Place([0, 179.9999, 0, -179.9999], .inside),
        Place([0, 179.99, 0, -179.99], .outside),
        Place([60, -180, 60, 179.9995], .inside),
        Place([0, 0, 0, 180], .outside),
        Place([0, 0, 90.0001, 0], .borderline),
        Place([0, 0, -90.0001, 0], .borderline),
        Place([0, 0, 0, 180.0001], .borderline),
        Place([0, 0, 0, -180.0001], .borderline),
        Place([0, 0, .nan, 0], .borderline),
        Place([0, 0, 0, .nan], .borderline),
        Place([0, 0, .infinity, 0], .borderline),
        Place([0, 0, 0, -.infinity], .borderline),
    ]

    @Test(arguments: places)
    func aFenceAnywhereOnEarthSays(_ place: Place) {
        let numbers = place.numbers
        let fence = Geofence(centre: Position(latitude: numbers[0], longitude: numbers[1]), radius: 100)
        let fix = Fix(position: Position(latitude: numbers[2], longitude: numbers[3]), accuracy: 5, age: 0)
        #expect(fence.answer(to: fix) == place.answer)
    }
}
