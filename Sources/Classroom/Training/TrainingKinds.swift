extension Kind {
    public static let trainingLogged = Kind("training.logged", by: .everyone, columns: [], isPrivate: true) {
        .training(.logged(TrainingLogged(from: &$0)))
    }
    public static let trainingDeleted = Kind("training.deleted", by: .everyone, columns: [], isPrivate: true) {
        .training(.deleted(TrainingReference(from: &$0)))
    }
    public static let trainingRestored = Kind("training.restored", by: .everyone, columns: [], isPrivate: true) {
        .training(.restored(TrainingReference(from: &$0)))
    }

    static let ofTraining: [Kind] = [trainingLogged, trainingDeleted, trainingRestored]
}

/// What entries say of their maker's training log.
public enum TrainingPayload: Sendable {
    case logged(TrainingLogged)
    case deleted(TrainingReference)
    case restored(TrainingReference)
}

extension Book {
    mutating func want(_ payload: TrainingPayload) {
        switch payload {
        case .logged(let logged): trainings.want(logged.training)
        case .deleted(let reference), .restored(let reference): trainings.want(reference.training)
        }
    }

    mutating func apply(_ payload: TrainingPayload) throws(Stop) {
        switch payload {
        case .logged(let logged): try apply(logged)
        case .deleted(let reference): try turn(reference, deleted: true)
        case .restored(let reference): try turn(reference, deleted: false)
        }
    }
}
