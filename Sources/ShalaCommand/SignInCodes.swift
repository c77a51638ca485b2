import ArgumentParser
import Classroom
import Foundation
import Store
import Web

struct SignInCodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in-codes",
        abstract: "Makes sign-in codes for the people who have none, to hand out. They are shown only now.")

    @OptionGroup var book: BookOptions
    @Option(help: "Only for instructor or student.") var role: RoleArgument?
    @Option(help: "Writes cards to print and cut out to this file.") var html: String?
    @Option(help: "The server's address as phones reach it, for the links on the cards.")
    var url = "http://127.0.0.1:8080"

    func run() async throws {
        let store = try await book.open()
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        var cards: [SignInCard] = []
        for person in try await store.peopleWithoutCode(role?.role) {
            let code = try await store.makeSignInCode(for: person.id, replacing: false)
            cards.append(try SignInCard(person, code: code, base: base))
        }
        if let html {
            let document = try await Site(store: store).printed(cards)
            try Data(document.utf8).write(to: URL(fileURLWithPath: html), options: .atomic)
            print("\(cards.count) cards written to \(html).")
        } else {
            for card in cards { print("\(card.code)  \(card.name)  \(card.link)") }
        }
        if cards.isEmpty { print("Everybody has a code. A new one is made on a person's page.") }
    }
}

enum RoleArgument: String, ExpressibleByArgument, CaseIterable {
    case instructor
    case student

    var role: Role { self == .instructor ? .instructor : .student }
}

struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a token with which a program acts as a person (Authorization: Bearer TOKEN).")

    @OptionGroup var book: BookOptions
    @Argument(help: "The person's student ID or UUID.") var person: String

    func run() async throws {
        let store = try await book.open()
        guard let person = try await store.person(named: person) else {
            throw CommandFailure(message: "There is nobody with the ID \(person).")
        }
        print(try await store.makeToken(for: person.id).text)
    }
}
