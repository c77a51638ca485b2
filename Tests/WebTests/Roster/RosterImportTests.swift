import Classroom
import Foundation
import HummingbirdTesting
import Support
import Testing

@testable import Web

/// Lists that forgive, by the app's own page, as a program sees them.
@Suite struct RosterImportTests {
    private func send(_ text: String, _ test: TestSite, _ query: String = "") async throws -> [String: Any] {
        let response = try await test.post(
            "/people/import?name=list.csv" + query, text, as: test.instructor, type: "text/plain")
        return try #require(try response.object()["result"] as? [String: Any])
    }

    private func preview(_ text: String, _ test: TestSite, _ query: String = "") async throws -> [String: Any] {
        let response = try await test.post(
            "/people/import?dryRun=1" + query, text, as: test.instructor, type: "text/plain")
        return try #require(try response.object()["preview"] as? [String: Any])
    }

    private func rows(_ preview: [String: Any], _ list: String) throws -> [[String: Any]] {
        let list = try #require(preview[list] as? [String: Any])
        return try #require(list["rows"] as? [[String: Any]])
    }

    private func roster(_ test: TestSite) async throws -> [RosterRecord] {
        let file = try await test.get("/people/export.csv", as: test.instructor)
        return try RosterFile(reading: Array(buffer: file.body)).records.filter { $0.role == "student" }
    }

    @Test func peopleWithoutIDsGetThemOneAfterTheOther() async throws {
        try await TestSite.run { test in
            let largest = try await test.book.store.nextStudentID()
            let text = "First Name,Last Name,Student ID\nAnn,A,\nBo,B,\nCy,C,95000000\nDi,D,00000000\n"
            let planned = try await preview(text, test)
            #expect(
                try rows(planned, "newcomers").map { $0["studentID"] as? String } == [
                    "95000001", "95000002", "95000000", "95000003",
                ])
            #expect(try await test.book.store.nextStudentID() == largest)
            #expect(try await send(text, test)["added"] as? Int == 4)
            #expect(try await Set(roster(test).map(\.studentID)) == ["95000000", "95000001", "95000002", "95000003"])
        }
    }

    @Test func theSameListTwiceDoublesNobody() async throws {
        try await TestSite.run { test in
            let text = "Zoë O’Brien\nBo Berg\nBo Berg\n"
            let first = try await send(text, test)
            #expect(first["summary"] as? String == "2 people added. 1 row repeats a name of the list.")
            let sequence = try await test.book.store.lastSequence()
            let again = try await send("zoe o'brien\nBO BERG\n", test)
            #expect(again["added"] as? Int == 0 && again["unchanged"] as? Int == 2)
            #expect(try await test.book.store.lastSequence() == sequence)
            let known = try rows(try await preview("Bo Berg", test), "known")
            #expect((known.first?["place"] as? String)?.hasPrefix("On the roster: Bo Berg, ") == true)
            #expect(try await send("Bo Berg\nCy Ma\n", test, "&add=1")["added"] as? Int == 2)
            #expect(try await roster(test).count == 4)
        }
    }

    @Test func twoImportsAtOnceDoubleNobody() async throws {
        try await TestSite.run { test in
            let people = (1...50).map { "Person Number\(String(repeating: "x", count: $0))\n" }.joined()
            async let one = send(people, test)
            async let other = send(people, test)
            let added = try await [one, other].compactMap { $0["added"] as? Int }
            #expect(added.sorted() == [0, 50])
            let ids = try await roster(test).map(\.studentID)
            #expect(ids.count == 50 && Set(ids).count == 50)
        }
    }

    @Test func differencesAreToldAndAppliedOneByOneOrAll() async throws {
        try await TestSite.run { test in
            let heading = "First Name,Last Name,Student ID,Type,Active,GitHub Username\n"
            _ = try await send(heading + "Anna,Lee,31,,,\nBo,Li,32,Guest,,\nCy,Ma,33,,,\n", test)
            let changed = heading + "Anne,Lee,31,,,\nBo,Li,32,Member,no,bo-li\nCy,Ma,33,,,\n"
            let planned = try await preview(changed, test)
            let differing = try rows(planned, "differing")
            #expect(
                differing.map { $0["differences"] as? [String] } == [
                    ["First name: Anna → Anne"],
                    ["GitHub username: none → bo-li", "Type: Guest → Member", "Active: yes → no"],
                ])
            #expect(planned["canImport"] as? Bool == false)
            let left = try await send(changed, test)
            #expect(
                left["summary"] as? String
                    == "Nothing changed. 3 people are on the roster already. 2 rows differ from the roster.")
            let one = try await send(changed, test, "&apply=2")
            #expect(one["altered"] as? Int == 1 && one["added"] as? Int == 0)
            #expect(try await send(changed, test, "&apply=all")["altered"] as? Int == 1)
            #expect(try await send(changed, test)["differing"] as? Int == 0)
            let people = try await roster(test)
            #expect(people.map(\.firstName).sorted() == ["Anne", "Bo", "Cy"])
            let bo = try #require(people.first { $0.studentID == "32" })
            #expect(bo.type == "Member" && !bo.active && bo.github == "bo-li")
        }
    }

    @Test func changesAreTakenBackUnlessSomebodyHasChangedThemSince() async throws {
        try await TestSite.run { test in
            let heading = "First Name,Last Name,Student ID,Type,Active,GitHub Username\n"
            _ = try await send(heading + "Ann,Lee,31,Guest,,\nBo,Li,32,,,\n", test)
            let changed = heading + "Anne,Leigh,31,Member,no,\nBo,Li,32,Guest,,bo-li\nCy,Ma,33,,,\n"
            #expect(try await send(changed, test, "&apply=all&dryRun=1")["canTakeBack"] as? Bool == false)
            let result = try await send(changed, test, "&apply=all")
            #expect(result["altered"] as? Int == 2 && result["canTakeBack"] as? Bool == true)
            let text = try #require(result["reversals"] as? String)
            let reversals = try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: [String: Any]]])
            // One of an edit each, and one of being active.
            #expect(reversals.count == 3)
            func post(_ name: String) async throws -> [String] {
                var entries: [[String: Any]] = []
                for reversal in reversals {
                    let fields = reversal[name] ?? [:]
                    entries.append(test.entry(fields["kind"] as? String ?? "", fields))
                }
                return try await test.journal(entries).map { $0["outcome"] as? String ?? "" }
            }
            func all() async throws -> [String] {
                try await roster(test).map { "\($0.firstName) \($0.lastName) \($0.type) \($0.active) \($0.github)" }
                    .sorted()
            }
            let after = try await all()
            #expect(after == ["Anne Leigh Member false ", "Bo Li Guest true bo-li", "Cy Ma  true "])
            #expect(try await post("back") == ["accepted", "accepted", "accepted"])
            #expect(try await all() == ["Ann Lee Guest true ", "Bo Li  true ", "Cy Ma  true "])
            #expect(try await post("again") == ["accepted", "accepted", "accepted"])
            #expect(try await all() == after)
            // Somebody gives one of them another name meanwhile: that stays, and the rest returns.
            let edits = reversals.map { $0["back"] ?? [:] }.filter { $0["firstName"] != nil }
            let ann = try #require(edits.first)
            let person = ann["person"] as? String ?? ""
            _ = try await test.journal([test.entry("person.edited", ["person": person, "firstName": "Annie"])])
            _ = try await post("back")
            #expect(try await all() == ["Annie Lee Guest true ", "Bo Li  true ", "Cy Ma  true "])
        }
    }

    @Test func aPictureIsTakenBackToo() async throws {
        var reversal = Reversal(of: .personPictured, .make(at: .now))
        reversal.note("picture", from: "", to: .text("ab"))
        #expect(reversal.back["picture"] == "" && reversal.back["pictureWas"] == "ab")
        #expect(reversal.again["picture"] == "ab" && reversal.again["pictureWas"] == "")
        reversal.note("type", from: nil, to: .text("x"))
        #expect(Reversal.json([reversal]).contains("\"type\":null"))
    }

    @Test func addressesAndNumbersAreKept() async throws {
        try await TestSite.run { test in
            // As Google Contacts, Moodle and a plain list have them.
            let lists = [
                "First Name,Last Name,E-mail 1 - Value,Phone 1 - Value\nAnn,Lee,a@x.org ::: b@x.org,+41 79 1\n",
                "First name,Surname,Email address,Phone1\nBo,Li,bo@x.org,0791\n", "Cy,Ma,cy@x.org\nDi,Ng,di@x.org\n",
            ]
            for list in lists { #expect(try await send(list, test)["problemCount"] as? Int == 0) }
            func known() async throws -> [String] {
                try await roster(test).map { "\($0.firstName) \($0.email) \($0.phone)" }.sorted()
            }
            #expect(
                try await known() == ["Ann a@x.org +41 79 1", "Bo bo@x.org 0791", "Cy cy@x.org ", "Di di@x.org "])
            // The same once more says nothing new; another address is a difference, which is taken back.
            let again = try await send(lists[1], test, "&apply=all")
            #expect(again["altered"] as? Int == 0)
            let changed = "Name,E-mail,Phone\nBo Li,li@x.org,\nCy Ma,,0792\n"
            let differing = try rows(try await preview(changed, test), "differing")
            #expect(
                differing.map { $0["differences"] as? [String] } == [
                    ["E-mail: bo@x.org → li@x.org"], ["Phone: none → 0792"],
                ])
            let result = try await send(changed, test, "&apply=all")
            #expect(try await known()[1...2] == ["Bo li@x.org 0791", "Cy cy@x.org 0792"])
            try await takeBack(result, test)
            #expect(try await known()[1...2] == ["Bo bo@x.org 0791", "Cy cy@x.org "])
            // What somebody has changed meanwhile stays.
            let later = try await send(changed, test, "&apply=all")
            let text = try #require(later["reversals"] as? String)
            let all = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: [String: Any]]]
            let edits = try #require(all).compactMap { $0["back"]?["person"] as? String }
            #expect(edits.count == 2)
            _ = try await test.journal(
                edits.map { test.entry("person.edited", ["person": $0, "email": "new@x.org", "phone": "1"]) })
            try await takeBack(later, test)
            #expect(try await known()[1...2] == ["Bo new@x.org 1", "Cy new@x.org 1"])
        }
    }

    /// Posts what takes the changes of an import back.
    private func takeBack(_ result: [String: Any], _ test: TestSite) async throws {
        let text = try #require(result["reversals"] as? String)
        let all = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: [String: Any]]]
        let entries = try #require(all).map { test.entry($0["back"]?["kind"] as? String ?? "", $0["back"] ?? [:]) }
        #expect(try await test.journal(entries).allSatisfy { $0["outcome"] as? String == "accepted" })
    }

    @Test func anAddressThatIsNoneLosesNobody() async throws {
        try await TestSite.run { test in
            let long = String(repeating: "1", count: 41)
            let done = try await send("Name,E-mail,Phone\nAnn Lee,ann at home,\nBo Li,,\(long)\nCy Ma,,079\n", test)
            #expect(done["added"] as? Int == 3 && done["problemCount"] as? Int == 0)
            let notes = try #require(done["notes"] as? [[String: Any]])
            #expect(notes.map { $0["field"] as? String } == ["email", "phone"])
            #expect(
                notes.allSatisfy { ($0["message"] as? String)?.hasSuffix(" The person comes without it.") == true })
            #expect(try await roster(test).map(\.phone).sorted() == ["", "", "079"])
        }
    }

    @Test func aLineThatIsNoNameIsNobody() async throws {
        try await TestSite.run { test in
            let list = "Ann Lee\n----\n12345\nbo@example.org\n山田 太郎\nBo Li bo@example.org\nCy Ma\n"
            let result = try await send(list, test)
            #expect(result["added"] as? Int == 4 && result["problemCount"] as? Int == 3)
            let problems = try #require(result["problems"] as? [[String: Any]])
            #expect(problems.map { $0["line"] as? Int } == [2, 3, 4])
            #expect(
                problems.map { $0["message"] as? String } == [
                    "A name has letters.", "A name has letters.",
                    "This is an e-mail address. Put the name before it.",
                ])
        }
    }

    @Test func whatStandsBesideSomeNamesIsNoPartOfThem() async throws {
        try await TestSite.run { test in
            let list =
                "Ann Lee\nRosa Luz, rosa@example.org, +41 79 123 45 67\nLi, Wei, 12345678\nCy Ma\nLouis XIV\nBo 2 Li\nDi Ng\n"
            let result = try await send(list, test)
            #expect(result["added"] as? Int == 5)
            let problems = try #require(result["problems"] as? [[String: Any]])
            #expect(problems.map { $0["line"] as? Int } == [2, 3])
            #expect(problems.allSatisfy { ($0["message"] as? String)?.hasPrefix("This is more than a name.") == true })
        }
    }

    @Test func addressesBehindCommasAreKept() async throws {
        try await TestSite.run { test in
            let done = try await send("Rosa Luz, rosa@example.org\nBo Li, bo@example.org\n", test)
            #expect(done["added"] as? Int == 2)
            #expect(try await roster(test).map(\.email).sorted() == ["bo@example.org", "rosa@example.org"])
            let more = "Cy, Ma, cy@example.org\nDi, Ng, di@example.org\n"
            #expect(try await send(more, test)["added"] as? Int == 2)
            #expect(try await roster(test).map(\.email).sorted().suffix(2) == ["di@example.org", "rosa@example.org"])
        }
    }

    @Test func whoIsKnownWithoutTheMiddleNameIsFound() async throws {
        try await TestSite.run { test in
            _ = try await send("First Name,Last Name\nAnna,Lee\nBo,Li\n", test)
            let list = "First Name,Middle Name,Last Name\nAnna,Maria,Lee\nBo,,Li\nCy,Jo,Ma\n"
            let planned = try await preview(list, test)
            #expect(try rows(planned, "newcomers").map { $0["name"] as? String } == ["Cy Jo Ma"])
            let differing = try rows(planned, "differing")
            #expect(differing.map { $0["differences"] as? [String] } == [["First name: Anna → Anna Maria"]])
            #expect(try await send(list, test, "&apply=all")["altered"] as? Int == 1)
            #expect(try await roster(test).map(\.firstName).sorted() == ["Anna Maria", "Bo", "Cy Jo"])
            #expect(try await send(list, test)["differing"] as? Int == 0)
            // Somebody else of that name can be added all the same.
            let other = "First Name,Middle Name,Last Name\nBo,Bea,Li\n"
            #expect(try await send(other, test, "&add=all")["added"] as? Int == 1)
        }
    }

    @Test func typesThatAnImportAddedAreTold() async throws {
        try await TestSite.run { test in
            let list = "Name,Type\nAnn Lee,Guest\nBo Li,Guest\nCy Ma,Member\n"
            let result = try await send(list, test)
            #expect((result["types"] as? String)?.split(separator: " ").count == 2)
            let again = try await send("Name,Type\nDi Ng,Guest\n", test)
            #expect(again["types"] as? String == "")
        }
    }

    @Test func whereANameIsSplitIsNoDifference() async throws {
        try await TestSite.run { test in
            _ = try await send("First Name,Last Name\nMaría,de la Cruz\n", test)
            let again = try await send(
                "First Name,Last Name,Student ID\nMaría de la,Cruz,90000001\n", test, "&dryRun=1")
            #expect(again["differing"] as? Int == 0)
        }
    }

    /// Whoever split it: another tool, a person, or an earlier way of doing it.
    @Test func aNameThatIsSplitElsewhereIsNobodyElse() async throws {
        try await TestSite.run { test in
            _ = try await send(
                "First Name,Last Name\nDario De,Luca\nMaría,del Carmen García\nVan Tran,Anh\nAnn,Lee\n", test)
            let list = "Dario De Luca\nMaría del Carmen García\nVan Tran Anh\nLee Ann\n"
            let result = try await send(list, test)
            #expect(result["added"] as? Int == 1)
        }
    }

    @Test func aBadPictureLosesNobody() async throws {
        try await TestSite.run { test in
            let done = try await send("Name,Picture\nAnn Lee,AAAA\nBo Li,not base64!\nCy Ma,\n", test)
            #expect(done["added"] as? Int == 3 && done["problemCount"] as? Int == 0)
            let notes = try #require(done["notes"] as? [[String: Any]])
            #expect(notes.map { $0["line"] as? Int } == [2, 3])
            #expect(
                notes.allSatisfy {
                    ($0["message"] as? String)?.hasSuffix("The person comes without a picture.") == true
                })
        }
    }

    @Test func columnsAreAskedForAndTold() async throws {
        try await TestSite.run { test in
            let text = "Ann,Lee,12.3.\nBo,Li,4.5.\n"
            let planned = try await preview(text, test)
            let columns = try #require(planned["columns"] as? [String: Any])
            #expect(columns["summary"] as? String == "2 of 3 columns are kept.")
            let refused = try await test.post("/people/import", text, as: test.instructor, type: "text/plain")
            #expect(refused.status == .badRequest)
            #expect(try await send(text, test, "&columns=lastName,firstName,-&heading=no")["added"] as? Int == 2)
            #expect(try await roster(test).map(\.lastName).sorted() == ["Ann", "Bo"])
            let strange = try await test.post(
                "/people/import?columns=shoe", text, as: test.instructor, type: "text/plain")
            #expect(strange.status == .badRequest)
        }
    }

    @Test func thePageForTypingIsForInstructors() async throws {
        try await TestSite.run { test in
            #expect(try await test.get("/people/paste", as: test.instructor).object()["isTyped"] as? Bool == true)
            #expect(try await test.get("/people/paste").status == .unauthorized)
            let student = try await test.book.addStudents(1)[0]
            let token = try await test.book.store.makeToken(for: student).text
            #expect(try await test.get("/people/paste", as: token).status == .forbidden)
        }
    }
}
