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
            "entries": .list(
                log.trainings.map { Self.model($0) }
                    + log.deleted.map { Self.model(Training($0), deletedAt: $0.turnedAt) }),
        ]
    }

    private static func model(_ training: Training, deletedAt: Instant? = nil) -> Model {
        [
            "id": training.id.text.model, "description": training.description.model,
            "category": training.category.rawValue.model, "minutes": training.minutes.model,
            "at": training.startedAt.milliseconds.model, "class": (training.session?.text).model,
            "canVisit": training.canVisit.model, "deletedAt": (deletedAt?.milliseconds).model,
        ]
    }
}
