import Classroom

/// Runs what may find the book out of reach, and then says so in words.
func inWords<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch Problem.unavailable(let words) {
        throw CommandFailure(message: words)
    }
}
