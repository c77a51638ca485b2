import Classroom
import Foundation
import Store

/// Entry that takes a change of an import back, unless somebody has changed the same since, and the one that makes it once
/// more.
struct Reversal: Encodable, Sendable {
    /// Members of the entries as devices post them.
    private(set) var back: [String: String?]
    private(set) var again: [String: String?]

    init(
        _ person: Identifier, back: (kind: Kind, fields: [String: String]),
        again: (kind: Kind, fields: [String: String])
    ) {
        func members(_ kind: Kind, _ fields: [String: String]) -> [String: String?] {
            fields.merging(["kind": kind.name, "person": person.text]) { $1 }.mapValues { $0 }
        }
        (self.back, self.again) = (members(back.kind, back.fields), members(again.kind, again.fields))
    }

    init(of kind: Kind, _ person: Identifier) {
        self.init(person, back: (kind, [:]), again: (kind, [:]))
    }

    /// Adds a field that the import has changed.
    mutating func note(_ name: String, from before: String?, to value: FieldValue) {
        guard case .text(let now) = value else { return }
        back[name] = .some(before)
        back[name + "Was"] = .some(now)
        again[name] = .some(now)
        again[name + "Was"] = .some(before)
    }

    /// Reversals as JSON.
    static func json(_ reversals: [Reversal]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return String(decoding: try encoder.encode(reversals), as: UTF8.self)
        } catch {
            // Texts alone, which are always encoded.
            return "[]"
        }
    }
}

extension Person {
    /// Text that an edit can change.
    func text(_ field: String, _ details: PersonDetails) -> String {
        switch field {
        case "email": details.email
        case "phone": details.phone
        case "firstName": name.first
        case "lastName": name.last
        case "github": github
        case "joined": joined
        default: ""
        }
    }
}
