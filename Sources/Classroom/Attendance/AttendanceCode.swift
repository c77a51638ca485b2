/// Rotating code that an instructor shows and students type: six characters of Crockford's base 32, as in "K7Q F2M".
public enum AttendanceCode {
    /// Time for which a code is shown, in milliseconds.
    public static let period: Int64 = 15_000
    /// Characters of a typed code.
    public static let length = 6
    /// Time after a scan in which the claim must come, in milliseconds.
    public static let scanTime: Int64 = 300_000
    /// Time for which a token of the local network is good, in milliseconds.
    public static let tokenTime: Int64 = 60_000

    /// Number of the code that is shown at a time.
    public static func step(at time: Instant) -> Int64 {
        let (quotient, rest) = time.milliseconds.quotientAndRemainder(dividingBy: period)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// When a step begins. Steps beyond the range of time begin at its end.
    public static func start(of step: Int64) -> Instant {
        let (product, overflow) = step.multipliedReportingOverflow(by: period)
        return Instant(milliseconds: overflow ? (step < 0 ? .min : .max) : product)
    }

    /// Canonical form of a code as typed: capitals without spaces and hyphens, O as 0, I and L as 1. `nil` if the text
    /// cannot be a code.
    public static func canonical(_ text: String) -> String? {
        var bytes: [UInt8] = []
        for byte in Array(text.utf8) where byte != 0x20 && byte != 0x2D {
            guard bytes.count < length, let character = CrockfordBase32.character(typed: byte) else { return nil }
            bytes.append(character)
        }
        return bytes.count == length ? String(utf8: bytes) : nil
    }
}

/// What a good code was.
public enum CodeProof: String, CaseIterable, Sendable {
    /// Typed, or scanned and sent late.
    case code
    /// Scanned: the server itself saw when.
    case scan

    static let words = CodeProof.allCases.map { $0.rawValue }
}

/// The server's answer to a code.
public enum CodeAnswer: Sendable, Equatable {
    case good(CodeProof)
    case bad(FieldProblem)
}

/// Evidence of a claim, as far as it is kept.
public struct ShownEvidence: Sendable {
    /// The fence's word on the fix; `nil` without a fix or without a fence.
    public let answer: Geofence.Answer?
    /// Metres from the venue; `nil` without a fix or a fence, and where it is not told.
    public let distance: Double?
    public let hasFix: Bool
    /// Answer to the code; `nil` without one.
    public let code: CodeAnswer?
    /// Whether the device has shown a good token of the local network.
    public let hasNetwork: Bool

    public init(
        answer: Geofence.Answer?, distance: Double?, hasFix: Bool, code: CodeAnswer? = nil, hasNetwork: Bool = false
    ) {
        self.answer = answer
        self.distance = distance
        self.hasFix = hasFix
        self.code = code
        self.hasNetwork = hasNetwork
    }

    /// Whether a good code was shown.
    public var hasCode: Bool {
        if case .good? = code { true } else { false }
    }

    var withoutCode: ShownEvidence {
        ShownEvidence(answer: answer, distance: distance, hasFix: hasFix, hasNetwork: hasNetwork)
    }
}
