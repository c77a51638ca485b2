import Classroom
import Foundation
import Store
import Support

/// Tricks with positions.
enum AttacksByPlace {
    static let all = forged + numbers + patterns

    private static let forged = [
        Attack("location", "A forged position inside the fence", "counts (cannot be told apart)") { room in
            try await room.claim(room.place(), room.at(5))
        },
        Attack(
            "location", "Yesterday's position in class, called fresh (its age said to be 0)",
            "counts (cannot be told apart)"
        ) { room in
            try await room.claim(room.place(age: 0), room.at(5))
        },
        Attack(
            "location", "A position that is 61 seconds old",
            "waits for the instructor: at the edge, with sign: The position was 61 seconds old."
        ) { room in
            try await room.claim(room.place(age: 61_000), room.at(5))
        },
        Attack(
            "location", "A position of a negative age, 5 seconds in the future",
            "waits for the instructor: at the edge, with sign: The position is dated in the future."
        ) { room in
            try await room.claim(room.place(age: -5000), room.at(5))
        },
        Attack("location", "A position outside the fence", "refused: You are 240 m from Catalina Room.") { room in
            try await room.claim(room.place(metres: 240), room.at(5))
        },
        Attack("location", "No position, as if the phone did not know", "waits for the instructor: without a position")
        { room in
            try await room.claim([:], room.at(5))
        },
        Attack(
            "instructor", "A position inside the fence, where only the instructor marks",
            "refused: Your instructor marks attendance in this class."
        ) { room in
            try await room.claim(room.place(), room.at(5))
        },
    ]

    private static let numbers = [
        Attack("location", "An accuracy of 0 m, inside the fence", "counts (cannot be told apart)") { room in
            try await room.claim(room.place(accuracy: 0), room.at(5))
        },
        Attack(
            "location", "An accuracy of 5 km, 3 km away: the circle holds the whole fence",
            "waits for the instructor: at the edge"
        ) { room in
            try await room.claim(room.place(metres: 3000, accuracy: 5000), room.at(5))
        },
        Attack("location", "A negative accuracy", "refused: This must be from 0 to 100000000.") { room in
            try await room.claim(room.place(metres: 3000, accuracy: -5000), room.at(5))
        },
        Attack("location", "An accuracy that is no number (NaN)", "refused: This is not a batch of entries in JSON.") {
            room in
            try await room.post("accuracy", written: "NaN")
        },
        Attack("location", "An accuracy too large for a number (1e999)", "refused: This must be a number.") { room in
            try await room.post("accuracy", written: "1e999")
        },
        Attack("location", "An accuracy of 1e308 m", "refused: This must be from 0 to 100000000.") { room in
            try await room.claim(room.place(accuracy: 1e308), room.at(5))
        },
        Attack("location", "A latitude that is no number (NaN)", "refused: This is not a batch of entries in JSON.") {
            room in
            try await room.post("latitude", written: "NaN")
        },
        Attack("location", "A latitude of 91 degrees", "refused: This must be from -90 to 90.") { room in
            try await room.claim(room.place(Position(latitude: 91, longitude: 8.5)), room.at(5))
        },
        Attack("location", "A longitude once around the Earth", "refused: This must be from -180 to 180.") { room in
            let place = Position(latitude: TestBook.hall.latitude, longitude: TestBook.hall.longitude + 360)
            return try await room.claim(room.place(place), room.at(5))
        },
        Attack("location", "The point opposite on the Earth", "refused: You are 20019 km from Catalina Room.") { room in
            let place = Position(latitude: -TestBook.hall.latitude, longitude: TestBook.hall.longitude - 180)
            return try await room.claim(room.place(place), room.at(5))
        },
        Attack("location", "The North Pole", "refused: You are 4754 km from Catalina Room.") { room in
            try await room.claim(room.place(Position(latitude: 90, longitude: 0)), room.at(5))
        },
        Attack(
            "location", "The smallest numbers there are as coordinates", "refused: You are 5313 km from Catalina Room."
        ) { room in
            let tiny = Double.leastNonzeroMagnitude
            return try await room.claim(room.place(Position(latitude: tiny, longitude: -tiny)), room.at(5))
        },
        Attack("location", "A position without its accuracy", "refused: A location needs all four numbers.") { room in
            var shown = room.place()
            shown["accuracy"] = nil
            return try await room.claim(shown, room.at(5))
        },
        Attack("location", "A position as text instead of numbers", "refused: This must be a number.") { room in
            var shown = room.place()
            shown["latitude"] = .text("47.3686")
            return try await room.claim(shown, room.at(5))
        },
    ]

    private static let patterns = [
        Attack(
            "location", "The position of a friend in class, to the last digit",
            "counts, with sign: The position is the same to the last digit as that of Bea Fleming."
        ) { room in
            _ = try await room.claim(room.place(.bea), room.at(5), by: .bea)
            return try await room.claim(room.place(.bea), room.at(5))
        },
        Attack(
            "location", "The same position to the last digit for three",
            "counts, with sign: The position is the same to the last digit as that of Bea Fleming and Cleo Fleming."
        ) { room in
            _ = try await room.claim(room.place(.bea), room.at(5), by: .bea)
            _ = try await room.claim(room.place(.bea), room.at(5), by: .cleo)
            return try await room.claim(room.place(.bea), room.at(5))
        },
        Attack(
            "location", "Presence at another class, 30 km away, two minutes before",
            "counts, with sign: Was at Far Room, 30 km away, 2 minutes apart."
        ) { room in
            let far = try await room.school.room("far")
            _ = try await far.claim(far.place(AttackSchool.farPlace), room.at(3), by: .dan)
            return try await room.claim(room.place(.dan), room.at(5), by: .dan)
        },
        Attack(
            "location", "A true position outside the fence, and two minutes later a forged one inside",
            "counts, with sign: Was 1.2 km away 2 minutes before."
        ) { room in
            _ = try await room.claim(room.place(metres: 1200), room.at(3))
            return try await room.claim(room.place(), room.at(5))
        },
        Attack(
            "location", "A true position outside the fence, and two minutes later none",
            "waits for the instructor: without a position, with sign: Was 1.2 km away 2 minutes before."
        ) { room in
            _ = try await room.claim(room.place(metres: 1200), room.at(3))
            return try await room.claim([:], room.at(5))
        },
        Attack(
            "location", "Positions tried one after another until one is inside",
            "counts, with sign: Was 300 m away 36 seconds before. 3 attempts were refused."
        ) { room in
            for (minute, metres) in [(3.0, 900.0), (3.2, 600), (3.4, 300)] {
                _ = try await room.claim(room.place(metres: metres), room.at(minute))
            }
            return try await room.claim(room.place(), room.at(4))
        },
        Attack(
            "location", "A position outside, and a quarter of an hour later a forged one inside",
            "counts (cannot be told apart)"
        ) { room in
            _ = try await room.claim(room.place(metres: 1200), room.at(3))
            return try await room.claim(room.place(), room.at(18))
        },
    ]
}
