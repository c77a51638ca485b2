import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import Store

/// What a watch sends: where it is, and the code for a class that wants one.
struct WatchClaim: Sendable {
    /// Fix; `nil` without a position.
    let fix: Fix?
    private let code: String?
    /// Length of the body.
    let bytes: Int

    private static let mostBytes = 16 * 1024

    static func read(_ request: Request) async throws -> WatchClaim {
        let body = try await request.body.collect(upTo: mostBytes)
        let members: [String: FieldValue]
        do {
            switch (request.headers[.contentType] ?? "").lowercased().prefix(while: { $0 != ";" }) {
            case "application/json":
                let read = try body.withUnsafeReadableBytes(EntryJSON.members)
                members = Dictionary(read.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
            case "application/x-www-form-urlencoded":
                members = try URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body))
                    .mapValues { .text($0) }
            default: throw Problem.invalid("body", "contentType", "Send JSON: in Shortcuts, set Request Body to JSON.")
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem.invalid("body", "unreadable", "This could not be read as \(Self.example).")
        }
        return try WatchClaim(members, bytes: body.readableBytes)
    }

    private static let example = #"{"latitude": 47.37, "longitude": 8.54}"#

    init(_ members: [String: FieldValue], bytes: Int) throws {
        var reader = FieldReader(try Self.fields(members))
        let latitude = reader.number("latitude", -90...90)
        let longitude = reader.number("longitude", -180...180)
        let accuracy = reader.number("accuracy", 0...1e8) ?? Fix.assumedAccuracy
        let age = reader.number("age", -1e12...1e12) ?? 0
        let code = reader.optionalText("code", most: 64) ?? ""
        reader.finish()
        if reader.problems.isEmpty, latitude == nil || longitude == nil {
            let isPosition = latitude != nil || longitude != nil
            if isPosition || code.isEmpty {
                reader.note(
                    latitude == nil ? "latitude" : "longitude", "required", "Send a latitude and a longitude.")
            }
        }
        guard reader.problems.isEmpty else { throw Problem.invalid(reader.problems) }
        fix = latitude.flatMap { latitude in
            longitude.map { Fix(position: Position(latitude: latitude, longitude: $0), accuracy: accuracy, age: age) }
        }
        self.code = code.isEmpty ? nil : code
        self.bytes = bytes
    }

    /// Fields of the entry, as the app itself would send them.
    func fields(in session: Identifier) -> [Field] {
        var fields = [Field("class", .text(session.text))]
        if let fix {
            fields += [
                Field("latitude", .number(fix.position.latitude)), Field("longitude", .number(fix.position.longitude)),
                Field("accuracy", .number(fix.accuracy)), Field("age", .number(fix.age)),
            ]
        }
        if let code { fields.append(Field("code", .text(code))) }
        return fields
    }

    /// Members by their names, which phones begin with a capital; empty ones are as good as absent.
    private static func fields(_ members: [String: FieldValue]) throws -> [Field] {
        var fields: [Field] = []
        for (name, value) in members {
            let name = name.trimmingCharacters(in: .whitespaces).lowercased()
            if fields.contains(where: { $0.name == name }) {
                throw Problem.invalid(name, "twice", "This is there twice.")
            }
            if case .text(let text) = value, name != "code" {
                let text = text.trimmingCharacters(in: .whitespaces)
                if !text.isEmpty { fields.append(Field(name, Self.number(text).map { .number($0) } ?? value)) }
            } else {
                fields.append(Field(name, value))
            }
        }
        return fields
    }

    /// Number as a device writes it in any language: with a decimal point or comma, and perhaps the long minus sign.
    static func number(_ text: String) -> Double? {
        let plain = text.replacingOccurrences(of: "\u{2212}", with: "-").replacingOccurrences(of: ",", with: ".")
        guard plain.utf8.count <= 40, plain.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
            let number = Double(plain), number.isFinite
        else { return nil }
        return number
    }
}
