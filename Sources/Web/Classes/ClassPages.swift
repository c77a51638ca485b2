import Classroom
import Pages
import Store

/// Page of a class in session, readable at a glance.
struct ClassPage: Page {
    static let template = "classes/class"
    let title = "Class"
    let id: String
    let phase: String
    let isRunning: Bool
    let isPaused: Bool
    let started: String
    let startedText: String
    /// Start in milliseconds since 1970, like all times here.
    let startedAt: Int64
    let runningSince: Int64?
    let worked: Int64
    let durationText: String
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
        _ session: ClassSession, attendees: [Person], _ calendar: WallCalendar, weather: Attribution? = nil,
        forgotten: ForgottenView? = nil, now: Instant = .now
    ) {
        self.forgotten = forgotten
        id = session.id.text
        phase = session.phase.rawValue
        isRunning = session.phase == .running
        isPaused = session.phase == .paused
        started = session.startedAt.text
        startedText = "Started \(calendar.time(session.startedAt))"
        startedAt = session.startedAt.milliseconds
        runningSince = session.runningSince?.milliseconds
        worked = session.worked
        durationText = WallCalendar.clock(session.worked + (session.runningSince.map { now.since($0) } ?? 0))
        venue = session.venue
        address = session.address
        temperature = session.temperature
        temperatureText = Weather.words(session.temperature)
        self.weather = session.temperature == nil ? nil : weather
        attending = session.attending
        attendingText = counted(session.attending, "student", "students")
        self.attendees = attendees.map { PersonRow($0) }
        rosterHref = "/classes/\(session.id)/roster"
    }

    var model: Model {
        [
            "title": title.model, "id": id.model, "phase": phase.model, "isRunning": isRunning.model,
            "isPaused": isPaused.model, "started": started.model, "startedText": startedText.model,
            "startedAt": startedAt.model, "runningSince": runningSince.model, "worked": worked.model,
            "durationText": durationText.model, "venue": venue.model, "address": address.model,
            "temperature": temperature.model, "temperatureText": temperatureText.model, "weather": weather.model,
            "attending": attending.model, "attendingText": attendingText.model, "attendees": attendees.model,
            "rosterHref": rosterHref.model, "forgotten": forgotten.model,
        ]
    }
}

/// Page of a saved class.
struct SessionPage: Page {
    static let template = "classes/session"
    let title: String
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
        _ session: ClassSession, attendees: [Person], _ calendar: WallCalendar, weather: Attribution? = nil,
        history: [String]
    ) {
        self.history = history
        title = session.venue
        self.weather = session.temperature == nil ? nil : weather
        self.session = SessionRow(session, calendar)
        pausedText = WallCalendar.pause(session.paused)
        self.attendees = attendees.map { PersonRow($0) }
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
    let people: [PersonRow]
    let more: String?
    let suggestedID: String
    let none: Bool

    init(
        _ session: ClassSession, _ part: ListPage<Person>, present: Set<Identifier>, search: String, suggestedID: String
    ) {
        classID = session.id.text
        classHref = session.isInSession && session.course == nil ? "/class" : "/classes/\(session.id)"
        self.search = search
        people = part.elements.map { PersonRow($0, present: present.contains($0.id)) }
        more = part.next.map {
            href("/classes/\(session.id)/roster", [("search", search), ("after", $0.text)])
        }
        self.suggestedID = suggestedID
        none = part.elements.isEmpty
    }

    var model: Model {
        [
            "title": title.model, "classID": classID.model, "classHref": classHref.model, "search": search.model,
            "people": people.model, "more": more.model, "suggestedID": suggestedID.model, "none": none.model,
            "onlyText": .ofDevice,
        ]
    }
}

/// List of saved classes.
struct SessionsPage: Page {
    static let template = "classes/sessions"
    let title = "Sessions"
    let sessions: [SessionRow]
    let sorts: [Choice]
    let more: String?
    let none: Bool

    init(_ part: ListPage<ClassSession>, sort: SessionSort, _ calendar: WallCalendar) {
        sessions = part.elements.map { SessionRow($0, calendar) }
        sorts = SessionSort.allCases.map {
            Choice(value: $0.rawValue, label: Self.label($0), selected: $0 == sort)
        }
        more = part.next.map { href("/sessions", [("sort", sort.rawValue), ("after", $0.text)]) }
        none = part.elements.isEmpty
    }

    var model: Model {
        [
            "title": title.model, "sessions": sessions.model, "sorts": sorts.model, "more": more.model,
            "onlyText": .ofDevice,
            "none": none.model,
        ]
    }

    private static func label(_ sort: SessionSort) -> String {
        switch sort {
        case .newest: "Newest"
        case .oldest: "Oldest"
        case .venue: "Venue"
        case .attended: "Most Attended"
        }
    }
}
