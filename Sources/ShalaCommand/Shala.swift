import ArgumentParser
import Web

@main
struct Shala: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shala",
        abstract: "The instructor's toolkit: roster, classes and attendance.",
        version: Version.current,
        subcommands: [
            Serve.self, People.self, SignInCodes.self, Token.self, Examine.self, BackUp.self, Migrate.self,
        ])
}
