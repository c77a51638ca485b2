import Classroom
import Foundation
import Testing

@testable import Pages
@testable import Web

/// Calls of a device's book with what came of them, in the order in which they were made.
///
/// The page's build of the same source is to answer alike: `Tests/browser/test_module_pages.py` has them kept and repeats them.
final class DeviceCalls {
    private let file: FileHandle
    private let templates: Templates

    /// `nil` unless the calls are to be kept, in the folder that `SHALA_DEVICE_CALLS` names.
    ///
    /// - Parameter name: of the file, which is not there yet.
    init?(keptAs name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["SHALA_DEVICE_CALLS"] else { return nil }
        let place = URL(fileURLWithPath: folder).appendingPathComponent(name)
        try Data().write(to: place, options: .withoutOverwriting)
        file = try FileHandle(forWritingTo: place)
        templates = try Templates(folder: try #require(Site.templates))
    }

    /// The device takes up a copy, or an update of the one that it has.
    func take(_ copy: Model, isUpdate: Bool) throws {
        try note(isUpdate ? "renew" : "take", "\"copy\":\(String(decoding: copy.json, as: UTF8.self))")
    }

    /// The device applies entries that the copy lacks.
    ///
    /// - Parameter isAll: whether they are all, or others were applied before.
    func follow(_ entries: [PostedEntry], isAll: Bool) throws {
        let models = try entries.map { entry in
            let common = [("id", entry.id), ("kind", entry.kind), ("at", entry.at)].map { ($0, $1 ?? .null) }
            return try object(common + entry.fields.map { ($0.name, $0.value) })
        }
        try note("follow", "\"isAll\":\(isAll),\"entries\":[\(models.joined(separator: ","))]")
    }

    func respond(to address: String, _ request: DeviceRequest, with page: (any DevicePage)?) throws {
        var (answer, template): ([String], String) = ([], "")
        if let page {
            template = page.templateName
            let html = try #require(templates.render(page.templateName, page.model)).html
            answer = [page.title, page.tab ?? "", page.list ?? "", String(decoding: html, as: UTF8.self)].map(json)
        }
        let now = request.now.milliseconds
        let asked = "\"address\":\(json(address)),\"now\":\(now)"
        try note(
            "respond", asked + ",\"template\":\(json(template)),\"answer\":[\(answer.joined(separator: ","))]")
    }

    private func note(_ call: String, _ rest: String) throws {
        try file.write(contentsOf: Data("{\"call\":\"\(call)\",\(rest)}\n".utf8))
    }

    private func object(_ members: [(String, FieldValue)]) throws -> String {
        "{\(try members.map { "\(json($0)):\(try json($1))" }.joined(separator: ","))}"
    }

    private func json(_ value: FieldValue) throws -> String {
        switch value {
        case .text(let text): json(text)
        case .number(let number): String(decoding: Model.real(number).json, as: UTF8.self)
        case .flag(let flag): "\(flag)"
        case .null: "null"
        case .nested: throw Problem.invalid("value", "nested", "A field with other fields cannot be kept.")
        }
    }

    private func json(_ text: String) -> String { String(decoding: Model.text(text).json, as: UTF8.self) }
}
