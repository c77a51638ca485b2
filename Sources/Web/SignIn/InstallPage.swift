import Classroom
import Hummingbird
import Pages
import Store

/// How to install the app on each system. An installed app may have cookies of its own, so a short code carries the
/// sign-in over to it.
struct InstallPage: Page {
    static let template = "sign-in/install"
    let title = "Install Shala"
    /// The short code, on the answer to its making only.
    let code: String?
    let ends: String?
    let endsText: String?

    init() {
        (code, ends, endsText) = (nil, nil, nil)
    }

    init(_ code: SignInCode, ends: Instant, _ calendar: WallCalendar) {
        self.code = code.text
        self.ends = ends.text
        endsText = "Good once, until \(calendar.time(ends))."
    }

    var model: Model { ["title": title.model, "code": code.model, "ends": ends.model, "endsText": endsText.model] }
}

extension SignInRoutes {
    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("install") { request, context in
            try site.answer(InstallPage(), request, context.signedIn)
        }
        signedIn.post("install/code") { request, context in
            let (code, ends) = try await site.store.makeShortCode(for: context.person.id)
            return try site.answer(InstallPage(code, ends: ends, site.calendar), request, context.signedIn)
        }
    }
}
