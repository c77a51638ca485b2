@testable import Store

extension Damage {
    private static func first(_ kind: String) -> String { "(SELECT MIN(sequence) FROM entry WHERE kind = '\(kind)')" }

    /// Courses, who takes them, and what their students say.
    static let courses = [
        Damage(
            "a course of another name", "UPDATE course SET title = 'Samba' WHERE title = 'Tango'",
            expect: ["In the table course, id ", "title is Samba, and by the journal Tango."], count: 1),
        Damage(
            "a course that allows worse fixes", "UPDATE course SET accuracy = 100 WHERE title = 'Tango'",
            expect: ["accuracy is 100", "and by the journal 50"], count: 1),
        Damage(
            "an instructor gone from a course",
            "DELETE FROM course_instructor WHERE person = (SELECT id FROM person WHERE first_name = 'Ana')",
            expect: ["In the table course_instructor, course ", "follows from the journal and is missing."], count: 1),
        Damage(
            "a student let in by nobody", "UPDATE enrolment SET state = 'accepted' WHERE state = 'requested'",
            expect: ["In the table enrolment, course ", "state is accepted, and by the journal requested."], count: 1),
        Damage(
            "an enrolment gone", "DELETE FROM enrolment WHERE state = 'declined'",
            expect: ["In the table enrolment, course ", "follows from the journal and is missing."], count: 1),
        Damage(
            "a class at another time", "UPDATE class SET planned_at = planned_at + 60000 WHERE minutes = 90",
            expect: ["In the table class, id ", "planned_at is "], count: 1),
        Damage(
            "a class called off", "UPDATE class SET phase = 'cancelled' WHERE minutes = 90",
            expect: ["phase is cancelled, and by the journal scheduled."], count: 1),
        Damage(
            "a fence moved",
            "UPDATE class SET fence_latitude = 47.3687 WHERE course IS NOT NULL AND phase = 'saved' AND fence_latitude IS NOT NULL",
            expect: ["fence_latitude is 47.3687, and by the journal 47.3686."], count: 1),
        Damage(
            "a claim in doubt let in",
            "UPDATE mark SET is_present = 1, doubt = NULL WHERE doubt = 'late'",
            expect: ["is_present is 1, and by the journal 0.", "doubt is nothing, and by the journal late."], count: 2),
        Damage(
            "a claim from nearer", "UPDATE mark SET distance = 15 WHERE accuracy = 60",
            expect: ["distance is 15, and by the journal 0."], count: 1),
        Damage(
            "a claim’s answer altered",
            "UPDATE entry SET fields = replace(fields, 'borderline', 'inside') WHERE kind = 'attendance.claimed'",
            expect: ["doubt is borderline, and by the journal nothing."]),
        Damage(
            "a claim that keeps a place",
            "UPDATE entry SET fields = replace(fields, '{', '{\"latitude\":47.3686,') "
                + "WHERE sequence = \(first("attendance.claimed"))",
            expect: ["(attendance.claimed) cannot be read: latitude: There is no such field."]),
        Damage(
            "the course of an entry altered",
            "UPDATE entry SET course = NULL WHERE sequence = \(first("enrolment.requested"))",
            expect: ["(enrolment.requested) cannot be read: course: This is required."], count: 2),
        Damage(
            "a course deleted", "DELETE FROM course WHERE title = 'Tango'",
            expect: [
                "In the table course, id ", "In the table enrolment, course ", "and there is no such course.",
            ], breaksReferences: true),
    ]
}
