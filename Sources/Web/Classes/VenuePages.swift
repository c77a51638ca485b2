import Classroom
import Hummingbird
import Pages
import Store

/// Routes for the venues of the book.
struct VenueRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("venues") { request, context in
            let (search, after) = (request.query("search"), request.query("after"))
            let areHidden = request.query("hidden") == "1"
            async let part = site.store.venueList(
                search: search, areHidden: areHidden, after: after.isEmpty ? nil : after)
            async let hasHidden = site.store.hasHiddenVenues()
            let page = try await VenuesPage(part, search: search, areHidden: areHidden, hasHidden: hasHidden)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("venues/new") { request, context in
            try site.answer(VenuePage(nil, merged: [], others: []), request, context.signedIn)
        }
        instructors.get("venues/:id") { request, context in
            let venue = try await site.store.venue(context.identifier())
            async let merged = site.store.venues(mergedInto: venue.id)
            async let others = site.store.venues(near: venue.position)
            let page = try await VenuePage(venue, merged: merged, others: others)
            return try site.answer(page, request, context.signedIn)
        }
    }
}

extension VenuesPage {
    convenience init(_ part: ListPage<Venue>, search: String, areHidden: Bool, hasHidden: Bool) {
        let more = part.next.map { href("/venues", [("hidden", areHidden ? "1" : ""), ("after", $0.text)]) }
        self.init(part.elements, search: search, areHidden: areHidden, hasHidden: hasHidden, more: more)
    }
}
