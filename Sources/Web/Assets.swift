import Classroom
import Crypto
import Foundation
import HTTPTypes
import Hummingbird

/// The app's own files: read once, served from memory under an address that changes when any of them does.
struct Assets: Sendable {
    private let files: [String: File]
    /// `/assets/DIGEST`
    let prefix: String

    private struct File: Sendable {
        let body: ByteBuffer
        let contentType: String
    }

    init(folder: URL) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        var files: [String: File] = [:]
        var digest = SHA256()
        for path in paths {
            guard let type = Self.types[(path as NSString).pathExtension] else { continue }
            let data = try Data(contentsOf: folder.appendingPathComponent(path))
            digest.update(data: Data(path.utf8) + data)
            files[path] = File(body: ByteBuffer(bytes: data), contentType: type)
        }
        self.files = files
        prefix = "/assets/" + digest.finalize().prefix(8).map { String(format: "%02x", $0) }.joined()
    }

    func addRoutes(to router: some RouterMethods<ShalaContext>) {
        router.get("assets/**") { _, context in
            let path = context.parameters.getCatchAll().joined(separator: "/")
            let own = String(prefix.dropFirst("/assets/".count)) + "/"
            return path.hasPrefix(own)
                ? try answer(String(path.dropFirst(own.count)), cache: "public, max-age=31536000, immutable")
                : try answer(path, cache: "public, max-age=300")
        }
        router.get("manifest.webmanifest") { _, _ in try answer("manifest.webmanifest", cache: "public, max-age=300") }
        router.get("favicon.ico") { _, _ in try answer("favicon.svg", cache: "public, max-age=300") }
    }

    private func answer(_ path: String, cache: String) throws -> Response {
        guard let file = files[path] else { throw Problem.notFound }
        return Response(contentType: file.contentType, body: file.body, headers: [.cacheControl: cache])
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "webmanifest": "application/manifest+json", "txt": "text/plain; charset=utf-8",
    ]
}
