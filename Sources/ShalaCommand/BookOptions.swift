import ArgumentParser
import Foundation
import Store

/// Location of the book, common to all commands.
struct BookOptions: ParsableArguments {
    @Option(help: "The folder that holds the book.")
    var data = "./shala-data"

    @Option(help: "The book's address: sqlite:PATH or postgres://…. By default shala.sqlite in the data folder.")
    var database: String?

    var address: String {
        let folder = URL(fileURLWithPath: data).standardizedFileURL
        return database ?? "sqlite:" + folder.appendingPathComponent("shala.sqlite").path
    }

    /// Where the key of sign-in lies if nothing else is said: beside the book's file, or in the data folder.
    var signInKeyPath: String {
        let folder =
            if let database, database.hasPrefix("sqlite:") {
                URL(fileURLWithPath: String(database.dropFirst("sqlite:".count))).deletingLastPathComponent()
            } else {
                URL(fileURLWithPath: data)
            }
        return folder.standardizedFileURL.appendingPathComponent("sign-in.key").path
    }

    func open() async throws -> Store {
        keepFilesPrivate()
        let line = ProgressLine()
        return try await Store(address) { line.tell($0) }
    }
}

/// Makes new files readable by their owner only, since they hold names, pictures and hashes of sign-in codes.
func keepFilesPrivate() {
    umask(0o077)
}
