import Pages
import Testing

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
                let html = try Self.rendered(start + Self.text([mark]) + end)
                #expect(html == Array((start + reference + end).utf8), "\(mark) \(neighbour.value)")
            }
        }
    }

    /// Whatever a value is, and wherever it stands, it comes escaped, and that once.
    @Test func everyPlaceIsEscaped() throws {
        let templates = try Templates([
            ("part", Array("{{a}}{{.a}}".utf8)),
            ("page", Array("{{a}}{{#list}}{{.}}{{/list}}{{#a}}{{.}}{{/a}}{{>part}}".utf8)),
            ("frame", Array("{{a}}{{{content}}}".utf8)),
        ])
        let page = try #require(templates.render("page", ["a": "<", "list": ["&"]], within: "frame", ["a": "'"]))
        #expect(String(decoding: page.html, as: UTF8.self) == "&#39;&lt;&amp;&lt;&lt;&lt;")
    }

    private static func rendered(_ text: String) throws -> [UInt8] {
        let templates = try Templates([("main", Array("{{text}}".utf8))])
        return try #require(templates.render("main", ["text": .text(text)])).html
    }

    private static func text(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
