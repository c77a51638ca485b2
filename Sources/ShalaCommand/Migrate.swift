import Classroom
import ArgumentParser
import Store

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Moves the book to another database, such as from SQLite to PostgreSQL or back.",
        discussion: """
            Stop the servers of the book first. The source is not changed. If interrupted, run the same command again \
            to continue. Exits with 1 if source and target differ in the end.
            """)

    @Option(name: .customLong("from"), help: "The address of the book.") var source: String
    @Option(name: .customLong("to"), help: "The address of an empty database, or of a new file.")
    var target: String

    func run() async throws {
        let line = ProgressLine()
        keepFilesPrivate()
        let report = try await inWords { try await BookMove.run(from: source, to: target) { line.tell($0) } }
        printTable(report)
        if report.grown > 0 {
            throw CommandFailure(
                message: "\(counted(report.grown, "entry was", "entries were")) written to the source during the move. "
                    + "Stop its servers and run this again.")
        }
        if report.differsOnlyInDerived {
            throw CommandFailure(
                message: "Source and target differ: some tables of the source do not follow from its journal, while "
                    + "those of the target do. Run `shala doctor` for details.")
        }
        guard report.isSame else { throw CommandFailure(message: "Source and target differ.") }
        print(report.wasComplete ? "The book was moved already. Nothing has changed." : "The book has been moved.")
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
