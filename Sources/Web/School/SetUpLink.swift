import Classroom
import Crypto
import Foundation
import Store

/// The link by which whoever started the server sets up an empty book. It is good until somebody is in the book.
struct SetUpLink: Sendable {
    /// 32 hexadecimal digits: 128 random bits.
    let code: String

    init() {
        code = hexadecimal(SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) })
    }

    /// Whether a text is the link's code, in time that does not tell how much of it is right.
    func isOpened(by text: String) -> Bool {
        SHA256.hash(data: Data(code.utf8)) == SHA256.hash(data: Data(text.utf8))
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

    /// What is wrong with an entry, by the name that the form has for the field.
    static func named(_ problem: FieldProblem) -> FieldProblem {
        FieldProblem(problem.field == "name" ? "school" : problem.field, problem.code, problem.message)
    }
}
