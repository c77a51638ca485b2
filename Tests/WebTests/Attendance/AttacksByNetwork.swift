import Classroom
import Foundation
import HummingbirdTesting
import Store
import Support

/// Tricks with tokens of the local network.
enum AttacksByNetwork {
    static let all = tokens + networks

    private static let tokens = [
        Attack(
            "network", "Another student's token",
            "waits for the instructor: not on your network, with sign: The device showed the network token of Bea Fleming."
        ) { room in
            try await room.claim(room.token(.bea, room.at(5)), room.at(5))
        },
        Attack(
            "location or network", "Another student's token, with a position inside the fence",
            "counts, with sign: The device showed the network token of Bea Fleming."
        ) { room in
            let token = try await room.token(.bea, room.at(5))
            return try await room.claim(token.merging(room.place()) { $1 }, room.at(5))
        },
        Attack("network", "One's own token of another class", "waits for the instructor: not on your network") { room in
            let other = try await room.school.room("other network")
            return try await room.claim(other.token(.ann, room.at(5)), room.at(5))
        },
        Attack(
            "network", "The same token again, after the instructor has cleared the student",
            "waits for the instructor: after being marked absent"
        ) { room in
            let token = try await room.token(.ann, room.at(5))
            _ = try await room.claim(token, room.at(5))
            try await room.teacher(.attendanceCleared, room.at(5.2), ["person": .text(room.id(.ann).text)])
            return try await room.claim(token, room.at(5.4))
        },
        Attack("network", "The same token again, for the same student", "changes nothing") { room in
            let token = try await room.token(.ann, room.at(5))
            _ = try await room.claim(token, room.at(5))
            return try await room.claim(token, room.at(5.4))
        },
        Attack(
            "network", "A token from class, used 61 seconds later from home",
            "waits for the instructor: not on your network"
        ) { room in
            let token = try await room.token(.ann, room.at(5))
            return try await room.claim(token, room.at(5).adding(milliseconds: 61_000))
        },
        Attack(
            "network", "A token from class, used ten minutes later in an entry dated back",
            "waits for the instructor: sent late"
        ) { room in
            let token = try await room.token(.ann, room.at(5))
            return try await room.claim(token, room.at(5), now: room.at(15))
        },
        Attack("network", "A token that is made up", "waits for the instructor: not on your network") { room in
            let forged = "\(room.at(5).milliseconds)/\(room.id(.ann).text)/ABCDEFGHJKMNPQRSTVWXYZ0123"
            return try await room.claim(["token": .text(forged)], room.at(5))
        },
        Attack(
            "network", "Another student's token with the name in it changed",
            "waits for the instructor: not on your network"
        ) { room in
            guard case .text(let token)? = try await room.token(.bea, room.at(5))["token"] else { return "" }
            let forged = token.replacingOccurrences(of: room.id(.bea).text, with: room.id(.ann).text)
            return try await room.claim(["token": .text(forged)], room.at(5))
        },
    ]

    private static let networks = [
        Attack("network", "A token asked for from another network", "waits for the instructor: not on your network") {
            room in
            let token = try await room.token(.ann, on: "192.168.8.0/24", room.at(5))
            return try await room.claim(token, room.at(5))
        },
        Attack(
            "network", "A VPN into the network of the class, or a neighbour behind its public address",
            "counts (cannot be told apart)"
        ) { room in
            try await room.claim(room.token(.ann, room.at(5)), room.at(5))
        },
        Attack(
            "network", "The student's own page says that it is the instructor's device",
            "waits for the instructor: not on your network"
        ) { room in
            let (network, store) = ("10.1.1.0/24", room.book.store)
            try await store.note(networks: [network], of: room.session, by: room.id(.ann), now: room.at(5))
            return try await room.claim(room.token(.ann, on: network, room.at(5)), room.at(5))
        },
        Attack(
            "network", "An instructor who does not teach the class lends a network",
            "waits for the instructor: not on your network"
        ) { room in
            let (network, store) = ("10.1.2.0/24", room.book.store)
            let other = try await room.book.addInstructor(id: "90000002")
            try await store.note(
                networks: [network], of: room.session, by: other.person ?? room.session, now: room.at(5))
            return try await room.claim(room.token(.ann, on: network, room.at(5)), room.at(5))
        },
        Attack(
            "network", "The network of the class, eleven minutes after the instructor's device left it",
            "waits for the instructor: not on your network"
        ) { room in
            let store = room.book.store
            try await store.note(
                networks: [AttackRoom.here], of: room.session, by: room.book.instructor, now: room.at(1))
            let token = try await store.token(
                for: room.id(.ann), at: room.session, on: [AttackRoom.here], now: room.at(12))
            return try await room.claim(["token": .text(token?.text ?? "")], room.at(12))
        },
        Attack(
            "network", "A student who does not take the course asks for a token on the network",
            "refused: There is no such class."
        ) { room in
            try await room.claim(room.token(.sam, room.at(5)), room.at(5), by: .sam)
        },
        Attack(
            "network", "The header X-Forwarded-For says that the device is on the network of the class",
            "waits for the instructor: not on your network"
        ) { room in
            let forwarded = ["X-Forwarded-For": "192.168.7.31", "Forwarded": "for=192.168.7.31"]
            return try await overheard(room, forwarded, network: AttackRoom.here)
        },
        Attack(
            "network", "A student's open page of the class lends its own network",
            "waits for the instructor: not on your network"
        ) { room in
            try await overheard(room, [:], network: nil)
        },
    ]

    /// Opens the page of the class from this machine as Ann, and claims with the token that she is sent, or without one.
    ///
    /// - Parameter network: network of the instructor's device; `nil` if none is known.
    private static func overheard(
        _ room: AttackRoom, _ headers: [String: String], network: String?
    ) async throws -> String {
        if let network {
            try await room.book.store.note(
                networks: [network], of: room.session, by: room.book.instructor, now: .now)
        }
        let address = "http://127.0.0.1:\(room.site.client.port ?? 0)/feed?class=\(room.session)"
        guard let url = URL(string: address) else { throw Problem.notFound }
        let line = FeedLine(url, token: room.school.tokens[.ann] ?? "", headers: headers)
        await line.untilOpen()
        // A token comes with, or right after, whatever happens in the class.
        try await room.teacher(.attendanceClosed, .now)
        try await room.teacher(.attendanceOpened, .now)
        let told = await line.text(until: "attendance.opened")
        let token = told.firstMatch(of: /"token":"([^"]+)"/).map { $0.1.replacingOccurrences(of: "\\/", with: "/") }
        return try await room.claim(["token": .text(token ?? "")], .now)
    }
}
