import Classroom
import GRDB

// Wording shared by messages.

/// Formats a number with thousands separators: 1,234,567.
public func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let marked = digits.enumerated().map { position, digit in
        position > 0 && (digits.count - position) % 3 == 0 ? ",\(digit)" : String(digit)
    }
    return (number < 0 ? "-" : "") + marked.joined()
}

/// Formats a count: "1 entry", "1,234 entries".
public func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(grouped(number)) \(number == 1 ? one : many)"
}

/// Describes an error in words, without a final full stop.
func describe(_ error: any Error) -> String {
    let words =
        switch error {
        case let error as DatabaseError: error.message ?? error.description
        case let failure as PostgresFailure: failure.message
        case let entry as UnreadableEntry: entry.words
        case let value as UnexpectedValue: "there is \((value.value ?? .null).words) in the column \(value.column)"
        case Problem.invalid(let problems): problems.words
        default: String(describing: error)
        }
    let line = words.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    return [".", "?"].contains(where: line.hasSuffix) ? String(line.dropLast()) : line
}
