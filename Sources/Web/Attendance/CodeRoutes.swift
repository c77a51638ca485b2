import Classroom
import Hummingbird
import Pages
import Store

/// Routes of what is shown to the whole room: the rotating code with the link that its QR code holds, and the address of
/// the server.
struct CodeRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("classes/:id/code") { request, context in
            let session = try await site.store.session(context.identifier(), taughtBy: context.person.id)
            guard let course = session.course else { throw Problem.notFound }
            let page = try await CodePage.load(site, session, of: course, context.origin, for: context.person)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("join") { request, context in
            try site.answer(JoinPage(context.origin), request, context.signedIn)
        }
    }

    /// The scan is recorded before anybody signs in, by a ticket that the address of the class carries on.
    func addRoutes(to everyone: some RouterMethods<ShalaContext>) {
        everyone.get("classes/:id/here/:code") { request, context in
            let session = try context.identifier()
            let scan = try site.store.scan(context.parameters.get("code") ?? "", of: session)
            if request.wantsJSON { return try Response.json(ScanView(session, scan)) }
            guard let scan else { return .seeOther(href("/classes/\(session)", [("scan", "old")])) }
            let page = href("/classes/\(session)", [("ticket", scan.ticket)])
            var response = Response.seeOther(page)
            if context.signedIn == nil { response.setCookie(ScanCookie.keeping(page, context.origin)) }
            return response
        }
    }
}

/// Cookie that keeps where a scan led until whoever scanned has signed in, by whatever link.
enum ScanCookie {
    private static let name = "scan"

    static func keeping(_ page: String, _ origin: RequestOrigin) -> Cookie {
        cookie(page, origin, seconds: Int(AttendanceCode.scanTime / 1000))
    }

    static func cleared(_ origin: RequestOrigin) -> Cookie { cookie("", origin, seconds: 0) }

    /// The page to which a scan led; `nil` without one.
    static func page(_ request: Request) -> String? { request.cookies[name]?.value }

    private static func cookie(_ value: String, _ origin: RequestOrigin, seconds: Int) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: seconds, path: "/sign-in", secure: origin.isSecure, httpOnly: true,
            sameSite: .lax)
    }
}

private struct ScanView: Encodable {
    let `class`: String
    let ticket: String
    /// Until when a claim with the ticket counts from the scan.
    let ends: String

    init(_ session: Identifier, _ scan: Scan?) throws {
        guard let scan else { throw Problem.invalid("code", "old", "This code is not good, or not any more.") }
        `class` = session.text
        ticket = scan.ticket
        ends = scan.ends.text
    }
}
