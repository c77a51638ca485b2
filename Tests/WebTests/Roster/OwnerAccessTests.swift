import Classroom
import Foundation
import HTTPTypes
import Store
import Support
import Testing

@testable import Web

/// Who may what: an owner, another instructor, a student, and nobody.
@Suite struct OwnerAccessTests {
    private struct People {
        let plain: String
        let student: String
        let other: Identifier
        let pupil: Identifier
        let plainID: Identifier

        init(_ test: TestSite) async throws {
            let store = test.book.store
            plainID = try #require(try await test.book.addInstructor("Otto").person)
            other = try #require(try await test.book.addInstructor("Ana", id: "90000002").person)
            let students = try await test.book.addStudents(2)
            pupil = students[0]
            plain = try await store.makeToken(for: plainID).text
            student = try await store.makeToken(for: students[1]).text
        }
    }

    @Test func onlyOwnersMakeAndRevokeCodesOfInstructors() async throws {
        try await TestSite.run { test in
            let people = try await People(test)
            for path in ["sign-in-codes", "sign-in-codes/revoke"] {
                let good: HTTPResponse.Status = path.hasSuffix("revoke") ? .seeOther : .ok
                func status(_ person: Identifier, _ token: String?) async throws -> HTTPResponse.Status {
                    try await test.post("/people/\(person)/\(path)", "", as: token).status
                }
                #expect(try await status(people.other, test.instructor) == good)
                #expect(try await status(people.other, people.plain) == .forbidden)
                #expect(try await status(test.book.instructor, people.plain) == .forbidden)
                #expect(try await status(people.other, people.student) == .forbidden)
                #expect(try await status(people.other, nil) == .unauthorized)
                #expect(try await status(people.pupil, test.instructor) == good)
                #expect(try await status(people.pupil, people.plain) == good)
                #expect(try await status(people.pupil, people.student) == .forbidden)
                #expect(try await status(.make(at: .now), people.plain) == .notFound)
                // Revoking their own codes, they end their own sign-in.
                #expect(try await status(people.plainID, people.plain) == good)
            }
            #expect(try await test.get("/class", as: people.plain).status == .unauthorized)
        }
    }

    @Test func onlyOwnersImport() async throws {
        try await TestSite.run { test in
            let people = try await People(test)
            let roster = "First Name,Last Name,Student ID\nNew,One,77\n"
            for (token, status) in [
                (people.plain, HTTPResponse.Status.forbidden), (people.student, .forbidden), (nil, .unauthorized),
                (test.instructor, .ok),
            ] {
                #expect(try await test.post("/people/import", roster, as: token, type: "text/csv").status == status)
            }
            let page = try await test.get("/people/import", as: people.plain, accept: "text/html").text
            #expect(!page.contains("type=\"file\"") && page.contains("/people/export.csv"))
            #expect(try await test.get("/people/import", as: people.plain).object()["canImport"] as? Bool == false)
            #expect(try await test.get("/people/export.csv", as: people.plain).status == .ok)
        }
    }

    @Test func onlyOwnersSayWhoIsAnInstructor() async throws {
        try await TestSite.run { test in
            let people = try await People(test)
            func made(_ token: String) async throws -> [String] {
                try await test.journal(
                    [
                        test.entry("person.roleChanged", ["person": people.pupil.text, "role": "instructor"]),
                        test.entry("person.roleChanged", ["person": people.other.text, "isOwner": true]),
                        test.entry("person.deactivated", ["person": people.other.text]),
                        test.entry("person.activated", ["person": people.other.text]),
                        test.entry(
                            "person.added",
                            ["person": Identifier.make(at: .now).text, "firstName": "Eve", "role": "instructor"]),
                    ], as: token
                ).map { result in
                    let problem = (result["problems"] as? [[String: Any]])?.first
                    return [result["outcome"], problem?["field"], problem?["code"]]
                        .compactMap { $0 as? String }.joined(separator: " ")
                }
            }
            let refused = Array(repeating: "rejected kind forbidden", count: 5)
            #expect(try await made(people.plain) == refused)
            #expect(try await made(people.student) == refused)
            #expect(try await made(test.instructor) == Array(repeating: "accepted", count: 5))
            // What instructors may do to students they still may.
            let pupil = try await test.book.addStudentsMore()[0]
            let done = try await test.journal(
                [
                    test.entry("person.deactivated", ["person": pupil.text]),
                    test.entry("person.activated", ["person": pupil.text]),
                ], as: people.plain)
            #expect(done.map { $0["outcome"] as? String } == ["accepted", "accepted"])
        }
    }

    @Test func thePageOffersWhatOneMay() async throws {
        try await TestSite.run { test in
            let people = try await People(test)
            func offers(_ person: Identifier, _ token: String) async throws -> [Bool?] {
                let page = try await test.get("/people/\(person)", as: token).object()
                return ["mayChangeRole", "mayBeOwner", "mayChangeActive", "mayMakeCodes"].map { page[$0] as? Bool }
            }
            #expect(try await offers(people.other, test.instructor) == [true, true, true, true])
            #expect(try await offers(people.pupil, test.instructor) == [true, false, true, true])
            #expect(try await offers(test.book.instructor, test.instructor) == [false, false, true, true])
            #expect(try await offers(people.other, people.plain) == [false, false, false, false])
            #expect(try await offers(people.plainID, people.plain) == [false, false, false, true])
            #expect(try await offers(people.pupil, people.plain) == [false, false, true, true])
            let page = try await test.get("/people/\(test.book.instructor)", as: people.plain).object()
            #expect((page["person"] as? [String: Any])?["isOwner"] as? Bool == true)
            let html = try await test.get("/people/\(people.other)", as: people.plain, accept: "text/html").text
            #expect(html.contains("<dt>Role</dt><dd>Instructor</dd>") && !html.contains("id=\"role\""))
            #expect(!html.contains("New Sign-In Code") && !html.contains("data-switch=\"owner\""))
        }
    }

    @Test func onlyOwnersRemoveInstructors() async throws {
        try await TestSite.run { test in
            let people = try await People(test)
            func made(_ kind: String, _ person: Identifier, _ token: String) async throws -> String {
                let result = try await test.journal([test.entry(kind, ["person": person.text])], as: token)[0]
                return result["outcome"] as? String ?? ""
            }
            func status(_ person: Identifier, _ token: String) async throws -> HTTPResponse.Status {
                try await test.get("/people/\(person)", as: token).status
            }
            #expect(try await made("person.removed", people.other, people.plain) == "rejected")
            #expect(try await made("person.removed", people.pupil, people.student) == "rejected")
            #expect(try await made("person.removed", people.plainID, people.plain) == "rejected")
            #expect(try await status(people.other, people.plain) == .ok)
            for (person, token) in [(people.other, test.instructor), (people.pupil, people.plain)] {
                #expect(try await made("person.removed", person, token) == "accepted")
                let page = try await test.get("/people/\(person)", as: people.plain).object()
                let removal = try #require(page["removal"] as? [String: Any])
                #expect(removal["mayRestore"] as? Bool == (person == people.pupil))
                #expect(page["editable"] as? Bool == false && page["mayRemove"] as? Bool == (person == people.pupil))
            }
            #expect(try await status(people.pupil, people.student) == .notFound)
            #expect(try await test.get("/people/\(people.pupil)/attendance", as: people.plain).status == .notFound)
            #expect(
                try await test.post("/people/\(people.pupil)/sign-in-codes", "", as: people.plain).status == .notFound)
            let list = try await test.get("/students?activity=all", as: people.plain).text
            #expect(!list.contains(people.pupil.text) && !list.contains(people.other.text))
            #expect(try await made("person.restored", people.other, people.plain) == "rejected")
            #expect(try await made("person.restored", people.other, test.instructor) == "accepted")
            #expect(try await made("person.restored", people.pupil, people.plain) == "accepted")
            #expect(try await status(people.pupil, people.plain) == .ok)
        }
    }

    @Test func whoMadeACodeIsSeenByItsPersonAndByOwners() async throws {
        try await TestSite.run { test in
            let people = try await People(test)
            let pupil = people.pupil
            let card = try await test.post("/people/\(pupil)/sign-in-codes", "", as: people.plain).object()
            let answer = try await test.get("/sign-in/\(card["code"] as? String ?? "")").object()
            let own = try #require(answer["token"] as? String)
            func codes(_ token: String) async throws -> [[String: Any]] {
                try await test.get("/people/\(pupil)", as: token).object()["signInCodes"] as? [[String: Any]] ?? []
            }
            for token in [own, test.instructor] {
                let code = try #require(try await codes(token).first)
                #expect(code["madeBy"] as? String == "Otto Other" && code["madeWay"] as? String == "app")
                #expect(code["firstUsed"] is String && code["isGood"] as? Bool == true)
            }
            #expect(try await codes(people.plain).isEmpty)
            for path in ["/people/\(pupil)", "/more"] {
                let page = try await test.get(path, as: own, accept: "text/html").text
                #expect(page.contains("Sign-In Codes") && page.contains("Made by Otto Other, "), "\(path)")
            }
            let me = try await test.get("/people/\(pupil)", as: own, accept: "text/html").text
            #expect(me.contains("Signed in on ") && !me.contains("New Sign-In Code"))
            _ = try await test.post("/people/\(pupil)/sign-in-codes/revoke", "", as: test.instructor)
            let revoked = try #require(try await codes(test.instructor).first)
            #expect(revoked["revokedBy"] as? String == "Ida Berg" && revoked["isGood"] as? Bool == false)
        }
    }

    @Test func anInstructorMadeAStudentIsSignedInAsOne() async throws {
        try await TestSite.run { test in
            let people = try await People(test)
            let person = try await test.book.store.person(people.plainID)
            let token = SignInToken(text: people.plain)
            let before = SignedIn(person: person, token: token, sequence: 0)
            #expect(try await test.book.store.isStillSignedIn(before))
            let changed = try await test.journal([
                test.entry("person.roleChanged", ["person": people.plainID.text, "role": "student"])
            ])
            #expect(changed.first?["outcome"] as? String == "accepted")
            #expect(try await !test.book.store.isStillSignedIn(before))
            #expect(try await test.get("/students", as: people.plain).status == .forbidden)
            #expect(try await test.get("/courses", as: people.plain).status == .ok)
        }
    }
}
