import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Pages

extension Request {
    /// Whether the client asks for JSON and not for HTML.
    var wantsJSON: Bool {
        guard let accept = headers[.accept] else { return false }
        return accept.contains("json") && !accept.contains("text/html")
    }

    /// Whether the client asks for plain words.
    var wantsPlainText: Bool {
        guard let accept = headers[.accept] else { return false }
        return accept.contains("text/plain") && !accept.contains("json") && !accept.contains("text/html")
    }

    /// Whether a watch sent the request.
    var isOfWatch: Bool { method == .post && (uri.path == "/watch" || uri.path.hasPrefix("/watch/")) }

    /// Value of a query parameter, decoded as form data (WHATWG URL, section 5); "" if absent.
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
    static func json(_ value: some Encodable) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return Response(
            contentType: "application/json; charset=utf-8", body: ByteBuffer(bytes: try encoder.encode(value)))
    }

    static func plain(_ words: String) -> Response {
        Response(contentType: "text/plain; charset=utf-8", body: ByteBuffer(string: words + "\n"))
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

/// Address with a query, without values that are empty.
func href(_ path: String, _ query: [(String, String)]) -> String {
    var address = Address(path)
    for (name, value) in query { address.add(name, value) }
    return address.text
}
