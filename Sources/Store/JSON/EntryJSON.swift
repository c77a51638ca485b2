import Classroom

/// Entries in JSON, as devices post them.
public enum EntryJSON {
    /// Batch as posted, not yet checked.
    public struct Batch: Sendable {
        /// Members beside the entries.
        public var members: [Field] = []
        /// Members of each entry, without any for what is no object; `nil` if there are no entries.
        public var entries: [[Field]]?

        public func value(_ name: String) -> FieldValue? {
            members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
        }
    }

    /// Reads a batch; throws `DecodingError` if it is malformed. Of more entries than a batch may have, one is kept.
    public static func batch(_ bytes: UnsafeRawBufferPointer) throws -> Batch {
        var (batch, reader, hasEntries) = (Batch(), JSONReader(bytes), false)
        try reader.document { reader in
            try reader.object { reader, name in
                guard let name else { throw JSONReader.malformed }
                if name.utf8.elementsEqual("entries".utf8), !hasEntries {
                    hasEntries = true
                    batch.entries = try entries(&reader)
                } else {
                    batch.members.add(name, try reader.value())
                }
            }
        }
        return batch
    }

    /// Reads a flat object; throws `DecodingError` if it is malformed.
    public static func members(_ bytes: UnsafeRawBufferPointer) throws -> [Field] {
        var reader = JSONReader(bytes)
        guard let members = try reader.document(members) else { throw JSONReader.malformed }
        return members
    }

    private static func entries(_ reader: inout JSONReader) throws -> [[Field]]? {
        guard try reader.next() == UInt8(ascii: "[") else {
            if try reader.value() == .null { return nil }
            throw JSONReader.malformed
        }
        var entries: [[Field]] = []
        try reader.array { reader in
            var members: [Field]?
            let isObject = try reader.next() == UInt8(ascii: "{")
            if isObject { members = try self.members(&reader) } else { _ = try reader.value() }
            if entries.count <= Entry.mostInBatch { entries.append(members ?? []) }
        }
        return entries
    }

    /// `nil` if a name is damaged.
    private static func members(_ reader: inout JSONReader) throws -> [Field]? {
        var (members, isGood): ([Field], Bool) = ([], true)
        try reader.object { reader, name in
            let value = try reader.value()
            if let name { members.add(name, value) } else { isGood = false }
        }
        return isGood ? members : nil
    }
}

extension [Field] {
    /// Members that are kept: more than an entry may have, so that it is known to have too many.
    private static var most: Int { 2 * Entry.mostFields }

    /// Adds a member, unless there is one of this name already.
    fileprivate mutating func add(_ name: String, _ value: FieldValue) {
        let isCommon = ["id", "kind", "at"].contains { $0.utf8.elementsEqual(name.utf8) }
        guard count < Self.most || isCommon, !contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return }
        append(Field(name, value))
    }
}

extension EntryJSON {
    /// Answer to a batch.
    public static func text(_ results: [EntryResult]) -> [UInt8] {
        var json = Array("{\"results\":[".utf8)
        for (index, result) in results.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            json += "{\"outcome\":\"\(result.outcome.rawValue)\"".utf8
            if let id = result.id { json += ",\"id\":\"\(id.text)\"".utf8 }
            if let sequence = result.sequence { json += ",\"sequence\":\(sequence)".utf8 }
            if !result.problems.isEmpty { append(result.problems, to: &json) }
            json.append(UInt8(ascii: "}"))
        }
        return json + "]}".utf8
    }

    private static func append(_ problems: [FieldProblem], to json: inout [UInt8]) {
        json += ",\"problems\":".utf8
        for (index, problem) in problems.enumerated() {
            json.append(UInt8(ascii: index == 0 ? "[" : ","))
            json += "{\"field\":".utf8
            JSONText.append(problem.field, to: &json)
            json += ",\"code\":".utf8
            JSONText.append(problem.code, to: &json)
            json += ",\"message\":".utf8
            JSONText.append(problem.message, to: &json)
            json.append(UInt8(ascii: "}"))
        }
        json.append(UInt8(ascii: "]"))
    }
}
