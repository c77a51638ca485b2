import Classroom
import Foundation
import Hummingbird
import Pages
import Store

/// Address of a watch, and the request that is sent there.
struct WatchAddress: Modelled, Sendable {
    /// Link with the token.
    let link: String
    let qr: QRCode
    /// Command of a shell that does the same as the watch.
    let command: String

    init(_ token: WatchToken, _ origin: RequestOrigin) throws {
        link = "\(origin.base)/watch/\(token.text)"
        qr = try QRCode(link)
        command =
            "curl \(origin.base)/watch -H 'Authorization: Bearer \(token.text)' "
            + #"-H 'Content-Type: application/json' -d '{"latitude": 47.3686, "longitude": 8.5391}'"#
    }

    var model: Model { ["link": link.model, "qr": qr.model, "command": command.model] }
}

/// What a link of a watch is, and how to make the shortcut; the page of the link itself.
struct WatchLinkPage: Page {
    static let template = "attendance/watch-link"
    let title = "Attendance from a Watch"
    let address: WatchAddress

    init(_ token: WatchToken, _ origin: RequestOrigin) throws {
        address = try WatchAddress(token, origin)
    }

    var model: Model { ["title": title.model, "address": address.model] }
}

/// Links of a student's watches.
struct WatchLinksPage: Page {
    static let template = "attendance/watch-links"
    let title = "Attendance from a Watch"
    let links: [WatchLinkView]
    let noLinks: Bool
    let mayMake: Bool
    let mostName = Store.mostOfWatchName
    /// Address of a new link, on the answer to its making only.
    let address: WatchAddress?

    static func load(_ site: Site, _ student: Person, new address: WatchAddress? = nil) async throws -> WatchLinksPage {
        let links = try await site.store.watchLinks(of: student.id)
        return WatchLinksPage(
            links: links.map { WatchLinkView($0, site.calendar) }, noLinks: links.isEmpty,
            mayMake: links.count < Store.mostWatchLinks, address: address)
    }

    var model: Model {
        [
            "title": title.model, "links": links.model, "noLinks": noLinks.model, "mayMake": mayMake.model,
            "mostName": mostName.model, "address": address.model,
        ]
    }
}

/// Link of a watch as its student sees it.
struct WatchLinkView: Modelled, Sendable {
    let id: String
    let name: String
    let made: String
    /// Day of the last use, as `2026-11-03`.
    let lastUsed: String?
    let revoked: String?
    let madeText: String
    let usedText: String
    let revokedText: String?

    init(_ link: WatchLink, _ calendar: WallCalendar) {
        id = link.id.text
        name = link.name
        made = link.made.text
        lastUsed = link.lastUsed?.text
        revoked = link.revoked?.at.text
        madeText = "Made \(calendar.day(calendar.day(of: link.made).text))"
        usedText = link.lastUsed.map { "Last used \(calendar.day($0.text))" } ?? "Not used since it was made"
        revokedText = link.revoked.map { SignInCodeView.words("Revoked", $0, calendar) }
    }

    var model: Model {
        [
            "id": id.model, "name": name.model, "made": made.model, "lastUsed": lastUsed.model,
            "revoked": revoked.model, "madeText": madeText.model, "usedText": usedText.model,
            "revokedText": revokedText.model,
        ]
    }
}

/// Routes by which students make and revoke the links of their watches.
struct WatchLinkRoutes {
    let site: Site

    func addRoutes(to students: some RouterMethods<StudentContext>) {
        students.get("watch-links") { request, context in
            try await site.answer(WatchLinksPage.load(site, context.person), request, context.signedIn)
        }
        students.post("watch-links") { request, context in
            let form = try await WatchLinkForm.read(request)
            let token = try await site.store.makeWatchLink(for: context.person.id, named: form.name)
            let page = try await WatchLinksPage.load(
                site, context.person, new: WatchAddress(token, context.origin))
            return try site.answer(page, request, context.signedIn)
        }
        students.post("watch-links/:id/revoke") { _, context in
            try await site.store.revokeWatchLink(context.identifier(), of: context.person.id)
            return Response.seeOther("/watch-links")
        }
    }
}

private struct WatchLinkForm: Decodable {
    let name: String

    static func read(_ request: Request) async throws -> WatchLinkForm {
        let problem = Problem.invalid("name", "required", "Give the link a name, such as Watch.")
        return try await request.form(Self.self, orElse: problem)
    }
}
