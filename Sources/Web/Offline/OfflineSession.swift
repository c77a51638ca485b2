import Classroom
import Pages
import Store

/// Class in the copy. Times are milliseconds since 1970.
struct OfflineSession: Modelled, Sendable {
    private let session: OfflineClassSession

    init(_ session: OfflineClassSession) {
        self.session = session
    }

    var model: Model {
        let row = session.row
        return [
            "id": row.id.text.model, "course": session.course?.title.model ?? .null,
            "courseID": row.course?.text.model ?? .null, "timeZone": session.course?.timeZone.model ?? .null,
            "instructor": row.instructor.text.model, "venue": row.venue.text.model, "phase": row.phase.rawValue.model,
            "beganAt": Self.time(row.beganAt), "plannedAt": Self.time(row.plannedAt), "planAt": Self.time(row.planAt),
            "minutes": row.minutes.model, "startedAt": Self.time(row.startedAt),
            "runningSince": Self.time(row.runningSince), "worked": row.worked.model, "paused": row.paused.model,
            "endedAt": Self.time(row.endedAt), "isOpen": row.isOpen.model, "attending": row.attending.model,
            "temperature": row.temperature.model, "events": .list(session.events.map(Self.model)),
            "marks": .list(session.marks.map(Self.model)),
        ]
    }

    private static func time(_ instant: Instant?) -> Model { (instant?.milliseconds).model }

    private static func model(_ mark: OfflineMark) -> Model {
        [
            "person": mark.person.text.model, "isPresent": mark.isPresent.model, "at": mark.at.milliseconds.model,
        ]
    }

    /// With all fields that an entry about a class may have.
    private static func model(_ event: OfflineEvent) -> Model {
        func field(_ name: String) -> Model {
            switch event.fields.first(where: { $0.name == name })?.value {
            case .text(let text): text.model
            case .number(let number): number.model
            case .flag(let flag): flag.model
            // A course that the class no longer belongs to, which JSON would leave out.
            case .null: ""
            case .nested, nil: .null
            }
        }
        return [
            "kind": event.kind.model, "at": event.at.milliseconds.model, "device": event.device.text.model,
            "maker": (event.maker?.text).model, "sequence": event.sequence.model, "venue": field("venue"),
            "course": field("course"), "start": field("start"), "end": field("end"), "paused": field("paused"),
            "onlyPlanned": field("onlyPlanned"),
        ]
    }
}
