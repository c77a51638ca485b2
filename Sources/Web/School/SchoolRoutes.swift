import Classroom
import Foundation
import Hummingbird
import Pages
import Store

/// Pages of the school, for the owners of its book.
struct SchoolRoutes {
    let site: Site

    func addRoutes(toOwners owners: some RouterMethods<OwnerContext>) {
        owners.get("welcome") { request, context in
            try await site.answer(WelcomePage(site.store.beginnings()), request, context.signedIn)
        }
        owners.get("school") { request, context in
            try await site.answer(SchoolPage(site.store.school(), site.calendar), request, context.signedIn)
        }
    }
}

/// Page with the first steps of a new book. Each can be skipped.
struct WelcomePage: Page {
    static let template = "school/welcome"
    let title = "Getting Started"
    var tab: String? { "/more" }
    let hasPeople: Bool
    let hasVenue: Bool
    let hasClass: Bool

    init(_ done: Beginnings) {
        hasPeople = done.hasPeople
        hasVenue = done.hasVenue
        hasClass = done.hasClass
    }

    var model: Model {
        ["title": title.model, "hasPeople": hasPeople.model, "hasVenue": hasVenue.model, "hasClass": hasClass.model]
    }
}

/// Page on which is changed what the book says of the school.
struct SchoolPage: Page {
    static let template = "school/school"
    let title = "School"
    var tab: String? { "/more" }
    let name: String
    /// IANA name of the school's time zone.
    let timeZone: String
    let zones = TimeZone.knownTimeZoneIdentifiers
    let typesIDs: Bool
    /// What is said where the server was started with another time zone.
    let onlyText: String?

    init(_ school: School?, _ calendar: WallCalendar) {
        name = school?.name ?? ""
        timeZone = school?.timeZone ?? calendar.timeZone
        typesIDs = school?.typesIDs ?? false
        onlyText =
            timeZone == calendar.timeZone
            ? nil : "This server was started to show times of \(calendar.timeZone), which stands above this."
    }

    var model: Model {
        [
            "title": title.model, "name": name.model, "timeZone": timeZone.model, "zones": zones.model,
            "typesIDs": typesIDs.model, "onlyText": onlyText.model,
        ]
    }
}
