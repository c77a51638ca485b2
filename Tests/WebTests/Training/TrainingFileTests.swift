import Classroom
import Foundation
import Support
import Testing

@testable import Web

@Suite struct TrainingFileTests {
    private static let heading = "Date,Time,UTC Offset,Minutes,Category,Description,Source,ID"

    private func add(
        _ test: TestSite, _ file: String, _ query: String = "", as token: String? = nil
    ) async throws -> [String: Any] {
        let response = try await test.post(
            "/training/import\(query)", file, as: token ?? test.instructor, type: "text/csv")
        return try response.object()["result"] as? [String: Any] ?? [:]
    }

    private func lines(_ test: TestSite, _ query: String = "", as token: String? = nil) async throws -> [String] {
        let text = try await test.get("/training/export.csv\(query)", as: token ?? test.instructor).text
        return text.replacingOccurrences(of: "\u{FEFF}", with: "").components(separatedBy: "\r\n").filter {
            !$0.isEmpty
        }
    }

    /// What goes out comes in again elsewhere as it was, formulas, line breaks and all, and once.
    @Test func whatGoesOutComesInAgain() async throws {
        try await CourseSite.run { site in
            let test = site.test
            let texts = ["=1+1", "'quoted", "'=1", "a, \"b\"", "@sum", "-5", "Läufe 🏃‍♀️", "+1"]
            try await test.book.expectAccepted(
                texts.enumerated().map { index, text in
                    test.book.entry(
                        .trainingLogged,
                        [
                            "training": .text(Identifier.make(at: .now).text), "description": .text(text),
                            "category": .text("mobility"), "minutes": .number(Double(index + 1)),
                            "start": .text("2026-10-25T0\(index):30:15.250Z"),
                        ])
                })
            let out = try await lines(test, "?timeZone=Europe/Berlin")
            #expect(out[0] == Self.heading && out.count == texts.count + 1)
            // Clocks go back at 1:00 UTC: half past two comes twice, told apart by the offset.
            #expect(out.last?.hasPrefix("2026-10-25,02:30:15.250,UTC+02:00,1,mobility,'=1+1,log,") == true)
            #expect(out[texts.count - 1].hasPrefix("2026-10-25,02:30:15.250,UTC+01:00,2,mobility,'quoted,log,"))
            #expect(out.contains { $0.contains(",''=1,") } && out.contains { $0.contains(",'@sum,") })
            // Read again where it comes from, it changes nothing.
            let file = out.joined(separator: "\r\n")
            let same = try await add(test, file)
            #expect(same["added"] as? Int == 0 && same["unchanged"] as? Int == texts.count)
            // Nor does it without the identifiers; a row that comes once more is another entry.
            let bare = out.map { String($0.prefix(upTo: $0.lastIndex(of: ",") ?? $0.endIndex)) }
            for (rows, added) in [(bare, 0), (bare + [bare[2]], 1)] {
                let done = try await add(test, rows.joined(separator: "\r\n"), "?dryRun=1&name=log.csv")
                #expect(done["added"] as? Int == added && done["unchanged"] as? Int == texts.count)
            }
            // Somebody else may have it, and what is whose stays so.
            let sam = try #require(site.tokens[site.stranger])
            for expected in [texts.count, 0] {
                let done = try await add(test, file, as: sam)
                #expect(done["added"] as? Int == expected && done["problemCount"] as? Int == 0)
            }
            func withoutID(_ lines: [String]) -> [String] { lines.map { String($0.dropLast(37)) } }
            let theirs = try await lines(test, "?timeZone=Europe/Berlin", as: sam)
            #expect(withoutID(theirs.dropFirst().map { $0 }) == withoutID(out.dropFirst().map { $0 }))
            #expect(try await lines(test).count == texts.count + 1)
        }
    }

    @Test func aFileOfOnesOwnIsReadOnce() async throws {
        try await TestSite.run { test in
            let file = "date;minutes;description\n2026-10-25;30;Run\n2026-10-25;30;Run\n\n2026-10-26;45;Row\n"
            let rehearsal = try await add(test, file, "?dryRun=1&name=log.csv")
            #expect(rehearsal["dryRun"] as? Bool == true && rehearsal["added"] as? Int == 3)
            #expect(try await lines(test).count == 1)
            for expected in [3, 0] { #expect(try await add(test, file)["added"] as? Int == expected) }
            let out = try await lines(test, "?timeZone=UTC")
            // At noon of the server's zone, since neither the file nor the device says anything else.
            #expect(out[1].hasPrefix("2026-10-26,11:00,UTC+00:00,45,endurance,Row,log,"))
            #expect(out[2].hasPrefix("2026-10-25,11:00,UTC+00:00,30,endurance,Run,log,") && out.count == 4)
        }
    }

    @Test func bringsBackWhatHasBeenDeletedSince() async throws {
        try await TestSite.run { test in
            let file = "Date,Minutes,Description\n2026-10-25,30,Run"
            _ = try await add(test, file)
            let id = String(try await lines(test)[1].suffix(36))
            let results = try await test.journal([test.entry("training.deleted", ["training": id])])
            #expect(results.first?["outcome"] as? String == "accepted")
            #expect(try await lines(test).count == 1)
            #expect(try await add(test, file)["added"] as? Int == 1)
            #expect(try await lines(test)[1].hasSuffix(id))
        }
    }

    @Test func rowsThatCannotBeAreToldAndTheOthersTaken() async throws {
        try await TestSite.run { test in
            let rows = [
                "2026-10-25,18:30,,30,strength,Good,,", "25.10.2026,18:30,,30,,Date,,", "2026-10-25,25:00,,30,,Time,,",
                "2026-10-25,18:30,CET,30,,Offset,,", "2026-10-25,18:30,,30.5,,Half,,", "2026-10-25,18:30,,nan,,Word,,",
                "2026-10-25,18:30,,1441,,Long,,", "2026-10-25,18:30,,30,swimming,Category,,",
                "2026-10-25,18:30,,30,,,,",
                "2026-10-25,18:30,,30", "2199-10-25,18:30,,30,,Future,,", "2026-10-25,7:05,,60,,Class,class,",
                "2026-10-25,9:05:10,UTC-03:30,5,Mobility,Early,log,x",
            ]
            let done = try await add(test, ([Self.heading] + rows).joined(separator: "\n"))
            #expect(done["added"] as? Int == 2 && done["unchanged"] as? Int == 1)
            let problems = done["problems"] as? [[String: Any]] ?? []
            #expect(
                problems.map { "\($0["line"] ?? 0) \($0["field"] ?? "")" } == [
                    "3 date", "4 time", "5 offset", "6 minutes", "7 minutes", "8 minutes", "9 category",
                    "10 description", "11 row", "12 start",
                ])
            let out = try await lines(test, "?timeZone=UTC")
            #expect(out[1].hasPrefix("2026-10-25,17:30,UTC+00:00,30,strength,Good,log,"))
            #expect(out[2].hasPrefix("2026-10-25,12:35:10,UTC+00:00,5,mobility,Early,log,") && out.count == 3)
        }
    }

    @Test(arguments: [
        ("", "empty"), ("a,b,c\n1,2,3", "noHeader"), ("Date,Minutes,Date,Description\n", "malformed"),
        ("\u{0}", "notText"),
    ])
    func whatIsNoLogIsRefused(file: String, code: String) async throws {
        try await TestSite.run { test in
            let response = try await test.post("/training/import", file, as: test.instructor, type: "text/csv")
            let errors = try response.object()["fields"] as? [[String: Any]] ?? []
            #expect(response.status.code == 400 && errors.first?["code"] as? String == code)
            #expect(try await test.post("/training/import", file, type: "text/csv").status == .unauthorized)
        }
    }

    @Test func classesGoOutAndDoNotComeIn() async throws {
        try await CourseSite.run { site in
            let ann = site.one.students[0]
            try await site.book.expectAccepted([
                site.book.edited(site.one.course, ["category": .text("strength")]),
                site.book.mark(.attendanceMarked, site.one.session, ann),
                site.book.step(.classSaved, site.one.session),
            ])
            let out = try await lines(site.test, as: site.tokens[ann])
            #expect(out.count == 2 && out[1].hasSuffix("strength,Yoga,class,\(site.one.session)"))
            // Also in a file that does not say where its lines are from.
            for file in [out, out.map { $0.replacing("Source", with: "").replacing(",class,", with: ",,") }] {
                let done = try await add(site.test, file.joined(separator: "\n"), as: site.tokens[ann])
                #expect(done["added"] as? Int == 0 && done["unchanged"] as? Int == 1)
            }
            let rows = try await site.page("/training", as: ann)["trainings"] as? [[String: Any]]
            #expect(rows?.count == 1 && rows?[0]["canDelete"] as? Bool == false)
            #expect(rows?[0]["classHref"] as? String == "/classes/\(site.one.session)")
            // Who has left the course trained all the same, and sees its pages no more.
            try await site.book.expectAccepted([site.book.enrolment(.enrolmentDeclined, ann, site.one.course)])
            let left = try await site.page("/training", as: ann)["trainings"] as? [[String: Any]]
            #expect(left?.count == 1 && left?[0]["classHref"] == nil)
        }
    }
}
