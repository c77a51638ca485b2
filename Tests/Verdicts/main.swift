// What the server's build of the rules says of cases, one JSON object a line, so that the page's build can be held to it.

import Classroom
import Foundation
import Store

extension FieldValue: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else {
            self = (try? container.decode(Double.self)).map { .number($0) } ?? .nested
        }
    }
}

struct Case: Decodable {
    let what: String
    let device: String?
    let now: Double?
    let entry: [String: FieldValue]?
    /// In words, since JSON has no word for what is no number.
    let numbers: [String]?
    let text: String?

    var verdict: [String] {
        switch what {
        case "judge": judged
        case "locate": located
        case "place": placed
        default: [String(OutboxBatch.count(sizes: (numbers ?? []).compactMap(Int.init)))]
        }
    }

    private var judged: [String] {
        let members = (entry ?? [:]).map { Field($0.key, $0.value) }
        let device = self.device.flatMap(Identifier.init) ?? Identifier(high: 0, low: 0)
        switch PostedEntry(members: members).entry(device: device, now: instant(now)) {
        case .good: return []
        // Unknown fields are told in the order in which they came, and JSON's objects have none.
        case .problems(let problems): return problems.map { "\($0.field) \($0.code) \($0.message)" }.sorted()
        }
    }

    private var located: [String] {
        let numbers = (numbers ?? []).compactMap(Double.init)
        guard numbers.count == 7 else { return [] }
        let fix = Fix(
            position: Position(latitude: numbers[0], longitude: numbers[1]), accuracy: numbers[2], age: numbers[3])
        let fence = Geofence(centre: Position(latitude: numbers[4], longitude: numbers[5]), radius: numbers[6])
        let distance = fence.centre.distance(to: fix.position)
        // To the last bit: both builds count alike.
        return [fence.answer(to: fix).rawValue, distance.isNaN ? "nan" : String(distance.bitPattern)]
    }

    private var placed: [String] {
        guard let position = text.flatMap({ Position(text: $0) }) else { return [] }
        return [position.latitude, position.longitude].map { String($0.bitPattern) }
    }

    private func instant(_ number: Double?) -> Instant { Instant(milliseconds: Int64(number ?? 0)) }
}

while let line = readLine() {
    let verdict = try JSONDecoder().decode(Case.self, from: Data(line.utf8)).verdict
    print(String(decoding: try JSONEncoder().encode(verdict), as: UTF8.self))
}
