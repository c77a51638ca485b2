import Classroom
import Pages
import Store

/// Training log in the copy. Times are milliseconds since 1970.
struct OfflineLogView: Modelled, Sendable {
    private let log: OfflineLog

    init(_ log: OfflineLog) {
        self.log = log
    }

    var model: Model {
        [
            "endurance": log.totals[.endurance].model, "strength": log.totals[.strength].model,
            "mobility": log.totals[.mobility].model, "hasMore": log.hasMore.model,
            "entries": .list(log.trainings.map(Self.model) + log.deleted.map(Self.model)),
        ]
    }

    private static func model(_ training: Training) -> Model {
        [
            "id": training.id.text.model, "description": training.description.model,
            "category": training.category.rawValue.model, "minutes": training.minutes.model,
            "at": training.startedAt.milliseconds.model, "class": (training.session?.text).model,
            "canVisit": training.canVisit.model,
        ]
    }

    private static func model(_ deleted: TrainingRow) -> Model {
        [
            "id": deleted.id.text.model, "description": deleted.description.model,
            "category": deleted.category.rawValue.model, "minutes": deleted.minutes.model,
            "at": deleted.startedAt.milliseconds.model, "isDeleted": true,
            "turnedAt": (deleted.turnedAt?.milliseconds).model,
        ]
    }
}
