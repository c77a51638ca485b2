import Foundation

/// Reader of rosters in XML property lists (document type `PropertyList-1.0.dtd`).
///
/// Written by hand so that no file can block the server. `PropertyListSerialization` withstands deep nesting and
/// rejects entities, but takes time quadratic in a dictionary's keys if their hashes collide (6 s for 40,000), 25 times
/// the file's size in memory for empty dictionaries, and silently accepts data that is not Base64. `XMLParser` needs
/// over 15 s for 800 KB of unclosed comments; `PropertyListDecoder` overflows the stack at 20,000 nested arrays. This
/// reader handles each person in a single pass and keeps only the fields of a roster.
struct XMLPropertyList {
    private static let mostDeep = 8

    private var tokens: XMLPropertyListTokens
    private var rows = RosterRows()
    private var dictionaries = 0

    init(_ text: UTF8Text) { tokens = XMLPropertyListTokens(text.bytes) }

    func rosterRows() throws(FileError) -> RosterRows {
        var reading = self
        try reading.readDocument()
        return reading.rows
    }

    private mutating func readDocument() throws(FileError) {
        var root = try tokens.next()
        let wrapped = root == .open(.plist)
        if wrapped { root = try tokens.next() }
        switch root {
        case .open(.array): try readPeople()
        case .open(.dict): try readDictionaryOfPeople()
        case .empty(.array): break
        default: throw .notARoster
        }
        if wrapped { try expect(.close(.plist)) }
        guard try tokens.next() == .end else {
            throw tokens.malformed("something follows the end of the property list")
        }
    }

    private mutating func readDictionaryOfPeople() throws(FileError) {
        var arrays = 0
        while try key() != nil {
            let value = try tokens.next()
            switch value {
            case .open(.array), .empty(.array):
                arrays += 1
                guard arrays == 1 else { throw .notARoster }
                if value == .open(.array) { try readPeople() }
            default: _ = try self.value(value)
            }
        }
        guard arrays == 1 else { throw .notARoster }
    }

    private mutating func readPeople() throws(FileError) {
        var line = 1
        while let token = try member() {
            switch token {
            case .open(.dict), .empty(.dict):
                dictionaries += 1
                try rows.add(line, token == .open(.dict) ? try person() : [:])
            default:
                _ = try value(token)
                try rows.add(.notADictionary(line))
            }
            line += 1
        }
        guard dictionaries > 0 || line == 1 else { throw .notARoster }
    }

    private mutating func person() throws(FileError) -> [RosterField: RosterValue] {
        var values: [RosterField: RosterValue] = [:]
        while let name = try key() {
            let value = try value(try tokens.next())
            if let field = RosterField(named: name) { values[field] = value }
        }
        return values
    }

    /// Reads the next member of an array; `nil` at its end.
    private mutating func member() throws(FileError) -> XMLPropertyListTokens.Token? {
        let token = try tokens.next()
        return token == .close(.array) ? nil : token
    }

    /// Reads the next key of a dictionary; `nil` at its end.
    private mutating func key() throws(FileError) -> String? {
        switch try tokens.next() {
        case .close(.dict): return nil
        case .empty(.key): return ""
        case .open(.key): return String(decoding: try content(of: .key), as: UTF8.self)
        default: throw tokens.malformed("a <key> or </dict> is missing")
        }
    }

    private mutating func value(_ token: XMLPropertyListTokens.Token) throws(FileError) -> RosterValue {
        switch token {
        case .empty(.array), .empty(.dict): return .container
        case .open(.array), .open(.dict):
            try skipContainer()
            return .container
        case .empty(let element): return element.value([])
        case .open(let element) where element.isPlain: return element.value(try content(of: element))
        default: throw tokens.malformed("a value is missing")
        }
    }

    /// Skips a container without checking its structure.
    private mutating func skipContainer() throws(FileError) {
        /// Starts inside the people's array and the person's dictionary.
        var depth = 3
        while depth > 2 {
            switch try tokens.next() {
            case .open(let element) where element.isPlain: _ = try content(of: element)
            case .open: depth += 1
            case .close: depth -= 1
            case .empty: break
            case .end: throw tokens.malformed("it ends too early")
            }
            guard depth <= Self.mostDeep else {
                throw FileError(.tooDeep, "The property list is nested more than \(Self.mostDeep) deep.")
            }
        }
    }

    private mutating func content(of element: XMLPropertyListElement) throws(FileError) -> [UInt8] {
        let text = try tokens.text()
        try expect(.close(element))
        return text
    }

    private mutating func expect(_ token: XMLPropertyListTokens.Token) throws(FileError) {
        guard try tokens.next() == token else { throw tokens.malformed("\(token.words) is missing") }
    }
}

extension XMLPropertyListElement {
    /// Whether the element contains only text.
    fileprivate var isPlain: Bool { self != .plist && self != .array && self != .dict }

    fileprivate func value(_ content: [UInt8]) -> RosterValue {
        let text = String(decoding: content, as: UTF8.self)
        switch self {
        case .string, .key: return .text(text)
        case .data: return .base64(content)
        case .integer: return Int64(text.trimmed).map { .number(String($0)) } ?? .unfit("not a whole number")
        case .real: return Double(text.trimmed).map(RosterValue.init(real:)) ?? .unfit("not a number")
        case .date:
            return text.trimmed.wholeMatch(of: /([0-9]{4}-[0-9]{2}-[0-9]{2})T[0-9:]{8}Z/).map { .day(String($0.1)) }
                ?? .unfit("not a date")
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .plist, .array, .dict: return .container
        }
    }
}

extension String {
    /// Trimmed text, cut to the length of a number or date.
    fileprivate var trimmed: Substring { Substring(prefix(64).trimmingCharacters(in: .whitespacesAndNewlines)) }
}
