import ArgumentParser
import Foundation
import Store

/// Where the secret of sign-in lies, for the commands that let people in.
struct SignInKeyOptions: ParsableArguments {
    @Option(
        name: .customLong("sign-in-key"),
        help: "The file with the secret of sign-in; also SHALA_SIGN_IN_KEY. By default sign-in.key beside the book.")
    var path: String?

    /// Opens the book with its key, which is made where there never was one.
    func open(_ book: BookOptions) async throws -> Store {
        let store = try await book.open()
        let file = file(book)
        let key: SignInKey
        if let there = try file.read() {
            key = there
        } else if try await store.hasSignInKey() {
            throw CommandFailure(
                message: "The key of this book’s sign-in is not at \(file.path). Name its file by --sign-in-key. "
                    + "If it is lost, shala serve makes a new one.")
        } else {
            key = try file.make()
        }
        do {
            return try await store.using(key)
        } catch is ForeignSignInKey {
            throw CommandFailure(
                message: "\(file.path) is not the key of this book’s sign-in. Name the right file by --sign-in-key.")
        }
    }

    /// The same for the server, which goes on with a new key, and says so, if the one there was is lost.
    func openToServe(_ book: BookOptions) async throws -> Store {
        let store = try await book.open()
        let file = file(book)
        let key = if let there = try file.read() { there } else { try file.make() }
        if try await store.hasSignInKey(), try await !store.knows(key) {
            let warning = """
                Warning: \(file.path) is another key than the one of this book’s sign-in codes. Cards handed out and \
                devices signed in under that one do not work here. If it is lost, make new cards: shala sign-in-codes. \
                If not, stop, put it back or name it by --sign-in-key, and start again.\n
                """
            FileHandle.standardError.write(Data(warning.utf8))
        }
        return try await store.using(key, besideOthers: true)
    }

    private func file(_ book: BookOptions) -> SignInKeyFile {
        SignInKeyFile(path ?? ProcessInfo.processInfo.environment["SHALA_SIGN_IN_KEY"] ?? book.signInKeyPath)
    }
}
