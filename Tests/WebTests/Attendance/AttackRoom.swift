import Classroom
import Foundation
import HummingbirdTesting
import Pages
import Store
import Support

@testable import Web

/// A class in which a trick is tried, and short ways to try it.
struct AttackRoom {
    typealias Who = AttackSchool.Who

    let school: AttackSchool
    let session: Identifier
    /// Instructor of the class.
    let maker: Maker

    var site: TestSite { school.site }
    var book: TestBook { site.book }

    /// Network of the instructor's device.
    static let here = "192.168.7.0/24"

    func at(_ minute: Double) -> Instant { school.start.adding(milliseconds: Int64(minute * 60_000)) }

    func id(_ who: Who) -> Identifier { school.people[who] ?? session }

    /// Device of a student's own.
    func device(_ who: Who) -> Identifier {
        Identifier(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 + UInt64(who.number))
    }

    // MARK: Evidence

    /// Moment at which a code appears on the screen, some time after the fifth minute.
    var appears: Instant { AttendanceCode.start(of: AttendanceCode.step(at: at(5)) + 1) }

    /// Code on the screen.
    func code(_ time: Instant) throws -> [String: FieldValue] {
        ["code": .text(try book.store.codes(of: session, count: 1, now: time)[0].typed)]
    }

    /// Ticket for a scan of the screen.
    func ticket(_ time: Instant) throws -> [String: FieldValue] {
        let link = try book.store.codes(of: session, count: 1, now: time)[0].linked
        return ["ticket": .text(try book.store.scan(link, of: session, now: time)?.ticket ?? "")]
    }

    /// Token for a student on the network; empty if there is none.
    func token(_ who: Who, on network: String = here, _ time: Instant) async throws -> [String: FieldValue] {
        try await book.store.note(networks: [Self.here], of: session, by: maker.person ?? session, now: time)
        let token = try await book.store.token(for: id(who), at: session, on: [network], now: time)
        return token.map { ["token": .text($0.text)] } ?? [:]
    }

    /// Fix that no other student has.
    func place(
        _ who: Who = .ann, metres: Double = 0, accuracy: Double? = nil, age: Double = 1000
    ) -> [String: FieldValue] {
        place(TestBook.hall.north(metres), accuracy: accuracy ?? 8 + Double(who.number) / 100, age: age)
    }

    func place(_ place: Position, accuracy: Double = 8, age: Double = 1000) -> [String: FieldValue] {
        [
            "latitude": .number(place.latitude), "longitude": .number(place.longitude),
            "accuracy": .number(accuracy), "age": .number(age),
        ]
    }

    // MARK: Entries

    func entry(_ shown: [String: FieldValue], _ time: Instant) -> PostedEntry {
        entry(.attendanceClaimed, shown, time)
    }

    func entry(_ kind: Kind, _ shown: [String: FieldValue], _ time: Instant) -> PostedEntry {
        book.entry(kind, shown.merging(["class": .text(session.text)]) { $1 }, at: time)
    }

    /// Claims, and tells what has come of it.
    func claim(
        _ shown: [String: FieldValue], _ time: Instant, by who: Who = .ann, now: Instant? = nil,
        device: Identifier? = nil, clock: DeviceClock = .unknown
    ) async throws -> String {
        try await send(entry(shown, time), by: who, now: now ?? time, device: device, clock: clock)
    }

    /// Sends an entry, and tells what has come of it.
    func send(
        _ entry: PostedEntry, by who: Who = .ann, now: Instant, device: Identifier? = nil,
        clock: DeviceClock = .unknown
    ) async throws -> String {
        let maker = book.student(id(who))
        let result = try await book.store.append(
            [entry], device: device ?? self.device(who), by: maker, clock: clock, now: now)[0]
        return switch result.outcome {
        case .rejected, .conflict: "refused: \(result.problems.first?.message ?? "")"
        case .duplicate: "changes nothing"
        case .accepted:
            entry.entryKind == .attendanceConfirmed ? try await answer(of: who) : try await standing(of: who)
        }
    }

    /// Sends an entry over HTTP, and tells what has come of it.
    ///
    /// - Parameter who: `nil` for somebody who is not signed in.
    func post(_ entry: PostedEntry, by who: Who?) async throws -> String {
        let batch: [String: Any] = ["device": book.device.text, "entries": [CourseSite.json(entry)]]
        return try await post(String(decoding: JSONSerialization.data(withJSONObject: batch), as: UTF8.self), by: who)
    }

    /// Sends a claim inside the fence over HTTP, with one number written like this.
    func post(_ name: String, written number: String) async throws -> String {
        let entry = entry(place().merging([name: .number(77_777)]) { $1 }, .now)
        let batch: [String: Any] = ["device": book.device.text, "entries": [CourseSite.json(entry)]]
        let body = String(decoding: try JSONSerialization.data(withJSONObject: batch), as: UTF8.self)
        return try await post(body.replacingOccurrences(of: "77777", with: number), by: .ann)
    }

    private func post(_ body: String, by who: Who?) async throws -> String {
        let answer = try await site.post("/journal", body, as: who.flatMap { school.tokens[$0] })
        guard answer.status == .ok, let who else { return "refused: " + Self.problem(try answer.object()) }
        let result = (try answer.object()["results"] as? [[String: Any]])?.first
        let problem = (result?["problems"] as? [[String: Any]])?.first?["message"] as? String
        if let problem { return "refused: " + problem }
        return try await standing(of: who)
    }

    /// What the instructor does.
    func teacher(_ kind: Kind, _ time: Instant, _ fields: [String: FieldValue] = [:]) async throws {
        let problems = try await book.post([entry(kind, fields, time)], by: maker, now: time).flatMap(\.problems)
        if !problems.isEmpty { throw Problem.invalid(problems) }
    }

    /// Ends the class, if a trick has not.
    func end() async throws {
        do {
            let known = try await book.store.session(session, taughtBy: maker.person ?? session)
            if known.isInSession { try await teacher(.classSaved, at(300)) }
        } catch Problem.deleted {
            // By a trick.
        }
    }

    /// The instructor's question whether everybody is still there.
    func ask(_ time: Instant) async throws {
        let question = Identifier.make(at: time)
        try await teacher(
            .reconfirmationRequested, time, ["reconfirmation": .text(question.text), "minutes": .number(5)])
    }

    // MARK: What has come of it

    /// How a student stands with the class, as the instructor sees it.
    func standing(of who: Who = .ann) async throws -> String {
        let session = try await book.store.session(session, taughtBy: maker.person ?? session)
        let list = try await book.store.attendance(at: session)
        let students = Dictionary(uniqueKeysWithValues: list.map { ($0.student.id, $0) })
        guard let mark = students[id(who)]?.mark else { return "not present" }
        let suspicions = try await book.store.signs(at: session.id, fence: session.fence, list)
        let suspicion = suspicions.first { $0.student == id(who) }
        let facts = suspicion.flatMap { SuspicionView($0, students)?.facts } ?? []
        let signs = facts.isEmpty ? "" : ", with sign: " + facts.joined(separator: " ")
        if let doubt = mark.doubt {
            return "waits for the instructor: " + MarkWording.reason(doubt, place: nil) + signs
        }
        guard mark.isPresent else { return "changes nothing: stays absent" }
        return facts.isEmpty ? "counts (cannot be told apart)" : "counts" + signs
    }

    /// Answer of a student to the instructor's question.
    private func answer(of who: Who) async throws -> String {
        let known = try await book.store.reconfirmation(of: session, for: id(who))
        guard let answer = known?.answer else { return "not confirmed" }
        if let doubt = answer.doubt { return "waits for the instructor: " + MarkWording.reason(doubt, place: nil) }
        return answer.isLate ? "shown as late" : "counts (cannot be told apart)"
    }

    /// What a program is told of a request that was refused.
    static func problem(_ answer: [String: Any]) -> String {
        let field = (answer["fields"] as? [[String: Any]])?.first
        return (field?["message"] ?? answer["detail"]) as? String ?? ""
    }
}
