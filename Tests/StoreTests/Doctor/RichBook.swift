import Classroom
import Foundation
import Support
import Testing

@testable import Store

extension TestBook {
    /// Writes something of every kind: people with types and pictures, one of them registered, venues, classes in every
    /// phase, courses with their students and claims, sign-ins.
    ///
    /// - Parameter hasLater: whether it has what tables hold that came after `BaseSchema`.
    func fill(students count: Int = 12, hasLater: Bool = true) async throws {
        let students = try await addStudents(count)
        try await fillRoster(students)
        let hall = try await addVenue("Hall", Position(latitude: 47.3686, longitude: 8.5391))
        let basement = try await addVenue("Old Mill Basement")
        let start = Instant.now.adding(milliseconds: -40 * 86_400_000)
        for day in 0..<6 {
            let begin = start.adding(milliseconds: Int64(day) * 86_400_000)
            try await fillClass(day, from: begin, at: day % 2 == 0 ? hall : basement, students)
        }
        let running = try await startClass(at: Instant.now.adding(milliseconds: -600_000), venue: hall)
        try await expectAccepted([mark(.attendanceMarked, running, students[0])])
        try await expectAccepted([measured(running, -3.5)], by: .host)
        try await fillCourse(students, at: hall, basement)
        try await fillSignIns(students)
        try await fillNotifications(students)
        guard hasLater else { return }
        let double = try await addVenue("The hall once more")
        let merged = ["venue": FieldValue.text(double.text), "into": .text(hall.text)]
        try await expectAccepted([
            entry(.venueMerged, merged), entry(.venueHidden, ["venue": .text(basement.text)]),
        ])
        let last = try await addCourse("Last Year", at: basement)
        try await expectAccepted([entry(.courseArchived, ["course": .text(last.text)])])
        let known: [String: FieldValue] = [
            "person": .text(students[0].text), "phone": .text("+41 44 123"), "tagAdded": .text("Knee"),
        ]
        try await expectAccepted([entry(.personEdited, known)])
        let mistake = Identifier.make(at: .now)
        try await expectAccepted([
            added(mistake, "Added", "By Mistake", id: "55500001"),
            entry(.personRemoved, ["person": .text(mistake.text)]),
            entry(.personRemoved, ["person": .text(students[10].text)]),
            entry(.personRestored, ["person": .text(students[10].text)]),
        ])
        try await fillMerges(at: basement)
        let school: [String: FieldValue] = [
            "name": .text("Harbour Yoga"), "timeZone": .text("Europe/Zurich"), "typesIDs": .flag(true),
        ]
        try await expectAccepted([entry(.schoolSaved, school)], by: .host)
    }

    /// Three who are one, and two who are separated again, at a class of a course.
    private func fillMerges(at venue: Identifier) async throws {
        let people = (0..<5).map { _ in Identifier.make(at: .now) }
        let (mia, begin) = (try await addInstructor("Mia", id: "90000008"), Instant.now.adding(milliseconds: -900_000))
        let course = try await addCourse("Salsa", at: venue, by: mia)
        let session = try await schedule(course, at: begin, by: mia)
        let (reconfirmation, question) = (Identifier.make(at: begin), Identifier.make(at: begin))
        let ofClass = ["class": FieldValue.text(session.text)]
        try await expectAccepted(
            people.enumerated().map { added($1, "One", "Of Many", id: "6660000\($0)") })
        try await expectAccepted(
            people.map { enrolment(.enrolmentAccepted, $0, course) } + [started(session, at: venue, at: begin)]
                + people.dropLast(2).map { mark(.attendanceMarked, session, $0, at: begin) }
                + [
                    entry(
                        .reconfirmationRequested,
                        ofClass.merging(["reconfirmation": .text(reconfirmation.text), "minutes": .number(9)]) { $1 },
                        at: begin)
                ], by: mia)
        let asked = ofClass.merging(["question": .text(question.text), "text": .text("Which?")]) { $1 }
        try await expectAccepted([entry(.questionAsked, asked)], by: student(people[4]))
        for person in people.prefix(3) {
            let voted = ofClass.merging(["question": .text(question.text), "vote": .number(1)]) { $1 }
            let there = entry(
                .attendanceConfirmed, claim(session, metres: 3).fields.reduce(into: [:]) { $0[$1.name] = $1.value })
            try await expectAccepted(
                [logged(.make(at: .now)), entry(.questionVoted, voted), there], by: student(person))
        }
        try await expectAccepted([step(.classSaved, session)], by: mia)
        func merged(_ person: Int, _ other: Int) -> PostedEntry {
            entry(.personMerged, ["person": .text(people[person].text), "into": .text(people[other].text)])
        }
        try await expectAccepted([
            entry(.personEdited, ["person": .text(people[0].text), "phone": .text("+41"), "tagAdded": .text("Hip")]),
            merged(0, 1), merged(1, 2), merged(3, 4), entry(.personRestored, ["person": .text(people[3].text)]),
        ])
    }

    /// A course of two instructors with students in every state, and classes of it in every phase, with claims.
    private func fillCourse(_ students: [Identifier], at hall: Identifier, _ basement: Identifier) async throws {
        let assistant = try await addInstructor("Ana", id: "90000007")
        let course = try await addCourse(
            "Tango", at: hall,
            [
                "category": .text("endurance"), "accuracy": .number(50), "evidence": .text("location or network"),
            ])
        let open = try await addCourse("Open Floor", at: basement, ["isOpen": .flag(true)])
        let added = ["instructorAdded": FieldValue.text(assistant.person?.text ?? "")]
        try await expectAccepted([edited(course, added), edited(open, ["description": .text("Everybody is welcome.")])])
        try await expectAccepted([requested(course)], by: student(students[9]))
        try await expectAccepted([requested(open)], by: student(students[8]))
        try await enrol(Array(students.prefix(8)), in: course)
        try await expectAccepted([enrolment(.enrolmentDeclined, students[7], course)])
        let begin = Instant.now.adding(milliseconds: -10 * 86_400_000)
        try await fillCoursesClass(course, from: begin, at: hall, students, by: assistant)
        let day: Int64 = 86_400_000
        let moved = try await schedule(course, at: begin.adding(milliseconds: 11 * day), ["minutes": .number(90)])
        let cancelled = try await schedule(course, at: begin.adding(milliseconds: 12 * day))
        try await expectAccepted([
            scheduled(moved, of: course, at: begin.adding(milliseconds: 13 * day), ["venue": .text(basement.text)]),
            step(.classDeleted, cancelled),
        ])
        let mistaken = try await schedule(course, at: begin.adding(milliseconds: 14 * day))
        try await expectAccepted([step(.classUnscheduled, mistaken)])
    }

    private func fillCoursesClass(
        _ course: Identifier, from begin: Instant, at hall: Identifier, _ students: [Identifier], by maker: Maker
    ) async throws {
        func minute(_ number: Int64) -> Instant { begin.adding(milliseconds: number * 60_000) }
        let session = try await schedule(course, at: begin, by: maker)
        try await expectAccepted([started(session, at: hall, at: begin)], by: maker)
        let claims = [
            claim(session, metres: 5, at: minute(1)), claim(session, metres: 95, accuracy: 20, at: minute(2)),
            claim(session, metres: nil, at: minute(3)), claim(session, metres: 0, accuracy: 60, at: minute(4)),
            claim(session, metres: 500, at: minute(5)),
        ]
        for (number, claim) in claims.enumerated() {
            _ = try await post([claim], by: student(students[number]), now: claim.instant ?? .now)
        }
        try await askWhoIsThere(session, at: minute(5), students[0])
        try await expectAccepted([
            mark(.attendanceMarked, session, students[1], at: minute(6)),
            mark(.attendanceCleared, session, students[0], at: minute(7)),
            step(.attendanceClosed, session, at: minute(8)), step(.attendanceOpened, session, at: minute(9)),
            step(.classSaved, session, at: minute(60)),
        ])
        try await ask(in: session, at: minute(30), students)
        try await log(students[0])
        // In time by the device's clock, and long on its way.
        try await expectAccepted([claim(session, metres: 1, at: minute(20))], by: student(students[5]))
    }

    private func askWhoIsThere(_ session: Identifier, at: Instant, _ student: Identifier) async throws {
        let (question, mistake) = (Identifier.make(at: at), Identifier.make(at: at))
        func asked(_ kind: Kind, _ id: Identifier, _ fields: [String: FieldValue]) -> PostedEntry {
            let reference = ["class": FieldValue.text(session.text), "reconfirmation": .text(id.text)]
            return entry(kind, reference.merging(fields) { $1 }, at: at)
        }
        try await expectAccepted([
            asked(.reconfirmationRequested, question, ["minutes": .number(5)]),
            asked(.reconfirmationRequested, mistake, ["minutes": .number(60)]),
            asked(.reconfirmationWithdrawn, mistake, [:]),
        ])
        let there = PostedEntry(
            id: .make(at: at), kind: .attendanceConfirmed, at: at, fields: claim(session, metres: 3, at: at).fields)
        try await expectAccepted([there], by: self.student(student))
        try await store.note(networks: ["192.168.7.0/24"], of: session, by: instructor, now: at)
    }

    private func ask(in session: Identifier, at: Instant, _ students: [Identifier]) async throws {
        let question = Identifier.make(at: at)
        let reference = ["class": FieldValue.text(session.text), "question": FieldValue.text(question.text)]
        let asked = entry(
            .questionAsked, reference.merging(["text": .text("Why?"), "isAnonymous": .flag(true)]) { $1 }, at: at)
        try await expectAccepted([asked], by: student(students[0]))
        for (number, vote) in [(1, 1.0), (2, -1), (3, 1), (1, 0)] {
            let voted = entry(.questionVoted, reference.merging(["vote": .number(vote)]) { $1 }, at: at)
            try await expectAccepted([voted], by: student(students[number]))
        }
        try await expectAccepted([entry(.questionAnswered, reference, at: at)])
    }

    private func log(_ student: Identifier) async throws {
        let (run, mistake) = (Identifier.make(at: .now), Identifier.make(at: .now))
        try await expectAccepted(
            [
                logged(run), logged(mistake, "Rowing", .strength, minutes: 1440), turned(.trainingDeleted, mistake),
                turned(.trainingDeleted, run), turned(.trainingRestored, run),
            ], by: self.student(student))
    }

    private func fillRoster(_ students: [Identifier]) async throws {
        let (member, guest) = (Identifier.make(at: .now), Identifier.make(at: .now))
        func named(_ kind: Kind, _ person: Identifier, _ fields: [String: FieldValue] = [:]) -> PostedEntry {
            entry(kind, fields.merging(["person": .text(person.text)]) { first, _ in first })
        }
        let new = Identifier.make(at: .now)
        try await expectAccepted([
            entry(.studentTypeSaved, ["type": .text(member.text), "name": .text("Member")]),
            entry(.studentTypeSaved, ["type": .text(guest.text), "name": .text("Guest")]),
            named(.personEdited, students[1], ["type": .text(member.text), "github": .text("octo-two")]),
            named(.personEdited, students[2], ["firstName": .text("Zo\u{EB}"), "type": .text(guest.text)]),
            entry(.studentTypeDeleted, ["type": .text(guest.text)]),
            named(.personPictured, students[0], ["data": .text(Data(tinyPNG).base64EncodedString())]),
            named(.personPictured, students[1], ["data": .text(Data(tinyJPEG).base64EncodedString())]),
            named(.personPictured, students[2], ["picture": .text(sha256(tinyPNG))]),
            added(new, "First", "Last", id: "00000000"),
            named(.personNumbered, new, ["studentID": .text("20000000")]),
            registered(.make(at: .now)), named(.personDeactivated, students[3]), named(.personDeactivated, students[4]),
            named(.personActivated, students[4]),
        ])
    }

    private func fillClass(
        _ day: Int, from begin: Instant, at venue: Identifier, _ students: [Identifier]
    ) async throws {
        func minute(_ number: Int64) -> Instant { begin.adding(milliseconds: number * 60_000) }
        let session = try await startClass(at: begin, venue: venue)
        var entries = students.dropFirst(day % 3).map { mark(.attendanceMarked, session, $0, at: minute(2)) }
        entries += [
            mark(.attendanceCleared, session, students[5], at: minute(3)),
            step(.classPaused, session, at: minute(20)), step(.classResumed, session, at: minute(25)),
            step(.classSaved, session, at: minute(60)),
        ]
        if day >= 4 { entries.append(step(.classDeleted, session, at: minute(61))) }
        if day == 5 { entries.append(step(.classRestored, session, at: minute(61))) }
        try await expectAccepted(entries)
    }

    private func fillSignIns(_ students: [Identifier]) async throws {
        for student in students.prefix(3) {
            let code = try await store.makeSignInCode(for: student, replacing: false)
            _ = try await store.signIn(with: code)
        }
        _ = try await store.makeSignInCode(for: students[0], replacing: true)
        _ = try await store.makeToken(for: instructor)
        for name in ["Watch", "Ring"] { _ = try await store.makeWatchLink(for: students[1], named: name) }
        try await store.revokeWatchLink(store.watchLinks(of: students[1])[0].id, of: students[1])
    }

    /// Who is near a class to come, who does not want to be told, and who is told where.
    private func fillNotifications(_ students: [Identifier]) async throws {
        let hall = Self.hall.north(1)
        let venue = try await addVenue("Gym", Self.hall)
        let course = try await addCourse("Stretching", at: venue)
        try await enrol([students[0]], in: course)
        let session = try await schedule(course, at: .now)
        let here: [String: FieldValue] = [
            "class": .text(session.text), "latitude": .number(hall.latitude), "longitude": .number(hall.longitude),
            "accuracy": .number(8), "age": .number(0),
        ]
        let unwanted = ["topic": FieldValue.text("changes"), "wanted": .flag(false)]
        try await expectAccepted(
            [entry(.deviceNearby, here), entry(.notificationsChosen, unwanted)], by: student(students[0]))
        let subscription = PushSubscription(
            endpoint: "https://push.example/1", publicKey: [4], auth: [1], site: "https://shala.example")
        let code = try await store.makeSignInCode(for: students[0], replacing: false)
        let token = try #require(try await store.signIn(with: code))
        try await store.subscribe(subscription, students[0], by: token)
    }

    var path: String { place.folder.appendingPathComponent("book.sqlite").path }

    func diagnosis() async throws -> Diagnosis {
        try await Doctor(database: store.database) { _ in }.examine()
    }
}

/// What begins and ends as a JPEG does.
let tinyJPEG: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 140) + [0xFF, 0xD9]
