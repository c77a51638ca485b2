/// What a training is good for.
public enum TrainingCategory: String, CaseIterable, Sendable {
    case endurance, strength, mobility

    static let words = TrainingCategory.allCases.map { $0.rawValue }
}
