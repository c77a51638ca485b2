import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Support
import Testing

@testable import Web

@Suite struct RegistrationRoutesTests {
    private static let path = "/people/student-ids"

    private func addNew(_ count: Int, _ test: TestSite) async throws -> [Identifier] {
        let people = (0..<count).map { _ in Identifier.make(at: .now) }.sorted()
        try await test.book.expectAccepted(people.map { test.book.registered($0) })
        return people
    }

    private func numbering(_ test: TestSite) async throws -> [String: Any]? {
        try await test.get("/students", as: test.instructor).object()["numbering"] as? [String: Any]
    }

    @Test func thePagesBelongToMore() async throws {
        try await TestSite.run { test in
            for (path, title) in [("/register", "Register Students"), ("/register/new", "New Student")] {
                let page = try await test.get(path, as: test.instructor, accept: "text/html").text
                #expect(page.contains("<title>\(title) · Shala</title>") && page.contains("<h1>\(title)</h1>"))
                #expect(page.contains(/href="\/more" data-below="[^"]*" aria-current="page"/))
                #expect(try await test.get(path, as: test.instructor).object()["title"] as? String == title)
            }
            let more = try await test.get("/more", as: test.instructor, accept: "text/html").text
            #expect(more.contains("href=\"/register\""))
        }
    }

    @Test func aStrangerTypesIntoTheForm() async throws {
        try await TestSite.run { test in
            let page = try await test.get("/register/new", as: test.instructor, accept: "text/html").text
            let controls = page.matches(of: /<input [^>]*>/).map(\.0).filter { !$0.contains("type=\"hidden\"") }
            #expect(controls.count == 7)
            #expect(controls.allSatisfy { $0.contains("autocomplete=\"off\"") })
            for field in ["firstName", "lastName", "email", "gender", "university"] {
                #expect(page.contains("name=\"\(field)\"") && page.contains("data-problem=\"\(field)\""))
            }
        }
    }

    @Test func whoIsRegisteredIsToldOfOnTheirPage() async throws {
        try await TestSite.run { test in
            let person = Identifier.make(at: .now)
            let address = "o'hara+x&y?@example.org"
            try await test.book.expectAccepted([test.book.registered(person, ["email": .text(address)])])
            let object = try await test.get("/people/\(person)", as: test.instructor).object()
            let registration = try #require(object["registration"] as? [String: Any])
            #expect(registration["email"] as? String == address)
            #expect(registration["mailto"] as? String == "mailto:o%27hara%2Bx%26y%3F@example.org")
            #expect(registration["genderText"] as? String == "Female")
            #expect(registration["university"] as? String == "ETH Zürich")
            let page = try await test.get("/people/\(person)", as: test.instructor, accept: "text/html").text
            #expect(page.contains("href=\"mailto:o%27hara") && page.contains("Switzerland"))
            let other = try await test.get("/people/\(test.book.instructor)", as: test.instructor, accept: "text/html")
            #expect(!other.text.contains("mailto:"))
        }
    }

    @Test func registeredByTheJournal() async throws {
        try await TestSite.run { test in
            let fields = ["firstName": "", "lastName": " ", "email": "ann@", "university": ""]
            let person = Identifier.make(at: .now).text
            let refused = try await test.journal([
                test.entry("person.registered", fields.merging(["person": person]) { $1 })
            ])
            let problems = try #require(refused.first?["problems"] as? [[String: Any]])
            #expect(
                problems.map { "\($0["field"] ?? "") \($0["code"] ?? "")" } == [
                    "firstName required", "lastName required", "email email", "gender required", "university required",
                ])
        }
    }

    @Test func idsForAll() async throws {
        try await TestSite.run { test in
            #expect(try await numbering(test) == nil)
            // The instructor has 90000000; what lies between is not filled.
            try await test.book.expectAccepted([
                test.book.added(.make(at: .now), "Gap", "After", id: "90000004"),
                test.book.added(.make(at: .now), "Other", "Form", id: "A-90000005"),
            ])
            let people = try await addNew(3, test)
            let question = "Give 3 students the IDs 90000005 to 90000007?"
            #expect(try await numbering(test)?["question"] as? String == question)
            let page = try await test.get("/students", as: test.instructor, accept: "text/html").text
            #expect(page.contains(question) && page.contains("Give IDs to All"))
            let done = try await test.post(Self.path, "", as: test.instructor)
            #expect(try done.object()["numbered"] as? Int == 3)
            for (person, id) in zip(people, ["90000005", "90000006", "90000007"]) {
                #expect(try await test.book.store.person(person).studentID == id)
            }
            #expect(try await numbering(test) == nil)
            let again = try await test.post(Self.path, "", as: test.instructor)
            #expect(try again.object()["numbered"] as? Int == 0)
            let late = try await addNew(1, test)[0]
            #expect(try await numbering(test)?["question"] as? String == "Give 1 student the ID 90000008?")
            let gone = test.book.entry(.personDeactivated, ["person": .text(late.text)])
            try await test.book.expectAccepted([gone])
            #expect(try await numbering(test) == nil)
        }
    }

    @Test func moreThanOneBatchAndTwoAtOnce() async throws {
        try await TestSite.run { test in
            let people = try await addNew(450, test)
            async let one = test.post(Self.path, "", as: test.instructor).object()["numbered"] as? Int ?? 0
            async let other = test.post(Self.path, "", as: test.instructor).object()["numbered"] as? Int ?? 0
            #expect(try await one + other == 450)
            let ids = try await people.async { try await test.book.store.person($0).studentID ?? "none" }
            #expect(ids == (1...450).map { String(90_000_000 + $0) })
        }
    }

    @Test func aBrowserGoesBackToTheStudents() async throws {
        try await TestSite.run { test in
            let people = try await addNew(1, test)
            let type = "application/x-www-form-urlencoded"
            let done = try await test.post(Self.path, "", as: test.instructor, type: type, [.accept: "text/html"])
            #expect(done.status == .seeOther && done.headers[.location] == "/students")
            #expect(try await test.book.store.person(people[0]).studentID == "90000001")
        }
    }

    @Test func idsThatDoNotSuffice() async throws {
        try await TestSite.run { test in
            try await test.book.expectAccepted([test.book.added(.make(at: .now), "Last", "But One", id: "99999998")])
            let people = try await addNew(2, test)
            let done = try await test.post(Self.path, "", as: test.instructor)
            #expect(done.status == .badRequest)
            let fields = try done.object()["fields"] as? [[String: Any]]
            #expect(fields?.map { $0["code"] as? String } == ["usedUp"])
            #expect(try await test.book.store.person(people[0]).isNew)
            let plan = try #require(try await numbering(test))
            #expect(plan["question"] == nil && (plan["problem"] as? String)?.contains("one by one") == true)
            let page = try await test.get("/students", as: test.instructor, accept: "text/html").text
            #expect(page.contains("No IDs left"))
        }
    }

    @Test func isForInstructorsOnly() async throws {
        try await TestSite.run { test in
            let student = try await test.book.addStudents(1)[0]
            let people = try await addNew(1, test)
            let token = try await test.book.store.makeToken(for: student).text
            for path in ["/register", "/register/new"] {
                #expect(try await test.get(path, as: token).status == .forbidden)
                #expect(try await test.get(path).status == .unauthorized)
                #expect(try await test.get(path, accept: "text/html").status == .seeOther)
            }
            #expect(try await test.post(Self.path, "", as: token).status == .forbidden)
            #expect(try await test.post(Self.path, "").status == .unauthorized)
            let foreign = HTTPField.Name("Sec-Fetch-Site")!
            #expect(
                try await test.post(Self.path, "", as: test.instructor, [foreign: "cross-site"]).status == .forbidden)
            #expect(try await test.book.store.person(people[0]).isNew)
            #expect(try await test.get("/people/\(people[0])", as: token).status == .notFound)
        }
    }
}

extension Array where Element: Sendable {
    /// As `map`, one after the other.
    fileprivate func async<Value: Sendable>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
