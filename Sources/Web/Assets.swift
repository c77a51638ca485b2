import Classroom
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Store

/// Static files of the app, read once and served from memory under an address that changes with their content.
struct Assets: Sendable {
    private var files: [String: File] = [:]
    private let serviceWorker: File
    /// Digest of all files.
    let version: String
    /// Common start of all addresses: `/assets/DIGEST`.
    var prefix: String { "/assets/\(version)" }

    /// File, made ready when it is first asked for: few of them are, and making them all takes longer than all else at a
    /// start.
    private final class File: @unchecked Sendable {
        let contentType: String
        let source: Data
        /// What is sent, compressed by Brotli when the program was built; `nil` if it was not.
        let brotli: Data?
        /// Makes of the source what is sent.
        private let made: @Sendable (Data) throws -> Data
        private let lock = NSLock()
        private var kept: Content?

        struct Content {
            let bytes: Data
            /// Gzipped content, if smaller.
            let compressed: [UInt8]?
        }

        init(
            _ source: Data, contentType: String, brotli: Data? = nil,
            made: @escaping @Sendable (Data) throws -> Data = { $0 }
        ) {
            (self.source, self.contentType, self.brotli, self.made) = (source, contentType, brotli, made)
        }

        /// What is sent.
        var bytes: Data {
            get throws { try made(source) }
        }

        var content: Content {
            get throws { try lock.withLock { try kept ?? make() } }
        }

        private func make() throws -> Content {
            let bytes = try bytes
            // A higher level takes twice the time for one per cent less.
            let smaller = Gzip.compressed(bytes, count: bytes.count, level: 6)
            let compressed = smaller.flatMap { $0.count < bytes.count * 9 / 10 ? $0 : nil }
            let content = Content(bytes: bytes, compressed: compressed)
            kept = content
            return content
        }
    }

    /// - Parameters:
    ///   - folder: folder of the files to serve.
    ///   - templates: folder of the page templates, which devices download as a single file, `templates.json`.
    init(folder: URL, templates: URL) throws {
        var files: [String: File] = [:]
        var contents = Dictionary(uniqueKeysWithValues: try Self.contents(of: folder))
        try Self.join(Self.stylesheet, in: &contents)
        let scripts = try JoinedScripts(contents)
        for (path, data) in contents {
            let kind = (path as NSString).pathExtension
            guard let type = Self.types[kind] else { continue }
            if scripts.has(path) {
                files[path] = File(data, contentType: type) { _ in
                    SourceText.withoutComments(try scripts.text(of: path))
                }
            } else if kind == "js" || kind == "css" {
                files[path] = File(data, contentType: type, made: SourceText.withoutComments)
            } else {
                files[path] = File(data, contentType: type, brotli: contents[path + ".br"])
            }
        }
        files["templates.json"] = File(try Self.bundle(templates), contentType: "application/json")
        guard let pushes = contents[Self.pushWorker] else { throw MissingResources() }
        files[Self.pushWorker] = nil
        files[Self.worker] = files[Self.worker].map {
            File($0.source + pushes, contentType: $0.contentType, made: SourceText.withoutComments)
        }
        var digest = SHA256()
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            digest.update(data: Data(path.utf8) + file.source)
        }
        version = hexadecimal(digest.finalize().prefix(8))
        guard let worker = files.removeValue(forKey: Self.worker) else { throw MissingResources() }
        let prefix = "/assets/\(version)"
        // Large icons are left out: the system fetches them at installation, and the app does not show them.
        var kept = files.filter { !$0.key.hasSuffix(".png") }.map { (address: "\(prefix)/\($0.key)", file: $0.value) }
        // Icons and manifest are referenced without a version by pages and lists that devices keep.
        for (address, path) in [("/assets/icons.svg", "icons.svg"), ("/manifest.webmanifest", "manifest.webmanifest")] {
            guard let file = files[path] else { throw MissingResources() }
            kept.append((address, file))
        }
        kept.sort { $0.address < $1.address }
        let binaries = kept.filter { $0.file.contentType == Self.types["wasm"] }.map(\.address)
        let texts = kept.filter { $0.file.contentType != Self.types["wasm"] }
        files[Self.texts] = File(Data(), contentType: "application/json") { _ in try Self.joined(texts) }
        serviceWorker = try Self.serviceWorker(
            worker, version: version, texts: "\(prefix)/\(Self.texts)", binaries: binaries)
        self.files = files
    }

    /// All files of text that devices keep, in one: their addresses, types and texts.
    private static let texts = "texts.json"

    private static func joined(_ files: [(address: String, file: File)]) throws -> Data {
        let rows = try files.map {
            try [$0.address, $0.file.contentType, String(decoding: $0.file.bytes, as: UTF8.self)]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return try encoder.encode(rows)
    }

    func addRoutes(to router: some RouterMethods<ShalaContext>) {
        router.get("assets/**") { request, context in
            let path = context.parameters.getCatchAll().joined(separator: "/")
            let own = String(prefix.dropFirst("/assets/".count)) + "/"
            return path.hasPrefix(own)
                ? try answer(String(path.dropFirst(own.count)), request, cache: "public, max-age=31536000, immutable")
                : try answer(path, request, cache: Self.shortly)
        }
        for (path, file) in [("manifest.webmanifest", "manifest.webmanifest"), ("favicon.ico", "favicon.svg")] {
            router.get(RouterPath(path)) { request, _ in try answer(file, request, cache: Self.shortly) }
        }
        router.get("sw.js") { request, _ in try answer(serviceWorker, request, cache: "no-cache") }
    }

    /// Whether the rules were compiled to WebAssembly for this build. Without them only the server checks forms.
    var hasRules: Bool { files["classroom.wasm"] != nil }

    private static let shortly = "public, max-age=300"

    private func answer(_ path: String, _ request: Request, cache: String) throws -> Response {
        guard let file = files[path] else { throw Problem.notFound }
        return try answer(file, request, cache: cache)
    }

    private func answer(_ file: File, _ request: Request, cache: String) throws -> Response {
        var headers: HTTPFields = [.cacheControl: cache]
        if let brotli = file.brotli, request.accepts(coding: "br") {
            headers[.contentEncoding] = "br"
            return Response(contentType: file.contentType, body: ByteBuffer(bytes: brotli), headers: headers)
        }
        let content = try file.content
        guard request.accepts(coding: "gzip"), let compressed = content.compressed else {
            return Response(contentType: file.contentType, body: ByteBuffer(bytes: content.bytes), headers: headers)
        }
        headers[.contentEncoding] = "gzip"
        return Response(contentType: file.contentType, body: ByteBuffer(bytes: compressed), headers: headers)
    }

    private static let worker = "sw.js"
    /// Part of the service worker that shows push messages.
    private static let pushWorker = "sw-push.js"

    /// Service worker with the addresses of what to cache inserted.
    private static func serviceWorker(
        _ file: File, version: String, texts: String, binaries: [String]
    ) throws -> File {
        let list = try JSONEncoder().encode(binaries)
        let head = """
            const VERSION = '\(version)';
            const TEXTS = '\(texts)';
            const BINARIES = \(String(decoding: list, as: UTF8.self));

            """
        return File(
            Data(head.utf8) + file.source, contentType: file.contentType, made: SourceText.withoutComments)
    }

    private static let stylesheet = "css/app.css"

    /// Inlines the files that a style sheet imports, each in its layer: a single file compresses better than thirty,
    /// and avoids a second round of requests.
    private static func join(_ sheet: String, in contents: inout [String: Data]) throws {
        guard let data = contents[sheet] else { throw MissingResources() }
        let folder = (sheet as NSString).deletingLastPathComponent
        var joined = ""
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("@import ") {
                // @import url("components/shell.css") layer(components);
                let words = line.split { "\"();".contains($0) }
                guard words.count == 4, words[2] == " layer",
                    let part = contents.removeValue(forKey: "\(folder)/\(words[1])")
                else { throw MissingResources() }
                joined += "@layer \(words[3]) {\n\(String(decoding: part, as: UTF8.self))}\n"
            } else {
                joined += line + "\n"
            }
        }
        contents[sheet] = Data(joined.utf8)
    }

    /// All templates by name, as JSON.
    private static func bundle(_ folder: URL) throws -> Data {
        var templates: [String: String] = [:]
        for (path, data) in try contents(of: folder) {
            templates[(path as NSString).deletingPathExtension] = String(decoding: data, as: UTF8.self)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(templates)
    }

    /// The files below a folder, by their paths in it.
    static func contents(of folder: URL) throws -> [(path: String, data: Data)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { !($0 as NSString).pathExtension.isEmpty }
            .map { ($0, try Data(contentsOf: URL(filePath: "\(folder.path)/\($0)", directoryHint: .notDirectory))) }
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "webmanifest": "application/manifest+json", "wasm": "application/wasm",
        "txt": "text/plain; charset=utf-8",
    ]
}
