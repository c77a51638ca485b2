import Foundation

/// Reads a roster out of a binary property list, in the format that Apple's CFBinaryPList.c describes: a table of
/// offsets leads to objects, and containers name their members by their numbers in that table.
///
/// By hand, because Foundation's readers unfold what such a file shares: over 514 bytes whose arrays name each other
/// fourteen times, `PropertyListSerialization` takes all memory and ends the process, and a set crashes it;
/// `PropertyListDecoder` traps at a count of 2^62, and a cycle overflows its stack. This one goes only where a roster
/// is: the array, its dictionaries, and their plain values. It never goes deeper, and it stops once it has read four
/// times as much as a file may hold.
struct BinaryPropertyList {
    static let signature = Array("bplist00".utf8)

    private let objects: BinaryObjects
    private var bytesLeft = 4 * RosterFile.mostBytes
    /// What the keys met so far stand for; most are shared by all people.
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

    /// The array of people: the root, or the one array in the dictionary that is the root.
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
            throw FileError(.tooLarge, "The file names the same things so often that it unfolds to over 64 MiB.")
        }
    }

    /// What following a reference counts for.
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
