import Classroom
import Pages
import Store

/// Page of a class in session, readable at a glance.
struct ClassPage: Page {
    static let template = "classes/class"
    let title = "Class"
    let clock: ClassClock
    let started: String
    /// Start in milliseconds since 1970, like all times here.
    let startedAt: Int64
    let venue: String
    let address: String
    /// Outside temperature in degrees Celsius; `nil` if unknown.
    let temperature: Double?
    let temperatureText: String
    /// Credit for the temperature.
    let weather: Attribution?
    let attending: Int
    let attendingText: String
    let attendees: [PersonRow]
    let rosterHref: String
    /// Question when the class ended, if it goes on since long ago.
    let forgotten: ForgottenView?

    init(
        _ session: ClassSession, attendees: [Person], tags: [Identifier: [String]], _ calendar: WallCalendar,
        weather: Attribution? = nil, forgotten: ForgottenView? = nil, now: Instant = .now
    ) {
        self.forgotten = forgotten
        clock = ClassClock(session, calendar, now: now)
        started = session.startedAt.text
        startedAt = session.startedAt.milliseconds
        venue = session.venue
        address = session.address
        temperature = session.temperature
        temperatureText = Weather.words(session.temperature)
        self.weather = session.temperature == nil ? nil : weather
        attending = session.attending
        attendingText = counted(session.attending, "student", "students")
        self.attendees = attendees.map { PersonRow($0, tags: tags[$0.id]) }
        rosterHref = "/classes/\(session.id)/roster"
    }

    var model: Model {
        [
            "title": title.model, "id": clock.id.model, "phase": clock.phase.model,
            "isRunning": clock.isRunning.model, "isPaused": clock.isPaused.model, "started": started.model,
            "startedText": clock.startedText.model, "startedAt": startedAt.model,
            "runningSince": clock.runningSince.model, "worked": clock.worked.model,
            "durationText": clock.durationText.model, "venue": venue.model, "address": address.model,
            "temperature": temperature.model, "temperatureText": temperatureText.model, "weather": weather.model,
            "attending": attending.model, "attendingText": attendingText.model, "attendees": attendees.model,
            "rosterHref": rosterHref.model, "course": .ofDevice, "forgotten": forgotten.model,
        ]
    }
}

/// Clock of a class in session, with what stops it.
struct ClassClock: Modelled, Sendable {
    let id: String
    let phase: String
    let isRunning: Bool
    let isPaused: Bool
    let startedText: String
    /// Milliseconds since 1970, while the clock runs.
    let runningSince: Int64?
    /// Milliseconds on the clock before `runningSince`.
    let worked: Int64
    let durationText: String

    init(_ session: ClassSession, _ calendar: WallCalendar, now: Instant = .now) {
        id = session.id.text
        phase = session.phase.rawValue
        isRunning = session.phase == .running
        isPaused = session.phase == .paused
        startedText = "Started \(calendar.time(session.startedAt))"
        runningSince = session.runningSince?.milliseconds
        worked = session.worked
        durationText = WallCalendar.clock(session.worked + (session.runningSince.map { now.since($0) } ?? 0))
    }

    var model: Model {
        [
            "id": id.model, "phase": phase.model, "isRunning": isRunning.model, "isPaused": isPaused.model,
            "startedText": startedText.model, "runningSince": runningSince.model, "worked": worked.model,
            "durationText": durationText.model,
        ]
    }
}

/// Page of a saved class.
struct SessionPage: Page {
    static let template = "classes/session"
    let title: String
    var list: String? { "/sessions" }
    let session: SessionRow
    let pausedText: String
    let saved = true
    /// Credit for the temperature.
    let weather: Attribution?
    let attendees: [PersonRow]
    let none: Bool
    let rosterHref: String
    /// What was put right afterwards, newest first.
    let history: [String]

    init(
        _ session: ClassSession, attendees: [Person], tags: [Identifier: [String]], _ calendar: WallCalendar,
        weather: Attribution? = nil, history: [String]
    ) {
        self.history = history
        title = session.venue
        self.weather = session.temperature == nil ? nil : weather
        self.session = SessionRow(session, calendar)
        pausedText = WallCalendar.pause(session.paused)
        self.attendees = attendees.map { PersonRow($0, tags: tags[$0.id]) }
        none = attendees.isEmpty
        rosterHref = "/classes/\(session.id)/roster"
    }

    var model: Model {
        [
            "title": title.model, "session": session.model, "pausedText": pausedText.model, "saved": saved.model,
            "weather": weather.model, "attendees": attendees.model, "none": none.model, "rosterHref": rosterHref.model,
            "history": history.model, "hasHistory": (!history.isEmpty).model,
        ]
    }
}

/// Roster for marking who attends a class.
struct ClassRosterPage: Page {
    static let template = "classes/roster"
    let title = "Attendees"
    let classID: String
    let classHref: String
    let search: String
    let groups: [Group]
    let more: String?
    /// How many people are marked.
    let presentText: String
    let typesIDs: Bool
    let none: Bool

    struct Group: Modelled, Sendable {
        /// `nil` if there is only one group.
        let title: String?
        let key: String
        let people: [PersonRow]

        var model: Model { ["title": title.model, "key": key.model, "people": people.model] }
    }

    /// - Parameter lately: who came lately; they come first, and are not on the roster's part.
    init(
        _ session: ClassSession, _ part: ListPage<Person>, lately: [Person], present: Set<Identifier>,
        tags: [Identifier: [String]], query: RosterQuery, typesIDs: Bool
    ) {
        self.typesIDs = typesIDs
        classID = session.id.text
        classHref = session.isInSession && session.course == nil ? "/class" : "/classes/\(session.id)"
        search = query.search
        func rows(_ people: [Person]) -> [PersonRow] {
            people.map { PersonRow($0, present: present.contains($0.id), tags: tags[$0.id]) }
        }
        let all = [
            Group(title: "Came Lately", key: "lately", people: query.after == nil ? rows(lately) : []),
            Group(title: lately.isEmpty ? nil : "Others", key: "others", people: rows(part.elements)),
        ]
        groups = all.filter { !$0.people.isEmpty }
        more = part.next.map {
            href("/classes/\(session.id)/roster", [("search", query.search), ("after", $0.text)])
        }
        presentText = "\(grouped(present.count)) present"
        none = groups.isEmpty
    }

    var model: Model {
        [
            "title": title.model, "classID": classID.model, "classHref": classHref.model, "search": search.model,
            "groups": groups.model, "more": more.model, "presentText": presentText.model, "none": none.model,
            "onlyText": .ofDevice, "typesIDs": typesIDs.model,
        ]
    }
}
