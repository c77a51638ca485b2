import Classroom
import Pages
import Store

/// Course in the copy.
struct OfflineCourseView: Modelled, Sendable {
    let course: OfflineCourse

    init(_ course: OfflineCourse) {
        self.course = course
    }

    var model: Model {
        [
            "id": course.id.text.model, "title": course.title.model, "description": course.description.model,
            "category": (course.category?.rawValue).model, "isOpen": course.isOpen.model,
            "isArchived": course.isArchived.model, "nextAt": (course.nextAt?.milliseconds).model,
            "instructors": course.instructors.map(\.text).model, "timeZone": course.timeZone.model,
            "venue": course.venue.text.model,
            "survey": course.survey.model, "evidence": course.policy.evidence.rawValue.model,
            "accuracy": course.policy.worstAccuracy.model, "askers": course.askers.rawValue.model,
            "count": course.count.model, "isOwn": course.isOwn.model,
            "since": (course.since?.milliseconds).model, "enrolled": course.enrolled.model,
            "requested": course.requested.model,
        ]
    }
}

/// Somebody who takes a course in the copy, or asks to.
extension OfflineEnrolment: Modelled {
    public var model: Model { ["person": person.text.model, "at": at.milliseconds.model] }
}

/// Class in the copy. Times are milliseconds since 1970.
struct OfflineClassView: Modelled, Sendable {
    private let session: OfflineClass
    private let suspicions: [SuspicionView]
    private let isOfStudent: Bool

    /// - Parameter isOfStudent: whether it is in a student's copy, who sees of others only how many were present.
    init(_ session: OfflineClass, suspicions: [SuspicionView] = [], isOfStudent: Bool = false) {
        (self.session, self.suspicions, self.isOfStudent) = (session, suspicions, isOfStudent)
    }

    var model: Model {
        let row = session.row
        return [
            "id": row.id.text.model, "course": (row.course?.text).model, "number": session.number.model,
            "instructor": row.instructor.text.model, "venue": row.venue.text.model, "phase": row.phase.rawValue.model,
            "beganAt": Self.time(row.beganAt), "plannedAt": Self.time(row.plannedAt), "planAt": Self.time(row.planAt),
            "minutes": row.minutes.model, "startedAt": Self.time(row.startedAt),
            "runningSince": Self.time(row.runningSince), "worked": row.worked.model, "paused": row.paused.model,
            "endedAt": Self.time(row.endedAt), "isOpen": row.isOpen.model, "temperature": row.temperature.model,
            "survey": row.survey.model, "evidence": (row.evidence?.rawValue).model,
            "latitude": (row.fence?.centre.latitude).model, "longitude": (row.fence?.centre.longitude).model,
            "radius": (row.fence?.radius).model, "questions": session.questions.all.model,
            "openQuestions": session.questions.open.model,
            "asking": session.asking.map { .list($0.map { Self.model($0, isOfStudent: isOfStudent) }) } ?? .null,
            "attending": (isOfStudent ? row.attending : nil).model, "markedBy": session.markedBy.model,
            "events": .list(session.events.map(Self.model)),
            "marks": .list(session.marks.map { Self.model($0.person, $0.mark) }),
            "asked": session.asked.map { Self.model($0.asked, $0.answers) } ?? .null,
            "suspicions": .list(suspicions.map { ["person": $0.student.id.text.model, "facts": $0.facts.model] }),
        ]
    }

    private static func time(_ instant: Instant?) -> Model { (instant?.milliseconds).model }

    /// How it was made, unless by hand.
    private static func model(_ person: Identifier, _ mark: Mark) -> Model {
        [
            "person": person.text.model, "isPresent": mark.isPresent.model, "at": mark.at.milliseconds.model,
            "how": mark.isByInstructor ? .null : mark.how.rawValue.model, "doubt": (mark.doubt?.rawValue).model,
            "distance": mark.distance.model, "accuracy": mark.accuracy.model,
        ]
    }

    /// What was asked without a name stays so. A time is left out while nothing was said since the question was asked, and of a
    /// student's copy, since students say nothing of the kind.
    private static func model(_ asked: OfflineQuestion, isOfStudent: Bool) -> Model {
        let question = asked.question
        let isNamed = asked.isMine || !question.isAnonymous && !isOfStudent
        return [
            "id": question.id.text.model, "asker": (isNamed ? question.asker.text : nil).model,
            "askerName": asked.asker.model,
            "isAnonymous": question.isAnonymous.model, "text": question.text.model,
            "at": question.askedAt.milliseconds.model, "votes": question.votes.model,
            "isAnswered": question.isAnswered.model,
            "turnedAt": isOfStudent || question.turnedAt == question.askedAt ? .null : time(question.turnedAt),
            "isHidden": question.isHidden.model, "hiddenAt": isOfStudent ? .null : time(question.hiddenAt),
            "vote": (asked.vote?.vote).model, "votedAt": time(asked.vote?.at),
        ]
    }

    private static func model(_ asked: Reconfirmation, _ answers: [Identifier: Reconfirmed]) -> Model {
        [
            "id": asked.id.text.model, "at": asked.at.milliseconds.model, "ends": asked.ends.milliseconds.model,
            "answers": .list(
                answers.map { person, answer in
                    [
                        "person": person.text.model, "at": answer.at.milliseconds.model,
                        "doubt": (answer.doubt?.rawValue).model, "isLate": answer.isLate.model,
                        "distance": answer.distance.model,
                    ]
                }),
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
