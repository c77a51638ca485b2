import Classroom
import Foundation
import HummingbirdTesting
import Store
import Support

@testable import Web

/// Tricks when the instructor asks again, and with the link of a watch.
enum AttacksLater {
    static let all = confirming + watches

    /// A class where Ann is present and then asked whether she is still there, at minute 5.
    private static func asked(_ room: AttackRoom) async throws {
        try await room.teacher(.attendanceMarked, room.at(2), ["person": .text(room.id(.ann).text)])
        try await room.ask(room.at(5))
    }

    private static func confirm(
        _ room: AttackRoom, _ shown: [String: FieldValue], _ minute: Double, by who: AttackSchool.Who = .ann
    ) async throws -> String {
        try await room.send(room.entry(.attendanceConfirmed, shown, room.at(minute)), by: who, now: room.at(minute))
    }

    private static let confirming = [
        Attack("location", "“I am still here” from who was never present", "refused: You are not marked present.") {
            room in
            try await asked(room)
            return try await confirm(room, room.place(.bea), 6, by: .bea)
        },
        Attack("location", "“I am still here” before anybody has asked", "refused: Nobody has asked you to confirm.") {
            room in
            try await room.teacher(.attendanceMarked, room.at(2), ["person": .text(room.id(.ann).text)])
            return try await confirm(room, room.place(), 4)
        },
        Attack("location", "“I am still here” from the café, 240 m away", "refused: You are 240 m from Catalina Room.")
        { room in
            try await asked(room)
            return try await confirm(room, room.place(metres: 240), 6)
        },
        Attack("location", "“I am still here” from the café, with a forged position", "counts (cannot be told apart)") {
            room in
            try await asked(room)
            return try await confirm(room, room.place(), 6)
        },
        Attack("location", "“I am still here” without a position", "waits for the instructor: without a position") {
            room in
            try await asked(room)
            return try await confirm(room, [:], 6)
        },
        Attack("location", "“I am still here” after the time for it", "shown as late") { room in
            try await asked(room)
            return try await confirm(room, room.place(), 11)
        },
        Attack(
            "location, code or network", "A token from before the question",
            "waits for the instructor: without a position"
        ) { room in
            let token = try await room.token(.ann, room.at(4.9))
            try await asked(room)
            return try await confirm(room, token, 5.1)
        },
        Attack(
            "location, code or network", "A scan from before the question",
            "refused: This scan is too old. Scan the code that is on the screen now."
        ) { room in
            let ticket = try room.ticket(room.at(4.9))
            try await asked(room)
            return try await confirm(room, ticket, 5.1)
        },
        Attack(
            "location, code or network", "A typed code, seen 20 seconds before the question",
            "counts (cannot be told apart)"
        ) { room in
            let question = room.appears.adding(milliseconds: 20_000)
            try await room.teacher(.attendanceMarked, room.at(2), ["person": .text(room.id(.ann).text)])
            try await room.ask(question)
            let late = question.adding(milliseconds: 5000)
            return try await room.send(room.entry(.attendanceConfirmed, room.code(room.appears), late), now: late)
        },
        Attack("location", "A student confirms for a classmate, named in the entry", "refused: There is no such field.")
        { room in
            try await asked(room)
            return try await confirm(room, room.place().merging(["person": .text(room.id(.bea).text)]) { $1 }, 6)
        },
        Attack("location", "A student asks everybody to confirm", "refused: Only an instructor can do this.") { room in
            let fields: [String: FieldValue] = [
                "reconfirmation": .text(Identifier.make(at: .now).text), "minutes": .number(5),
            ]
            return try await room.send(room.entry(.reconfirmationRequested, fields, room.at(5)), now: room.at(5))
        },
    ]

    /// What a watch is told, and how Walt then stands.
    private static func watch(
        _ room: AttackRoom, _ body: String, revoked: Bool = false
    ) async throws -> String {
        let (store, walt) = (room.book.store, room.id(.walt))
        let token = try await store.makeWatchLink(for: walt, named: "Watch").text
        let link = try await store.watchLinks(of: walt).first?.id
        if revoked, let link { try await store.revokeWatchLink(link, of: walt) }
        let answer = try await room.site.post("/watch", body, as: token)
        if !revoked, let link { try await store.revokeWatchLink(link, of: walt) }
        return answer.status == .ok
            ? try await room.standing(of: .walt) : "refused: " + AttackRoom.problem(try answer.object())
    }

    private static let watches = [
        Attack("watch", "The link of a watch, used by a friend in class", "counts (cannot be told apart)") { room in
            try await watch(room, WatchSite.body(metres: 0))
        },
        Attack("watch", "The link of a watch, used 240 m away", "refused: You are 240 m from Catalina Room.") { room in
            try await watch(room, WatchSite.body(metres: 240))
        },
        Attack(
            "watch", "The link of a watch, used for another class, named in the request",
            "refused: There is no such field."
        ) { room in
            let other = try await room.school.room("far")
            return try await watch(room, WatchSite.body(metres: 0, #", "class": "\#(other.session)""#))
        },
        Attack(
            "watch", "The link of a watch, with a position of an hour ago",
            "waits for the instructor: at the edge, with sign: The position was 60 minutes old."
        ) { room in
            try await watch(room, WatchSite.body(metres: 0, #", "age": 3600000"#))
        },
        Attack(
            "watch", "The link of a watch, which was revoked",
            "refused: This watch link is unknown, or was revoked. Make a new one in Shala."
        ) { room in
            try await watch(room, WatchSite.body(metres: 0), revoked: true)
        },
        Attack("watch", "The link of a watch, when the class is over", "refused: No class is open for attendance.") {
            room in
            try await room.teacher(.classSaved, .now)
            return try await watch(room, WatchSite.body(metres: 0))
        },
    ]
}
