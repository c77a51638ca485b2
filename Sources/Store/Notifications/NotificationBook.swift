import Classroom

/// Effects of entries that decide who is told of what.
extension Book {
    /// Keeps whether a student's device is inside the fence. Of several entries the latest by its own time counts.
    func apply(_ nearby: DeviceNearby) throws {
        guard case .stored(let answer) = nearby.sight else { return }
        guard let maker, try claimedClass(nearby.classID, by: maker) != nil else { throw Self.noClass }
        try connection.run(
            """
            INSERT INTO nearby (class, person, at, is_inside) VALUES ($1, $2, $3, $4)
            ON CONFLICT (class, person) DO UPDATE SET at = $3, is_inside = $4 WHERE nearby.at <= $3
            """, nearby.classID, maker, at, answer == .inside)
    }

    /// Keeps whether the maker wants to be told of a topic. Of several entries the latest by its own time counts.
    func apply(_ chosen: NotificationsChosen) throws {
        guard let maker else { throw Problem.invalid("kind", "forbidden", "Only a person can be told of anything.") }
        try connection.run(
            """
            INSERT INTO notification_choice (person, topic, is_wanted, at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (person, topic) DO UPDATE SET is_wanted = $3, at = $4 WHERE notification_choice.at <= $4
            """, maker, chosen.topic.rawValue, chosen.wanted, at)
    }
}
