import Classroom
import Foundation
import Store

/// Course of the demo, with three past classes and some to come.
struct DemoCourse {
    let id = Identifier.make(at: .now)
    let title: String
    let description: String
    let category: String
    let isOpen: Bool
    /// Weekday in the studio's time zone; Sunday is 1.
    let weekday: Int
    let hour: Int
    let survey: String

    static let all = [
        DemoCourse(
            title: "Morning Vinyasa", description: "An hour of flow for the whole week. Mats are there.",
            category: "mobility", isOpen: false, weekday: 3, hour: 7, survey: "https://example.org/survey"),
        DemoCourse(
            title: "Strength Bootcamp", description: "Kettlebells and sprints, whatever the weather.",
            category: "strength", isOpen: true, weekday: 5, hour: 18, survey: ""),
    ]

    /// Questions at the last class of each course.
    static let questions = [
        [
            "Is it all right to skip the headstand?", "Why do my wrists hurt in the plank?",
            "Which mat do you like best?",
        ],
        ["How heavy should my first kettlebell be?"],
    ]

    /// - Parameter number: number of the course, which varies its students.
    func entries(
        at venue: Identifier, students: [Identifier], number: Int, in zone: TimeZone, now: Instant,
        entry: (Kind, Instant, [String: FieldValue]) -> PostedEntry
    ) -> [PostedEntry] {
        let enrolled = students.prefix(students.count - 2).enumerated().filter { $0.offset % 4 != number + 1 }.map(
            \.element)
        let (course, starts) = (FieldValue.text(id.text), starts(in: zone, now))
        // The classes that were count for those who were there, and not.
        let since = FieldValue.text(min(starts.first ?? now, now).text)
        var entries = [
            entry(
                .courseCreated, now,
                [
                    "course": course, "title": .text(title), "description": .text(description),
                    "venue": .text(venue.text), "timeZone": .text(zone.identifier),
                    "category": .text(category), "isOpen": .flag(isOpen), "survey": .text(survey),
                ])
        ]
        entries += enrolled.map {
            entry(.enrolmentAccepted, now, ["course": course, "person": .text($0.text), "since": since])
        }
        for (week, start) in starts.enumerated() {
            let session = FieldValue.text(Identifier.make(at: now).text)
            entries.append(
                entry(
                    .classScheduled, min(start, now),
                    ["class": session, "course": course, "start": .text(start.text), "minutes": .number(60)]))
            guard start < now else { continue }
            entries.append(entry(.classStarted, start, ["class": session, "venue": .text(venue.text)]))
            entries += enrolled.enumerated().filter { ($0.offset + week) % 4 != 0 }.map {
                entry(.attendanceMarked, start, ["class": session, "person": .text($0.element.text)])
            }
            entries.append(entry(.classSaved, start.adding(milliseconds: 3_600_000), ["class": session]))
        }
        return entries
    }

    private func starts(in zone: TimeZone, _ now: Instant) -> [Instant] {
        let today = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let wanted = DateComponents(hour: hour, minute: 0, weekday: weekday)
        guard let next = calendar.nextDate(after: today, matching: wanted, matchingPolicy: .nextTime) else { return [] }
        return (-3..<5).compactMap { calendar.date(byAdding: .day, value: 7 * $0, to: next) }
            .map { Instant(milliseconds: Int64(nearest: $0.timeIntervalSince1970 * 1000) ?? 0) }
    }
}
