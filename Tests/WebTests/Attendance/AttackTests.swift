import Classroom
import Figures
import Foundation
import Store
import Support
import Testing

@testable import Web

/// Tricks to be marked present without being there, really tried, and what comes of each.
@Suite struct AttackTests {
    @Test func everyTrickComesToWhatIsSaid() async throws {
        try await TestSite.run { site in
            let school = try await AttackSchool(site)
            for attack in Attacks.all {
                let room = try await school.room(attack.asked)
                let outcome = try await attack.play(room)
                #expect(outcome == attack.outcome, "\(site.book.place.engine): \(attack.name)")
            }
            #expect(try await Doctor.examine(site.book.place.address) { _ in }.findings == [])
        }
    }

    /// The table in docs/presence.md holds these tricks.
    @Test func theTableOfTricks() throws {
        let words = ["any": "location or code", "all": "location and code", "watch": "location, by a watch"]
        let rows = Attacks.all.map { [words[$0.asked] ?? $0.asked, $0.name, $0.outcome] }
        let differences = try DocumentTable("tricks").differences(
            from: [["asked", "trick", "what comes of it"]] + rows)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        #expect(Attacks.all.count >= 40)
    }
}
