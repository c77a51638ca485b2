import Classroom
import Pages
import Store

/// Rotating code of a class, to be shown to the whole room.
struct CodePage: Page {
    static let template = "attendance/code"
    let title = "Attendance Code"
    var tab: String? { "/courses" }
    var isWholeScreen: Bool { true }
    var followed: String? { id }
    let course: CourseLink
    let id: String
    let classHref: String
    /// Codes from now on, each for its time: as many as the page may have to do without signal. None if none counts.
    let codes: [CodeView]
    /// Reason why there is no code.
    let closedText: String?
    /// Address of the server, for those who type.
    let host: String
    let attendingText: String

    /// Number of codes on the page: a minute's.
    private static let count = 4

    static func load(
        _ site: Site, _ session: ClassSession, of id: Identifier, _ origin: RequestOrigin, for person: Person
    ) async throws -> CodePage {
        let course = try await site.store.course(id, for: person)
        let closed = closedText(session, course)
        let codes = closed == nil ? try site.store.codes(of: session.id, count: count) : []
        return CodePage(
            course: CourseLink(course), id: session.id.text, classHref: "/classes/\(session.id)",
            codes: try codes.map { try CodeView($0, session.id, base: origin.sharedBase) }, closedText: closed,
            host: origin.sharedHost, attendingText: "\(grouped(session.attending)) present")
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "id": id.model, "classHref": classHref.model,
            "codes": codes.model, "closedText": closedText.model, "host": host.model,
            "attendingText": attendingText.model,
        ]
    }

    private static func closedText(_ session: ClassSession, _ course: Course) -> String? {
        if !session.policy(in: course.policy).evidence.takesCode { return "Codes do not count in this class." }
        switch AttendanceWindow.State(session.phase, isOpen: session.isOpen) {
        case .open: return nil
        case .notYet: return "The code appears once the class has started."
        case .closed: return "Attendance is closed."
        case .over: return "This class is over."
        }
    }
}

/// Code of one step of 15 seconds.
struct CodeView: Modelled, Sendable {
    /// Code to type, in two groups.
    let code: String
    let groups: [String]
    let link: String
    let qr: QRCode
    /// When it is shown, in milliseconds since 1970 by the server's clock.
    let from: Int64
    let until: Int64

    init(_ shown: ShownCode, _ session: Identifier, base: String) throws {
        groups = [String(shown.typed.prefix(3)), String(shown.typed.dropFirst(3))]
        code = groups.joined(separator: " ")
        link = "\(base)/classes/\(session)/here/\(shown.linked)"
        qr = try QRCode(link)
        from = shown.from.milliseconds
        until = shown.until.milliseconds
    }

    var model: Model {
        [
            "code": code.model, "groups": groups.model, "link": link.model, "qr": qr.model, "from": from.model,
            "until": until.model,
        ]
    }
}
