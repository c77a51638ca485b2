import Foundation

/// Reader of rosters in binary property lists (format: Apple's CFBinaryPList.c): an offset table leads to objects, and
/// containers refer to their members by number.
///
/// Written by hand because Foundation's readers expand shared objects: given 514 bytes of arrays that name each other
/// fourteen times, `PropertyListSerialization` exhausts memory and ends the process, and a set crashes it;
/// `PropertyListDecoder` traps at a count of 2^62, and overflows the stack on a cycle. This reader visits only the
/// array, its dictionaries and their plain values, goes no deeper, and stops after reading four times the maximum file
/// size.
struct BinaryPropertyList {
    static let signature = Array("bplist00".utf8)

    private let objects: BinaryObjects
    private var bytesLeft = 4 * RosterFile.mostBytes
    /// Fields by the object number of their key; most keys are shared by all people.
    private var fields: [UInt64: RosterField?] = [:]

    init(_ bytes: [UInt8]) throws(FileError) {
        guard let objects = BinaryObjects(bytes) else { throw Self.malformed("Its table of objects is not in order") }
        self.objects = objects
    }

    func rosterRows() throws(FileError) -> RosterRows {
        var reading = self
        return try reading.readRows()
    }

    private mutating func readRows() throws(FileError) -> RosterRows {
        let people = try people()
        var rows = RosterRows()
        var dictionaries = 0
        for index in 0..<people.count {
            let person = try object(try reference(people, index))
            if person.kind == .dictionary {
                dictionaries += 1
                try rows.add(index + 1, try values(person))
            } else {
                try rows.add(.notADictionary(index + 1))
            }
        }
        guard dictionaries > 0 || people.count == 0 else { throw .notARoster }
        return rows
    }

    /// Finds the array of people: the root, or the only array in the root dictionary.
    private mutating func people() throws(FileError) -> BinaryObject {
        let root = try object(objects.root)
        if root.kind == .array { return root }
        guard root.kind == .dictionary else { throw .notARoster }
        var arrays: [BinaryObject] = []
        for index in root.count..<2 * root.count where arrays.count < 2 {
            let value = try object(try reference(root, index))
            if value.kind == .array { arrays.append(value) }
        }
        guard let people = arrays.first, arrays.count == 1 else { throw .notARoster }
        return people
    }

    private mutating func values(_ person: BinaryObject) throws(FileError) -> [RosterField: RosterValue] {
        var values: [RosterField: RosterValue] = [:]
        for index in 0..<person.count {
            guard let field = try field(try reference(person, index)) else { continue }
            values[field] = try read(try object(try reference(person, person.count + index)))
        }
        return values
    }

    private mutating func field(_ key: UInt64) throws(FileError) -> RosterField? {
        if let known = fields[key] { return known }
        let object = try object(key)
        var field: RosterField?
        if object.size <= 128, case .text(let name) = try read(object) { field = RosterField(named: name) }
        fields[key] = .some(field)
        return field
    }

    private mutating func read(_ object: BinaryObject) throws(FileError) -> RosterValue {
        try spend(object.size)
        return objects.value(object)
    }

    private mutating func reference(_ container: BinaryObject, _ index: Int) throws(FileError) -> UInt64 {
        try spend(Self.bytesOfReference)
        guard let reference = objects.reference(container, index) else {
            throw Self.malformed("An object in it is cut short")
        }
        return reference
    }

    private func object(_ reference: UInt64) throws(FileError) -> BinaryObject {
        guard let object = objects.object(reference) else {
            throw Self.malformed("Object \(reference) is missing or cut short")
        }
        return object
    }

    private mutating func spend(_ bytes: Int) throws(FileError) {
        bytesLeft -= bytes
        guard bytesLeft >= 0 else {
            throw FileError(.tooLarge, "The file repeats objects so often that it expands to over 64 MiB.")
        }
    }

    /// Cost of following a reference, in bytes.
    private static let bytesOfReference = 8

    private static func malformed(_ words: String) -> FileError {
        FileError(.malformed, "The binary property list is damaged. \(words).")
    }
}

extension FileError {
    static let notARoster = FileError(
        .notARoster, "The property list is not a roster: it must be one array of dictionaries, one for each person.")
}

extension RowProblem {
    static func notADictionary(_ line: Int) -> RowProblem {
        .row(line, "", "Entry \(line) of the array is not a dictionary.")
    }
}
