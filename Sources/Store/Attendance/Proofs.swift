import Classroom

/// What codes and tokens prove. Each is judged once, since wrong ones are counted.
final class Proofs {
    private let codeJudge: CodeJudge
    private var known: [Identifier: CodeJudge.Proof] = [:]

    init(_ codeJudge: CodeJudge) {
        self.codeJudge = codeJudge
    }

    /// - Parameter isFinal: whether no rows are missing, on which it might depend what is proved.
    func proof(
        _ posted: AttendanceClaimed.Posted, _ one: CodeJudge.Case, isFinal: Bool
    ) -> CodeJudge.Proof? {
        if let proof = known[one.entry] { return proof }
        guard isFinal else { return nil }
        let proof = codeJudge.proof(posted, one)
        known[one.entry] = proof
        return proof
    }
}
