import Classroom

/// Progress of a long task.
public struct WorkProgress: Sendable {
    /// Name of the task: "Applying the journal".
    public let task: String
    public let done: Int
    /// Total amount of work; `nil` if unknown.
    public let total: Int?

    init(_ task: String, _ done: Int = 0, of total: Int? = nil) {
        self.task = task
        self.done = done
        self.total = total
    }

    /// Progress in words: "Applying the journal: 12,000 of 200,000".
    public var words: String {
        guard let total else { return task }
        return "\(task): \(grouped(done)) of \(grouped(total))"
    }
}

/// Listener that is called often with the progress of a task.
public typealias ProgressListener = @Sendable (WorkProgress) -> Void
