import ArgumentParser
import Web

/// What people may cost the server.
struct LimitOptions: ParsableArguments {
    @Option(help: "How many entries a student may write in an hour.") var studentEntriesPerHour = 600
    @Option(help: "How many megabytes a student may write in a day.") var studentMegabytesPerDay = 2
    @Option(help: "How many entries an instructor may write in an hour.") var instructorEntriesPerHour = 20_000
    @Option(help: "How many megabytes an instructor may write in a day.") var instructorMegabytesPerDay = 200
    @Option(help: "How many screens of one person are told of changes at once.") var feedsPerPerson = 16

    func validate() throws {
        let all = [
            studentEntriesPerHour, studentMegabytesPerDay, instructorEntriesPerHour, instructorMegabytesPerDay,
            feedsPerPerson,
        ]
        if !all.allSatisfy((1...1_000_000_000).contains) {
            throw ValidationError("A limit must be a number from 1 to 1000000000.")
        }
    }

    /// - Parameter connections: that the server can have open at once.
    func limits(connections: Int) -> Limits {
        var limits = Limits()
        limits.student = WritingLimit(
            entriesPerHour: studentEntriesPerHour, bytesPerDay: studentMegabytesPerDay * 1_000_000)
        limits.instructor = WritingLimit(
            entriesPerHour: instructorEntriesPerHour, bytesPerDay: instructorMegabytesPerDay * 1_000_000)
        limits.feedsPerPerson = feedsPerPerson
        // The other half is for requests.
        limits.feeds = min(limits.feeds, connections / 2)
        return limits
    }
}
