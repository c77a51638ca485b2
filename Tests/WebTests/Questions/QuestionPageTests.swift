import Classroom
import Foundation
import Support
import Testing

@testable import Web

@Suite struct QuestionPageTests {
    private func ask(_ site: CourseSite, _ text: String, anonymous: Bool, by number: Int) async throws {
        let entry = site.book.entry(
            .questionAsked,
            [
                "class": .text(site.one.session.text), "question": .text(Identifier.make(at: .now).text),
                "text": .text(text), "isAnonymous": .flag(anonymous),
            ])
        #expect(try await site.outcomes([entry], as: site.one.students[number]) == ["accepted"])
    }

    @Test func aNameThatIsNotToBeShownIsNowhereOnThePage() async throws {
        try await CourseSite.run { site in
            try await ask(site, "Openly?", anonymous: false, by: 0)
            try await ask(site, "Secretly?", anonymous: true, by: 1)
            let path = "/classes/\(site.one.session)/questions"
            let asker = site.one.students[1]
            for person in [site.book.instructor, site.one.students[0]] {
                let token = try #require(site.tokens[person])
                for accept in ["text/html", "application/json"] {
                    let text = try await site.test.get(path, as: token, accept: accept).text
                    #expect(text.contains("Openly?") && text.contains("Secretly?"))
                    #expect(!text.contains("Student Number 1") && !text.contains(asker.text))
                }
            }
            let own = try await site.page(path, as: asker)
            let questions = try #require(own["questions"] as? [[String: Any]])
            #expect(questions.map { $0["isMine"] as? Bool } == [false, true])
            #expect(questions.map { $0["canVote"] as? Bool } == [true, false])
        }
    }

    @Test func whoAsksIsNotToldByTheFeed() async throws {
        try await CourseSite.run { site in
            let start = try await site.book.store.lastSequence()
            try await ask(site, "Why?", anonymous: true, by: 0)
            _ = try await site.book.addVenue("End")
            for person in [site.book.instructor, site.one.students[1]] {
                let line = try await site.follow("/classes/\(site.one.session)/feed", after: start, as: person)
                await line.until("question.asked")
                let text = line.told
                line.close()
                #expect(!text.contains(site.book.device.text) && !text.contains(site.one.students[0].text))
                #expect(!text.contains("\"device\"") && !text.contains("\"person\""))
            }
        }
    }

    @Test func canBeAskedWhileInSessionAndReadAfterwards() async throws {
        try await CourseSite.run { site in
            let student = site.one.students[0]
            let coming = try await site.page("/classes/\(site.coming)/questions", as: student)
            #expect(coming["canAsk"] as? Bool == false && coming["mayAsk"] as? Bool == true)
            #expect(coming["closedText"] as? String == "Questions open when the class starts.")
            let path = "/classes/\(site.one.session)/questions"
            #expect(try await site.page(path, as: student)["canAsk"] as? Bool == true)
            try await ask(site, "Why?", anonymous: false, by: 0)
            #expect(try await site.page(path, as: site.book.instructor)["canAsk"] as? Bool == false)
            try await site.book.expectAccepted([site.book.step(.classSaved, site.one.session)])
            let over = try await site.page(path, as: student)
            #expect(over["canAsk"] as? Bool == false && over["closedText"] as? String == "This class is over.")
            #expect((over["questions"] as? [[String: Any]])?.count == 1 && over["open"] as? Int == 1)
            let page = try await site.page("/classes/\(site.one.session)", as: student)
            #expect(page["questionsText"] as? String == "1 open")
        }
    }

    @Test func areForWhoTakesOrTeachesTheCourse() async throws {
        try await CourseSite.run { site in
            let path = "/classes/\(site.one.session)/questions"
            #expect(try await site.status(path, as: nil) == 401)
            #expect(try await site.status(path, as: site.stranger) == 404)
            #expect(try await site.status(path, as: site.otto) == 404)
            #expect(try await site.status(path + "?after=x", as: site.book.instructor) == 400)
            let dropIn = try await site.book.startClass(
                at: .now.adding(milliseconds: 1000),
                by: .init(
                    person: site.otto, role: .instructor))
            #expect(try await site.status("/classes/\(dropIn)/questions", as: site.otto) == 404)
        }
    }

    /// As HTML and JSON: neither the text nor the count of a hidden question is on a page of others of the class.
    @Test func whatIsHiddenIsOnNobodyElsesPage() async throws {
        try await CourseSite.run { site in
            try await ask(site, "Unkind?", anonymous: false, by: 0)
            let path = "/classes/\(site.one.session)/questions"
            let question = try #require(
                (try await site.page(path, as: site.book.instructor)["questions"] as? [[String: Any]])?.first?["id"]
                    as? String)
            func turned(_ kind: Kind) -> PostedEntry {
                site.book.entry(kind, ["class": .text(site.one.session.text), "question": .text(question)])
            }
            let (asker, other) = (site.one.students[0], site.one.students[1])
            for (person, problem) in [
                (asker, "kind forbidden"), (other, "kind forbidden"), (site.otto, "class notFound"),
                (site.stranger, "kind forbidden"),
            ] {
                let tries = [turned(.questionHidden), turned(.questionShown)]
                #expect(try await site.outcomes(tries, as: person) == [problem, problem])
            }
            #expect(try await site.outcomes([turned(.questionHidden)], as: site.book.instructor) == ["accepted"])
            for (person, words) in [
                (asker, "Hidden by your instructor"), (other, nil), (site.book.instructor, "Hidden from the class"),
            ] {
                for accept in ["text/html", "application/json"] {
                    let text = try await site.test.get(path, as: site.tokens[person], accept: accept).text
                    #expect(text.contains("Unkind?") == (words != nil) && text.contains(question) == (words != nil))
                    if let words { #expect(text.contains(words)) }
                }
                let counts = try await site.page("/classes/\(site.one.session)", as: person)["questionsText"] as? String
                #expect(counts == (words == nil ? "None yet" : "0 open, 1 in all"))
            }
            #expect(try await site.outcomes([turned(.questionShown)], as: site.book.instructor) == ["accepted"])
            #expect(try await site.test.get(path, as: site.tokens[other]).text.contains("Unkind?"))
        }
    }

    /// The class is told that something has changed, and not what.
    @Test func theFeedDoesNotTellWhatIsHidden() async throws {
        try await CourseSite.run { site in
            try await ask(site, "Unkind?", anonymous: false, by: 0)
            let questions = try await site.page("/classes/\(site.one.session)/questions", as: site.book.instructor)
            let question = try #require((questions["questions"] as? [[String: Any]])?.first?["id"] as? String)
            let start = try await site.book.store.lastSequence()
            let reference = ["class": FieldValue.text(site.one.session.text), "question": .text(question)]
            try await site.book.expectAccepted([site.book.entry(.questionHidden, reference)])
            let line = try await site.follow(
                "/classes/\(site.one.session)/feed", after: start, as: site.one.students[1])
            await line.until("question.hidden")
            #expect(!line.told.contains(question) && !line.told.contains("Unkind") && !line.told.contains("\"person\""))
            line.close()
        }
    }
}
