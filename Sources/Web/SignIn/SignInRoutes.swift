import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import Pages
import Store

/// Routes for signing in by a link or a typed code, and for signing out.
struct SignInRoutes {
    let site: Site
    let throttle = SignInThrottle(
        "There were many wrong codes from here. Look at the card again before you try once more.")
    /// Of the connections to a database of several servers, this leaves the most part to others.
    let turnstile = Turnstile(most: 2)

    func addRoutes(to everyone: some RouterMethods<ShalaContext>) {
        everyone.get("sign-in") { request, context in
            let page = SignInPage(code: "", next: request.query("next"), problem: nil)
            return try site.answer(page, request, context.signedIn)
        }
        everyone.post("sign-in") { request, context in
            let form = try await SignInForm.read(request)
            guard let code = SignInCode(form.code), try await holder(of: code) != nil else {
                return try await refuse(form, request, context)
            }
            return try await signIn(code, form, request, context)
        }
        everyone.get("sign-in/:code") { request, context in
            try await follow(context.parameters.get("code") ?? "", request, context)
        }
        everyone.post("sign-out") { request, context in
            if let token = context.signedIn?.token { try await site.store.signOut(token) }
            var response = Response.seeOther("/sign-in")
            response.setCookie(Self.cookie("", isSecure: context.origin.isSecure, seconds: 0))
            // Removes all traces of the person, including their time zone.
            for name in [WallCalendar.cookie, ClassRoutes.own] {
                response.setCookie(Cookie(name: name, value: "", maxAge: 0, path: "/", sameSite: .lax))
            }
            return response
        }
    }

    /// A link signs in at once where nobody is, or was, signed in and no other site's page has sent it. Otherwise it asks,
    /// since whoever follows a link may not know whose it is.
    private func follow(_ text: String, _ request: Request, _ context: ShalaContext) async throws -> Response {
        let form = SignInForm(code: text, next: nil)
        guard let code = SignInCode(text), let person = try await holder(of: code) else {
            return try await refuse(form, request, context)
        }
        let other = context.signedIn?.person
        if other?.id == person.id, !request.wantsJSON { return .seeOther("/") }
        let hasCookie = request.cookies[SignInMiddleware.cookie] != nil
        if request.method == .get, other == nil, !hasCookie, !request.isSentByOthers(host: context.origin.host) {
            return try await signIn(code, form, request, context)
        }
        return try site.answer(SignInAsPage(code, person, other: other), request, context.signedIn)
    }

    private func holder(of code: SignInCode) async throws -> Person? {
        try await turnstile.pass { try await site.store.holder(of: code) }
    }

    private func signIn(
        _ code: SignInCode, _ form: SignInForm, _ request: Request, _ context: ShalaContext
    ) async throws -> Response {
        guard let token = try await site.store.signIn(with: code) else {
            return try await refuse(form, request, context)
        }
        // Whoever was signed in on this device is not any more.
        if let former = request.cookies[SignInMiddleware.cookie] {
            try await site.store.signOut(SignInToken(text: former.value))
        }
        let scanned = ScanCookie.page(request)
        let next = Self.path(form.next) ?? Self.path(scanned) ?? "/"
        var response =
            request.wantsJSON ? try Response.json(TokenView(token: token.text)) : Response.seeOther(next)
        if scanned != nil { response.setCookie(ScanCookie.cleared(context.origin)) }
        response.setCookie(Self.cookie(token, context.origin))
        return response
    }

    private func refuse(_ form: SignInForm, _ request: Request, _ context: ShalaContext) async throws -> Response {
        try await throttle.note(context.origin.address, now: .now)
        let words = "Unknown sign-in code. Codes look like K7QF-2M9X-RT4D."
        guard !request.wantsJSON else { throw Problem.invalid("code", "unknown", words) }
        let page = SignInPage(code: form.code, next: form.next ?? "", problem: words)
        var response = try site.html(page, signedIn: context.signedIn)
        response.status = .badRequest
        return response
    }

    /// Path on this server to continue to; never another site's address.
    private static func path(_ next: String?) -> String? {
        guard let next, next.hasPrefix("/"), !next.hasPrefix("//"), !next.hasPrefix("/\\"),
            next.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return next
    }

    /// Cookie by which a device stays signed in.
    static func cookie(_ token: SignInToken, _ origin: RequestOrigin) -> Cookie {
        cookie(token.text, isSecure: origin.isSecure, seconds: Int(Store.signInTime / 1000))
    }

    private static func cookie(_ value: String, isSecure: Bool, seconds: Int) -> Cookie {
        Cookie(
            name: SignInMiddleware.cookie, value: value, maxAge: seconds, path: "/", secure: isSecure, httpOnly: true,
            sameSite: .lax)
    }
}

struct SignInForm: Decodable {
    let code: String
    let next: String?

    static func read(_ request: Request) async throws -> SignInForm {
        try await request.form(Self.self, orElse: .invalid("code", "required", "Send a sign-in code."))
    }
}

private struct TokenView: Encodable {
    let token: String
}

struct SignInPage: Page {
    static let template = "sign-in/sign-in"
    let title = "Sign in"
    let code: String
    let next: String
    let problem: String?

    var model: Model { ["title": title.model, "code": code.model, "next": next.model, "problem": problem.model] }
}

/// Asks whether somebody is meant to be signed in by a link.
struct SignInAsPage: Page {
    static let template = "sign-in/sign-in-as"
    let title = "Sign in"
    let code: String
    let name: String
    /// Who is signed in on this device; `nil` for nobody.
    let other: String?
    let stayText: String
    let stayHref: String

    init(_ code: SignInCode, _ person: Person, other: Person?) {
        self.code = code.text
        name = person.name.full
        self.other = other?.name.full
        stayText = other.map { "Stay \($0.name.full)" } ?? "Not Now"
        stayHref = other == nil ? "/sign-in" : "/"
    }

    var model: Model {
        [
            "title": title.model, "code": code.model, "name": name.model, "other": other.model,
            "stayText": stayText.model, "stayHref": stayHref.model,
        ]
    }
}
