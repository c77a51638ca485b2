import Classroom
import Foundation
import HTTPTypes
import HummingbirdTesting
import Support
import Testing

@testable import Web

@Suite struct JournalRoutesTests {
    @Test func answersEachEntryInOrder() async throws {
        try await TestSite.run { test in
            let person = Identifier.make(at: .now).text
            let good = test.entry("person.added", ["person": person, "firstName": "Ann", "studentID": "1"])
            var other = good
            other["firstName"] = "Eve"
            let results = try await test.journal([
                good, good, other, test.entry("person.added", ["person": "x"]), test.entry("nonsense", [:]),
            ])
            #expect(
                results.map { $0["outcome"] as? String } == [
                    "accepted", "duplicate", "conflict", "rejected", "rejected",
                ])
            #expect(results[0]["sequence"] as? Int == results[1]["sequence"] as? Int)
            let problems = results[3]["problems"] as? [[String: String]]
            #expect(problems?.first == ["field": "person", "code": "identifier", "message": "This is not a UUID."])
        }
    }

    @Test(arguments: [
        ("", "application/json", 400), ("{", "application/json", 400), ("[]", "application/json", 400),
        ("{}", "application/json", 400), (#"{"device": 7, "entries": []}"#, "application/json", 400),
        (#"{"device": "x", "entries": []}"#, "application/json", 400),
        (#"{"device": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}"#, "application/json", 400),
        (#"{"device": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "entries": {}}"#, "application/json", 400),
        (#"{"device": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "entries": []}"#, "text/plain", 400),
        (#"{"device": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "entries": []}"#, "application/json", 200),
        (
            #"{"device": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "entries": [], "sent": "noon"}"#, "application/json",
            400
        ),
        (#"{"device": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "entries": [], "sent": 7}"#, "application/json", 400),
        (#"{"device": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "entries": [], "sent": null}"#, "application/json", 200),
        (String(repeating: "[", count: 100_000), "application/json", 400),
        (
            #"{"device":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","entries":["#
                + Array(repeating: "{}", count: 201).joined(
                    separator: ",") + "]}", "application/json", 413
        ),
        (#"{"device":""# + String(repeating: "x", count: 1_100_000), "application/json", 413),
    ])
    func refusesABatchItCannotRead(body: String, type: String, status: Int) async throws {
        try await TestSite.run { test in
            let response = try await test.post("/journal", body, as: test.instructor, type: type)
            #expect(response.status.code == status)
            if status != 200 {
                #expect(response.headers[.contentType] == "application/problem+json")
                #expect(try response.object()["status"] as? Int == status)
            }
        }
    }

    @Test func whatIsNoEntryIsRejectedByItself() async throws {
        try await TestSite.run { test in
            let body =
                #"{"device": "\#(test.book.device)", "entries": [1, 1e999, null, "x", [], {}, {"id": 7, "kind": [], "at": {}}]}"#
            let results = try await test.post("/journal", body, as: test.instructor).object()["results"]
            let outcomes = (results as? [[String: Any]])?.map { $0["outcome"] as? String }
            #expect(outcomes == Array(repeating: "rejected", count: 7))
        }
    }

    @Test func nobodySignedInAndOthersPages() async throws {
        try await TestSite.run { test in
            #expect(try await test.post("/journal", "{}").status == .unauthorized)
            #expect(try await test.post("/journal", "{}", as: "nonsense").status == .unauthorized)
            let site = HTTPField.Name("Sec-Fetch-Site")!
            for (field, status) in [("cross-site", 403), ("same-site", 403), ("same-origin", 400), ("none", 400)] {
                let response = try await test.post("/journal", "{}", as: test.instructor, [site: field])
                #expect(response.status.code == status)
            }
            let foreign = try await test.post("/journal", "{}", as: test.instructor, [.origin: "https://evil.example"])
            #expect(foreign.status == .forbidden)
        }
    }

    @Test func aStudentMayNotWriteWhatInstructorsDo() async throws {
        try await TestSite.run { test in
            let student = try await test.book.addStudents(1)[0]
            let token = try await test.book.store.makeToken(for: student).text
            let edit = test.entry("person.edited", ["person": student.text, "firstName": "Eve"])
            let results = try await test.journal([edit], as: token)
            #expect(results.first?["outcome"] as? String == "rejected")
        }
    }
}
