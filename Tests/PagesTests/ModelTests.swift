import Foundation
import Pages
import Testing

@Suite struct ModelTests {
    private static func read(_ model: Model) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(model.json), options: .fragmentsAllowed)
    }

    private static func text(_ model: Model) -> String { String(decoding: model.json, as: UTF8.self) }

    @Test func anObjectKeepsItsOrderAndLeavesOutWhatIsNull() throws {
        let nobody: String? = nil
        let model: Model = [
            "b": "text".model, "a": nobody.model, "class": 7.model, "none": nil, "list": [1, nil, 2.5, true, "x"],
            "empty": [:],
        ]
        #expect(Self.text(model) == #"{"b":"text","class":7,"list":[1,null,2.5,true,"x"],"empty":{}}"#)
        let object = try #require(try Self.read(model) as? [String: Any])
        #expect(object.count == 4 && object["class"] as? Int == 7)
    }

    @Test func partsHaveTheModelsOfTheirValues() {
        struct Part: Modelled {
            let name: String
            let count: Int?
            var model: Model { ["name": name.model, "count": count.model] }
        }
        let parts: [Part]? = [Part(name: "one", count: 1), Part(name: "two", count: nil)]
        #expect(Self.text(parts.model) == #"[{"name":"one","count":1},{"name":"two"}]"#)
        #expect(
            Self.text(["flag": false.model, "long": Int64.min.model]) == #"{"flag":false,"long":-9223372036854775808}"#)
    }

    @Test(arguments: [Int64.min, -1, 0, 9, 1 << 53 + 1, .max])
    func wholeNumbersAreExact(_ number: Int64) throws {
        #expect(try Self.read(number.model) as? Int64 == number)
        #expect(Self.text(number.model) == "\(number)")
    }

    @Test(
        arguments: [
            0, -0.0, 1, -1, 0.1, 1 / 3, 100, 1e15, 1e16, 1e300, -1e-300, Double.leastNonzeroMagnitude,
            1.7976931348623157e308, 47.3686,
            123456789.125, 9007199254740992,
        ] as [Double])
    func realNumbersAreWrittenAsFoundationWrites(_ number: Double) throws {
        let read = try #require(try Self.read(number.model) as? Double)
        #expect(read == number)
        #expect(Data(number.model.json) == (try JSONEncoder().encode(number)))
    }

    @Test func whatIsNoNumberIsNull() {
        for number in [Double.nan, .infinity, -.infinity] { #expect(Self.text(["a": number.model]) == #"{"a":null}"#) }
    }

    @Test func textOfEveryScalarIsRead() throws {
        for plane in stride(from: UInt32(0), to: 0x110000, by: 0x1000) {
            var text = ""
            for scalar in (plane..<plane + 0x1000).compactMap(Unicode.Scalar.init) {
                text.unicodeScalars.append(scalar)
            }
            if text.isEmpty { continue }
            let read = try #require(try Self.read(["text": text.model]) as? [String: String])["text"]
            #expect(read.map { Array($0.utf8) } == Array(text.utf8), "\(plane)")
        }
    }

    @Test func textIsEscapedNoMoreThanItMustBe() {
        #expect(
            Self.text("a/b\"\\\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}\u{2028}") == #""a/b\"\\\b\f\n\r\t\u0000\u001f"#
                + "\u{7f}\u{2028}\"")
    }
}
