import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// What a URL shows: HTML for people by its template, JSON for programs by its fields.
protocol Page: Encodable, Sendable {
    /// The template's name below `templates/`.
    static var template: String { get }
    var title: String { get }
    /// The address by which the tab is found that it belongs to; `nil` for its own.
    var tab: String? { get }
}

extension Page {
    var tab: String? { nil }
}

extension Request {
    /// Whether the answer should be JSON: it is asked for, and HTML is not.
    var wantsJSON: Bool {
        guard let accept = headers[.accept] else { return false }
        return accept.contains("json") && !accept.contains("text/html")
    }

    /// The query's value of that name, written as forms write it (WHATWG URL, section 5); "" where there is none.
    func query(_ name: String) -> String {
        for part in (uri.query ?? "").split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.first.map({ $0 == name }) == true, sides.count == 2 else { continue }
            let value = sides[1].replacingOccurrences(of: "+", with: " ")
            return value.removingPercentEncoding ?? value
        }
        return ""
    }
}

extension Response {
    static func json(
        _ value: some Encodable, contentType: String = "application/json; charset=utf-8"
    ) throws -> Response {
        Response(contentType: contentType, body: ByteBuffer(bytes: try encoded(value)))
    }

    static func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    static func seeOther(_ location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location])
    }

    init(contentType: String, body: ByteBuffer, headers: HTTPFields = [:]) {
        var headers = headers
        headers[.contentType] = contentType
        self.init(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }
}

/// An address with a query; empty values are left out.
func href(_ path: String, _ query: [(String, String)]) -> String {
    let parts = query.filter { !$0.1.isEmpty }.map { name, value in
        name + "=" + (value.addingPercentEncoding(withAllowedCharacters: .urlQueryValueAllowed) ?? "")
    }
    return parts.isEmpty ? path : path + "?" + parts.joined(separator: "&")
}
