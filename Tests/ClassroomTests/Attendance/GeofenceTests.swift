import Classroom
import Testing

@Suite struct GeofenceTests {
    /// Of a wide fence only the answer is kept.
    @Test(arguments: [(10.0, true), (300, true), (300.5, false), (10_000, false)])
    func aWideFenceKeepsNoDistance(radius: Double, isKept: Bool) {
        let fence = Geofence(centre: Position(latitude: 47, longitude: 8), radius: radius)
        let id = FieldValue.text("01a1fd20-1a2b-7001-8000-5ca1ab1e0001")
        let fields: [String: FieldValue] = [
            "class": id, "latitude": .number(47.2), "longitude": .number(8), "accuracy": .number(8), "age": .number(0),
        ]
        var reader = FieldReader(fields.map { Field($0.key, $0.value) })
        let (claim, kept) = AttendanceClaimed(from: &reader).judged(
            in: .init(fence: fence), code: nil, hasNetwork: false, print: nil)
        let names = kept.map(\.name).sorted()
        #expect(
            names
                == (isKept
                    ? ["accuracy", "age", "answer", "class", "distance"] : ["accuracy", "age", "answer", "class"]))
        guard case .stored(let stored) = claim.evidence, let finding = stored.finding else {
            return #expect(Bool(false), "no finding")
        }
        #expect(finding.answer == .outside && (finding.distance != nil) == isKept)
        var again = FieldReader(kept, isStored: true)
        guard case .stored(let kept) = AttendanceClaimed(from: &again).evidence, let read = kept.finding else {
            return #expect(Bool(false), "none")
        }
        #expect(read.answer == .outside && read.distance == finding.distance)
    }

    private static let fence = Geofence(centre: Position(latitude: 47.3769, longitude: 8.5417), radius: 100)

    /// A place so many metres north of the centre: a degree of latitude is 111.2 km long there.
    private func answer(_ metres: Double, accuracy: Double, age: Double = 0) -> Geofence.Answer {
        let place = Position(latitude: 47.3769 + metres / 111_190, longitude: 8.5417)
        return Self.fence.answer(to: Fix(position: place, accuracy: accuracy, age: age))
    }

    @Test(arguments: [
        (0.0, 0.0, Geofence.Answer.inside), (50, 40, .inside), (50, 55, .borderline), (95, 20, .borderline),
        (105, 20, .borderline), (150, 20, .outside), (150, 60, .borderline), (300, 100, .outside),
        (0, 100, .inside), (0, 100.1, .borderline), (5_000, 101, .borderline), (0, -1, .borderline),
        (0, .nan, .borderline), (0, .infinity, .borderline), (.nan, 5, .borderline),
    ])
    func circleOfAccuracyDecides(metres: Double, accuracy: Double, expected: Geofence.Answer) {
        #expect(answer(metres, accuracy: accuracy) == expected)
    }

    @Test(arguments: [(0.0, true), (60_000, true), (60_001, false), (-1, false), (.nan, false)])
    func oldFixProvesNothing(age: Double, proves: Bool) {
        #expect(answer(0, accuracy: 5, age: age) == (proves ? .inside : .borderline))
    }

    @Test(arguments: [(90.1, 0.0), (0, 180.5), (.nan, 0), (0, .infinity)])
    func placeThatIsNoneProvesNothing(latitude: Double, longitude: Double) {
        let fix = Fix(position: Position(latitude: latitude, longitude: longitude), accuracy: 5, age: 0)
        #expect(Self.fence.answer(to: fix) == .borderline)
    }
}

@Suite struct OutboxBatchTests {
    @Test(arguments: [
        ([], 0), ([10], 1), (Array(repeating: 10, count: 200), 200), (Array(repeating: 10, count: 500), 200),
        ([2_000_000], 1), ([2_000_000, 10], 1), ([700_000, 300_000, 100_000], 2), ([1_048_576 - 1025, 1], 1),
        ([500_000, 600_000], 1),
    ])
    func asManyAsTheServerTakes(sizes: [Int], expected: Int) {
        #expect(OutboxBatch.count(sizes: sizes) == expected)
    }
}
