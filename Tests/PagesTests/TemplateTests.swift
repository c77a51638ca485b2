import Pages
import Testing

@Suite struct TemplateTests {
    /// Template, what it is filled with, and what comes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let template: String
        let model: Model
        let html: String
        var testDescription: String { template }

        init(_ template: String, _ model: Model, _ html: String) {
            (self.template, self.model, self.html) = (template, model, html)
        }
    }

    private static func expect(_ row: Row, partials: [String: String] = [:]) throws {
        let files = [("main", row.template)] + partials.map { ($0.key, $0.value) }
        let templates = try Templates(files.map { ($0.0, Array($0.1.utf8)) })
        let page = try #require(templates.render("main", row.model))
        #expect(String(decoding: page.html, as: UTF8.self) == row.html)
        #expect(page.unknown == [])
    }

    @Test(arguments: [
        Row("", [:], ""), Row("plain { } text", [:], "plain { } text"),
        Row("<b>{{a}}</b>", ["a": "x<y>&\"'"], "<b>x&lt;y&gt;&amp;&quot;&#39;</b>"),
        Row("{{a}}{{b}}", ["a": 7, "b": -0.5], "7-0.5"), Row("{{a}}", ["a": 1.0], "1.0"),
        Row("{{a}} {{b}}", ["a": true, "b": false], "true false"), Row("[{{a}}]", ["a": nil], "[]"),
        Row("[{{a}}]", ["a": ["x"]], "[]"), Row("[{{a}}]", ["a": ["x": 1]], "[]"),
        Row("{{#a}}{{.}}{{/a}}", ["a": "<"], "&lt;"), Row("é{{a}}ü", ["a": "ß"], "éßü"),
    ])
    func values(_ row: Row) throws { try Self.expect(row) }

    @Test(arguments: [
        Row("{{#a}}x{{/a}}", ["a": true], "x"), Row("{{#a}}x{{/a}}", ["a": false], ""),
        Row("{{#a}}x{{/a}}", ["a": nil], ""), Row("{{#a}}x{{/a}}", ["a": []], ""),
        Row("{{#a}}x{{/a}}", ["a": ""], "x"), Row("{{#a}}x{{/a}}", ["a": 0], "x"),
        Row("{{#a}}x{{/a}}", ["a": 0.0], "x"), Row("{{#a}}x{{/a}}", ["a": [:]], "x"),
        Row("{{#a}}x{{/a}}", ["a": [false, nil]], "xx"), Row("{{#a}}{{.}},{{/a}}", ["a": [1, 2]], "1,2,"),
        Row("{{^a}}x{{/a}}", ["a": true], ""), Row("{{^a}}x{{/a}}", ["a": false], "x"),
        Row("{{^a}}x{{/a}}", ["a": nil], "x"), Row("{{^a}}{{b}}{{/a}}", ["a": [], "b": 1], "1"),
        Row("{{^a}}x{{/a}}", ["a": ""], ""), Row("{{^a}}x{{/a}}", ["a": 0], ""),
        Row("{{#a}}{{b}}{{/a}}", ["a": ["b": 1], "b": 2], "1"),
        Row("{{#a}}{{#b}}{{c}}{{/b}}{{/a}}{{c}}", ["a": ["b": ["c": 1]], "c": 2], "12"),
        Row("{{#a}}{{#a}}{{b}}{{/a}}{{/a}}", ["a": ["a": ["b": 1]]], "1"),
    ])
    func sections(_ row: Row) throws { try Self.expect(row) }

    @Test(arguments: [
        Row("{{#a}}{{b}}{{/a}}", ["a": ["c": 1], "b": 2], "2"),
        Row("{{#a}}{{b}}{{/a}}", ["a": ["b": nil], "b": 2], "2"),
        Row("{{#a}}[{{.b}}]{{/a}}", ["a": ["b": nil], "b": 2], "[]"),
        Row("{{#a}}{{#.b}}x{{/.b}}{{^.b}}y{{/.b}}{{/a}}", ["a": ["b": nil], "b": true], "y"),
        Row("{{#a}}{{b}}{{/a}}", ["a": true, "b": 2], "2"), Row("{{#a}}{{.b}}{{/a}}", ["a": true, "b": 2], "2"),
        Row("{{#a}}{{b}}{{/a}}", ["a": ["x", "y"], "b": 2], "22"),
    ])
    func namesAreLookedUpFromTheInside(_ row: Row) throws { try Self.expect(row) }

    @Test(arguments: [
        Row("a\n{{#a}}\nb\n{{/a}}\nc\n", ["a": true], "a\nb\nc\n"),
        Row("a\n  {{#a}}\t\n  b\n  {{/a}}\nc", ["a": true], "a\n  b\nc"),
        Row("{{#a}}\nx\n{{/a}}", ["a": true], "x\n"), Row("{{#a}} \n{{/a}} \nx", ["a": false], "x"),
        Row("{{#a}}x{{/a}}\ny", ["a": true], "x\ny"), Row("x {{#a}}\ny\n{{/a}}\nz", ["a": true], "x \ny\nz"),
        Row(" {{a}}\n", ["a": 1], " 1\n"), Row("{{#a}}{{#a}}\nx{{/a}}{{/a}}\n", ["a": true], "\nx\n"),
        Row("{{#a}}\n- {{.}}\n{{/a}}\n", ["a": [1, 2]], "- 1\n- 2\n"),
    ])
    func aTagAloneTakesItsLineAway(_ row: Row) throws { try Self.expect(row) }

    @Test func partialsSeeTheSameNamesAndAreIndented() throws {
        let partials = ["folder/part": "[{{b}}]\n{{#a}}\n({{.}})\n{{/a}}\n"]
        try Self.expect(Row("x{{>folder/part}}y", ["a": [], "b": 1], "x[1]\ny"), partials: partials)
        try Self.expect(Row("x\n  {{>folder/part}}\ny", ["a": [], "b": 1], "x\n  [1]\ny"), partials: partials)
        try Self.expect(Row(" {{>folder/part}}\ny", ["a": "<", "b": 1], " [1]\n (&lt;)\ny"), partials: partials)
        try Self.expect(
            Row("{{#c}}{{>folder/part}}{{/c}}", ["c": ["b": 2], "a": [], "b": 1], "[2]\n"), partials: partials)
    }

    @Test func aPartialMayContainItself() throws {
        let tree: Model = ["n": 1, "of": [["n": 2, "of": []], ["n": 3, "of": [["n": 4, "of": []]]]]]
        let partials = ["tree": "<{{n}}{{#of}}{{>tree}}{{/of}}>"]
        try Self.expect(Row("{{>tree}}", tree, "<1<2><3<4>>>"), partials: partials)
    }

    @Test func aPageStandsInItsFrameAndNeitherSeesTheOther() throws {
        let templates = try Templates([
            ("frame", Array("<{{title}}>\n{{{content}}}\n</{{title}}>".utf8)), ("page", Array("{{b}}{{title}}".utf8)),
        ])
        let page = try #require(templates.render("page", ["b": "&"], within: "frame", ["title": "t"]))
        #expect(String(decoding: page.html, as: UTF8.self) == "<t>\n&amp;\n</t>" && page.unknown == ["page: title"])
        #expect(templates.render("nowhere", [:]) == nil)
        #expect(templates.render("page", [:], within: "nowhere", [:]) == nil)
    }

    @Test func namesThatNoObjectHasAreTold() throws {
        let source = "{{a}}{{b}}{{b}}{{#c}}{{.a}}{{a}}{{/c}}{{^d}}x{{/d}}{{#e}}{{f}}{{/e}}"
        let templates = try Templates([("main", Array(source.utf8))])
        let page = try #require(templates.render("main", ["a": nil, "c": ["x": 1], "e": false]))
        #expect(page.unknown == ["main: b", "main: a", "main: d"])
        #expect(String(decoding: page.html, as: UTF8.self) == "x")
    }

    @Test(arguments: [
        "{{a", "{{a}", "{{#a}}", "{{/a}}", "{{#a}}{{/b}}", "{{#a}}{{/.a}}", "{{#a}}{{#b}}{{/a}}{{/b}}", "{{}}",
        "{{a b}}",
        "{{a.b}}", "{{{a}}}", "{{{content}}", "{{&a}}", "{{>nowhere}}", "{{=<% %>=}}", "{{! no }}", "{{#}}{{/}}",
        "{{a\n}}",
        "{{%a}}", "{{<a}}{{/a}}", "{{$a}}{{/a}}", "{{..}}",
    ])
    func whatIsNoTemplateIsRefused(_ source: String) {
        #expect(throws: TemplateError.self) { try Templates([("main", Array("x\n\(source)".utf8))]) }
    }

    @Test func errorsSayWhere() {
        let error = #expect(throws: TemplateError.self) { try Templates([("folder/main", Array("x\n\n{{a b}}".utf8))]) }
        #expect(error?.message == "folder/main, line 3: This is no name.")
    }
}
