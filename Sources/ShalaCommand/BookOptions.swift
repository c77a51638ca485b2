import ArgumentParser
import Foundation
import Store

/// Where the book lies: the same for every command.
struct BookOptions: ParsableArguments {
    @Option(help: "The folder that holds the book.")
    var data = "./shala-data"

    @Option(help: "The book's address: sqlite:PATH or postgres://…. By default shala.sqlite in the data folder.")
    var database: String?

    func open() async throws -> Store {
        // What is made from here on is for whoever runs Shala alone: names, pictures, the hashes of sign-in codes.
        umask(0o077)
        let folder = URL(fileURLWithPath: data).standardizedFileURL
        return try await Store(database ?? "sqlite:" + folder.appendingPathComponent("shala.sqlite").path)
    }
}
