import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// Whole classes that several devices were at, with and without signal, by clocks that are wrong: in whatever order the
/// devices come back, the class and its marks are the same.
@Suite struct ArrivalOrderTests {
    /// An entry, made in a minute of the class.
    private struct Doing {
        let kind: Kind
        let minute: Double
        var student = 0
        var metres: Double?
    }

    private struct Device {
        /// The student's number; `nil` for the instructor's.
        var student: Int?
        let fast: Int64
        let isOnline: Bool
        var doings: [Doing] = []
    }

    private static let students = 4
    private static let clocks: [Int64] = [0, 0, 7, -7, 180, -180, 1440, -1440].map { $0 * 60_000 }

    @Test(arguments: Engine.allCases)
    func theOrderOfReturnDoesNotMatter(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(
            book, students: Self.students, start: Instant.now.adding(milliseconds: -300 * 86_400_000))
        try await book.expectAccepted([book.step(.classSaved, one.session)])
        var states: Set<String> = []
        for seed in 0..<60 {
            var chance = Chance(seed: UInt64(seed))
            let devices = Self.devices(&chance)
            let away = devices.filter { !$0.isOnline }
            var found: [String] = []
            for order in 0..<3 {
                let replay = Replay(one: one, base: one.at(Double(seed * 3 + order + 1) * 720))
                // The instructor's second device knows of the class from the first.
                var returns = order == 0 ? away : away.shuffled(using: &chance)
                if order == 1 { returns = away.reversed() }
                returns = Self.startFirst(returns)
                found.append(try await replay.run(online: devices.filter(\.isOnline), returns))
            }
            #expect(Set(found).count == 1, "\(seed): \(found) \(devices)")
            let words = found[0].split(separator: ";", omittingEmptySubsequences: false)
            states.formUnion(words.map { String($0.prefix { $0 != "@" }) })
        }
        // What the histories lead to.
        let doubts = ["late", "early", "closed", "cleared", "borderline", "noPosition"].map { "unconfirmed \($0)" }
        #expect(states.isSuperset(of: doubts + ["present", "absent", ""]), "\(states)")
        #expect(try await book.findings() == [])
    }

    /// The second device of the instructor comes after the first, with which the class begins.
    private static func startFirst(_ devices: [Device]) -> [Device] {
        guard let first = devices.firstIndex(where: { $0.doings.contains { $0.kind == .classStarted } }) else {
            return devices
        }
        let early = devices[..<first].filter { $0.student == nil }
        return devices[..<first].filter { $0.student != nil } + [devices[first]] + early + devices[(first + 1)...]
    }

    private static func devices(_ chance: inout Chance) -> [Device] {
        func device(_ student: Int?, _ chance: inout Chance) -> Device {
            Device(
                student: student, fast: clocks.randomElement(using: &chance) ?? 0,
                isOnline: Int.random(in: 0..<4, using: &chance) == 0)
        }
        var phone = device(nil, &chance)
        let start = Double.random(in: 0...10, using: &chance)
        phone.doings = [Doing(kind: .classStarted, minute: start)] + instructors(from: start, savesOften: true, &chance)
        var devices = [phone]
        if Bool.random(using: &chance) {
            var laptop = Device(student: nil, fast: clocks.randomElement(using: &chance) ?? 0, isOnline: false)
            laptop.doings = instructors(from: start, savesOften: false, &chance)
            devices.append(laptop)
        }
        for number in 0..<students {
            var own = device(number, &chance)
            for minute in minutes(from: -20, to: 110, most: 3, &chance) {
                let metres: [Double?] = [0, 0, 0, 98, nil, 400]
                own.doings.append(
                    Doing(
                        kind: .attendanceClaimed, minute: minute, metres: metres.randomElement(using: &chance) ?? nil))
            }
            devices.append(own)
        }
        return devices
    }

    /// What makes sense to the instructor, as far as the device knows.
    private static func instructors(from start: Double, savesOften: Bool, _ chance: inout Chance) -> [Doing] {
        var doings: [Doing] = []
        var isOpen = true
        for minute in minutes(from: start + 1, to: 90, most: 7, &chance) {
            switch Int.random(in: 0..<4, using: &chance) {
            case 0:
                doings.append(Doing(kind: isOpen ? .attendanceClosed : .attendanceOpened, minute: minute))
                isOpen.toggle()
            case 1, 2:
                let student = Int.random(in: 0..<students, using: &chance)
                let kind = Bool.random(using: &chance) ? Kind.attendanceMarked : .attendanceCleared
                doings.append(Doing(kind: kind, minute: minute, student: student))
            default: break
            }
        }
        if savesOften, Int.random(in: 0..<3, using: &chance) > 0 {
            doings.append(Doing(kind: .classSaved, minute: Double.random(in: 40...95, using: &chance)))
        }
        return doings.sorted { $0.minute < $1.minute }
    }

    private static func minutes(from: Double, to: Double, most: Int, _ chance: inout Chance) -> [Double] {
        (0..<Int.random(in: 0...most, using: &chance)).map { _ in Double.random(in: from...to, using: &chance) }
            .sorted()
    }

    /// One class in which all of that happens.
    private struct Replay {
        let one: TestCourse
        /// When it is planned to begin.
        let base: Instant
        let session = Identifier.make(at: .now)

        private func at(_ minute: Double) -> Instant { base.adding(milliseconds: Int64(minute * 60_000)) }

        func run(online: [Device], _ returns: [Device]) async throws -> String {
            let book = one.book
            try await book.expectAccepted([book.scheduled(session, of: one.course, at: base)])
            let live = online.flatMap { device in device.doings.map { (device, $0) } }
                .sorted { $0.1.minute < $1.1.minute }
            for (device, doing) in live { try await post([doing], of: device, come: doing.minute) }
            for (place, device) in returns.enumerated() {
                try await post(device.doings, of: device, come: 200 + Double(place))
            }
            let state = try await state()
            // The next class needs an instructor who is free.
            _ = try await book.post([book.step(.classSaved, session, at: at(300))], by: book.maker, now: at(300))
            return state
        }

        private func post(_ doings: [Doing], of device: Device, come: Double) async throws {
            let book = one.book
            let entries = doings.map { doing in
                let at = at(doing.minute).adding(milliseconds: device.fast)
                let session = FieldValue.text(session.text)
                return switch doing.kind {
                case .classStarted: book.started(self.session, at: one.venue, at: at)
                case .attendanceClaimed: book.claim(self.session, metres: doing.metres, at: at)
                case .attendanceMarked, .attendanceCleared:
                    book.mark(doing.kind, self.session, one.students[doing.student], at: at)
                default: book.entry(doing.kind, ["class": session], at: at)
                }
            }
            let clock = DeviceClock(sent: at(come).adding(milliseconds: device.fast), received: at(come))
            _ = try await book.store.append(
                entries, device: .make(at: .now),
                by: device.student.map { book.student(one.students[$0]) } ?? book.maker,
                clock: clock, now: at(come))
        }

        /// The class, and how each student stands with it, in milliseconds after it was planned to begin.
        private func state() async throws -> String {
            let row = try await one.book.store.session(session, taughtBy: one.book.instructor)
            let started = row.startedAt.milliseconds - base.milliseconds
            let list = try await one.book.store.attendance(at: row)
            let marks = one.students.map { student in
                guard let mark = list.first(where: { $0.student.id == student })?.mark else { return "" }
                let word = mark.isPresent ? "present" : mark.doubt.map { "unconfirmed \($0.rawValue)" } ?? "absent"
                let place = mark.distance.map { " \($0)" } ?? ""
                return "\(word)@\(mark.at.milliseconds - base.milliseconds)\(place) \(mark.isByInstructor)"
            }
            return (marks + ["\(row.phase)@\(started) \(row.worked) \(row.attending) \(row.isOpen)"])
                .joined(separator: ";")
        }
    }
}
