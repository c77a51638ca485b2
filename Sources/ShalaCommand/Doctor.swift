import Classroom
import ArgumentParser
import Foundation
import Store
import Web

struct Examine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks that every table follows from the journal, and looks for damage. Changes nothing.",
        discussion: "Servers may keep running. Exits with 1 if anything is wrong.")

    @OptionGroup var book: BookOptions
    @Flag(help: "Checks instead which external services are configured and whether they answer.")
    var providers = false

    func run() async throws {
        if providers { return try await examineProviders() }
        let line = ProgressLine()
        let diagnosis = try await inWords { try await Doctor.examine(book.address) { line.tell($0) } }
        for finding in diagnosis.findings { print(finding) }
        if diagnosis.count == 0 {
            print("Nothing is wrong: \(diagnosis.holds) follow from the journal.")
            return
        }
        if diagnosis.canBeMadeAnew {
            print("The journal is intact: `shala migrate` to a new database rebuilds the tables from it.")
        }
        print(diagnosis.count == 1 ? "1 thing is wrong." : "\(grouped(diagnosis.count)) things are wrong.")
        throw ExitCode.failure
    }

    private func examineProviders() async throws {
        let checks = await ProviderCheck.all(try .fromEnvironment())
        if checks.isEmpty { print("No external services are configured.") }
        for check in checks { print("\(check.title): \(check.words)") }
        if checks.contains(where: { !$0.isGood }) { throw ExitCode.failure }
    }
}

extension ProviderSettings {
    /// Reads the settings from the environment.
    static func fromEnvironment() throws -> ProviderSettings {
        do { return try ProviderSettings(environment: ProcessInfo.processInfo.environment) } catch {
            throw CommandFailure(message: error.description)
        }
    }
}
