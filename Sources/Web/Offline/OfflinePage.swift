import Classroom
import Foundation
import Hummingbird
import Pages
import Store

/// Route `/offline`: as JSON, the data that a device keeps for offline use; as a page, a summary of that data and of
/// the entries waiting to be sent. Route `/offline/pages`: addresses of the pages that a device takes along.
struct OfflineRoutes {
    let site: Site

    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("offline") { request, context in
            guard context.person.role == .instructor else {
                let (person, since) = (context.person, Int64(request.query("since")))
                // The summary for people says nothing of the copy.
                let copy = request.wantsJSON ? try await site.store.offlineCopy(ofStudent: person, since: since) : nil
                let log = copy?.mayChangeLog ?? false ? try await site.store.offlineLog(of: person.id) : nil
                let further = try await site.furtherCourses(for: person)
                let page = StudentOfflinePage(
                    copy, further, log, context.signedIn, timeZone: site.calendar.timeZone,
                    pause: await site.feed.updatePause
                )
                return try site.answer(page, request, context.signedIn)
            }
            let after = request.query("after")
            let copy = try await site.store.offlineCopy(
                for: context.person.id, after: after.isEmpty ? nil : after, since: Int64(request.query("since")))
            // The summary for people says nothing of them.
            let suspicions = request.wantsJSON ? try await site.suspicions(at: copy.classes) : [:]
            let wantsLog = request.wantsJSON && copy.mayChangeLog
            let log = wantsLog ? try await site.store.offlineLog(of: context.person.id) : nil
            let further = try await site.furtherCourses(for: context.person)
            let page = OfflinePage(copy, further, log, context.signedIn, site.school, suspicions: suspicions)
            return try site.answer(page, request, context.signedIn)
        }
        signedIn.get("offline/pages") { _, context in
            let near = try await site.store.nearClasses(for: context.person)
            let classes = near.classes.flatMap { ["/classes/\($0)", "/classes/\($0)/questions"] }
            // Of these, a student's device knows too little to make them.
            let own = "/people/\(context.person.id)"
            let ofStudent = context.person.role == .student ? [own, own + "/attendance", "/courses/catalogue"] : []
            return try Response.json(["pages": classes + near.courses.map { "/courses/\($0)" } + ofStudent])
        }
    }
}

extension Site {
    /// Students whose claims are worth a look, by class of a course.
    func suspicions(at classes: [OfflineClass]) async throws -> [Identifier: [SuspicionView]] {
        var found: [Identifier: [SuspicionView]] = [:]
        for one in classes where one.row.course != nil && one.marks.contains(where: { $0.mark.device != nil }) {
            let signs = try await store.signs(at: one.row.id, fence: one.row.fence, one.marks)
            // Most classes have none.
            guard !signs.isEmpty else { continue }
            let students = try await store.attendance(at: one.row.id, of: one.row.course)
            found[one.row.id] = try await SuspicionView.load(self, at: one.row.id, fence: one.row.fence, students)
        }
        return found
    }
}

/// Page for students, who take along the classes of their courses, their training log, pages and waiting entries.
struct StudentOfflinePage: Page {
    static let template = "offline/offline"
    let title = "Without Signal"
    /// Last sequence number that the page reflects.
    let sequence: Int64
    let home = "/courses"
    let hasBook = false
    /// Student to whom the copy belongs.
    let student: String
    /// IANA name of the book's time zone.
    let timeZone: String
    let venues: [VenueView]
    let courses: [OfflineCourseView]
    let further: FurtherCourses
    let classes: [OfflineClassView]
    /// The student and, with their names and pictures alone, who teaches them.
    let people: [Model]
    /// Whether classes are left out that have not changed since the device's copy.
    let isUpdate: Bool
    /// Classes that are not in the copy any more.
    let gone: [Identifier]
    let log: OfflineLogView?
    /// Milliseconds after which the device asks again at the earliest, as students are many.
    let pause: Int

    init(
        _ copy: OfflineCopy?, _ further: FurtherCourses, _ log: OfflineLog?, _ signedIn: SignedIn, timeZone: String,
        pause: Int
    ) {
        self.further = further
        let student = signedIn.person.id
        (sequence, self.student) = (signedIn.sequence, student.text)
        venues = (copy?.venues ?? []).map(VenueView.init)
        courses = (copy?.courses ?? []).map(OfflineCourseView.init)
        classes = (copy?.classes ?? []).map { OfflineClassView($0, isOfStudent: true) }
        people = (copy?.people ?? []).map { person, details in
            let whole = OfflinePerson(person, details)
            return person.id == student ? whole.model : whole.inBrief
        }
        (isUpdate, gone) = (copy?.isUpdate ?? false, copy?.gone ?? [])
        self.log = log.map(OfflineLogView.init)
        (self.timeZone, self.pause) = (timeZone, pause)
    }

    var model: Model {
        [
            "title": title.model, "sequence": sequence.model, "home": home.model, "hasBook": hasBook.model,
            "student": student.model, "timeZone": timeZone.model, "venues": venues.model, "courses": courses.model,
            "hasArchived": further.areArchived.model, "seesAll": further.areOfOthers.model,
            "requested": further.requested.model,
            "classes": classes.model, "people": .list(people), "isUpdate": isUpdate.model,
            "gone": gone.map(\.text).model, "log": log.model, "pause": pause.model,
        ]
    }
}

struct OfflinePage: Page {
    static let template = "offline/offline"
    let title = "Without Signal"
    let home = "/class"
    let hasBook = true
    /// Last sequence number that the copy includes.
    let sequence: Int64
    /// Instructor to whom the copy belongs.
    let instructor: String
    /// IANA name of the time zone for displayed times.
    let timeZone: String
    /// Whether student IDs are typed, and not given by the book.
    let typesIDs: Bool
    /// Name of the school; `nil` while there is none.
    let schoolName: String?
    let venues: [VenueView]
    let mergedVenues: [OfflineMergedVenue]
    let types: [OfflineType]
    let courses: [OfflineCourseView]
    let hasAllArchived: Bool
    let further: FurtherCourses
    let classes: [OfflineClassView]
    /// Whether there are more than these.
    let moreVenues: Bool
    let moreClasses: Bool
    /// Since when all saved classes are there; `nil` for ever.
    let allSince: Instant?
    let morePlanned: Bool
    let people: [OfflinePerson]
    let log: OfflineLogView?
    /// Whether people and classes are left out that have not changed since the device's copy.
    let isUpdate: Bool
    /// Classes that are not in the copy any more.
    let gone: [Identifier]
    let more: String?
    let peopleText: String
    let venuesText: String
    let classesText: String

    /// - Parameter suspicions: students whose claims are worth a look, by class.
    init(
        _ copy: OfflineCopy, _ further: FurtherCourses, _ log: OfflineLog?, _ signedIn: SignedIn,
        _ school: SchoolMemory, suspicions: [Identifier: [SuspicionView]]
    ) {
        self.further = further
        sequence = signedIn.sequence
        instructor = signedIn.person.id.text
        timeZone = school.calendar.timeZone
        (typesIDs, schoolName) = (school.typesIDs, school.name)
        venues = copy.venues.map(VenueView.init)
        mergedVenues = copy.mergedVenues.map { OfflineMergedVenue(venue: $0.venue, into: $0.into) }
        types = copy.types.map { OfflineType(id: $0.id.text, name: $0.name) }
        courses = copy.courses.map(OfflineCourseView.init)
        hasAllArchived = copy.hasAllArchived
        classes = copy.classes.map { OfflineClassView($0, suspicions: suspicions[$0.row.id] ?? []) }
        moreVenues = copy.hasMoreVenues
        (moreClasses, morePlanned) = (copy.hasMoreClasses, copy.hasMorePlanned)
        allSince = copy.allSince
        people = copy.people.map { OfflinePerson($0.person, $0.details) }
        self.log = log.map(OfflineLogView.init)
        (isUpdate, gone) = (copy.isUpdate, copy.gone)
        more = copy.next.map { href("/offline", [("after", $0.text)]) }
        peopleText = people.isEmpty ? "none" : "\(people.count)" + (more == nil ? "" : " and more")
        venuesText = venues.isEmpty ? "none" : "\(venues.count)"
        classesText = classes.isEmpty ? "none" : "\(classes.count)"
    }

    var model: Model {
        [
            "title": title.model, "home": home.model, "hasBook": hasBook.model, "sequence": sequence.model,
            "instructor": instructor.model, "timeZone": timeZone.model, "typesIDs": typesIDs.model,
            "school": schoolName.model,
            "venues": venues.model, "mergedVenues": mergedVenues.model, "types": types.model,
            "classes": classes.model, "moreVenues": moreVenues.model, "moreClasses": moreClasses.model,
            "allSince": (allSince?.milliseconds).model,
            "morePlanned": morePlanned.model,
            "courses": courses.model, "hasAllArchived": hasAllArchived.model,
            "hasArchived": further.areArchived.model, "seesAll": further.areOfOthers.model,
            "people": people.model, "log": log.model, "isUpdate": isUpdate.model,
            "gone": gone.map(\.text).model, "more": more.model,
            "peopleText": peopleText.model, "venuesText": venuesText.model, "classesText": classesText.model,
        ]
    }
}

/// Venue in the copy that was merged, with the one that it was merged into.
struct OfflineMergedVenue: Modelled, Sendable {
    let venue: Venue
    let into: Identifier

    var model: Model {
        [
            "id": venue.id.text.model, "name": venue.name.model, "address": venue.address.model,
            "latitude": (venue.position?.latitude).model, "longitude": (venue.position?.longitude).model,
            "radius": venue.radius.model, "isHidden": venue.isHidden.model, "mergedInto": into.text.model,
        ]
    }
}

struct OfflineType: Modelled, Sendable {
    let id: String
    let name: String

    var model: Model { ["id": id.model, "name": name.model] }
}

/// Person in the copy.
struct OfflinePerson: Modelled, Sendable {
    let id: String
    let firstName: String
    let lastName: String
    /// Student ID; `nil` for new people.
    let studentID: String?
    let role: String
    let isOwner: Bool
    let github: String
    /// UUID of the student type.
    let type: String?
    let joined: String
    let active: Bool
    /// Hash of the picture.
    let picture: String?
    let attended: Int
    let details: PersonDetails

    init(_ person: Person, _ details: PersonDetails) {
        self.details = details
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

    /// What everybody may see of those who teach.
    var inBrief: Model {
        [
            "id": id.model, "firstName": firstName.model, "lastName": lastName.model, "role": role.model,
            "picture": picture.model,
        ]
    }

    var model: Model {
        [
            "id": id.model, "firstName": firstName.model, "lastName": lastName.model, "studentID": studentID.model,
            "role": role.model, "isOwner": isOwner.model, "github": github.model, "type": type.model,
            "joined": joined.model, "active": active.model, "picture": picture.model, "attended": attended.model,
            "email": details.email.model, "phone": details.phone.model, "note": details.note.model,
            "tags": details.tags.model,
        ]
    }
}
