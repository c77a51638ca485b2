import Classroom

/// Grid line of a chart with its value.
struct ChartLine: Modelled, Sendable {
    private let y: Double
    private let label: String

    /// Lines at the bottom, in the middle and at the top.
    ///
    /// - Parameters:
    ///   - highest: value at the top, an even number.
    ///   - floor: vertical position of the bottom, in drawing units from above.
    ///   - ceiling: that of the top.
    static func three(upTo highest: Int, from floor: Double, to ceiling: Double) -> [ChartLine] {
        [0, 1, 2].map { part in
            let y = floor - Double(part) / 2 * (floor - ceiling)
            return ChartLine(y: tenth(y), label: grouped(highest * part / 2))
        }
    }

    var model: Model {
        var object = ModelObject()
        object.add("y", y)
        object.add("label", label)
        return object.model
    }
}

/// A number of a drawing, rounded to a tenth.
@inline(never)
func tenth(_ number: Double) -> Double { (number * 10).rounded() / 10 }
