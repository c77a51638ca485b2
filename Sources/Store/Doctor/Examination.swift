import Classroom

/// Examination of all tables in a single snapshot.
struct Examination {
    let book: any Connection
    var replay: JournalReplay
    let listener: ProgressListener

    /// - Parameter earlier: findings made before the journal was read.
    mutating func diagnosis(after earlier: Findings) throws -> Diagnosis {
        // The journal may have grown since its end was reached.
        repeat { try replay.advance(on: book) } while !replay.isAtEnd
        var findings = earlier
        findings.add(replay.findings)
        try replay.scratch.read { scratch in
            if !replay.isBroken {
                for table in BookTable.all(.derived) { try compare(table, against: scratch, &findings) }
                for check in CountCheck.all { try check.run(on: scratch, &findings) }
            }
            let total = try BookTable.picture.count(on: scratch)
            try findings.attempt(ContentChecks.pictures, on: book) { findings in
                try ContentChecks(connection: book).checkPictures(against: scratch, &findings) {
                    listener(WorkProgress("Checking the pictures", $0, of: total))
                }
            }
        }
        try checkContents(&findings)
        return Diagnosis(findings, holds: try holdings(&findings))
    }

    private func compare(_ table: BookTable, against scratch: any Connection, _ findings: inout Findings) throws {
        let total = try table.count(on: scratch)
        let task = "Comparing \(table.title)"
        try findings.attempt(table.title, on: book) { findings in
            var comparison = TableComparison(table, book, against: scratch)
            try comparison.run(&findings) { listener(WorkProgress(task, $0, of: max(total, $0))) }
        }
    }

    private func checkContents(_ findings: inout Findings) throws {
        let checks = ContentChecks(connection: book)
        for table in BookTable.all {
            listener(WorkProgress("Checking the references of \(table.title)"))
            try findings.attempt(table.title, on: book) { try checks.checkReferences(of: table, &$0) }
        }
        for table in BookTable.all(.beside) where table.key == ["hash"] {
            try findings.attempt(table.title, on: book) { try checks.checkHashes(of: table, &$0) }
        }
    }

    private func holdings(_ findings: inout Findings) throws -> String {
        let wanted = [
            ("entry", "entry", "entries"), ("person", "person", "people"), ("venue", "venue", "venues"),
            ("class", "class", "classes"), ("mark", "mark", "marks"), ("picture", "picture", "pictures"),
        ]
        var words: [String] = []
        try findings.attempt("the tables", on: book) { _ in
            for (name, one, many) in wanted {
                for table in BookTable.all where table.name == name {
                    words.append(counted(try table.count(on: book), one, many))
                }
            }
        }
        return words.joined(separator: ", ")
    }
}
