import Classroom

/// Questions of a class in a device's book.
final class DeviceQuestions: Sendable {
    let all: [DeviceQuestion]
    /// Whether the device has answered, hidden or voted for one, which the copy does not have yet.
    let isChangedHere: Bool

    init(_ all: [DeviceQuestion], isChangedHere: Bool = false) {
        (self.all, self.isChangedHere) = (all, isChangedHere)
    }

    /// The questions after a change of one.
    func with(_ question: Identifier, _ change: (inout DeviceQuestion) -> Void) -> DeviceQuestions {
        guard let place = all.firstIndex(where: { $0.row.id == question }) else { return self }
        var all = all
        change(&all[place])
        return DeviceQuestions(all, isChangedHere: true)
    }
}

/// Question in a device's book.
struct DeviceQuestion: Sendable {
    /// Its asker is nobody if it was asked without a name.
    var row: QuestionRow
    private let isMine: Bool
    /// Who asked it, in a student's copy, where nobody else is.
    let askerName: String?
    /// The owner's vote.
    private var vote: VoteRow?

    init?(_ copy: CopyValue, in session: Identifier, _ owner: Identifier) {
        guard let id = copy.identifier("id"), let at = copy.instant("at") else { return nil }
        row = QuestionRow(
            id: id, session: session, asker: copy.identifier("asker") ?? Identifier(high: 0, low: 0),
            text: copy.words("text"),
            isAnonymous: copy.flag("isAnonymous"), askedAt: at)
        row.votes = copy.whole("votes") ?? 0
        (row.isAnswered, row.turnedAt) = (copy.flag("isAnswered"), copy.instant("turnedAt") ?? at)
        (row.isHidden, row.hiddenAt) = (copy.flag("isHidden"), copy.instant("hiddenAt"))
        isMine = row.asker == owner
        askerName = copy.text("askerName")
        if let vote = copy.whole("vote"), let at = copy.instant("votedAt") {
            self.vote = VoteRow(key: Pair(id, owner), vote: Int(vote), at: at)
        }
    }

    mutating func count(_ vote: VoteRow) { self.vote = row.count(vote, before: self.vote) }

    /// As the owner sees it.
    ///
    /// - Parameter asker: name of the author; `nil` of one that was asked without it.
    func question(by asker: String?) -> Question {
        Question(
            id: row.id, text: row.text, asker: asker, isAnonymous: row.isAnonymous, isMine: isMine,
            votes: Int(row.votes), myVote: vote?.vote ?? 0, isAnswered: row.isAnswered, isHidden: row.isHidden,
            askedAt: row.askedAt)
    }

    /// Whether it is to be known who asked it.
    var hasAsker: Bool { isMine || !row.isAnonymous }

    var isOpen: Bool { !row.isAnswered && !row.isHidden }
}

extension DeviceBook {
    /// Questions of a class that the owner sees: not those of people who were removed.
    private func seen(_ questions: DeviceQuestions) -> [DeviceQuestion] {
        questions.all.filter { !(known($0.row.asker)?.isRemoved ?? false) }
    }

    /// How many questions of a class are open, and how many there are.
    func questionCounts(of known: DeviceClass) -> (open: Int, all: Int) {
        guard let questions = known.questions else { return known.questionsCopied }
        let seen = seen(questions)
        return (seen.filter { $0.isOpen }.count, seen.count)
    }

    /// Questions of a class in their order; `nil` if not all of them, or not all who asked, are on the device.
    func questions(of known: DeviceClass) -> [Question]? {
        guard let questions = known.questions else { return nil }
        var (found, keys): ([Question], [SortKey]) = ([], [])
        for one in seen(questions) {
            let asker = one.askerName ?? self.known(one.row.asker)?.person.name.full
            if teaches, one.hasAsker, asker == nil { return nil }
            found.append(one.question(by: asker))
            keys.append(
                SortKey(
                    rank: (one.row.isAnswered ? 1 << 40 : 0) - one.row.votes, number: one.row.askedAt.milliseconds,
                    id: one.row.id))
        }
        return SortKey.order(keys).map { found[$0] }
    }
}
