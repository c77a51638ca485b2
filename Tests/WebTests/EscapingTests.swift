import Classroom
import Foundation
import Testing

@testable import Web

@Suite struct EscapingTests {
    /// Of every class by which grapheme clusters are made (UAX 29), and both ends of a line.
    private static let neighbours: [Unicode.Scalar] = [
        "\u{0600}", "\u{110BD}", "\u{0308}", "\u{20DD}", "\u{200C}", "\u{200D}", "\u{0903}", "\u{1F1E8}", "\u{1100}",
        "\u{1161}", "\u{11A8}", "\u{AC00}", "\u{AC01}", "\u{2764}", "\u{1F600}", "\u{1F3FB}", "\u{FE0E}", "\u{FE0F}",
        "\u{E0067}", "\u{094D}", "\u{0915}", "\u{200B}", "\u{AD}", "\u{0}", "\r", "\n", "\u{2028}", "\u{FEFF}", "m",
    ]

    @Test(arguments: neighbours)
    func everyMarkIsEscapedWhateverItIsGluedTo(_ neighbour: Unicode.Scalar) throws {
        let marks: [(Unicode.Scalar, String)] = [
            ("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("\"", "&quot;"), ("'", "&#39;"),
        ]
        for (mark, reference) in marks {
            for (before, after) in [([neighbour], []), ([], [neighbour]), ([neighbour], [neighbour])] {
                let (start, end) = (Self.text(before), Self.text(after))
                let escaped = TemplateFields.escaped(start + Self.text([mark]) + end)
                #expect(Array(escaped.utf8) == Array((start + reference + end).utf8), "\(mark) \(neighbour.value)")
            }
        }
    }

    private static func text(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Whatever a field is made of, it comes escaped, and that once.
    @Test func everyKindOfValueIsEscaped() throws {
        struct Inner { let text: String? }
        struct Fields {
            let text = "<"
            let list = ["<"]
            let inner: [Inner] = [Inner(text: "<"), Inner(text: nil)]
            let part = "a<b".dropFirst()
            let address = URL(string: "/?'")
            let word: AttendancePolicy.Evidence? = .location
        }
        let fields = try #require(TemplateFields.of(Fields()) as? [String: Any])
        #expect(fields["text"] as? String == "&lt;" && fields["list"] as? [String] == ["&lt;"])
        #expect((fields["inner"] as? [[String: Any]])?.compactMap { $0["text"] as? String } == ["&lt;"])
        #expect(fields["part"] as? String == "&lt;b" && fields["word"] as? String == "location")
        #expect(!"\(fields)".contains("<") && !"\(fields)".contains("'"))
    }

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

    /// Partials, too, leave what is escaped already.
    @Test func nothingIsEscapedTwice() async throws {
        try await TestSite.run { test in
            let person = Identifier.make(at: .now)
            try await test.book.expectAccepted([test.book.added(person, "R&B", "<\u{0308}", id: "7")])
            let page = try await test.get("/students", as: test.instructor, accept: "text/html").text
            #expect(page.contains("R&amp;B &lt;\u{0308}") && !page.contains("&amp;amp;"))
        }
    }
}
