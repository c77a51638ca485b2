import ArgumentParser
import Store

struct Examine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Proves that every table follows from the journal, and looks for damage. Changes nothing.",
        discussion: "Servers may go on meanwhile. Exits with 1 if anything is wrong.")

    @OptionGroup var book: BookOptions

    func run() async throws {
        let line = HeadwayLine()
        let diagnosis = try await inWords { try await Doctor.examine(book.address) { line.tell($0) } }
        for finding in diagnosis.findings { print(finding) }
        if diagnosis.count == 0 {
            print("Nothing is wrong: \(diagnosis.holds) follow from the journal.")
            return
        }
        if diagnosis.canBeMadeAnew {
            print("The journal is whole: `shala migrate` to a new database makes the tables anew from it.")
        }
        print(diagnosis.count == 1 ? "1 thing is wrong." : "\(grouped(diagnosis.count)) things are wrong.")
        throw ExitCode.failure
    }
}
