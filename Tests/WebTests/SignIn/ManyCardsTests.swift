import Classroom
import Foundation
import HTTPTypes
import Support
import Testing

@testable import Web

/// Sign-in cards of many people at once.
@Suite struct ManyCardsTests {
    private func names(_ response: TestPage) -> [String] { response.cards.compactMap { $0["name"] as? String } }

    private struct TestPage {
        let cards: [[String: Any]]

        init(_ object: [String: Any]) { cards = object["cards"] as? [[String: Any]] ?? [] }
    }

    private static let form = "application/x-www-form-urlencoded"

    @Test func cardsOfThoseWhoWereChosenAreMade() async throws {
        try await TestSite.run { test in
            let people = try await test.book.addStudents(3)
            _ = try await test.book.store.makeSignInCode(for: people[0], replacing: false)
            func made(_ path: String, _ body: String, _ type: String) async throws -> [String] {
                let object = try await test.post(path, body, as: test.instructor, type: type).object()
                return names(TestPage(object)).sorted()
            }
            let all = try await people.asyncMap { try await test.book.store.person($0).name.full }.sorted()
            let chosen = people.map { "people=\($0)" }.joined(separator: "&")
            // Whoever has a card already keeps it, unless all are wanted.
            #expect(try await made("/sign-in-cards", "x=1&" + chosen + "&people=\(people[0])", Self.form).count == 2)
            #expect(try await made("/sign-in-cards", chosen, Self.form).isEmpty)
            let list = people.map { "\"\($0)\"" }.joined(separator: ",")
            #expect(
                try await made("/sign-in-cards?who=all", "{\"people\": [\(list)]}", "application/json") == all)
        }
    }

    @Test(arguments: [
        ("", "required"), ("people=", "identifier"), ("people=x", "identifier"), ("people", "required"),
        ("people=%ff", "identifier"), ("&&=&people==", "identifier"),
    ])
    func whatNamesNobodyIsRefused(body: String, code: String) async throws {
        try await TestSite.run { test in
            let response = try await test.post("/sign-in-cards", body, as: test.instructor, type: Self.form)
            #expect(
                response.status == .badRequest && response.text.contains("\"code\":\"\(code)\""), "\(response.text)")
        }
    }

    @Test func noMoreThanAThousandAtOnce() async throws {
        try await TestSite.run { test in
            let ids = (0...1000).map { _ in "people=\(Identifier.make(at: .now))" }
            let many = try await test.post(
                "/sign-in-cards", ids.joined(separator: "&"), as: test.instructor, type: Self.form)
            #expect(many.status == .badRequest && many.text.contains("tooMany"))
            // Whom there is not, nobody has a card for.
            let unknown = try await test.post(
                "/sign-in-cards", ids.dropLast().joined(separator: "&"), as: test.instructor, type: Self.form)
            #expect(try TestPage(unknown.object()).cards.isEmpty)
        }
    }

    @Test func codesOfInstructorsAreForOwners() async throws {
        try await TestSite.run { test in
            let otto = try #require(try await test.book.addInstructor().person)
            let olga = try #require(try await test.book.addInstructor("Olga", id: "90000002").person)
            let students = try await test.book.addStudents(1)
            let token = try await test.book.store.makeToken(for: otto).text
            let student = try await test.book.store.makeToken(for: students[0]).text
            let both = "people=\(students[0])&people=\(olga)"
            func status(_ token: String?) async throws -> Int {
                try await test.post("/sign-in-cards?who=all", both, as: token, type: Self.form).status.code
            }
            #expect(try await status(token) == 403)
            #expect(try await status(student) == 403)
            #expect(try await status(nil) == 401)
            // Nobody's were made.
            #expect(try await test.book.store.signInCodes(of: students[0]).isEmpty)
            #expect(try await status(test.instructor) == 200)
            func offered(_ token: String) async throws -> Set<String> {
                let people = try await test.get("/sign-in-cards", as: token).object()["people"] as? [[String: Any]]
                return Set((people ?? []).compactMap { $0["id"] as? String })
            }
            #expect(try await offered(token) == [students[0].text])
            #expect(try await offered(test.instructor).isSuperset(of: [students[0].text, otto.text, olga.text]))
        }
    }
}

extension Sequence where Element: Sendable {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
