/// Category of a training entry.
public enum TrainingCategory: String, CaseIterable, Sendable {
    case endurance, strength, mobility

    static let words = TrainingCategory.allCases.map { $0.rawValue }
}
