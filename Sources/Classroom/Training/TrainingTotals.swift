/// Minutes of training, by what it was good for.
public struct TrainingTotals: Sendable, Equatable {
    private var endurance = 0
    private var strength = 0
    private var mobility = 0

    public init() {}

    /// The minutes of one category.
    public subscript(category: TrainingCategory) -> Int {
        switch category {
        case .endurance: endurance
        case .strength: strength
        case .mobility: mobility
        }
    }

    /// The minutes of all categories.
    public var all: Int { endurance + strength + mobility }

    public mutating func add(_ minutes: Int, of category: TrainingCategory) {
        switch category {
        case .endurance: endurance += minutes
        case .strength: strength += minutes
        case .mobility: mobility += minutes
        }
    }
}
