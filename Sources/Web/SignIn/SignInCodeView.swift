import Classroom
import Pages
import Store

/// A sign-in code as its person sees it: who made it, and what it was used for.
struct SignInCodeView: Modelled, Sendable {
    let made: String
    /// The name of who did; `nil` of commands, and where nobody knows any more.
    let madeBy: String?
    /// `app` or `command`.
    let madeWay: String?
    let firstUsed: String?
    let lastUsed: String?
    /// Until when it is good, once; `nil` of a card's.
    let ends: String?
    let revoked: String?
    let revokedBy: String?
    let revokedWay: String?
    /// Whether it lets its person in, again and again.
    let isGood: Bool
    let madeText: String
    let usedText: String
    let revokedText: String?

    /// How many a page shows.
    static let mostShown = 50

    init(_ code: SignInCodeRecord, _ calendar: WallCalendar) {
        made = code.made.at.text
        madeBy = code.made.by?.full
        madeWay = code.made.way?.rawValue
        firstUsed = code.firstUsed?.text
        lastUsed = code.lastUsed?.text
        ends = code.ends?.text
        revoked = code.revoked?.at.text
        revokedBy = code.revoked?.by?.full
        revokedWay = code.revoked?.way?.rawValue
        isGood = code.isGood
        madeText = Self.words(code.ends == nil ? "Made" : "Made for another device", code.made, calendar)
        revokedText = code.revoked.map { Self.words("Revoked", $0, calendar) }
        usedText = Self.words(first: code.firstUsed, last: code.lastUsed, calendar)
    }

    /// "Made by Maya Lindqvist, 3 Nov 2026"
    static func words(_ verb: String, _ deed: SignInCodeRecord.Deed, _ calendar: WallCalendar) -> String {
        let day = calendar.day(calendar.day(of: deed.at).text)
        if let name = deed.by?.full { return "\(verb) by \(name), \(day)" }
        return deed.way == .command ? "\(verb) on the server, \(day)" : "\(verb) \(day)"
    }

    var model: Model {
        [
            "made": made.model, "madeBy": madeBy.model, "madeWay": madeWay.model, "firstUsed": firstUsed.model,
            "lastUsed": lastUsed.model, "ends": ends.model, "revoked": revoked.model, "revokedBy": revokedBy.model,
            "revokedWay": revokedWay.model, "isGood": isGood.model, "madeText": madeText.model,
            "usedText": usedText.model, "revokedText": revokedText.model,
        ]
    }

    private static func words(first: Instant?, last: Instant?, _ calendar: WallCalendar) -> String {
        guard let first, let last else { return "Not used since it was made" }
        let once = "Signed in on \(calendar.dateAndTime(first))"
        return first == last ? once : once + ", last on \(calendar.dateAndTime(last))"
    }
}
