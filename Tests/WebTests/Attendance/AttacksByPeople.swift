import Classroom
import Foundation
import Store

/// Tricks with other people: with their devices, in their name, and by who is no student of the class.
enum AttacksByPeople {
    static let all = devices + strangers + writing

    private static let devices = [
        Attack(
            "location", "A friend in class uses one device for two students",
            "counts, with sign: The same device marked Bea Fleming."
        ) { room in
            _ = try await room.claim(room.place(.bea), room.at(5), by: .bea)
            return try await room.claim(room.place(), room.at(5.5), device: room.device(.bea))
        },
        Attack(
            "location", "A friend in class uses one device for five students",
            "counts, with sign: The same device marked Bea Fleming, Cleo Fleming, Dan Fleming and 1 more."
        ) { room in
            for who in AttackSchool.Who.enrolled.reversed() where who != .ann {
                _ = try await room.claim(room.place(who), room.at(5), by: who, device: room.device(.bea))
            }
            return try await room.claim(room.place(), room.at(5.5), device: room.device(.bea))
        },
        Attack(
            "location", "A friend in class brings the absent student's own unlocked phone",
            "counts (cannot be told apart)"
        ) { room in
            try await room.claim(room.place(), room.at(5))
        },
        Attack(
            "location", "A friend in class uses one device for two, and says that it is another",
            "counts (cannot be told apart)"
        ) { room in
            _ = try await room.claim(room.place(.bea), room.at(5), by: .bea)
            return try await room.claim(room.place(), room.at(5.5), device: .make(at: .now))
        },
    ]

    private static let strangers = [
        Attack("location", "A student who does not take the course", "refused: There is no such class.") { room in
            try await room.claim(room.place(), room.at(5), by: .sam)
        },
        Attack("location", "A student whose request to take the course is pending", "refused: There is no such class.")
        { room in
            let course = room.school.courses["location"] ?? room.session
            _ = try await room.send(room.book.requested(course), by: .sam, now: .now)
            return try await room.claim(room.place(), room.at(5), by: .sam)
        },
        Attack("location", "A student whose request was declined", "refused: There is no such class.") { room in
            let course = room.school.courses["location"] ?? room.session
            try await room.book.expectAccepted([room.book.enrolment(.enrolmentDeclined, room.id(.sam), course)])
            return try await room.claim(room.place(), room.at(5), by: .sam)
        },
        Attack("location", "A student who was made inactive", "refused: Please sign in first.") { room in
            let named = ["person": FieldValue.text(room.id(.eve).text)]
            try await room.book.expectAccepted([room.book.entry(.personDeactivated, named)])
            let answer = try await room.post(room.entry(room.place(), .now), by: .eve)
            try await room.book.expectAccepted([room.book.entry(.personActivated, named)])
            return answer
        },
        Attack("location", "Nobody who is signed in", "refused: Please sign in first.") { room in
            try await room.post(room.entry(room.place(), .now), by: nil)
        },
    ]

    /// Fields of an entry that names somebody.
    private static func named(_ room: AttackRoom, _ who: AttackSchool.Who = .ann) -> [String: FieldValue] {
        ["person": .text(room.id(who).text)]
    }

    private static let writing =
        [
            Attack(
                "location", "A student sends the instructor's mark for themselves",
                "refused: Only an instructor can do this."
            ) { room in
                try await room.send(room.entry(.attendanceMarked, named(room), room.at(5)), now: room.at(5))
            },
            Attack("location", "A student clears a classmate", "refused: Only an instructor can do this.") { room in
                try await room.send(room.entry(.attendanceCleared, named(room, .bea), room.at(5)), now: room.at(5))
            },
            Attack(
                "location", "A student takes the instructor's clearance back",
                "refused: Only an instructor can do this."
            ) { room in
                try await room.teacher(.attendanceCleared, room.at(4), named(room))
                return try await room.send(room.entry(.attendanceWithdrawn, named(room), room.at(5)), now: room.at(5))
            },
            Attack(
                "location", "A student claims for a classmate, named in the entry", "refused: There is no such field."
            ) { room in
                try await room.claim(room.place().merging(named(room, .bea)) { $1 }, room.at(5))
            },
            Attack(
                "location", "A student gives a classmate as the maker of the entry", "refused: There is no such field."
            ) { room in
                try await room.claim(room.place().merging(["maker": .text(room.id(.bea).text)]) { $1 }, room.at(5))
            },
            Attack("location", "A student opens attendance", "refused: Only an instructor can do this.") { room in
                try await room.send(room.entry(.attendanceOpened, [:], room.at(5)), now: room.at(5))
            },
            Attack(
                "all", "A student changes the course to ask for the location only",
                "refused: Only an instructor can do this."
            ) { room in
                let course = room.school.courses["all"] ?? room.session
                return try await room.send(room.book.edited(course, ["evidence": .text("location")]), now: .now)
            },
            Attack(
                "all", "A student changes the class to ask for the location only",
                "refused: Only an instructor can do this."
            ) { room in
                let planned = room.book.scheduled(
                    room.session, of: room.school.courses["all"] ?? room.session, at: room.at(0),
                    ["evidence": .text("location")])
                return try await room.send(planned, now: .now)
            },
            Attack(
                "location", "A student moves the venue to where they are", "refused: Only an instructor can do this."
            ) { room in
                let fields: [String: FieldValue] = [
                    "venue": .text(room.school.venue.text), "name": .text("Catalina Room"), "latitude": .number(47),
                    "longitude": .number(8), "radius": .number(10_000),
                ]
                return try await room.send(room.book.entry(.venueSaved, fields), now: .now)
            },
        ] + ownVerdicts

    /// Fields that the journal keeps of the server's verdict, sent by a device.
    private static let ownVerdicts = [
        ("proof", .text("code")), ("asked", .text("location")), ("network", .flag(true)), ("print", .number(1)),
        ("answer", .text("inside")), ("distance", .number(0)), ("fence", .number(1)),
    ].map { (name: String, value: FieldValue) in
        Attack("all", "A device sends the server's own field “\(name)”", "refused: There is no such field.") { room in
            try await room.claim(room.place(metres: 240).merging([name: value]) { $1 }, room.at(5))
        }
    }
}
