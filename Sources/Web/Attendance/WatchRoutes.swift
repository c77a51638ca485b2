import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import Pages
import Store

/// Attendance from a watch: one request that marks the student present whose link it brings, and does nothing else.
struct WatchRoutes {
    let site: Site
    let throttle = SignInThrottle("There were many unknown watch links from here. Make a new one in Shala.")

    func addRoutes(to everyone: some RouterMethods<ShalaContext>) {
        everyone.post("watch") { request, context in
            let bearer = "Bearer "
            let header = request.headers[.authorization] ?? ""
            let token = header.hasPrefix(bearer) ? String(header.dropFirst(bearer.count)) : ""
            return try await claim(token, request, context)
        }
        everyone.post("watch/:token") { request, context in
            try await claim(context.parameters.get("token") ?? "", request, context)
        }
        // Following the link explains it, and changes nothing: previews of messages follow links, too.
        everyone.get("watch/:token") { request, context in
            guard let token = WatchToken(context.parameters.get("token") ?? "") else { throw Problem.notFound }
            var response = try site.answer(WatchLinkPage(token, context.origin), request, nil)
            if let name = HTTPField.Name("Referrer-Policy") { response.headers[name] = "no-referrer" }
            return response
        }
    }

    private func claim(_ text: String, _ request: Request, _ context: ShalaContext) async throws -> Response {
        let now = Instant.now
        guard let token = WatchToken(text),
            let holder = try await site.store.watchHolder(of: token, on: site.calendar.day(of: now))
        else {
            try await throttle.note(context.origin.address, now: now)
            throw Problem.unknownLink("This watch link is unknown, or was revoked. Make a new one in Shala.")
        }
        guard holder.person.role == .student else { throw Problem.forbidden(Store.studentsOnly) }
        let claim = try await WatchClaim.read(request)
        let classes = try await site.store.openClasses(of: holder.person.id)
        guard let session = OpenClass.meant(among: classes, by: claim.fix, now: now) else {
            throw Problem.invalid("class", "notOpen", "No class is open for attendance.")
        }
        let key = request.idempotencyKey.map { "\(holder.person.id) \(session.id) \($0)" }
        let entry = PostedEntry(
            id: key.map(Identifier.derived(from:)) ?? .make(at: now), kind: .attendanceClaimed, at: now,
            fields: claim.fields(in: session.id))
        let maker = Maker(person: holder.person.id, role: .student)
        let results = try await site.append([entry], claim.bytes, device: holder.link, by: maker)
        let answer = try await answer(results, in: session.id, of: holder.person)
        return try request.wantsPlainText ? .plain(answer.text) : .json(answer)
    }

    private func answer(
        _ results: [EntryResult], in session: Identifier, of student: Person
    ) async throws -> WatchAnswer {
        guard let result = results.first else { throw Problem.unavailable("The server has given no answer.") }
        if result.outcome == .rejected { throw Problem.invalid(result.problems) }
        let session = try await site.store.session(session, for: student)
        let own = try await site.store.attendance(of: student, at: [session])[session.id]
        // The same key, and a claim of this student at this class: sent again.
        if result.outcome == .conflict, own?.mark == nil { throw Problem.invalid(result.problems) }
        guard let course = session.course else { throw Problem.notFound }
        let title = try await site.store.course(course, for: student).title
        return WatchAnswer(result, session, own, course: title, site.calendar)
    }
}

/// What a watch is told.
struct WatchAnswer: Encodable, Sendable {
    /// `accepted`, or `duplicate` if nothing has changed.
    let outcome: String
    /// `present`, `unconfirmed`, or `absent` if the instructor has said so.
    let state: String
    let `class`: String
    /// For people.
    let text: String

    init(
        _ result: EntryResult, _ session: ClassSession, _ own: Attendance?, course: String, _ calendar: WallCalendar
    ) {
        outcome = (result.outcome == .accepted ? EntryResult.Outcome.accepted : .duplicate).rawValue
        let state = own?.state ?? .absent
        self.state = state.rawValue
        `class` = session.id.text
        text =
            switch state {
            case .present: "You are present at \(course)."
            case .unconfirmed:
                "Your instructor needs to confirm you at \(course). "
                    + (own?.mark.map { MarkWording($0, calendar).doubtful } ?? "")
            case .absent: "You are not marked present at \(course). Ask your instructor."
            }
    }
}

extension Request {
    /// Header that tells a request sent again from a new one; `nil` without one, or with one that is too long.
    fileprivate var idempotencyKey: String? {
        guard let name = HTTPField.Name("Idempotency-Key"), let key = headers[name], (1...200).contains(key.utf8.count)
        else { return nil }
        return key
    }
}
