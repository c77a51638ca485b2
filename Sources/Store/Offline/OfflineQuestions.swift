import Classroom

/// Question that a device takes along.
public struct OfflineQuestion: Sendable {
    public let question: QuestionRow
    /// Whether the person whose copy it is asked it.
    public let isMine: Bool
    /// The person's vote; `nil` if there never was one.
    public let vote: VoteRow?
    /// Who asked it, in a student's copy, where nobody else is; `nil` if that is hidden from the student.
    public var asker: String?

    /// How many questions are taken along, of a class and of all together.
    fileprivate static let (mostOfClass, most) = (500, 2000)
}

extension Connection {
    /// Questions of classes. Classes with too many are left out, and so are the last ones once there are many questions.
    ///
    /// - Parameters:
    ///   - counts: how many questions there are.
    ///   - person: whose copy it is.
    ///   - isStudent: to whom others' hidden questions are not shown.
    func offlineQuestions(
        of classes: [Identifier], _ counts: [Identifier: Int], for person: Identifier, isStudent: Bool = false
    ) throws -> [Identifier: [OfflineQuestion]] {
        var (asked, left): ([Identifier: [OfflineQuestion]], Int) = ([:], OfflineQuestion.most)
        for id in classes {
            let count = counts[id] ?? 0
            guard count <= min(left, OfflineQuestion.mostOfClass) else { continue }
            (asked[id], left) = ([], left - count)
        }
        let rows = try rows(
            of: [
                RowTable.questions.found(
                    where: QuestionCounts.isCounted + " AND class IN $list",
                    asked.keys.filter { counts[$0] != nil }.map(\.sqlValue))
            ]
        ).joined().map(RowTable.questions.read).filter { !isStudent || !$0.isHidden || $0.asker == person }
        let votes = try self.rows(of: [RowTable.votes.found(rows.map { Pair($0.id, person) })])
        let named = isStudent ? rows.filter { !$0.isAnonymous || $0.asker == person }.map(\.asker) : []
        let names = try names(of: Set(named))
        var own: [Identifier: VoteRow] = [:]
        for vote in try votes.joined().map(RowTable.votes.read) { own[vote.key.first] = vote }
        for question in rows {
            let isNamed = !question.isAnonymous || question.asker == person
            asked[question.session]?.append(
                OfflineQuestion(
                    question: question, isMine: question.asker == person, vote: own[question.id],
                    asker: isNamed ? names[question.asker] : nil))
        }
        return asked
    }
}
