import Classroom
import Foundation
import Store

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
