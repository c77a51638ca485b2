import Classroom
import Foundation
import Store

/// The link by which whoever started the server sets up an empty book. It is good until somebody is in the book.
struct SetUpLink: Sendable {
    /// 32 hexadecimal digits: 128 random bits.
    let code: String

    init() {
        var generator = SystemRandomNumberGenerator()
        code = hexadecimal((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Whether a text is the link's code, in time that does not tell how much of it is right.
    func isOpened(by text: String) -> Bool {
        let (one, other) = (Array(code.utf8), Array(text.utf8))
        return one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Site {
    /// Path of the link by which the book is set up while it is empty.
    public var setUpPath: String { "/set-up/\(setUp.code)" }
}

/// What is asked of the first owner of a book.
struct SetUpForm: Decodable, Sendable {
    var firstName = ""
    var lastName = ""
    var school = ""
    var timeZone = ""

    /// The entry that adds the person, always the same one: a book is set up once, whoever is quicker.
    func person(_ id: Identifier, studentID: String?, now: Instant) -> PostedEntry {
        PostedEntry(
            id: .derived(from: "set-up"), kind: .personAdded, at: now,
            fields: [
                Field("person", .text(id.text)), Field("firstName", .text(firstName)),
                Field("lastName", .text(lastName)), Field("role", .text(Role.instructor.rawValue)),
                Field("studentID", .text(studentID ?? "")),
            ])
    }

    /// The entry that says which school it is.
    func school(now: Instant) -> PostedEntry {
        PostedEntry(
            id: .make(at: now), kind: .schoolSaved, at: now,
            fields: [Field("name", .text(school)), Field("timeZone", .text(timeZone))])
    }

    /// What is wrong with it, by the names of its own fields.
    func problems(now: Instant) -> [FieldProblem] {
        let posted = [person(.make(at: now), studentID: nil, now: now), school(now: now)]
        var found = posted.flatMap { entry -> [FieldProblem] in
            if case .problems(let problems) = entry.entry(device: Site.device, now: now) { problems } else { [] }
        }
        if TimeZone(identifier: timeZone) == nil, !found.contains(where: { $0.field == "timeZone" }) {
            found.append(FieldProblem("timeZone", "unknown", "This time zone does not exist."))
        }
        return found.map { FieldProblem($0.field == "name" ? "school" : $0.field, $0.code, $0.message) }
    }
}
