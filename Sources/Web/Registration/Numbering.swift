import Classroom
import Foundation
import Pages
import Store

/// Student IDs for all new people: consecutive numbers.
struct Numbering: Sendable {
    /// Number of new people.
    let count: Int
    /// First number; `nil` when eight digits are used up.
    let first: Int?

    init(count: Int, suggested: String?) {
        self.count = count
        first = suggested.flatMap { Int($0) }
    }

    /// Last number; `nil` if eight digits do not suffice for all.
    var last: Int? {
        guard let first, first + count - 1 <= Self.largest else { return nil }
        return first + count - 1
    }

    /// Number formatted as an ID.
    static func text(_ number: Int) -> String { String(format: "%08d", number) }

    private static let largest = 99_999_999

    var problem: Problem {
        let whom = counted(count, "student", "students")
        return .invalid(
            "studentID", "usedUp",
            "There are not enough student IDs of eight digits left for \(whom). Please give them IDs one by one.")
    }
}

extension Site {
    /// Preview of giving IDs to all new people.
    func numbering() async throws -> Numbering {
        async let count = store.newPeopleCount()
        async let suggested = store.nextStudentID()
        return try await Numbering(count: count, suggested: suggested)
    }

    /// Gives all new people the next free IDs, in order of arrival; returns how many got an ID.
    func numberNewPeople(by maker: Maker) async throws -> Int {
        let plan = try await numbering()
        if plan.count > 0, plan.last == nil { throw plan.problem }
        var numbered = 0
        while true {
            let more = try await store.numberNewPeople(device: Self.device, by: maker)
            if more == 0 { return numbered }
            numbered += more
        }
    }
}

/// Preview of giving IDs to all new people, in words.
struct NumberingView: Modelled, Sendable {
    let count: Int
    /// First ID; `nil` if there are not enough IDs.
    let first: String?
    let last: String?
    /// Question to confirm: "Give 12 students the IDs 00000124 to 00000135?"
    let question: String?
    /// Reason why not all can get an ID.
    let problem: String?

    init(_ numbering: Numbering) {
        count = numbering.count
        guard let start = numbering.first, let end = numbering.last else {
            (first, last, question) = (nil, nil, nil)
            problem = numbering.problem.words
            return
        }
        let (first, last) = (Numbering.text(start), Numbering.text(end))
        (self.first, self.last, problem) = (first, last, nil)
        question =
            count == 1
            ? "Give 1 student the ID \(first)?" : "Give \(grouped(count)) students the IDs \(first) to \(last)?"
    }

    var model: Model {
        [
            "count": count.model, "first": first.model, "last": last.model, "question": question.model,
            "problem": problem.model,
        ]
    }
}

extension Problem {
    /// Messages of invalid fields; "" for other problems.
    fileprivate var words: String {
        if case .invalid(let problems) = self { problems.map(\.message).joined(separator: " ") } else { "" }
    }
}
