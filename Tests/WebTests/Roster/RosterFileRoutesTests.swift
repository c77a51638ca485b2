import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Support
import Testing

@testable import Web

/// A roster file by the app's own page, as a program sees it.
@Suite struct RosterFileRoutesTests {
    private static let heading = "First Name,Last Name,Student ID,GitHub Username,Role,Type\n"
    private static let good =
        "Ann,O’Hara,10000001,ann-o,student,Evening\n健一,,10000002,,,\nBo,Berg,10000003,,instructor,\n"
    private static let bad =
        "No,ID,,,,\nZero,ID,00000000,,,\nTwice,There,10000001,,,\nMerlin,X,10000009,,wizard,\n"
        + String(repeating: "x", count: 10_000) + ",Long,10000010,,,\n"

    private func send(_ text: String, _ test: TestSite, query: String = "?name=roster.csv") async throws -> TestResponse
    {
        try await test.post("/people/import" + query, text, as: test.instructor, type: "application/octet-stream")
    }

    private func result(_ response: TestResponse) throws -> [String: Any] {
        try #require(try response.object()["result"] as? [String: Any])
    }

    @Test func theGoodRowsAreInAndEachBadOneIsTold() async throws {
        try await TestSite.run { test in
            let done = try result(try await send(Self.heading + Self.good + Self.bad, test))
            #expect(done["added"] as? Int == 5)
            #expect(done["changed"] as? Bool == true)
            let problems = try #require(done["problems"] as? [[String: Any]])
            #expect(problems.map { $0["line"] as? Int } == [7, 8, 9])
            #expect(problems.map { $0["field"] as? String } == ["studentID", "role", "firstName"])
            #expect(problems.allSatisfy { ($0["message"] as? String)?.isEmpty == false })
            let students = try await test.get("/students?activity=all", as: test.instructor).object()
            #expect(students["total"] as? Int == 6)
            let groups = try #require(students["groups"] as? [[String: Any]])
            #expect(groups.map { $0["title"] as? String } == ["Instructors", "Students"])
        }
    }

    @Test func aRowIsInWholeOrLeftOutWhole() async throws {
        try await TestSite.run { test in
            let text =
                Self.heading + "Ann,A,10000001,,,Member\nBo,B,10000002,,,MEMBER\n"
                + "\(String(repeating: "x", count: 200)),-,10000003,-,,Other\nCy,C,10000003,,,\n"
            let done = try result(try await send(text, test))
            #expect(done["summary"] as? String == "3 people added. 1 row was skipped.")
            #expect(try await test.book.store.studentTypes().map(\.name) == ["Member"])
        }
    }

    @Test func importedAgainNothingChanges() async throws {
        try await TestSite.run { test in
            _ = try await send(Self.heading + Self.good, test)
            let sequence = try await test.book.store.lastSequence()
            let again = try result(try await send(Self.heading + Self.good, test))
            #expect(again["added"] as? Int == 0 && again["unchanged"] as? Int == 3)
            #expect(again["changed"] as? Bool == false)
            #expect(again["summary"] as? String == "Nothing changed. 3 people are on the roster already.")
            #expect(try await test.book.store.lastSequence() == sequence)
        }
    }

    @Test func onlyCheckingChangesNothing() async throws {
        try await TestSite.run { test in
            let sequence = try await test.book.store.lastSequence()
            let done = try result(try await send(Self.heading + Self.good, test, query: "?dryRun=1"))
            #expect(done["added"] as? Int == 3 && done["dryRun"] as? Bool == true)
            #expect(done["summary"] as? String == "3 people would be added.")
            #expect(try await test.book.store.lastSequence() == sequence)
            #expect(try await test.book.store.studentTypes().isEmpty)
        }
    }

    @Test(arguments: ["csv", "plist"])
    func whatIsExportedIsTheSameRosterElsewhere(format: String) async throws {
        try await TestSite.run { test in
            let namesakes = "Bo,Berg,10000008,,,\nBo,Berg,10000005,,,\nBo,Berg,10000007,,,\nBo,Berg,10000006,,,\n"
            _ = try await send(Self.heading + Self.good + namesakes, test)
            let exported = try await test.get("/people/export.\(format)", as: test.instructor)
            #expect(exported.headers[.contentDisposition] == "attachment; filename=\"roster.\(format)\"")
            try await TestSite.run { other in
                let done = try result(
                    try await other.client.execute(
                        uri: "/people/import", method: .post,
                        headers: [.authorization: "Bearer \(other.instructor)", .accept: "application/json"],
                        body: exported.body))
                // The instructor of both books has the same ID.
                #expect(done["added"] as? Int == 7 && done["unchanged"] as? Int == 1)
                let again = try await other.get("/people/export.\(format)", as: other.instructor)
                #expect(again.body == exported.body)
            }
        }
    }

    @Test(arguments: [
        ("", "empty"), ("{\"people\": []}", "noHeader"), ("1,2\n3,4", "noHeader"), ("Ann,Lee,31", "noHeader"),
        ("<?xml version=\"1.0\"?><plist><string/></plist>", "notARoster"),
        ("<plist><array><dict><key>", "malformed"), ("bplist00 and then something else", "malformed"),
    ])
    func whatIsNoRosterIsRefused(text: String, code: String) async throws {
        try await TestSite.run { test in
            let sequence = try await test.book.store.lastSequence()
            let response = try await send(text, test)
            #expect(response.status == .badRequest)
            let fields = try response.object()["fields"] as? [[String: Any]]
            #expect(fields?.map { $0["field"] as? String } == ["file"])
            #expect(fields?.map { $0["code"] as? String } == [code])
            #expect(try await test.book.store.lastSequence() == sequence)
        }
    }

    @Test func isForInstructorsOnly() async throws {
        try await TestSite.run { test in
            let student = try await test.book.addStudents(1)[0]
            let token = try await test.book.store.makeToken(for: student).text
            for path in ["/people/import", "/people/export.csv", "/people/export.plist"] {
                #expect(try await test.get(path, as: token).status == .forbidden)
                #expect(try await test.get(path).status == .unauthorized)
            }
            #expect(try await test.post("/people/import", "x", as: token).status == .forbidden)
            #expect(try await test.post("/people/import", "x").status == .unauthorized)
        }
    }
}
