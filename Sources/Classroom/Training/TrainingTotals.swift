/// Minutes of training by category.
public struct TrainingTotals: Sendable, Equatable {
    private var endurance = 0
    private var strength = 0
    private var mobility = 0

    public init() {}

    /// Minutes in a category.
    public subscript(category: TrainingCategory) -> Int {
        switch category {
        case .endurance: endurance
        case .strength: strength
        case .mobility: mobility
        }
    }

    /// Minutes in all categories.
    public var all: Int { endurance + strength + mobility }

    public mutating func add(_ minutes: Int, of category: TrainingCategory) {
        switch category {
        case .endurance: endurance += minutes
        case .strength: strength += minutes
        case .mobility: mobility += minutes
        }
    }
}
