import Classroom
import ArgumentParser
import Store

struct BackUp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the book to a file while servers keep running.",
        discussion: "The copy has every entry acknowledged before the command started.")

    @OptionGroup var book: BookOptions
    @Argument(help: "The file to write; must not exist yet.") var path: String

    func run() async throws {
        let line = ProgressLine()
        keepFilesPrivate()
        let backup = try await inWords { try await Backup.make(of: book.address, to: path) { line.tell($0) } }
        print(
            "\(path) holds the book up to entry \(grouped(backup.lastSequence)) (\(grouped(backup.bytes / 1024)) KB). "
                + "To check it: shala doctor --database sqlite:\(path)")
    }
}
