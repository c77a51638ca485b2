import Classroom

/// Runs `work` and reports an unreachable book in words.
func inWords<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch Problem.unavailable(let words) {
        throw CommandFailure(message: words)
    }
}
