import Classroom
import Pages
import Store

extension SuspicionView {
    /// - Parameter students: those of the class, by identifier.
    convenience init?(_ suspicion: Suspicion, _ students: [Identifier: Attendance]) {
        guard let student = students[suspicion.student]?.student else { return nil }
        self.init(
            student,
            facts: suspicion.signs.map { sign in
                Self.words(sign) { students[$0]?.student.name.full ?? "somebody else" }
            })
    }

    /// Those worth a look among the students of a class, in their order.
    static func load(
        _ site: Site, at session: Identifier, fence: Geofence?, _ students: [Attendance]
    ) async throws -> [SuspicionView] {
        let known = Dictionary(students.map { ($0.student.id, $0) }) { first, _ in first }
        return try await site.store.signs(at: session, fence: fence, students).compactMap { SuspicionView($0, known) }
    }

    private static func words(_ sign: Sign, _ name: (Identifier) -> String) -> String {
        switch sign {
        case .sharedDevice(let others): "The same device marked \(list(others.map(name)))."
        case .staleFix(let age) where age < 0: "The position is dated in the future."
        case .staleFix(let age): "The position was \(time(age)) old."
        case .codeFromAfar(let metres): "The code was used \(metres.map { "\(Distance.words($0)) away" } ?? "outside")."
        case .jump(let venue, let metres, let time):
            "Was at \(venue), \(Distance.words(metres)) away, \(self.time(Double(time))) apart."
        case .anothersToken(let other): "The device showed the network token of \(name(other))."
        case .outsideBefore(let metres, let time):
            "Was \(metres.map { "\(Distance.words($0)) away" } ?? "outside") \(self.time(Double(time))) before."
        case .equalFix(let others): "The position is the same to the last digit as that of \(list(others.map(name)))."
        case .refusedBefore(let count): "\(count) attempts were refused."
        }
    }

    private static let mostNamed = 3

    private static func list(_ names: [String]) -> String {
        let rest = names.count - mostNamed
        let shown = names.prefix(mostNamed) + (rest > 0 ? ["\(rest) more"] : [])
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " and " + last
    }

    /// "40 seconds", "12 minutes", "5 hours".
    private static func time(_ milliseconds: Double) -> String {
        let seconds = Int64(nearest: milliseconds / 1000) ?? .max
        if seconds < 1 { return "a moment" }
        func words(_ count: Int64, _ unit: String) -> String { "\(count) \(unit)" + (count == 1 ? "" : "s") }
        if seconds < 120 { return words(seconds, "second") }
        return seconds < 7_200 ? words(seconds / 60, "minute") : words(seconds / 3_600, "hour")
    }
}
