import Classroom
import Hummingbird
import Pages
import Store

/// Sign-in card: a link, a QR code and a code to type.
public struct SignInCard: Modelled, Sendable {
    public let name: String
    public let code: String
    public let link: String
    let role: String
    let qr: QRCode

    /// - Parameter base: address of the server as reached by the holder's device, such as `https://shala.example`.
    public init(_ person: Person, code: SignInCode, base: String) throws {
        name = person.name.full
        role = person.role == .instructor ? "Instructor" : "Student"
        self.code = code.text
        link = base + "/sign-in/" + code.text
        qr = try QRCode(link)
    }

    public var model: Model {
        [
            "name": name.model, "code": code.model, "link": link.model, "role": role.model, "qr": qr.model,
        ]
    }
}

/// Response to making a code, the only time the code is shown.
struct SignInCardPage: Page {
    static let template = "sign-in/card"
    let title = "Sign-In Code"
    let name: String
    let code: String
    let link: String
    let qr: QRCode
    let note = "Shown only once. Anyone who has it can sign in as this person."
    let personHref: String

    init(_ card: SignInCard, person: Identifier) {
        name = card.name
        code = card.code
        link = card.link
        qr = card.qr
        personHref = "/people/\(person)"
    }

    var model: Model {
        [
            "title": title.model, "name": name.model, "code": code.model, "link": link.model, "qr": qr.model,
            "note": note.model, "personHref": personHref.model,
        ]
    }
}

/// Document with cards to print and cut out.
struct SignInCardsPage: Page {
    static let template = "sign-in/cards"
    let title = "Sign-in Cards"
    let cards: [SignInCard]

    var model: Model { ["title": title.model, "cards": cards.model] }
}

extension Site {
    /// Renders a self-contained document with cards to print and cut out.
    public func printed(_ cards: [SignInCard]) throws -> [UInt8] {
        try document(SignInCardsPage(cards: cards))
    }
}

/// An instructor makes and revokes students' sign-in codes and their own; an owner, everybody's.
struct SignInCodeRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.post("people/:id/sign-in-codes") { request, context in
            let person = try await site.store.person(context.identifier())
            let code = try await site.store.makeSignInCode(
                for: person.id, replacing: false, by: context.signedIn.maker)
            let card = try SignInCard(person, code: code, base: context.origin.base)
            return try site.answer(SignInCardPage(card, person: person.id), request, context.signedIn)
        }
        instructors.post("people/:id/sign-in-codes/revoke") { request, context in
            let person = try await site.store.person(context.identifier())
            try await site.store.revokeSignInCodes(of: person.id, by: context.signedIn.maker)
            return Response.seeOther("/people/\(person.id)")
        }
    }
}
