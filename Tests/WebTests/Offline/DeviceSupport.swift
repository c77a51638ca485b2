import Classroom
import Foundation
import Store
import Support
import Testing

@testable import Pages
@testable import Web

extension DeviceHost {
    /// What a device's page knows, by Foundation.
    static let here = DeviceHost(
        fold: { StudentType.key($0) }, words: { FoldedWords.split($0) }, initials: { $0.initials }
    ) { zone, seconds in
        (TimeZone(identifier: zone) ?? .gmt).secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
}

extension DeviceRequest {
    init(_ address: String) {
        let parts = URLComponents(string: address)
        let query = parts?.queryItems?.map { (name: $0.name, value: CopyValue.text($0.value ?? "")) } ?? []
        self.init(path: parts?.path ?? "", query: .object(query), now: .now, isLost: true, isLatest: true)
    }
}

/// Copy that is brought up to date in parts, as a device does that has one already.
struct TakenCopy {
    /// As of which entry it is; `nil` if there is none.
    private(set) var sequence: Int64?
    private var book: DeviceBook?
    /// How often only a part was needed.
    private(set) var updates = 0

    mutating func update(with fresh: CopyValue, at sequence: Int64) throws -> DeviceBook {
        let isUpdate = fresh.flag("isUpdate")
        if isUpdate { updates += 1 }
        book = isUpdate ? book?.updated(by: fresh) : DeviceBook(fresh, host: .here)
        self.sequence = sequence
        return try #require(book)
    }
}

extension TestSite {
    /// What a device of somebody takes along.
    ///
    /// - Parameter since: the entry as of which it has a copy.
    func copy(
        for id: Identifier, _ token: SignInToken, since: Int64?, mostMarks: Int64 = 12_000
    ) async throws -> Model {
        let person = try await book.store.person(id)
        let signedIn = SignedIn(person: person, token: token, sequence: 0)
        let further = try await site.furtherCourses(for: person)
        if person.role == .student {
            let copy = try await book.store.offlineCopy(ofStudent: person, since: since)
            let log = copy.mayChangeLog ? try await book.store.offlineLog(of: id) : nil
            return StudentOfflinePage(
                copy, further, log, signedIn, timeZone: site.calendar.timeZone, pause: 3_000
            ).model
        }
        let copy = try await book.store.offlineCopy(for: id, since: since, mostMarks: mostMarks)
        let suspicions = try await site.suspicions(at: copy.classes)
        let log = copy.mayChangeLog ? try await book.store.offlineLog(of: id) : nil
        return OfflinePage(copy, further, log, signedIn, site.school, suspicions: suspicions).model
    }

    /// Expects of a page that a device has made that it says what the server's says.
    ///
    /// - Parameter what: what has happened, to be told with a difference.
    /// - Returns: the server's page; `nil` if there is none.
    func expectSame(
        _ address: String, as made: (any DevicePage)?, for token: String, after what: @autoclosure () -> String
    ) async throws -> [String: Any]? {
        let response = try await get(address, as: token)
        let servers = try response.object()
        guard response.status == .ok else {
            guard let made else { return nil }
            #expect(made.templateName == ProblemPage.template, "\(address) is only on the device: \(response.status)")
            let devices = try Self.object(made)
            for name in ["status", "title", "detail"] {
                #expect("\(servers[name] ?? "")" == "\(devices[name] ?? "")", "\(address)")
            }
            return nil
        }
        let own = try Self.object(try #require(made, "\(address) is not on the device"))
        #expect(
            JSONText.sorted(servers, without: Self.apart) == JSONText.sorted(own, without: Self.apart),
            "\(address) after \(what())")
        return servers
    }

    private static func object(_ page: any DevicePage) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(page.model.json)) as? [String: Any])
    }

    /// What only the server knows, what depends on the moment, and where its lists go on.
    private static let apart: Set<String> = [
        "codesText", "hasCodes", "hasKeys", "signInCodes", "registration", "numbering", "more", "durationText",
        "merged", "leftText", "printedText", "moreComing", "morePast",
    ]
}

extension JSONText {
    /// JSON with sorted names, without some members.
    static func sorted(_ value: Any, without apart: Set<String> = []) -> String {
        switch value {
        case let object as [String: Any]:
            let members = object.filter { !apart.contains($0.key) }.sorted { $0.key < $1.key }
            return "{" + members.map { "\($0.key): \(sorted($0.value, without: apart))" }.joined(separator: ", ") + "}"
        case let list as [Any]: return "[" + list.map { sorted($0, without: apart) }.joined(separator: ", ") + "]"
        default: return "\(value)"
        }
    }
}

extension CopyValue {
    /// As JSON has it, which leaves out what is null.
    init(_ model: Model) {
        switch model {
        case .null: self = .null
        case .flag(let flag): self = .flag(flag)
        case .whole(let number): self = .number(Double(number))
        case .real(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .list(let elements): self = .list(elements.map { CopyValue($0) })
        case .object(let members):
            self = .object(
                members.compactMap { member in
                    if case .null = member.value { return nil }
                    return (member.name.text, CopyValue(member.value))
                })
        }
    }
}

/// The same numbers for the same seed (Steele, Lea and Flood 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
