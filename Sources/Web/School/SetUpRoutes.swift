import Classroom
import Foundation
import Hummingbird
import Pages
import Store

/// Routes by which an empty book gets its first owner.
struct SetUpRoutes {
    let site: Site

    func addRoutes(to everyone: some RouterMethods<ShalaContext>) {
        everyone.get("set-up/:code") { request, context in
            guard try await isOpen(context) else { return elsewhere(context) }
            let form = SetUpForm(timeZone: try site.calendar.inZone(of: request).timeZone)
            return try site.answer(SetUpPage(form), request, nil)
        }
        everyone.post("set-up/:code") { request, context in
            guard try await isOpen(context) else { return elsewhere(context) }
            return try await setUp(try await SetUpForm.read(request), request, context)
        }
    }

    /// Where to go once the book has somebody: also who loads the page of their card, which was shown once, again.
    private func elsewhere(_ context: ShalaContext) -> Response {
        .seeOther(context.signedIn.map { $0.person.isOwner ? "/welcome" : "/" } ?? "/sign-in")
    }

    private func isOpen(_ context: ShalaContext) async throws -> Bool {
        guard site.setUp.isOpened(by: context.parameters.get("code") ?? "") else { throw Problem.notFound }
        return try await site.store.hasNobody()
    }

    private func setUp(_ form: SetUpForm, _ request: Request, _ context: ShalaContext) async throws -> Response {
        let now = Instant.now
        let id = Identifier.make(at: now)
        let person = form.person(id, studentID: try await site.store.nextStudentID(), now: now)
        let school = form.school(now: now)
        let rehearsed = try await append([person, school], now, rehearsing: true)
        let problems = rehearsed.filter { $0.outcome == .rejected }.flatMap(\.problems)
        guard problems.isEmpty else { return try refuse(form, problems.map(SetUpForm.named), request) }
        let added = try await append([person], now)
        // Somebody else was quicker.
        guard added.allSatisfy({ $0.outcome == .accepted }) else { return .seeOther("/sign-in") }
        _ = try await append([school], now)
        try await site.school.read()
        return try await welcome(id, request, context)
    }

    private func append(
        _ entries: [PostedEntry], _ now: Instant, rehearsing: Bool = false
    ) async throws -> [EntryResult] {
        try await site.store.append(entries, device: Site.device, by: .host, now: now, rehearsing: rehearsing)
    }

    /// Signs the owner in, and shows their card.
    private func welcome(_ id: Identifier, _ request: Request, _ context: ShalaContext) async throws -> Response {
        let owner = try await site.store.person(id)
        let code = try await site.store.makeSignInCode(
            for: id, replacing: false, by: Maker(person: id, role: owner.role))
        guard let token = try await site.store.signIn(with: code) else { throw Problem.notFound }
        let card = try SignInCard(owner, code: code, base: context.origin.base)
        var response = try site.answer(SetUpDonePage(card), request, nil)
        response.setCookie(SignInRoutes.cookie(token, context.origin))
        return response
    }

    private func refuse(_ form: SetUpForm, _ problems: [FieldProblem], _ request: Request) throws -> Response {
        guard !request.wantsJSON else { throw Problem.invalid(problems) }
        var response = try site.answer(SetUpPage(form, problems), request, nil)
        response.status = .badRequest
        return response
    }
}

extension SetUpForm {
    static func read(_ request: Request) async throws -> SetUpForm {
        try await request.form(Self.self, orElse: .invalid("firstName", "required", "Send the form's fields."))
    }
}

/// Page that asks who keeps an empty book, and for which school.
struct SetUpPage: Page {
    static let template = "school/set-up"
    let title = "Set Up"
    let fields: [SetUpField]
    let zones = TimeZone.knownTimeZoneIdentifiers

    init(_ form: SetUpForm, _ problems: [FieldProblem] = []) {
        let fields = [
            ("firstName", "Your first name", form.firstName, "given-name"),
            ("lastName", "Your last name", form.lastName, "family-name"),
            ("school", "Your school or studio", form.school, "organization"),
            ("timeZone", "Time zone", form.timeZone, "off"),
        ]
        let first = problems.first?.field
        self.fields = fields.enumerated().map { index, field in
            SetUpField(
                name: field.0, label: field.1, value: field.2, autocomplete: field.3, isZone: field.0 == "timeZone",
                problem: problems.first { $0.field == field.0 }?.message,
                isFirst: first.map { $0 == field.0 } ?? (index == 0))
        }
    }

    var model: Model { ["title": title.model, "fields": fields.model, "zones": zones.model] }
}

/// Field of the form that sets up a book.
struct SetUpField: Modelled, Sendable {
    let name: String
    let label: String
    let value: String
    let autocomplete: String
    /// Whether time zones are suggested.
    let isZone: Bool
    let problem: String?
    /// Whether the form begins here.
    let isFirst: Bool

    var model: Model {
        [
            "name": name.model, "label": label.model, "value": value.model, "autocomplete": autocomplete.model,
            "isZone": isZone.model, "problem": problem.model, "isFirst": isFirst.model,
        ]
    }
}

/// Page after a book was set up: the owner's card, the only time that it is shown.
struct SetUpDonePage: Page {
    static let template = "school/set-up-done"
    let title = "Your Card"
    let name: String
    let code: String
    let link: String
    let qr: QRCode

    init(_ card: SignInCard) {
        name = card.name
        code = card.code
        link = card.link
        qr = card.qr
    }

    var model: Model {
        ["title": title.model, "name": name.model, "code": code.model, "link": link.model, "qr": qr.model]
    }
}
