import Classroom

/// Checks of table contents that need no journal.
struct ContentChecks {
    let connection: any Connection

    static let pictures = "the pictures"

    /// Checks that every row has a key, which SQLite does not enforce, and that all references resolve.
    func checkReferences(of table: BookTable, _ findings: inout Findings) throws {
        for column in table.key {
            let row = try connection.first("SELECT COUNT(*) AS number FROM \(table.name) WHERE \(column) IS NULL")
            if let number = try row?.integer("number"), number > 0 {
                findings.add(
                    table.title, "In \(table.title), \(counted(Int(number), "row has", "rows have")) no \(column).")
            }
        }
        for reference in table.references { try check(reference, of: table, &findings) }
    }

    private func check(_ reference: BookTable.Reference, of table: BookTable, _ findings: inout Findings) throws {
        let lost = """
            FROM \(table.name) AS one LEFT JOIN \(reference.table) AS other
                ON other.\(reference.key) = one.\(reference.column)
            WHERE one.\(reference.column) IS NOT NULL AND other.\(reference.key) IS NULL
            """
        let columns = table.key.map { "one.\($0)" }.joined(separator: ", ")
        let rows = try connection.rows(
            "SELECT one.* \(lost) ORDER BY \(columns) LIMIT \(Findings.mostListed)")
        for row in rows {
            findings.add(
                table.title,
                "In \(table.title), \(table.words(of: row)): \(reference.column) is "
                    + "\((row[reference.column] ?? .null).words), and there is no such \(reference.table).")
        }
        guard rows.count == Findings.mostListed else { return }
        let all = Int(try connection.first("SELECT COUNT(*) AS number \(lost)")?.integer("number") ?? 0)
        if all > rows.count { findings.add(table.title, unlisted: all - rows.count) }
    }

    /// Checks that pictures match their names and media types, and that each was brought by an entry.
    func checkPictures(
        against scratch: any Connection, _ findings: inout Findings, _ listener: (Int) -> Void
    ) throws {
        var rows = TableRows(.picture, on: connection)
        var count = 0
        while let row = try rows.next() {
            let hash = try row.text("hash")
            check(hash, try row.text("media_type"), try row.bytes("bytes"), &findings)
            if try scratch.first("SELECT hash FROM picture WHERE hash = $1", hash) == nil {
                findings.add(Self.pictures, "No entry of the journal refers to the picture \(hash).")
            }
            count += 1
            if count % 100 == 0 { listener(count) }
        }
    }

    private func check(_ hash: String, _ mediaType: String, _ bytes: [UInt8], _ findings: inout Findings) {
        guard sha256(bytes) == hash else {
            findings.add(Self.pictures, "The picture \(hash) does not have its original bytes.")
            return
        }
        do {
            let picture = try Picture(bytes)
            if picture.mediaType != mediaType {
                findings.add(
                    Self.pictures, "The picture \(hash) is \(picture.mediaType), but its media type says \(mediaType).")
            }
        } catch {
            findings.add(Self.pictures, "The picture \(hash) is not a picture: \(describe(error)).")
        }
    }

    /// Checks that sign-in secrets are stored only as hashes.
    func checkHashes(of table: BookTable, _ findings: inout Findings) throws {
        var rows = TableRows(table, on: connection)
        while let row = try rows.next() {
            let hash = try row.text("hash")
            guard hash.utf8.count != 64 || !hash.utf8.allSatisfy(Self.isHexadecimal) else { continue }
            findings.add(table.title, "In \(table.title), hash \(hash.prefix(8))… is not the hash of anything.")
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
