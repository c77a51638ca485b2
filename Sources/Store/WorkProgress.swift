/// How far long work has come.
public struct WorkProgress: Sendable {
    /// What is being done: "Applying the journal".
    public let task: String
    public let done: Int
    /// How much there is to do in all; `nil` if unknown.
    public let total: Int?

    init(_ task: String, _ done: Int = 0, of total: Int? = nil) {
        self.task = task
        self.done = done
        self.total = total
    }

    /// "Applying the journal: 12,000 of 200,000".
    public var words: String {
        guard let total else { return task }
        return "\(task): \(grouped(done)) of \(grouped(total))"
    }
}

/// Is told, often, how far work has come.
public typealias ProgressListener = @Sendable (WorkProgress) -> Void
