import Classroom
import Crypto
import Foundation

/// Rotating codes of classes, tickets for their scans, and tokens of the local network. They are derived from a secret,
/// the class and the time, so that nothing is stored and every server of a book knows them.
public struct AttendanceCodes: Sendable {
    private let secret: SymmetricKey

    init(_ key: SignInKey) {
        secret = key.secret(for: "attendance codes")
    }

    /// Code to type, of 30 bits, without spaces.
    func typed(_ step: Int64, of session: Identifier) -> String {
        mark("typed", session, step, AttendanceCode.length)
    }

    /// Code in the link that the QR code holds, of 80 bits: too long to be guessed.
    func linked(_ step: Int64, of session: Identifier) -> String {
        mark("linked", session, step, 16)
    }

    /// By how much the clock of the instructor's screen may be fast, in milliseconds: the page leaves such a difference
    /// uncorrected (js/signal/clock.js).
    static let leeway: Int64 = 2_000

    /// Whether a link's code is shown at a time, or was in the step before.
    func isShown(link: String, of session: Identifier, at time: Instant) -> Bool {
        steps(at: time).contains { Self.isSame(linked($0, of: session), link) }
    }

    /// Whether a typed code is shown at a time, or was in the step before.
    func isShown(typed: String, of session: Identifier, at time: Instant) -> Bool {
        steps(at: time).contains { Self.isSame(self.typed($0, of: session), typed) }
    }

    /// Whether a typed code was shown in the five minutes before a time.
    func wasShown(typed: String, of session: Identifier, before time: Instant) -> Bool {
        let now = AttendanceCode.step(at: time)
        return (now - 20...now).contains { Self.isSame(self.typed($0, of: session), typed) }
    }

    /// Ticket that proves a scan: the time of its arrival, and 130 bits of a signature over that and the class.
    func ticket(for session: Identifier, at arrival: Instant) -> String {
        "\(arrival.milliseconds)-\(mark("ticket", session, arrival.milliseconds, 26))"
    }

    /// When the scan arrived for which a ticket was given; `nil` if the ticket is not of this class.
    func arrival(_ ticket: String, for session: Identifier) -> Instant? {
        guard let text = ticket.split(separator: "-").first, let milliseconds = Int64(text) else { return nil }
        let arrival = Instant(milliseconds: milliseconds)
        return Self.isSame(self.ticket(for: session, at: arrival), ticket) ? arrival : nil
    }

    /// Token for one student at one class: the time of its issue, the student, and 130 bits of a signature.
    func token(for student: Identifier, at session: Identifier, issued: Instant) -> String {
        let mark = mark("token \(student.text)", session, issued.milliseconds, 26)
        return "\(issued.milliseconds)/\(student.text)/\(mark)"
    }

    /// For whom and when a token was issued; `nil` if it is not of this class.
    func issue(_ token: String, at session: Identifier) -> (student: Identifier, at: Instant)? {
        let parts = token.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let milliseconds = Int64(parts[0]), let student = Identifier(String(parts[1])) else {
            return nil
        }
        let issued = Instant(milliseconds: milliseconds)
        return Self.isSame(self.token(for: student, at: session, issued: issued), token) ? (student, issued) : nil
    }

    /// Print of a fix, of 51 bits: equal for fixes that are equal to the last digit, at any class.
    func print(of fix: Fix) -> Double {
        var message = Data("fix ".utf8)
        for number in [fix.position.latitude, fix.position.longitude, fix.accuracy] {
            withUnsafeBytes(of: number.bitPattern.bigEndian) { message.append(contentsOf: $0) }
        }
        let bytes = HMAC<SHA256>.authenticationCode(for: message, using: secret)
        return Double(bytes.prefix(7).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 5)
    }

    private func steps(at time: Instant) -> [Int64] {
        let now = AttendanceCode.step(at: time)
        let soon = AttendanceCode.step(at: time.adding(milliseconds: Self.leeway))
        return [now, now - 1] + (soon == now ? [] : [soon])
    }

    /// Characters of Crockford's base 32, five bits each.
    private func mark(_ purpose: String, _ session: Identifier, _ number: Int64, _ length: Int) -> String {
        let text = "\(purpose) \(session.text) \(number)"
        let bytes = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: secret)
        return String(decoding: bytes.prefix(length).map(CrockfordBase32.character(_:)), as: UTF8.self)
    }

    /// Compares in a time that does not tell where texts differ.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        return one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Rotating code as it is shown during one step.
public struct ShownCode: Sendable {
    /// Code to type.
    public let typed: String
    /// Code in the link.
    public let linked: String
    public let from: Instant
    public let until: Instant
}

/// Scan of a link with a good code.
public struct Scan: Sendable {
    public let ticket: String
    /// Until when a claim with the ticket counts from the scan.
    public let ends: Instant
}

extension Store {
    /// Codes of a class, as they are shown from now on.
    public func codes(of session: Identifier, count: Int, now: Instant = .now) throws -> [ShownCode] {
        let codes = AttendanceCodes(try key())
        let first = AttendanceCode.step(at: now)
        return (0..<Int64(count)).map { first + $0 }.map { step in
            ShownCode(
                typed: codes.typed(step, of: session), linked: codes.linked(step, of: session),
                from: AttendanceCode.start(of: step), until: AttendanceCode.start(of: step + 1))
        }
    }

    /// Ticket for a scan that arrives now; `nil` if the link's code is not good, or no longer.
    public func scan(_ linked: String, of session: Identifier, now: Instant = .now) throws -> Scan? {
        let codes = AttendanceCodes(try key())
        guard codes.isShown(link: linked, of: session, at: now) else { return nil }
        return Scan(
            ticket: codes.ticket(for: session, at: now), ends: now.adding(milliseconds: AttendanceCode.scanTime))
    }
}
