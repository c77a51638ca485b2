import Foundation

/// Records and problems read so far from a roster file.
struct RosterRows {
    private(set) var records: [RosterRecord] = []
    private(set) var problems: [RowProblem] = []

    mutating func add(
        _ line: Int, _ values: [RosterField: RosterValue], middleName: String = ""
    ) throws(FileError) {
        try makeRoom()
        do throws(RowProblem) {
            var record = try RosterRecord(line, values)
            record.middleName = middleName
            records.append(record)
        } catch {
            problems.append(error)
        }
    }

    mutating func add(_ problem: RowProblem) throws(FileError) {
        try makeRoom()
        problems.append(problem)
    }

    /// Person's name, as far as known.
    static func name(_ values: [RosterField: RosterValue]) -> String {
        let parts = [RosterField.firstName, .lastName].compactMap { field -> String? in
            guard case .text(let text) = values[field], !text.isEmpty else { return nil }
            return text
        }
        return RowProblem.shortened(parts.joined(separator: " "))
    }

    private func makeRoom() throws(FileError) {
        guard records.count + problems.count < RosterFile.mostRecords else {
            throw FileError(.tooMany, "The file has more than \(RosterFile.mostRecords) records.")
        }
    }
}

extension RosterRecord {
    /// Size limit above any meaningful text.
    static let mostTextBytes = 50_000

    init(_ line: Int, _ values: [RosterField: RosterValue]) throws(RowProblem) {
        let reading = RosterValues(line: line, values: values)
        var (picture, pictureProblem): ([UInt8]?, String?)
        do throws(RowProblem) { picture = try reading.data(.picture) } catch { pictureProblem = error.message }
        self.init(
            line: line, firstName: try reading.text(.firstName), lastName: try reading.text(.lastName),
            studentID: try reading.text(.studentID), github: try reading.text(.github), role: try reading.text(.role),
            type: try reading.text(.type), joined: try reading.text(.joined), active: try reading.bool(.active),
            email: try reading.text(.email), phone: try reading.text(.phone), picture: picture)
        self.pictureProblem = pictureProblem
    }
}

private struct RosterValues {
    let line: Int
    let values: [RosterField: RosterValue]

    func text(_ field: RosterField) throws(RowProblem) -> String {
        switch values[field] {
        case nil: return ""
        case .text(let text):
            guard text.utf8.count <= RosterRecord.mostTextBytes else {
                throw problem(field, "far too long (\(text.utf8.count) bytes)")
            }
            return text.inNormalFormC
        case .number(let number) where field == .studentID || field == .phone: return number
        case .day(let day) where field == .joined: return day
        case .unfit(let words): throw problem(field, words)
        case .some(let other): throw problem(field, other.words + ", not text")
        }
    }

    func bool(_ field: RosterField) throws(RowProblem) -> Bool {
        switch values[field] {
        case nil: return true
        case .bool(let bool): return bool
        case .text(let text), .number(let text):
            switch text.prefix(10).lowercased() {
            case "", "true", "yes", "1": return true
            case "false", "no", "0": return false
            default: throw problem(field, "neither true nor false")
            }
        case .unfit(let words): throw problem(field, words)
        case .some(let other): throw problem(field, other.words + ", neither true nor false")
        }
    }

    func data(_ field: RosterField) throws(RowProblem) -> [UInt8]? {
        switch values[field] {
        case nil: return nil
        case .data(let bytes): return bytes.isEmpty ? nil : bytes
        case .unfit(let words): throw problem(field, words)
        case .some(let other): throw problem(field, other.words + ", not data")
        }
    }

    private func problem(_ field: RosterField, _ words: String) -> RowProblem {
        RowProblem(
            line: line, name: RosterRows.name(values), field: field.rawValue, message: "The \(field.words) is \(words)."
        )
    }
}

extension RosterRecord {
    /// Text of a field.
    func text(_ field: RosterField) -> String {
        switch field {
        case .firstName: firstName
        case .lastName: lastName
        case .studentID: studentID
        case .github: github
        case .role: role
        case .type: type
        case .joined: joined
        case .email: email
        case .phone: phone
        case .picture, .active: ""
        }
    }
}

extension String {
    fileprivate var inNormalFormC: String {
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }
}

extension RosterField {
    fileprivate var words: String {
        switch self {
        case .studentID: "student ID"
        case .github: "GitHub username"
        case .active: "column or key “active”"
        default: heading.lowercased()
        }
    }
}

extension RosterValue {
    fileprivate var words: String {
        switch self {
        case .text: "text"
        case .number: "a number"
        case .bool: "true or false"
        case .day: "a date"
        case .data: "data"
        case .unfit(let words): words
        }
    }
}
