import Classroom
import Support

@testable import Store

extension TestBook {
    /// As its instructor or somebody else sees it.
    func course(_ id: Identifier, as person: Identifier? = nil) async throws -> Course {
        try await store.course(id, for: store.person(person ?? instructor))
    }

    /// By the names that entries have for them.
    func facts(_ id: Identifier) async throws -> [String: String] {
        let course = try await course(id)
        return [
            "title": course.title, "description": course.description, "venue": course.venueID.text,
            "timeZone": course.timeZone, "category": course.category?.rawValue ?? "-", "survey": course.survey,
            "isOpen": String(course.isOpen), "evidence": course.policy.evidence.rawValue,
            "accuracy": String(course.policy.worstAccuracy),
        ]
    }

    func findings() async throws -> [String] {
        try await Doctor(database: store.database) { _ in }.examine().findings
    }
}
