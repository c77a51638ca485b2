import Classroom
import Foundation
import Store

/// Tricks with the rotating code: typed, scanned, passed on, guessed.
enum AttacksByCode {
    static let all = typed + scanned + guessed

    private static let typed = [
        Attack(
            "code", "A friend in class sends the code, and it is typed 31 seconds after it appeared",
            "refused: This code is too old. Enter the one that is on the screen now."
        ) { room in
            try await room.claim(room.code(room.appears), room.appears.adding(milliseconds: 31_000))
        },
        Attack(
            "code", "A friend in class sends the code, and it is typed within 15 seconds, far away",
            "counts (cannot be told apart)"
        ) { room in
            try await room.claim(room.code(room.appears), room.appears.adding(milliseconds: 14_000))
        },
        Attack(
            "any", "The same, with the device's position sent along, which is 5 km away",
            "counts, with sign: The code was used 5.0 km away."
        ) { room in
            let shown = try room.code(room.appears).merging(room.place(metres: 5000)) { $1 }
            return try await room.claim(shown, room.appears)
        },
        Attack("all", "The same, where location and code are needed", "refused: You are 5.0 km from Catalina Room.") {
            room in
            let shown = try room.code(room.appears).merging(room.place(metres: 5000)) { $1 }
            return try await room.claim(shown, room.appears)
        },
        Attack("all", "The same, with a forged position inside the fence", "counts (cannot be told apart)") { room in
            try await room.claim(room.code(room.appears).merging(room.place()) { $1 }, room.appears)
        },
        Attack("code", "The same entry is sent again", "changes nothing") { room in
            let entry = room.entry(try room.code(room.appears), room.appears)
            _ = try await room.send(entry, now: room.appears)
            return try await room.send(entry, now: room.at(9))
        },
        Attack("code", "The same code is sent again by the same student, in a new entry", "changes nothing") { room in
            _ = try await room.claim(room.code(room.appears), room.appears)
            return try await room.claim(room.code(room.appears), room.appears)
        },
        Attack(
            "code", "A friend's entry is sent again under one's own name",
            "refused: This was sent before with other details, and what came first was kept."
        ) { room in
            let entry = room.entry(try room.code(room.appears), room.appears)
            _ = try await room.send(entry, by: .bea, now: room.appears)
            return try await room.send(entry, now: room.appears)
        },
        Attack(
            "code", "The code of another class that meets at the same time",
            "refused: This code is wrong. Enter the one that is on the screen now."
        ) { room in
            let other = try await room.school.room("other code")
            return try await room.claim(other.code(room.appears), room.appears)
        },
        Attack(
            "code", "An old code, in an entry dated back to when it was shown, 100 seconds ago",
            "counts (cannot be told apart)"
        ) { room in
            try await room.claim(
                room.code(room.appears), room.appears, now: room.appears.adding(milliseconds: 100_000))
        },
        Attack(
            "code", "An old code, in an entry dated back to when it was shown, a quarter of an hour ago",
            "waits for the instructor: sent late"
        ) { room in
            try await room.claim(
                room.code(room.appears), room.appears, now: room.appears.adding(milliseconds: 900_000))
        },
        Attack(
            "code", "The code of the last minute, from a photo, once the class is over", "refused: This class is over."
        ) { room in
            try await room.teacher(.classSaved, room.appears.adding(milliseconds: 1000))
            return try await room.claim(room.code(room.appears), room.appears.adding(milliseconds: 5000))
        },
        Attack(
            "location", "The code of the screen in class, where only the location counts",
            "refused: Codes do not count in this class."
        ) { room in
            try await room.claim(room.code(room.appears), room.appears)
        },
        Attack(
            "code", "A location inside the fence, where only the code counts",
            "waits for the instructor: without the code"
        ) { room in
            try await room.claim(room.place(), room.appears)
        },
    ]

    private static let scanned = [
        Attack(
            "code", "The ticket of a scan is handed on to a friend, who uses it within five minutes",
            "counts (cannot be told apart)"
        ) { room in
            try await room.claim(room.ticket(room.appears), room.appears.adding(milliseconds: 240_000))
        },
        Attack(
            "any", "The same, with the device's position sent along, which is 5 km away",
            "counts, with sign: The code was used 5.0 km away."
        ) { room in
            let shown = try room.ticket(room.appears).merging(room.place(metres: 5000)) { $1 }
            return try await room.claim(shown, room.appears.adding(milliseconds: 240_000))
        },
        Attack(
            "code", "The ticket is used after five minutes",
            "refused: This scan is more than five minutes old. Scan the code again."
        ) { room in
            try await room.claim(room.ticket(room.appears), room.appears.adding(milliseconds: 301_000))
        },
        Attack("code", "The ticket of another class", "refused: This code is not for this class.") { room in
            let other = try await room.school.room("other code")
            return try await room.claim(other.ticket(room.appears), room.appears)
        },
        Attack("code", "A ticket whose time was changed", "refused: This code is not for this class.") { room in
            guard case .text(let ticket)? = try room.ticket(room.appears)["ticket"] else { return "" }
            let later = room.appears.adding(milliseconds: 600_000)
            let forged = "\(later.milliseconds)" + ticket.drop { $0 != "-" }
            return try await room.claim(["ticket": .text(forged)], later)
        },
        Attack("code", "A code and a ticket at once", "refused: Send a code or a ticket.") { room in
            try await room.claim(
                room.code(room.appears).merging(room.ticket(room.appears)) { $1 }, room.appears)
        },
        Attack(
            "code", "A photo of the picture, scanned 31 seconds after it appeared",
            "refused: This code is not good, or not any more."
        ) { room in
            let shown = Instant.now.adding(milliseconds: -31_000)
            let link = try room.book.store.codes(of: room.session, count: 1, now: shown)[0].linked
            let answer = try await room.site.get("/classes/\(room.session)/here/\(link)")
            return "refused: " + AttackRoom.problem(try answer.object())
        },
        Attack("code", "A guessed link, opened in the browser", "refused: This code is not good, or not any more.") {
            room in
            let answer = try await room.site.get("/classes/\(room.session)/here/ABCDEFGHJKMNPQRS")
            return "refused: " + AttackRoom.problem(try answer.object())
        },
    ]

    /// Codes that were not shown.
    private static func guess(_ room: AttackRoom, times: Int) async throws -> [String] {
        var outcomes: [String] = []
        let wrong = try room.code(room.appears.adding(milliseconds: 3_600_000))
        for _ in 0..<times { outcomes.append(try await room.claim(wrong, room.appears)) }
        return outcomes
    }

    private static let guessed = [
        Attack("code", "A code is guessed", "refused: This code is wrong. Enter the one that is on the screen now.") {
            room in try await guess(room, times: 1)[0]
        },
        Attack(
            "code", "Codes are guessed until the right one comes: the eleventh",
            "refused: There were too many wrong codes. Scan the code, or try again in five minutes."
        ) { room in
            _ = try await guess(room, times: 10)
            return try await room.claim(room.code(room.appears), room.appears)
        },
        Attack(
            "code", "Codes are guessed to keep a classmate out, who then types the right one",
            "counts (cannot be told apart)"
        ) { room in
            _ = try await guess(room, times: 12)
            return try await room.claim(room.code(room.appears), room.appears, by: .bea)
        },
        Attack(
            "code", "Ten codes are guessed, and five minutes later the right one is typed in class",
            "counts, with sign: 10 attempts were refused."
        ) { room in
            _ = try await guess(room, times: 10)
            let later = room.appears.adding(milliseconds: 300_001)
            return try await room.claim(room.code(later), later)
        },
    ]
}
