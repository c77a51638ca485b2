import Classroom
import Foundation
import Store

/// Row of a list whose fields are good.
struct RosterRow {
    let record: RosterRecord
    /// Person whom the row would add, without their type.
    let person: PersonAdded
    /// Fields of the entry that would add the person.
    let fields: [Field]
    let picture: Picture?
    /// What is left out of the row, with the reason in words.
    let leftOut: [FieldProblem]
    /// Fields of an edit that gives the person what instructors know of them: e-mail address and phone number.
    let details: [Field]

    /// - Throws: the problems of a row that cannot be taken at all.
    init(_ record: RosterRecord, today: String, now: Instant) throws {
        self.record = record
        let (picture, pictureProblem) = Self.picture(of: record)
        let (details, unfit) = Self.details(of: record, now: now)
        self.picture = picture
        self.details = details
        leftOut = (pictureProblem.map { [FieldProblem("picture", "picture", $0)] } ?? []) + unfit
        fields = try Self.fields(of: record, today: today, now: now)
        let entry = PostedEntry(id: .make(at: now), kind: .personAdded, at: now, fields: fields)
        switch entry.entry(device: Site.device, now: now) {
        case .problems(let problems): throw Problem.invalid(problems)
        case .good(let entry):
            guard case .roster(.added(let added)) = entry.payload else { throw Problem.notFound }
            person = added
        }
    }

    private static func fields(of record: RosterRecord, today: String, now: Instant) throws -> [Field] {
        // Later rows get larger identifiers, so that people of the same name keep the order of the file.
        let id = Identifier.make(at: now.adding(milliseconds: Int64(record.line)))
        var fields = [
            Field("person", .text(id.text)), Field("firstName", .text(record.firstName)),
            Field("lastName", .text(record.lastName)), Field("studentID", .text(record.studentID)),
            Field("role", .text(try role(record.role).rawValue)),
            Field("joined", .text(record.joined.isEmpty ? today : record.joined)),
        ]
        if !record.github.isEmpty { fields.append(Field("github", .text(record.github))) }
        return fields
    }

    /// E-mail address and phone number, as far as they are good, and what is not.
    private static func details(of record: RosterRecord, now: Instant) -> (good: [Field], unfit: [FieldProblem]) {
        var (good, unfit): ([Field], [FieldProblem]) = ([], [])
        let person = Field("person", .text(Identifier.make(at: now).text))
        for (name, text) in [("email", Words.trimmed(record.email)), ("phone", Words.trimmed(record.phone))] {
            if text.isEmpty { continue }
            let field = Field(name, .text(text))
            let entry = PostedEntry(id: .make(at: now), kind: .personEdited, at: now, fields: [person, field])
            if case .problems(let problems) = entry.entry(device: Site.device, now: now) {
                let words = problems.map(\.message).joined(separator: " ")
                unfit.append(FieldProblem(name, "unfit", words + " The person comes without it."))
            } else {
                good.append(field)
            }
        }
        return (good, unfit)
    }

    private static func picture(of record: RosterRecord) -> (Picture?, String?) {
        let without = " The person comes without a picture."
        if let problem = record.pictureProblem { return (nil, problem + without) }
        guard let bytes = record.picture else { return (nil, nil) }
        guard bytes.count <= PersonPictured.mostBytes else {
            return (nil, "The picture is larger than \(PersonPictured.mostBytes / 1024) KB." + without)
        }
        do {
            return (try Picture(bytes), nil)
        } catch Problem.invalid(let problems) {
            return (nil, problems.map(\.message).joined(separator: " ") + without)
        } catch {
            return (nil, "The picture cannot be read." + without)
        }
    }

    private static func role(_ text: String) throws -> Role {
        switch text.lowercased() {
        case "student", "": .student
        case "instructor", "teacher": .instructor
        default:
            throw Problem.invalid(
                "role", "choice", "“\(text.prefix(40))” is not a role: use student or instructor.")
        }
    }
}

/// Difference between a row and the person on the roster whom it means.
struct RosterDifference: Sendable {
    enum Change: Sendable {
        case edit(Field)
        /// Name of the student type.
        case type(String)
        case role(Role)
        case picture(Picture)
        case active(Bool)
    }

    /// Difference in words: "First name: Anna → Anne".
    let words: String
    let change: Change
}

extension RosterRow {
    /// Differences from a person, of what the row says. What it says nothing about is no difference.
    func differences(from known: Person, _ details: PersonDetails) -> [RosterDifference] {
        // Who is found by name has the name, however it is written.
        let isSameName = person.studentID == nil && person.name.key == known.name.key
        var found = isSameName ? [] : nameDifferences(from: known)
        func note(_ label: String, _ before: String, _ now: String, _ change: RosterDifference.Change) {
            guard !now.isEmpty, !now.isSame(as: before) else { return }
            found.append(
                RosterDifference(words: "\(label): \(before.isEmpty ? "none" : before) → \(now)", change: change))
        }
        note("GitHub username", known.github, person.github, .edit(Field("github", .text(person.github))))
        if StudentType.key(record.type) != StudentType.key(known.typeName ?? "") {
            note("Type", known.typeName ?? "", Words.trimmed(record.type), .type(record.type))
        }
        if !record.joined.isEmpty, let joined = person.joined?.text {
            note("Date joined", known.joined, joined, .edit(Field("joined", .text(joined))))
        }
        if !record.role.isEmpty {
            note("Role", known.role.rawValue, person.role.rawValue, .role(person.role))
        }
        for field in self.details {
            guard case .text(let text) = field.value else { continue }
            note(field.name == "email" ? "E-mail" : "Phone", known.text(field.name, details), text, .edit(field))
        }
        note("Active", known.isActive ? "yes" : "no", record.active ? "yes" : "no", .active(record.active))
        if let picture, picture.hash != known.picture {
            found.append(RosterDifference(words: "Picture: another", change: .picture(picture)))
        }
        return found
    }

    private func nameDifferences(from known: Person) -> [RosterDifference] {
        // Where a name is split says nothing of the person.
        if person.name.full.isSame(as: known.name.full) { return [] }
        let names = [
            ("First name", "firstName", known.name.first, person.name.first),
            ("Last name", "lastName", known.name.last, person.name.last),
        ]
        return names.compactMap { label, field, before, now in
            guard !now.isEmpty, !now.isSame(as: before) else { return nil }
            return RosterDifference(
                words: "\(label): \(before.isEmpty ? "none" : before) → \(now)", change: .edit(Field(field, .text(now)))
            )
        }
    }
}

extension RosterRecord {
    /// Names under which the person may be on the roster: the name as it is, without the middle name, and parted elsewhere.
    var possibleNames: [PersonName] {
        let name = personName
        let shorter = String(name.first.dropLast(middleName.count))
        let hasMiddle = !middleName.isEmpty && name.first.hasSuffix(" " + middleName)
        let further = hasMiddle ? [PersonName(first: Words.trimmed(shorter), last: name.last)] : []
        let words = name.full.split(separator: " ")
        guard (3...Self.mostWords).contains(words.count) else { return [name] + further }
        return [name] + further
            + (1..<words.count).map { place in
                PersonName(
                    first: words[..<place].joined(separator: " "), last: words[place...].joined(separator: " "))
            }
    }

    /// Names with more words are not parted elsewhere: each would be looked for in as many ways.
    private static let mostWords = 8
}

extension Picture {
    /// Field of an entry that gives somebody this picture.
    var field: Field { Field("data", .text(Data(bytes).base64EncodedString())) }
}
