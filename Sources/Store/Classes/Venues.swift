import Classroom

extension Store {
    /// Venues offered, and whose name or address contains every word of `search`, at most 100: nearest first where a
    /// position is known, then by name.
    public func venues(near position: Position?, search: String = "") async throws -> [Venue] {
        try await database.read { connection in
            let found = try connection.venues(with: search, areHidden: false, near: position)
            guard position != nil else { return Array(found.prefix(100)) }
            let placed = found.enumerated().sorted {
                ($0.element.distance ?? .infinity, $0.offset) < ($1.element.distance ?? .infinity, $1.offset)
            }
            return placed.prefix(100).map(\.element)
        }
    }

    /// Venues by name, those that are hidden or those that are not; of a search at most 100.
    public func venueList(
        search: String = "", areHidden: Bool, after: String? = nil, most: Int = 100
    ) async throws -> ListPage<Venue> {
        try await database.read { connection in
            guard search.isEmpty else {
                let found = try connection.venues(with: search, areHidden: areHidden, near: nil)
                return ListPage(elements: Array(found.prefix(most)), next: nil)
            }
            var (values, seek): ([SQLValue], String) = ([], "")
            if let after {
                values = try Cursor(reading: after, like: [.text, .identifier]).values
                seek = "AND (name_key, id) > ($1, $2)"
            }
            let rows = try connection.rows(
                Venue.select(areHidden: areHidden, seek) + " LIMIT \(most + 1)", values: values)
            let shown = try rows.prefix(most).map { try Venue($0, from: nil) }
            let next = try rows.count > most ? rows.prefix(most).last.map { try Venue.cursor($0) } : nil
            return ListPage(elements: shown, next: next)
        }
    }

    /// Whether any venue is hidden.
    public func hasHiddenVenues() async throws -> Bool {
        try await database.read { try $0.first(Venue.select(areHidden: true) + " LIMIT 1") != nil }
    }

    /// The venue that is shown for an identifier, which may be of one that was merged.
    public func venue(_ id: Identifier) async throws -> Venue {
        let row = try await database.read { connection in
            try connection.first(
                "SELECT \(Venue.columns) FROM \(Venue.shown(at: "$1"))", id)
        }
        guard let row else { throw Problem.notFound }
        return try Venue(row, from: nil)
    }

    /// Venues that were merged into one, by name, at most 100.
    public func venues(mergedInto id: Identifier) async throws -> [Venue] {
        try await database.read { connection in
            try connection.rows(
                "SELECT \(Venue.columns) FROM venue WHERE shown_as = $1 ORDER BY name_key, id LIMIT 100", id
            ).map { try Venue($0, from: nil) }
        }
    }
}

extension Connection {
    /// Venues in the order of their names.
    ///
    /// Reads every venue, since words are looked for anywhere and the nearest are known only once all distances are; a row
    /// is small.
    fileprivate func venues(with search: String, areHidden: Bool, near position: Position?) throws -> [Venue] {
        let wanted = SearchKey.words([search])
        return try rows(Venue.select(areHidden: areHidden)).compactMap { row in
            let venue = try Venue(row, from: position)
            let words = wanted.isEmpty ? [] : SearchKey.words([venue.name, venue.address])
            return SearchKey.isFound(wanted, in: words) ? venue : nil
        }
    }
}

extension Venue {
    static let columns = """
        venue.id, venue.name, venue.name_key, venue.address, venue.latitude, venue.longitude, venue.radius, venue.is_hidden
        """

    /// Tables of the venue that is shown for an identifier: the one it was merged into, or itself.
    static func shown(at identifier: String) -> String {
        """
        venue AS own_venue JOIN venue ON venue.id = COALESCE(own_venue.shown_as, own_venue.id)
        WHERE own_venue.id = \(identifier)
        """
    }

    /// Identifier of the venue that is shown for a column.
    static func idShown(at column: String) -> String { "(SELECT venue.id FROM \(shown(at: column)))" }

    /// Join of the venue that is shown for a column.
    static func join(_ column: String) -> String {
        """
        JOIN venue AS own_venue ON own_venue.id = \(column)
        JOIN venue ON venue.id = COALESCE(own_venue.shown_as, own_venue.id)
        """
    }

    /// Venues that are not merged, by name.
    static func select(areHidden: Bool, _ condition: String = "") -> String {
        """
        SELECT \(columns) FROM venue WHERE merged_into IS NULL AND is_hidden = \(areHidden ? 1 : 0) \(condition)
        ORDER BY name_key, id
        """
    }

    fileprivate static func cursor(_ row: Row) throws -> Cursor {
        Cursor([.text(try row.text("name_key")), try row.identifier("id").sqlValue])
    }

    convenience init(_ row: Row, from origin: Position?) throws {
        let position = try Position(row, "latitude", "longitude")
        self.init(
            id: try row.identifier("id"), name: try row.text("name"), address: try row.text("address"),
            position: position, radius: try row.real("radius"), isHidden: try row.flag("is_hidden"),
            distance: position.flatMap { place in origin.map { place.distance(to: $0) } })
    }
}
