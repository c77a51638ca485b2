import Classroom
import Foundation
import Store

/// Fictional studio to explore.
struct Demo {
    let store: Store
    /// Time zone of the studio.
    let timeZone: TimeZone

    /// Fills the book if it has no people.
    func fill(now: Instant = .now) async throws {
        guard try await store.hasNobody() else { return }
        let instructor = Identifier.make(at: now)
        let types = ["Drop-in", "Member"].map { (id: Identifier.make(at: now), name: $0) }
        let venues = Self.venues.map { (id: Identifier.make(at: now), venue: $0) }
        let students = Self.students.map { (id: Identifier.make(at: now), name: $0) }
        var entries = types.map { type in
            entry(.studentTypeSaved, now, ["type": .text(type.id.text), "name": .text(type.name)])
        }
        entries.append(person(instructor, ("Maya", "Lindqvist"), "10000001", "instructor", nil, now))
        for (index, student) in students.enumerated() {
            let type = types[index % types.count].id
            entries.append(person(student.id, student.name, String(10_000_002 + index), "student", type, now))
        }
        for venue in venues {
            entries.append(
                entry(
                    .venueSaved, now,
                    [
                        "venue": .text(venue.id.text), "name": .text(venue.venue.name),
                        "address": .text(venue.venue.address), "latitude": .number(venue.venue.latitude),
                        "longitude": .number(venue.venue.longitude),
                    ]))
        }
        try await append(entries, by: .host, now)
        try await append(portraits(of: [instructor] + students.map(\.id), now), by: .host, now)
        for (index, past) in Self.pastClasses.enumerated() {
            let attendees = students.enumerated().filter { ($0.offset + index) % 3 != 0 }.map(\.element.id)
            let start = moment(daysAgo: past.daysAgo, hour: past.hour, now)
            let session = pastClass(at: start, minutes: 55 + index * 5, venues[index % venues.count].id, attendees)
            try await append(session, by: Maker(person: instructor, role: .instructor), now)
        }
        for (index, course) in DemoCourse.all.enumerated() {
            let entries = course.entries(
                at: venues[index % venues.count].id, students: students.map(\.id), number: index, in: timeZone,
                now: now, entry: entry)
            try await append(entries, by: Maker(person: instructor, role: .instructor), now)
            try await ask(DemoCourse.questions[index], at: entries, answeredBy: instructor, now)
        }
        for (person, role) in [(instructor, Role.instructor), (students[0].id, .student)] {
            try await append(trainings(now), by: Maker(person: person, role: role), now)
        }
        for student in students.suffix(2) {
            let asked = entry(.enrolmentRequested, now, ["course": .text(DemoCourse.all[0].id.text)])
            try await append([asked], by: Maker(person: student.id, role: .student), now)
        }
    }

    /// Device of every entry that the demo makes, by which a demo book is told from a real book.
    private static let device = Identifier(high: 0, low: 2)

    /// Sign-in links for an instructor and a student of the demo; none for any other book.
    static func links(to store: Store, base: String) async throws -> [String] {
        guard try await store.entries(after: 0, most: 1).first?.device == device else {
            return ["This book is not a demo's: --demo left it alone."]
        }
        var links: [String] = []
        for (role, title) in [(Role.instructor, "instructor"), (.student, "student")] {
            guard let person = try await store.anybody(role) else { continue }
            let code = try await store.makeSignInCode(for: person.id, replacing: false)
            links.append("Sign in as \(person.name.full) (\(title)): \(base)/sign-in/\(code.text)")
        }
        return links
    }

    /// Students ask at the last class of a course that was: the second without a name, and the first is answered.
    ///
    /// - Parameter course: what was told of the course.
    private func ask(
        _ questions: [String], at course: [PostedEntry], answeredBy instructor: Identifier, _ now: Instant
    ) async throws {
        func identifier(_ name: String, of entry: PostedEntry) -> Identifier? {
            guard case .text(let text)? = entry.fields.first(where: { $0.name == name })?.value else { return nil }
            return Identifier(text)
        }
        guard let started = course.last(where: { $0.entryKind == .classStarted }), let start = started.instant,
            let session = identifier("class", of: started)
        else { return }
        let students = course.filter { $0.entryKind == .enrolmentAccepted }
            .compactMap { identifier("person", of: $0) }.map { Maker(person: $0, role: .student) }
        for (number, text) in questions.enumerated() where number + 2 < students.count {
            let (at, question) = (start.adding(milliseconds: Int64(number + 1) * 480_000), Identifier.make(at: start))
            let about: [String: FieldValue] = ["class": .text(session.text), "question": .text(question.text)]
            func said(_ kind: Kind, _ fields: [String: FieldValue] = [:]) -> PostedEntry {
                entry(kind, at, about.merging(fields) { $1 })
            }
            let asked = said(.questionAsked, ["text": .text(text), "isAnonymous": .flag(number == 1)])
            try await append([asked], by: students[number], now)
            for other in students[(number + 1)...(number + 2)] {
                try await append([said(.questionVoted, ["vote": .number(1)])], by: other, now)
            }
            guard number == 0 else { continue }
            try await append([said(.questionAnswered)], by: Maker(person: instructor, role: .instructor), now)
        }
    }

    private func pastClass(
        at start: Instant, minutes: Int, _ venue: Identifier, _ attendees: [Identifier]
    ) -> [PostedEntry] {
        let session = FieldValue.text(Identifier.make(at: start).text)
        func at(_ minute: Int) -> Instant { start.adding(milliseconds: Int64(minute) * 60_000) }
        var entries = [entry(.classStarted, start, ["class": session, "venue": .text(venue.text)])]
        entries += attendees.map { entry(.attendanceMarked, at(2), ["class": session, "person": .text($0.text)]) }
        return entries + [
            entry(.classPaused, at(30), ["class": session]), entry(.classResumed, at(35), ["class": session]),
            entry(.classSaved, at(minutes), ["class": session]),
        ]
    }

    /// Training entries of the past weeks.
    private func trainings(_ now: Instant) -> [PostedEntry] {
        Self.trainings.enumerated().map { index, one in
            let start = moment(daysAgo: index * 4 + 1, hour: [7, 18, 12][index % 3], now)
            return entry(
                .trainingLogged, now,
                [
                    "training": .text(Identifier.make(at: start).text), "description": .text(one.description),
                    "category": .text(one.category.rawValue), "minutes": .number(one.minutes),
                    "start": .text(start.text),
                ])
        }
    }

    private func portraits(of people: [Identifier], _ now: Instant) -> [PostedEntry] {
        people.enumerated().compactMap { number, person in
            guard let file = DemoPortrait.all[number]?.file() else { return nil }
            let data = Data(file).base64EncodedString()
            return entry(.personPictured, now, ["person": .text(person.text), "data": .text(data)])
        }
    }

    /// A whole hour of the studio's wall clock, some days ago.
    private func moment(daysAgo: Int, hour: Int, _ now: Instant) -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let today = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        guard
            let day = calendar.date(byAdding: .day, value: -daysAgo, to: today),
            let date = calendar.date(bySettingHour: hour, minute: 0, second: 0, of: day)
        else { return now.adding(milliseconds: -Int64(daysAgo) * 86_400_000) }
        return Instant(milliseconds: Int64(nearest: date.timeIntervalSince1970 * 1000) ?? now.milliseconds)
    }

    private func person(
        _ id: Identifier, _ name: (String, String), _ number: String, _ role: String, _ type: Identifier?,
        _ now: Instant
    ) -> PostedEntry {
        entry(
            .personAdded, now,
            [
                "person": .text(id.text), "firstName": .text(name.0), "lastName": .text(name.1),
                "studentID": .text(number), "role": .text(role), "type": type.map { .text($0.text) } ?? .null,
            ])
    }

    private func entry(_ kind: Kind, _ at: Instant, _ fields: [String: FieldValue]) -> PostedEntry {
        PostedEntry(id: .make(at: at), kind: kind, at: at, fields: fields.map { Field($0.key, $0.value) })
    }

    private func append(_ entries: [PostedEntry], by maker: Maker, _ now: Instant) async throws {
        let results = try await store.append(entries, device: Self.device, by: maker, now: now)
        let problems = results.flatMap(\.problems)
        if !problems.isEmpty { throw Problem.invalid(problems) }
    }

    private static let venues = [
        (name: "Riverside Studio", address: "12 Quay Street", latitude: 47.3686, longitude: 8.5391),
        (name: "Catalina Room", address: "Student Centre, 2nd floor", latitude: 47.3763, longitude: 8.5478),
        (name: "Old Mill Basement", address: "3 Mill Lane", latitude: 47.3906, longitude: 8.5155),
    ]

    private static let pastClasses = [
        (daysAgo: 15, hour: 8), (daysAgo: 12, hour: 12), (daysAgo: 8, hour: 20), (daysAgo: 5, hour: 9),
        (daysAgo: 1, hour: 16),
    ]

    private static let trainings: [(description: String, category: TrainingCategory, minutes: Double)] = [
        ("Along the river", .endurance, 45), ("Hips and shoulders", .mobility, 25), ("Kettlebells", .strength, 40),
        ("Hill repeats", .endurance, 35), ("Swimming", .endurance, 50), ("Pull-ups and core", .strength, 30),
        ("Long run", .endurance, 85), ("Evening stretch", .mobility, 20), ("Deadlifts", .strength, 55),
    ]

    private static let students = [
        ("Ann", "Fleming"), ("Søren", "Østergaard"), ("Lucía", "Ibáñez"), ("健一", "井上"), ("Priya", "Raghavan"),
        ("Tomasz", "Wójcik"), ("Amara", "Okafor"), ("Jean-Luc", "Moreau"), ("Леонід", "Деревʼянко"), ("Noor", "Haddad"),
        ("Freya", "Hughes"), ("Mateo", "Rossi"), ("Yuki", "Tanaka"), ("Siobhán", "O’Brien"),
    ]
}
