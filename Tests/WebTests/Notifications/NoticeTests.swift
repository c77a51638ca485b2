import Classroom
import Foundation
import Testing

@testable import Store
@testable import Web

@Suite struct NoticeTests {
    /// The longest title with the most bytes, in the form that JSON makes longest.
    @Test(arguments: ["\"", "é", "👩‍👩‍👧‍👦", "a"])
    func everyNoticeFitsIntoAMessage(character: String) throws {
        let long = String(repeating: character, count: 4000)
        let notice = Notice(
            title: long, text: long, href: "/classes/\(Identifier.make(at: .now))",
            tag: "reconfirm-\(Identifier.make(at: .now))")
        #expect(try JSONEncoder().encode(notice).count <= PushEncryption.most)
        #expect(notice.title.hasSuffix("…") && notice.text.hasSuffix("…"))
    }

    @Test func topicsOfPushServicesTellNothing() {
        let topics = ["https://push.example/1", "https://push.example/2"].map(Notice.test.topic)
        #expect(Set(topics).count == 2)
        #expect(topics.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]{32}/) != nil })
    }

    @Test(arguments: [
        (1, 0, 5, 2, "Ann Fleming is present."), (0, 1, 5, 1, "Ann Fleming needs confirmation."),
        (12, 0, 12, 0, "12 students are present."), (0, 3, 4, 3, "3 need confirmation."),
        (2, 1, 9, 1, "9 students are present, 1 needs confirmation."),
    ])
    func wordsOfMarks(present: Int, unconfirmed: Int, allPresent: Int, allUnconfirmed: Int, words: String) {
        let marks = NewMarks(
            present: present, unconfirmed: unconfirmed, allPresent: allPresent, allUnconfirmed: allUnconfirmed,
            name: "Ann Fleming")
        #expect(NoticeWriter.words(marks) == words)
    }

    @Test(arguments: [
        "https://10.0.0.1/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x", "http://8.8.8.8/x",
        "https://8.8.8.8:8443/x", "https://me@8.8.8.8/x", "https:///x", "ftp://8.8.8.8/", "/x", "",
        "https://8.8.8.8/\n",
        "https://8.8.8.8/" + String(repeating: "x", count: 1024),
    ])
    func onlyPublicServicesAreSentTo(endpoint: String) async throws {
        let settings = try #require(try ProviderSettings(environment: Self.patient).push)
        await #expect(throws: Problem.self) { try await PushEndpoint.check(endpoint, settings) }
    }

    /// Other tests keep the threads busy that look up addresses.
    private static let patient = ["SHALA_PROVIDER_TIMEOUT": "30"]

    @Test func publicServicesAreSentTo() async throws {
        let settings = try #require(try ProviderSettings(environment: Self.patient).push)
        try await PushEndpoint.check("https://8.8.8.8/x", settings)
        try await PushEndpoint.check("https://8.8.8.8:443/x?y=1", settings)
    }

    @Test func whoHostsMayChooseServices() async throws {
        let settings = try #require(
            try ProviderSettings(environment: ["SHALA_PUSH_HOSTS": "127.0.0.1:9000 a.example"]).push)
        try await PushEndpoint.check("http://127.0.0.1:9000/x", settings)
        try await PushEndpoint.check("https://a.example/x", settings)
        for endpoint in ["http://127.0.0.1:9001/x", "https://8.8.8.8/x", "gopher://a.example/"] {
            await #expect(throws: Problem.self) { try await PushEndpoint.check(endpoint, settings) }
        }
        #expect(try ProviderSettings(environment: ["SHALA_PUSH": "off"]).push == nil)
        #expect(throws: ProviderSettingsError.self) { try ProviderSettings(environment: ["SHALA_PUSH": "no"]) }
    }
}
