import Classroom
import Foundation
import Testing

@testable import Web

@Suite struct EscapingTests {
    /// The only tag that takes what it stands for as it is, is the one for the page in the layout; and no template sets
    /// other delimiters, content types or lambdas.
    @Test func templatesPassNothingBy() throws {
        let folder = try #require(Site.templates)
        var raw: [String] = []
        for (path, data) in try Assets.contents(of: folder) {
            let text = String(decoding: data, as: UTF8.self)
            raw += text.matches(of: /\{\{\s*[{&%=<$*][^}]*/).map { "\(path) \($0.0)" }
        }
        #expect(raw == ["layout.mustache {{{content"])
    }

    /// Whole pages, with their partials, are escaped once.
    @Test func nothingIsEscapedTwice() async throws {
        try await TestSite.run { test in
            let person = Identifier.make(at: .now)
            try await test.book.expectAccepted([test.book.added(person, "R&B", "<\u{0308}", id: "7")])
            let page = try await test.get("/students", as: test.instructor, accept: "text/html").text
            #expect(page.contains("R&amp;B &lt;\u{0308}") && !page.contains("&amp;amp;"))
        }
    }
}
