import Classroom
import Foundation
import Hummingbird
import Store

/// What a device has with it where there is no signal: for programs, the copy itself; for people, what is in it and
/// what waits to be sent.
struct OfflineRoutes {
    let site: Site

    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("offline") { request, context in
            guard context.person.role == .instructor else {
                let page = StudentOfflinePage(sequence: context.signedIn.sequence)
                return try await site.answer(page, request, context.signedIn)
            }
            let after = request.query("after")
            let copy = try await site.store.offlineCopy(
                for: context.person.id, after: after.isEmpty ? nil : after)
            let page = OfflinePage(copy, context.signedIn, site.calendar)
            return try await site.answer(page, request, context.signedIn)
        }
    }
}

/// Students take no book along: only the pages they have visited, and what waits.
struct StudentOfflinePage: Page {
    static let template = "offline/offline"
    let title = "Without Signal"
    /// All of the journal up to this number could be known.
    let sequence: Int64
    let home = "/courses"
    let hasBook = false
}

struct OfflinePage: Page {
    static let template = "offline/offline"
    let title = "Without Signal"
    let home = "/class"
    let hasBook = true
    /// All of the journal up to this number is in the copy.
    let sequence: Int64
    /// Whose copy it is.
    let instructor: String
    /// The IANA name of the time zone in which times are written.
    let timeZone: String
    let venues: [VenueRow]
    let types: [OfflineType]
    let classes: [OfflineSession]
    /// Whether there are more than these.
    let moreVenues: Bool
    let moreClasses: Bool
    let courseClasses: [CourseClass]
    let people: [OfflinePerson]
    let more: String?
    let peopleText: String
    let venuesText: String
    let classesText: String

    init(_ copy: OfflineCopy, _ signedIn: SignedIn, _ calendar: WallCalendar) {
        sequence = signedIn.sequence
        instructor = signedIn.person.id.text
        timeZone = calendar.timeZone
        venues = copy.venues.map(VenueRow.init)
        types = copy.types.map { OfflineType(id: $0.id.text, name: $0.name) }
        classes = copy.classes.map(OfflineSession.init)
        moreVenues = copy.hasMoreVenues
        moreClasses = copy.hasMoreClasses
        courseClasses = copy.courseClasses.map { CourseClass(id: $0.id.text, inSession: $0.inSession) }
        people = copy.people.map(OfflinePerson.init)
        more = copy.next.map { href("/offline", [("after", $0.text)]) }
        peopleText = people.isEmpty ? "none" : "\(people.count)" + (more == nil ? "" : " and more")
        venuesText = venues.isEmpty ? "none" : "\(venues.count)"
        classesText = classes.isEmpty ? "none" : "the newest \(classes.count)"
    }
}

/// A class of a course: of these no page is made on the device.
struct CourseClass: Encodable, Sendable {
    let id: String
    let inSession: Bool
}

struct OfflineType: Encodable, Sendable {
    let id: String
    let name: String
}

/// A class as it is taken along. Times in milliseconds since 1970.
struct OfflineSession: Encodable, Sendable {
    let id: String
    let venue: String
    let isOfCourse: Bool
    let startedAt: Int64
    /// Degrees Celsius.
    let temperature: Double?
    let steps: [Step]
    let marks: [Mark]

    struct Step: Encodable, Sendable {
        let step: String
        let at: Int64
    }

    struct Mark: Encodable, Sendable {
        let person: String
        let isPresent: Bool
        let at: Int64
    }

    init(_ session: OfflineClassSession) {
        id = session.id.text
        venue = session.venue.text
        isOfCourse = session.isOfCourse
        startedAt = session.startedAt.milliseconds
        temperature = session.temperature
        steps = session.steps.map { Step(step: $0.step.rawValue, at: $0.at.milliseconds) }
        marks = session.marks.map {
            Mark(person: $0.person.text, isPresent: $0.isPresent, at: $0.at.milliseconds)
        }
    }
}

/// A person as they are taken along.
struct OfflinePerson: Encodable, Sendable {
    let id: String
    let firstName: String
    let lastName: String
    /// `nil` while new.
    let studentID: String?
    let role: String
    let isOwner: Bool
    let github: String
    /// The student type's UUID.
    let type: String?
    let joined: String
    let active: Bool
    /// The hash of the picture.
    let picture: String?
    let attended: Int

    init(_ person: Person) {
        id = person.id.text
        firstName = person.name.first
        lastName = person.name.last
        studentID = person.studentID
        role = person.role.rawValue
        isOwner = person.isOwner
        github = person.github
        type = person.type?.text
        joined = person.joined
        active = person.isActive
        picture = person.picture
        attended = person.attended
    }
}
