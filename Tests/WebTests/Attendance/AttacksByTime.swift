import Classroom
import Foundation
import Store

/// Tricks with the time of a claim, and with the state of the class.
enum AttacksByTime {
    static let all = clocks + windows + classes

    private static let day: Int64 = 86_400_000

    /// Claims with a position inside the fence, by a device whose clock is fast.
    private static func claim(_ room: AttackRoom, fast: Int64, toldSent: Bool) async throws -> String {
        let sent = room.at(5).adding(milliseconds: fast)
        let clock = toldSent ? DeviceClock(sent: sent, received: room.at(5)) : .unknown
        return try await room.claim(room.place(), sent, now: room.at(5), clock: clock)
    }

    private static let clocks = [
        Attack(
            "location", "A device clock set a day ahead, by which the claim is sent", "counts (cannot be told apart)"
        ) { room in
            try await claim(room, fast: day, toldSent: true)
        },
        Attack("location", "A device clock set a day back, by which the claim is sent", "counts (cannot be told apart)")
        { room in
            try await claim(room, fast: -day, toldSent: true)
        },
        Attack("location", "A claim dated 23 hours ahead", "counts (cannot be told apart)") { room in
            try await claim(room, fast: 23 * 3_600_000, toldSent: false)
        },
        Attack(
            "location", "A claim dated two days ahead", "refused: This is in the future. Is the device's clock right?"
        ) { room in
            try await claim(room, fast: 2 * day, toldSent: false)
        },
        Attack(
            "location", "A claim dated a day back, before the class",
            "waits for the instructor: before the class started"
        ) { room in
            try await claim(room, fast: -day, toldSent: false)
        },
        Attack(
            "location", "A claim dated two years back",
            "refused: This is more than a year ago. Is the device's clock right?"
        ) { room in
            try await claim(room, fast: -730 * day, toldSent: false)
        },
    ]

    private static let windows = [
        Attack(
            "location", "A claim a minute before the class starts, when it has been planned",
            "refused: Attendance is not open yet."
        ) { room in
            let planned = try await room.school.room("location", isStarted: false)
            return try await planned.claim(planned.place(), planned.at(-1))
        },
        Attack(
            "location", "The same, in an entry dated an hour ahead, into the class",
            "refused: Attendance is not open yet."
        ) { room in
            let planned = try await room.school.room("location", isStarted: false)
            return try await planned.claim(planned.place(), planned.at(59), now: planned.at(-1))
        },
        Attack(
            "location", "The same, in an entry dated five minutes back, as if it had waited for signal",
            "waits for the instructor: before the class started"
        ) { room in
            let planned = try await room.school.room("location", isStarted: false)
            return try await planned.claim(planned.place(), planned.at(-6), now: planned.at(-1))
        },
        Attack("location", "A claim after the end of the class", "refused: This class is over.") { room in
            try await room.teacher(.classSaved, room.at(9))
            return try await room.claim(room.place(), room.at(10))
        },
        Attack(
            "location", "A claim an hour after the end, dated back into the class",
            "waits for the instructor: sent late"
        ) { room in
            try await room.teacher(.classSaved, room.at(9))
            return try await room.claim(room.place(), room.at(5), now: room.at(69))
        },
        Attack(
            "location", "A claim half a minute after the end, dated back into the class",
            "waits for the instructor: sent late"
        ) { room in
            try await room.teacher(.classSaved, room.at(9))
            return try await room.claim(room.place(), room.at(8.9), now: room.at(9.5))
        },
        Attack("location", "A claim while attendance is closed", "refused: Attendance is closed.") { room in
            try await room.teacher(.attendanceClosed, room.at(6))
            return try await room.claim(room.place(), room.at(7))
        },
        Attack(
            "location", "A claim while attendance is closed, dated back to when it was open",
            "waits for the instructor: sent late"
        ) { room in
            try await room.teacher(.attendanceClosed, room.at(6))
            return try await room.claim(room.place(), room.at(5.9), now: room.at(7))
        },
        Attack(
            "location", "A claim from home after hours without signal, as the device says",
            "waits for the instructor: sent late"
        ) { room in
            try await room.claim(room.place(), room.at(5), now: room.at(200))
        },
    ]

    /// Claims at a class that is not there for students.
    private static func claim(_ room: AttackRoom, to session: Identifier) async throws -> String {
        let entry = room.book.claim(session, at: .now)
        return try await room.send(entry, now: .now)
    }

    private static let classes = [
        Attack("location", "A class that was deleted", "refused: There is no such class.") { room in
            try await room.teacher(.classDeleted, room.at(6))
            return try await room.claim(room.place(), room.at(7))
        },
        Attack("location", "A class that was cancelled", "refused: This class is over.") { room in
            let planned = try await room.school.room("location", isStarted: false)
            try await planned.teacher(.classDeleted, room.at(1))
            return try await planned.claim(planned.place(), room.at(7))
        },
        Attack("location", "A drop-in class, where the instructor marks", "refused: There is no such class.") { room in
            let other = try await room.book.addInstructor(id: "90000003")
            return try await claim(room, to: room.book.startClass(by: other, venue: room.school.venue))
        },
        Attack("location", "A class that is made up", "refused: There is no such class.") { room in
            try await claim(room, to: .make(at: .now))
        },
        Attack(
            "location", "A claim after the instructor has cleared the student",
            "waits for the instructor: after being marked absent"
        ) { room in
            try await room.teacher(.attendanceCleared, room.at(5), ["person": .text(room.id(.ann).text)])
            return try await room.claim(room.place(), room.at(6))
        },
        Attack("location", "The same, in an entry dated back to before that", "changes nothing: stays absent") { room in
            try await room.teacher(.attendanceCleared, room.at(5), ["person": .text(room.id(.ann).text)])
            return try await room.claim(room.place(), room.at(4.5), now: room.at(6))
        },
        Attack(
            "location", "Two claims at the same moment, to count twice",
            "one counts (cannot be told apart), the other changes nothing; 1 attending"
        ) { room in
            let now = Instant.now
            async let one = room.claim(room.place(), now)
            async let other = room.claim(room.place(), now)
            let outcomes = try await [one, other].sorted()
            let session = try await room.book.store.session(room.session, taughtBy: room.book.instructor)
            return "one " + outcomes.reversed().joined(separator: ", the other ") + "; \(session.attending) attending"
        },
    ]
}
