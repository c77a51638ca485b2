import ArgumentParser
import Classroom
import Foundation
import Store
import Web

struct SignInCodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in-codes",
        abstract: "Makes sign-in codes for the people who have none, or for one person, to hand out.",
        discussion: "Codes are shown only once, since the book keeps just their hashes.")

    @OptionGroup var book: BookOptions
    @OptionGroup var key: SignInKeyOptions
    @Option(help: "Only for people of this role.") var role: RoleArgument?
    @Option(help: "A student ID or UUID: makes a code for this person, even if they have one.") var person: String?
    @Option(help: "Writes cards to print and cut out to this file.") var html: String?
    @Option(help: "The server's address as phones reach it, for the links on the cards.")
    var url = "http://127.0.0.1:8080"

    func run() async throws {
        let store = try await key.open(book)
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        let people = try await people(in: store)
        // Checked before any code is made, since codes cannot be shown again.
        if let html, !FileManager.default.createFile(atPath: html, contents: Data()) {
            throw CommandFailure(message: "\(html) cannot be written.")
        }
        var cards: [SignInCard] = []
        for person in people {
            let code = try await store.makeSignInCode(for: person.id, replacing: false)
            cards.append(try SignInCard(person, code: code, base: base))
        }
        if let html {
            let document = try await Site(store: store).printed(cards)
            try Data(document).write(to: URL(fileURLWithPath: html))
            print("\(cards.count) \(cards.count == 1 ? "card" : "cards") written to \(html).")
        } else {
            for card in cards { print("\(card.code)  \(card.name)  \(card.link)") }
        }
        if cards.isEmpty { print("Everybody has a code already. New codes are made on a person's page.") }
    }
}

extension SignInCodes {
    private func people(in store: Store) async throws -> [Person] {
        guard let person else { return try await store.peopleWithoutCode(role?.role) }
        return [try await store.somebody(named: person)]
    }
}

enum RoleArgument: String, ExpressibleByArgument, CaseIterable {
    case instructor
    case student

    var role: Role { self == .instructor ? .instructor : .student }
}

struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a token for a program that acts as a person (Authorization: Bearer TOKEN).")

    @OptionGroup var book: BookOptions
    @OptionGroup var key: SignInKeyOptions
    @Argument(help: "The person's student ID or UUID.") var person: String

    func run() async throws {
        let store = try await key.open(book)
        print(try await store.makeToken(for: store.somebody(named: person).id).text)
    }
}

extension Store {
    func somebody(named text: String) async throws -> Person {
        guard let person = try await person(named: text) else {
            throw CommandFailure(message: "There is nobody with the ID \(text).")
        }
        return person
    }
}
