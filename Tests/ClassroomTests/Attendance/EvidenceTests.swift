import Classroom
import Testing

/// What a class asks for, case by case.
@Suite struct EvidenceTests {
    private static let at = Instant(milliseconds: 1_800_000_000_000)

    /// A fix by the fence's word on it.
    enum Place: CaseIterable, Sendable { case none, inside, borderline, outside, noFence }

    private func verdict(
        _ asked: AttendancePolicy.Evidence, _ place: Place, _ code: CodeAnswer?, network: Bool = false,
        delay: Int64 = 0,
        then: Window = .open, now: Window = .open
    ) -> String {
        let answer: Geofence.Answer? =
            switch place {
            case .inside: .inside
            case .borderline: .borderline
            case .outside: .outside
            case .none, .noFence: nil
            }
        let shown = ShownEvidence(
            answer: answer, distance: answer == nil ? nil : 240, hasFix: place != .none, code: code,
            hasNetwork: network)
        let verdict = Claim.verdict(
            on: shown, asked: asked, at: Self.at, received: Self.at.adding(milliseconds: delay), then: then, now: now,
            venue: "Catalina Room")
        return switch verdict {
        case .present: "present"
        case .unconfirmed(let doubt): doubt.rawValue
        case .refused(let problem): "\(problem.field) \(problem.code)"
        }
    }

    private static let (here, away) = ("present", "position outside")
    private static let (policy, noCodes) = ("class policy", "code policy")

    /// In the order of `Place`: without a code, and with a good one.
    private static let expected: [AttendancePolicy.Evidence: (without: [String], with: [String])] = [
        .location: (
            ["noPosition", here, "borderline", away, "noFence"], Array(repeating: noCodes, count: 5)
        ),
        .code: (Array(repeating: "noCode", count: 5), Array(repeating: here, count: 5)),
        .any: (["noPosition", here, "borderline", away, "noFence"], Array(repeating: here, count: 5)),
        .all: (
            ["noPosition", "noCode", "borderline", away, "noFence"],
            ["noPosition", here, "borderline", away, "noFence"]
        ),
        .instructor: (Array(repeating: policy, count: 5), Array(repeating: policy, count: 5)),
    ]

    @Test(arguments: Array(expected.keys))
    func theTable(asked: AttendancePolicy.Evidence) throws {
        let expected = try #require(Self.expected[asked])
        for (number, place) in Place.allCases.enumerated() {
            #expect(verdict(asked, place, nil) == expected.without[number], "\(place)")
            for proof in CodeProof.allCases {
                #expect(verdict(asked, place, .good(proof)) == expected.with[number], "\(place) \(proof)")
            }
        }
    }

    /// With the local network, in the order of `Place`: without a token, and with a good one.
    private static let expectedOnNetwork: [AttendancePolicy.Evidence: (without: [String], with: [String])] = [
        .network: (Array(repeating: "noNetwork", count: 5), Array(repeating: here, count: 5)),
        .locationOrNetwork: (["noPosition", here, "borderline", away, "noFence"], Array(repeating: here, count: 5)),
        .locationAndNetwork: (
            ["noPosition", "noNetwork", "borderline", away, "noFence"],
            ["noPosition", here, "borderline", away, "noFence"]
        ),
        .codeOrNetwork: (Array(repeating: "noCode", count: 5), Array(repeating: here, count: 5)),
        .codeAndNetwork: (Array(repeating: "noCode", count: 5), Array(repeating: "noCode", count: 5)),
        .locationCodeOrNetwork: (
            ["noPosition", here, "borderline", away, "noFence"], Array(repeating: here, count: 5)
        ),
        .locationCodeAndNetwork: (
            ["noPosition", "noCode", "borderline", away, "noFence"],
            ["noPosition", "noCode", "borderline", away, "noFence"]
        ),
    ]

    @Test(arguments: Array(expectedOnNetwork.keys))
    func theTableOfTheNetwork(asked: AttendancePolicy.Evidence) throws {
        let expected = try #require(Self.expectedOnNetwork[asked])
        for (number, place) in Place.allCases.enumerated() {
            #expect(verdict(asked, place, nil) == expected.without[number], "\(place)")
            #expect(verdict(asked, place, nil, network: true) == expected.with[number], "\(place) on the network")
        }
    }

    /// All of two or three: what is missing first is said.
    @Test func allThatIsAsked() {
        #expect(verdict(.codeAndNetwork, .none, .good(.code)) == "noNetwork")
        #expect(verdict(.codeAndNetwork, .none, .good(.code), network: true) == "present")
        #expect(verdict(.locationCodeAndNetwork, .inside, .good(.code)) == "noNetwork")
        #expect(verdict(.locationCodeAndNetwork, .inside, .good(.code), network: true) == "present")
        #expect(verdict(.locationCodeAndNetwork, .outside, .good(.code), network: true) == Self.away)
    }

    /// A token goes along unasked, so where it does not count it does no harm.
    @Test(arguments: Place.allCases)
    func aTokenNobodyAskedFor(place: Place) {
        #expect(verdict(.location, place, nil, network: true) == verdict(.location, place, nil))
        #expect(verdict(.all, place, .good(.code), network: true) == verdict(.all, place, .good(.code)))
    }

    @Test(arguments: [AttendancePolicy.Evidence.code, .any, .all], Place.allCases)
    func aBadCodeIsRefusedWhereverOneIs(asked: AttendancePolicy.Evidence, place: Place) {
        let bad = CodeAnswer.bad(FieldProblem("code", "wrong", "This code is wrong."))
        #expect(verdict(asked, place, bad) == "code wrong")
        // Whether there is a class to be in comes first: it tells nothing of the code.
        #expect(verdict(asked, place, bad, then: .notYet, now: .notYet) == "class notYet")
        #expect(verdict(asked, place, bad, then: .over, now: .over) == "class over")
    }

    /// A typed code that arrives late waits; a scan was seen by the server itself.
    @Test func whatComesLate() {
        #expect(verdict(.code, .none, .good(.code), delay: 120_000) == "present")
        #expect(verdict(.code, .none, .good(.code), delay: 120_001) == "late")
        #expect(verdict(.code, .none, .good(.scan), delay: 299_000) == "present")
        // Attendance was closed, or the class over, by the time of signing in.
        #expect(verdict(.code, .none, .good(.code), delay: 11_000, now: .closed) == "late")
        for now in Window.allCases {
            #expect(verdict(.code, .none, .good(.scan), delay: 200_000, now: now) == "present")
        }
        #expect(verdict(.code, .none, .good(.scan), delay: 200_000, then: .closed, now: .closed) == "class closed")
        #expect(verdict(.code, .none, .good(.code), delay: 200_000, then: .notYet, now: .notYet) == "early")
    }

    @Test func whatCounts() {
        #expect(
            Set(AttendancePolicy.Evidence.allCases)
                == Set(Self.expected.keys).union(Self.expectedOnNetwork.keys))
        #expect(
            AttendancePolicy.Evidence.allCases.filter(\.needsCode)
                == [.code, .all, .codeAndNetwork, .locationCodeAndNetwork])
    }
}

@Suite struct AttendanceCodeTests {
    @Test(
        arguments: [
            ("K7QF2M", "K7QF2M"), ("k7q f2m", "K7QF2M"), (" K7Q-F2M ", "K7QF2M"), ("oOiIlL", "001111"),
            ("K7QF2", nil), ("K7QF2M9", nil), ("K7QF2U", nil), ("K7Q_F2", nil), ("K7QF2É", nil), ("", nil),
        ] as [(String, String?)])
    func isTypedInAnyCase(text: String, expected: String?) {
        #expect(AttendanceCode.canonical(text) == expected)
    }

    @Test(arguments: [(0, 0), (14_999, 0), (15_000, 1), (-1, -1), (-15_000, -1), (-15_001, -2)] as [(Int64, Int64)])
    func changesEveryFifteenSeconds(time: Int64, step: Int64) {
        #expect(AttendanceCode.step(at: Instant(milliseconds: time)) == step)
    }

    @Test func noTimeIsTooFar() {
        for time in [Int64.min, Int64.max] {
            let start = AttendanceCode.start(of: AttendanceCode.step(at: Instant(milliseconds: time)))
            #expect(start.milliseconds.distance(to: time).magnitude <= 15_000)
        }
        #expect(AttendanceCode.start(of: .max).milliseconds == .max)
        #expect(AttendanceCode.start(of: .min).milliseconds == .min)
    }

    private func problems(_ fields: [String: FieldValue]) -> [String] {
        var reader = FieldReader(
            [Field("class", .text("01a1fd20-1a2b-7001-8000-5ca1ab1e0001"))] + fields.map { Field($0.key, $0.value) })
        _ = Kind.attendanceClaimed.read(&reader)
        return reader.problems.map { "\($0.field) \($0.code)" }
    }

    @Test func whatADeviceMaySend() {
        #expect(problems(["code": .text("K7Q F2M")]) == [])
        #expect(problems(["ticket": .text("1795247509000-ABC")]) == [])
        #expect(problems(["code": .text("")]) == [])
        #expect(problems(["code": .text("K7Q")]) == ["code format"])
        #expect(problems(["code": .number(7)]) == ["code type"])
        #expect(problems(["code": .text("K7Q F2M"), "ticket": .text("x")]) == ["ticket both"])
        #expect(problems(["ticket": .text(String(repeating: "x", count: 65))]) == ["ticket tooLong"])
        #expect(problems(["token": .text("1795247509000/x/ABC"), "code": .text("K7Q F2M")]) == [])
        #expect(problems(["token": .text(String(repeating: "x", count: 101))]) == ["token tooLong"])
        // What the journal keeps is the server's to say.
        #expect(problems(["proof": .text("code")]) == ["proof unknown"])
        #expect(problems(["asked": .text("any")]) == ["asked unknown"])
        #expect(problems(["network": .flag(true)]) == ["network unknown"])
        #expect(problems(["print": .number(1)]) == ["print unknown"])
    }
}
