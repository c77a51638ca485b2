import Classroom

/// Question that a device takes along.
public struct OfflineQuestion: Sendable {
    public let question: QuestionRow
    /// Whether the instructor asked it.
    public let isMine: Bool
    /// The instructor's vote; `nil` if there never was one.
    public let vote: VoteRow?

    /// How many questions are taken along, of a class and of all together.
    fileprivate static let (mostOfClass, most) = (500, 2000)
}

extension Connection {
    /// Questions of classes. Classes with too many are left out, and so are the last ones once there are many questions.
    ///
    /// - Parameter counts: how many questions there are.
    func offlineQuestions(
        of classes: [Identifier], _ counts: [Identifier: Int], for instructor: Identifier
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
        ).joined().map(RowTable.questions.read)
        let votes = try self.rows(of: [RowTable.votes.found(rows.map { Pair($0.id, instructor) })])
        var own: [Identifier: VoteRow] = [:]
        for vote in try votes.joined().map(RowTable.votes.read) { own[vote.key.first] = vote }
        for question in rows {
            asked[question.session]?.append(
                OfflineQuestion(question: question, isMine: question.asker == instructor, vote: own[question.id]))
        }
        return asked
    }
}
