import Classroom

extension RowTable where R == VenueRow {
    static let venues = RowTable(
        name: "venue", key: ["id"],
        columns: [
            "name", "name_key", "address", "latitude", "longitude", "radius", "is_hidden", "merged_into", "shown_as",
        ],
        keyValues: { [$0.sqlValue] },
        read: { row in
            var venue = VenueRow(
                id: try row.identifier("id"), name: try row.text("name"), address: try row.text("address"),
                position: try Position(row, "latitude", "longitude"), radius: try row.real("radius"))
            venue.isHidden = try row.flag("is_hidden")
            venue.mergedInto = try row.optionalIdentifier("merged_into")
            venue.shownAs = try row.optionalIdentifier("shown_as")
            return venue
        },
        values: { venue in
            [
                venue.name.sqlValue, SearchKey.fold(venue.name).sqlValue, venue.address.sqlValue,
                (venue.position?.latitude).sqlValue, (venue.position?.longitude).sqlValue, venue.radius.sqlValue,
                venue.isHidden.sqlValue, venue.mergedInto.sqlValue, venue.shownAs.sqlValue,
            ]
        })
}

extension RowTable where R == ClassRow {
    static let classes = RowTable(
        name: "class", key: ["id"],
        columns: [
            "course", "instructor", "venue", "planned_at", "minutes", "survey", "evidence", "phase",
            "started_at", "running_since", "worked", "paused", "ended_at", "is_open", "fence_latitude",
            "fence_longitude", "fence_radius", "attending", "temperature", "began_at", "plan_at",
            "own_instructor",
        ],
        furtherColumns: ["venue_key"], keyValues: { [$0.sqlValue] }, read: ClassRow.init,
        values: { session in
            [
                session.course.sqlValue, session.instructor.sqlValue, session.venue.sqlValue,
                session.plannedAt.sqlValue, session.minutes.sqlValue,
                session.survey.sqlValue, (session.evidence?.rawValue).sqlValue, session.phase.rawValue.sqlValue,
                session.startedAt.sqlValue, session.runningSince.sqlValue, session.worked.sqlValue,
                session.paused.sqlValue, session.endedAt.sqlValue, session.isOpen.sqlValue,
                (session.fence?.centre.latitude).sqlValue, (session.fence?.centre.longitude).sqlValue,
                (session.fence?.radius).sqlValue, session.attending.sqlValue, session.temperature.sqlValue,
                session.beganAt.sqlValue, session.planAt.sqlValue, session.ownInstructor.sqlValue,
            ]
        })
}

extension ClassRow {
    init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"), course: try row.optionalIdentifier("course"),
            instructor: try row.identifier("instructor"), venue: try row.identifier("venue"),
            phase: try row.word("phase"))
        plannedAt = try row.optionalInstant("planned_at")
        minutes = try row.optionalInteger("minutes").map(Int.init)
        survey = try row.text("survey")
        evidence = try row.optionalWord("evidence")
        startedAt = try row.optionalInstant("started_at")
        runningSince = try row.optionalInstant("running_since")
        worked = try row.integer("worked")
        paused = try row.integer("paused")
        endedAt = try row.optionalInstant("ended_at")
        isOpen = try row.flag("is_open")
        fence = try Position(row, "fence_latitude", "fence_longitude").map {
            Geofence(centre: $0, radius: try row.real("fence_radius"))
        }
        attending = try row.integer("attending")
        temperature = try row.optionalReal("temperature")
        beganAt = try row.optionalInstant("began_at")
        planAt = try row.optionalInstant("plan_at")
        ownInstructor = try row.optionalIdentifier("own_instructor")
    }
}

extension Position {
    /// `nil` where the columns are null.
    init?(_ row: Row, _ latitude: String, _ longitude: String) throws {
        guard let latitude = try row.optionalReal(latitude), let longitude = try row.optionalReal(longitude) else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }
}
