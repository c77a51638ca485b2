import Foundation

/// Modules of JavaScript as they are sent: those that every page needs in one file, the others with their imports from it.
///
/// A browser asks for imported modules one level after the other, each by a request of its own, which takes long on a slow
/// line. So `js/app.js` is sent with all that it imports. Each module becomes a function that is called once and gives what
/// the module exports: `const $signal_clock = (() => { … return { now }; })();`. At their own addresses stand modules that export
/// the same from there.
///
/// The sources are read by line: an import is one line; what is exported is a function, a class or a constant, and begins its
/// line; and modules that are joined do not import each other in a circle.
struct JoinedScripts: Sendable {
    /// Module with which every page begins.
    static let entry = "js/app.js"

    private let sources: [String: Data]
    /// Paths of the joined modules, each after those that it imports.
    private let joined: [String]

    /// - Parameter contents: files by their paths; those that are no modules are left out.
    init(_ contents: [String: Data]) throws {
        sources = contents.filter { $0.key.hasPrefix("js/") && $0.key.hasSuffix(".js") }
        var graph = ScriptGraph(sources: sources)
        try graph.visit(Self.entry)
        joined = graph.order
    }

    /// Whether there is a module at a path.
    func has(_ path: String) -> Bool { sources[path] != nil }

    /// What is sent for a module.
    func text(of path: String) throws -> Data {
        let isJoined = joined.contains(path)
        let text = path == Self.entry ? try joinedText() : isJoined ? try aliasText(path) : try otherText(path)
        return Data(text.utf8)
    }

    private func joinedText() throws -> String {
        let modules = try joined.map { path in
            let (body, exports) = try parts(of: path)
            return "const \(Self.name(of: path)) = (() => {\n\(body)\nreturn { \(exports) };\n})();\n"
        }
        return modules.joined() + "export { \(joined.map(Self.name).joined(separator: ", ")) };\n"
    }

    /// A joined module at its own address.
    private func aliasText(_ path: String) throws -> String {
        let exports = try parts(of: path).exports
        return "import { \(Self.name(of: path)) } from '\(Self.entry(from: path))';\n"
            + "export const { \(exports) } = \(Self.name(of: path));\n"
    }

    /// A module that is not joined.
    private func otherText(_ path: String) throws -> String {
        try lines(of: path).map { line in
            guard let imported = try ScriptImport(line, in: path), joined.contains(imported.path) else { return line }
            let name = Self.name(of: imported.path)
            let names = imported.names.map { " const \($0) = \(name);" } ?? ""
            return "import { \(name) } from '\(Self.entry(from: path))';\(names)"
        }.joined(separator: "\n")
    }

    /// Body of the function that a joined module becomes, and the names that it exports.
    private func parts(of path: String) throws -> (body: String, exports: String) {
        var names: [Substring] = []
        let body = try lines(of: path).map { line -> Substring in
            if let imported = try ScriptImport(line, in: path) {
                return imported.names.map { "const \($0) = \(Self.name(of: imported.path));" } ?? ""
            }
            guard line.hasPrefix("export ") else { return withImportsFromEntry(line, in: path) }
            let declaration = line.dropFirst("export ".count)
            names.append(try Self.declaredName(declaration, in: path))
            return withImportsFromEntry(declaration, in: path)
        }
        return (body.joined(separator: "\n"), names.joined(separator: ", "))
    }

    private func lines(of path: String) -> [Substring] {
        SourceText.lines(sources[path] ?? Data()).map { Substring(decoding: $0, as: UTF8.self) }
    }

    /// The line with the addresses of `import('…')` as they are seen from the entry.
    private func withImportsFromEntry(_ line: Substring, in path: String) -> Substring {
        guard line.utf8.contains(UInt8(ascii: "'")), line.contains("import('.") else { return line }
        let parts = line.components(separatedBy: "import('.")
        return Substring(parts[0])
            + parts.dropFirst().map { part in
                let address = "." + part.prefix { $0 != "'" }
                let target = ScriptImport.resolved(address, from: path).dropFirst("js/".count)
                return "import('./\(target)" + part.drop { $0 != "'" }
            }.joined()
    }

    private static func declaredName(_ declaration: Substring, in path: String) throws -> Substring {
        var words = declaration.split(separator: " ", maxSplits: 3)[...]
        if words.first == "async" { words.removeFirst() }
        guard words.count > 1, ["function", "class", "const"].contains(words[words.startIndex]) else {
            throw UnreadableScript(path: path, line: declaration)
        }
        return words[words.startIndex + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Name of a module within the joined file: `$signal_take_along` for `js/signal/take-along.js`.
    private static func name(of path: String) -> String {
        let letters = path.dropFirst("js/".count).dropLast(".js".count).map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return "$" + String(letters)
    }

    /// Address of the joined file, as a module sees it.
    private static func entry(from path: String) -> String {
        let depth = path.count { $0 == "/" } - 1
        return (depth == 0 ? "./" : String(repeating: "../", count: depth)) + "app.js"
    }
}

/// Modules in an order in which each comes after those that it imports.
private struct ScriptGraph {
    let sources: [String: Data]
    private(set) var order: [String] = []
    private var open: [String] = []

    init(sources: [String: Data]) {
        self.sources = sources
    }

    mutating func visit(_ path: String) throws {
        guard !order.contains(path) else { return }
        guard let source = sources[path], !open.contains(path) else {
            throw UnreadableScript(
                path: path, line: "It is missing, or imports itself: \(open.joined(separator: ", "))")
        }
        open.append(path)
        for line in SourceText.lines(source) where line.starts(with: "import ".utf8) {
            let imported = try ScriptImport(Substring(decoding: line, as: UTF8.self), in: path)
            if let imported { try visit(imported.path) }
        }
        open.removeLast()
        order.append(path)
    }
}

/// Line by which a module imports another.
private struct ScriptImport {
    /// Path of the imported module.
    let path: String
    /// Pattern that takes the names apart, `{ now, then: later }`, or the name for all of them; `nil` if there is none.
    let names: String?

    /// - Returns: `nil` if the line is no import.
    init?(_ line: Substring, in module: String) throws {
        guard line.hasPrefix("import ") else { return nil }
        guard line.hasSuffix("';"), let quote = line.firstIndex(of: "'") else {
            throw UnreadableScript(path: module, line: line)
        }
        path = Self.resolved(line[quote...].dropFirst().dropLast(2), from: module)
        let clause = line[..<quote].dropFirst("import ".count)
        if clause.isEmpty {
            names = nil
        } else if clause.hasPrefix("* as "), clause.hasSuffix(" from ") {
            names = String(clause.dropFirst("* as ".count).dropLast(" from ".count))
        } else if clause.hasPrefix("{ "), clause.hasSuffix(" } from ") {
            names = clause.dropLast(" from ".count).replacingOccurrences(of: " as ", with: ": ")
        } else {
            throw UnreadableScript(path: module, line: line)
        }
    }

    static func resolved(_ address: some StringProtocol, from module: String) -> String {
        var folders = module.split(separator: "/").map(String.init).dropLast()
        for part in address.split(separator: "/") where part != "." {
            if part == ".." { folders = folders.dropLast() } else { folders.append(String(part)) }
        }
        return folders.joined(separator: "/")
    }
}

/// Script that does not keep to the form in which it can be joined.
struct UnreadableScript: Error {
    let path: String
    let line: Substring
}
