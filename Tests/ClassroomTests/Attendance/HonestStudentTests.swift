import Classroom
import Figures
import Testing

/// What being marked present takes for 10,000 honest students.
@Suite struct HonestStudentTests {
    private static let start = Instant(milliseconds: 1_800_000_000_000)
    private static let cases: [(asked: AttendancePolicy.Evidence, words: String, radius: Double)] = [
        (.location, "location", 50), (.location, "location", 100),
        (.any, "location or code", 50), (.any, "location or code", 100),
    ]
    private static let head = [
        "asked", "fence", "counted at once", "helped by the code", "confirmed by hand", "lost", "refused at first",
        "lost of 100,000 others",
    ]

    private struct Count {
        var help: [HonestJourney.Help: Int] = [:]
        /// First claims that were refused.
        var refused = 0
        /// The lost whose claim came in time for another one.
        var lostInClass = 0
    }

    private static func count(
        _ students: [HonestStudent], _ asked: AttendancePolicy.Evidence, radius: Double
    ) async throws -> Count {
        var count = Count()
        for student in students {
            let journey = HonestJourney(student, asked: asked, radius: radius, start: start)
            var first: String?
            let help = try await journey.run { attempt in
                let verdict = journey.verdict(on: attempt)
                first = first ?? verdict
                return verdict
            }
            count.help[help, default: 0] += 1
            if let first, first != "present", !first.hasPrefix("unconfirmed") { count.refused += 1 }
            if help == .lost, journey.received.adding(milliseconds: 60_000) < journey.end { count.lostInClass += 1 }
        }
        return count
    }

    /// Nobody in class is without a way. The figures stand in docs/presence.md.
    @Test func nobodyInClassIsLost() async throws {
        let students = HonestStudent.make(10_000)
        let others = HonestStudent.make(100_000, seed: 1)
        var rows = [Self.head]
        for (asked, words, radius) in Self.cases {
            let count = try await Self.count(students, asked, radius: radius)
            let more = try await Self.count(others, asked, radius: radius)
            #expect(count.help[.lost] == nil && count.lostInClass + more.lostInClass == 0)
            let figures =
                HonestJourney.Help.allCases.map { count.help[$0] ?? 0 } + [count.refused, more.help[.lost] ?? 0]
            rows.append([words, "\(Int(nearest: radius) ?? 0) m"] + figures.map { String($0) })
        }
        let differences = try DocumentTable("honest students").differences(from: rows)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }
}
