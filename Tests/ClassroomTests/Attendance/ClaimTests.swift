import Classroom
import Testing

typealias Window = AttendanceWindow.State

/// How a claim is judged, case by case.
@Suite struct ClaimTests {
    private static let at = Instant(milliseconds: 1_800_000_000_000)

    private func verdict(
        _ answer: Geofence.Answer? = .inside, distance: Double? = 10, hasFix: Bool = true, delay: Int64 = 0,
        then: Window = .open, now: Window = .open, evidence: AttendancePolicy.Evidence = .location,
        code: CodeAnswer? = nil
    ) -> String {
        let verdict = Claim.verdict(
            on: ShownEvidence(answer: answer, distance: distance, hasFix: hasFix, code: code), asked: evidence,
            at: Self.at, received: Self.at.adding(milliseconds: delay), then: then, now: now, venue: "Catalina Room")
        return switch verdict {
        case .present: "present"
        case .unconfirmed(let doubt): doubt.rawValue
        case .refused(let problem): "\(problem.field) \(problem.code)"
        }
    }

    private static let refused = ["notYet": "class notYet", "closed": "class closed", "over": "class over"]

    /// At once: what is open either when the claim was made or when it came lets it in. What was closed before it came
    /// leaves it to the instructor.
    @Test(arguments: Window.allCases, Window.allCases)
    func atOnce(then: Window, now: Window) {
        let expected = now == .open ? "present" : then == .open ? "late" : Self.refused[now.rawValue]
        #expect(verdict(then: then, now: now) == expected)
        #expect(verdict(delay: 10_000, then: then, now: now) == expected)
        #expect(verdict(delay: -120_000, then: then, now: now) == expected)
    }

    /// After a wait the instructor may have started the class, or opened attendance, without the server's knowing.
    @Test(arguments: Window.allCases, Window.allCases)
    func afterAWait(then: Window, now: Window) {
        let waits = ["open": "late", "notYet": "early", "closed": "closed", "over": "class over"][then.rawValue]
        let expected = now == .open ? "present" : waits
        #expect(verdict(delay: 10_001, then: then, now: now) == expected)
        #expect(verdict(delay: 120_000, then: then, now: now) == expected)
        // Late: only the device vouches for its time, so what is open by now does not count.
        #expect(verdict(delay: 120_001, then: then, now: now) == waits)
        #expect(verdict(delay: 86_400_000 * 300, then: then, now: now) == waits)
    }

    /// At once one can try again; later it may be in vain.
    @Test(arguments: Window.allCases, Window.allCases)
    func whoIsOutsideIsRefusedAtOnceAndLaterWaits(then: Window, now: Window) {
        let expected = ["open": "late", "notYet": "early", "closed": "closed", "over": "class over"][then.rawValue]
        #expect(verdict(.outside, distance: 240, delay: 120_001, then: then, now: now) == expected)
        #expect(
            verdict(.outside, distance: 240, delay: 10_001, then: then, now: now)
                == (now == .open && then != .open ? "late" : expected))
        if then == .open || now == .open {
            #expect(verdict(.outside, distance: 240, delay: 10_000, then: then, now: now) == "position outside")
        }
    }

    @Test(arguments: [
        (Geofence.Answer.inside, true, Int64(0), "present"), (.inside, true, 120_001, "late"),
        (.outside, true, 0, "position outside"), (.outside, true, 120_001, "late"),
        (.borderline, true, 0, "borderline"), (.borderline, true, 120_001, "borderline"),
        (nil, true, 0, "noFence"), (nil, true, 120_001, "noFence"), (nil, false, 0, "noPosition"),
        (nil, false, 120_001, "noPosition"),
    ])
    func theFencesWordCounts(answer: Geofence.Answer?, hasFix: Bool, delay: Int64, expected: String) {
        #expect(verdict(answer, distance: answer == nil ? nil : 240, hasFix: hasFix, delay: delay) == expected)
    }

    @Test(arguments: Window.allCases)
    func whereTheInstructorMarksNobodyElseDoes(window: Window) {
        for answer in Geofence.Answer.allCases {
            #expect(verdict(answer, then: window, now: window, evidence: .instructor) == "class policy")
        }
        #expect(verdict(nil, hasFix: false, then: window, now: window, evidence: .instructor) == "class policy")
    }

    @Test(
        arguments: [
            (240.0, "You are 240 m from Catalina Room."), (242.4, "You are 240 m from Catalina Room."),
            (1234, "You are 1.2 km from Catalina Room."), (nil, "You are outside Catalina Room."),
        ] as [(Double?, String)])
    func whoIsOutsideIsToldHowFar(distance: Double?, words: String) {
        let verdict = Claim.verdict(
            on: ShownEvidence(answer: .outside, distance: distance, hasFix: true), asked: .location, at: Self.at,
            received: Self.at, then: .open, now: .open, venue: "Catalina Room")
        #expect(verdict == .refused(FieldProblem("position", "outside", words)))
    }

    @Test func whyItIsClosedIsSaidInWords() {
        #expect(Claim.closed(.notYet).message == "Attendance is not open yet.")
        #expect(Claim.closed(.closed).message == "Attendance is closed.")
        #expect(Claim.closed(.over).message == "This class is over.")
    }
}

@Suite struct DistanceTests {
    @Test(arguments: [
        (0.0, 0.0), (2.4, 0), (2.5, 5), (7.4, 5), (7.5, 10), (242.4, 240), (242.5, 245), (-1, 2.1e7), (.nan, 2.1e7),
        (.infinity, 2.1e7), (-.infinity, 2.1e7), (2.1e7, 2.1e7), (2.2e7, 2.1e7), (20_003_931, 20_003_930),
    ])
    func isNeverKeptToTheMetre(metres: Double, expected: Double) {
        #expect(Distance.rounded(metres) == expected)
        #expect(Distance.rounded(expected) == expected)
    }

    @Test(arguments: [
        (0.0, "0 m"), (3, "5 m"), (240, "240 m"), (997.4, "995 m"), (997.5, "1.0 km"), (1000, "1.0 km"),
        (1049, "1.1 km"), (1044, "1.0 km"), (1249, "1.3 km"), (9940, "9.9 km"), (9949, "10 km"), (9_960, "10 km"),
        (35_400, "35 km"), (35_500, "36 km"), (20_003_931, "20004 km"), (.nan, "21000 km"), (-5, "21000 km"),
    ])
    func isSaidInWords(metres: Double, words: String) {
        #expect(Distance.words(metres) == words)
    }
}
