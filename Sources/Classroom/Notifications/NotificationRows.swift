/// Whether a student's device was inside the fence of a class, as the book has it.
public struct NearbyRow: BookRow {
    /// Class and person.
    public let key: Pair
    public let at: Instant
    public let isInside: Bool

    public init(key: Pair, at: Instant, isInside: Bool) {
        self.key = key
        self.at = at
        self.isInside = isInside
    }
}

/// Whether a person wants to be told of a topic, as the book has it.
public struct ChoiceRow: BookRow {
    public struct Key: Hashable, Sendable {
        public let person: Identifier
        public let topic: NotificationTopic

        public init(person: Identifier, topic: NotificationTopic) {
            self.person = person
            self.topic = topic
        }
    }

    public let key: Key
    public let isWanted: Bool
    public let at: Instant

    public init(key: Key, isWanted: Bool, at: Instant) {
        self.key = key
        self.isWanted = isWanted
        self.at = at
    }
}

/// What entries do that decide who is told of what.
extension Book {
    /// Keeps whether a student's device is inside the fence. Of several entries the latest by its own time counts.
    mutating func apply(_ entry: DeviceNearby) throws(Stop) {
        guard case .stored(let answer) = entry.sight else { return }
        guard let maker, try claimedClass(entry.classID, by: maker) != nil else { throw Self.noClass }
        let key = Pair(entry.classID, maker)
        if let before = try nearby.row(key), before.at > at { return }
        nearby.set(NearbyRow(key: key, at: at, isInside: answer == .inside))
    }

    /// Keeps whether the maker wants to be told of a topic. Of several entries the latest by its own time counts.
    mutating func apply(_ chosen: NotificationsChosen) throws(Stop) {
        guard let maker else { throw .invalid("kind", "forbidden", "Only a person can be told of anything.") }
        let key = ChoiceRow.Key(person: maker, topic: chosen.topic)
        if let before = try choices.row(key), before.at > at { return }
        choices.set(ChoiceRow(key: key, isWanted: chosen.wanted, at: at))
    }
}
