import Classroom
import GRDB

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
