import Dispatch

/// Thread of the writer. On the threads that all requests share, the next group would wait behind the answers to the last.
final class WriterExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "shala.writer", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
