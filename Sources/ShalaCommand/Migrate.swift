import ArgumentParser
import Store

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Moves the book to another database, such as from SQLite to PostgreSQL or back.",
        discussion: """
            Stop the servers of the book first. The source is not changed. Interrupted, it can be started again and \
            goes on where it was. Exits with 1 if the two are not the same in the end.
            """)

    @Option(name: .customLong("from"), help: "The address of the book.") var source: String
    @Option(name: .customLong("to"), help: "The address of an empty database, or of a file yet to be made.")
    var target: String

    func run() async throws {
        let line = ProgressLine()
        keepFilesPrivate()
        let report = try await inWords { try await BookMove.run(from: source, to: target) { line.tell($0) } }
        printTable(report)
        if report.grown > 0 {
            throw CommandFailure(
                message: "Meanwhile \(counted(report.grown, "entry was", "entries were")) written into the source. "
                    + "Stop its servers and run this again.")
        }
        if report.differsOnlyInDerived {
            throw CommandFailure(
                message: "The two are not the same: tables of the source did not follow from its journal, as those of "
                    + "the target do. `shala doctor` says more of it.")
        }
        guard report.isSame else { throw CommandFailure(message: "The two are not the same.") }
        print(report.wasComplete ? "The book had been moved already. Nothing was changed." : "The book has been moved.")
    }

    private func printTable(_ report: BookMove.Report) {
        print(row("table", "from", "to", "digest"))
        for (one, other) in zip(report.source, report.target) {
            let digest =
                one == other
                ? one.digest.prefix(16) + " the same" : "\(one.digest.prefix(16)) is not \(other.digest.prefix(16))"
            print(row(one.table, grouped(one.count), grouped(other.count), digest))
        }
    }

    private func row(_ table: String, _ one: String, _ other: String, _ digest: some StringProtocol) -> String {
        func padding(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count))
        }
        return table + padding(table, 14) + padding(one, 12) + one + padding(other, 12) + other + "  " + digest
    }
}
