import Classroom
import Figures
import Testing

@Suite struct PositionTextTests {
    @Test(arguments: [
        "41.3874, 2.1686", "41.3874,2.1686", " 41.3874  2.1686 ", "41.3874; 2.1686", "41,3874; 2,1686",
        "41,3874, 2,1686",
        "41,3874 2,1686", "N 41.3874, E 2.1686", "41.3874° N, 2.1686° E", "2.1686 E 41.3874 N", "2.1686e, 41.3874n",
        "41°23'14.64\"N 2°10'6.96\"E", "41°23′14.64″N, 2°10′6.96″E", "41º 23’ 14,64” N 2º 10’ 6,96” E",
        "41°23'14.64''N 2°10'6.96''E", "41 23 14.64 N 2 10 6.96 E", "41°23.244' N 2°10.116' E", "41°23.244', 2°10.116'",
        "41°23'14.64\" 2°10'6.96\"", "41.3874°, 2.1686°", "41.3874\u{A0}2.1686", "geo:41.3874,2.1686;u=35",
        "https://www.google.com/maps/place/Catalunya/@41.5,2.5,17z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d41.3874!4d2.1686",
        "https://www.google.com/maps/@41.3874,2.1686,17z", "https://maps.google.com/?q=41.3874,2.1686",
        "https://www.google.com/maps/search/?api=1&query=41.3874%2C2.1686",
        "https://www.google.com/maps/search/41.3874,+2.1686?entry=tts",
        "https://www.google.com/maps/dir/?api=1&destination=41.3874,2.1686",
        "https://maps.apple.com/?ll=41.3874,2.1686&q=Studio",
        "https://maps.apple.com/?q=Studio%20One&ll=41.3874%2c2.1686",
        "https://maps.apple.com/place?address=Rambla&coordinate=41.3874,2.1686&name=Studio",
        "https://www.openstreetmap.org/?mlat=41.3874&mlon=2.1686#map=17/41.5/2.5",
        "https://www.openstreetmap.org/node/1#map=17/41.3874/2.1686", "See https://osm.org/#map=17/41.3874/2.1686.",
    ])
    func oneAndTheSamePlace(text: String) throws {
        let position = try #require(Position(text: text))
        #expect(position.text == "41.3874, 2.1686")
    }

    @Test(arguments: [
        ("-33.87, 151.21", "-33.87, 151.21"), ("33°52'12\"S 151°12'36\"E", "-33.87, 151.21"),
        ("−33.87; −151.21", "-33.87, -151.21"), ("S 33.87 W 151.21", "-33.87, -151.21"), ("0, 0", "0, 0"),
        ("90 180", "90, 180"),
        ("-0.5, -0.25", "-0.5, -0.25"), ("https://maps.google.com/?q=-33.87,-151.21", "-33.87, -151.21"),
        ("12.34567891234567890, 1", "12.345679, 1"),
    ])
    func otherPlaces(text: String, written: String) throws {
        #expect(Position(text: text)?.text == written)
    }

    @Test(arguments: [
        "", " ", "Riverside Studio", "41.3874", "41.3874,", "41.3874, 2.1686, 3", "91, 2", "41, 181",
        "41.3874 N, 2.1686 N",
        "41.3874 N", "41°60'0\"N 2°0'0\"E", "41.5°23'N 2°10'E", "-41 S, 2 E", "41°23'14\" 14\", 2°", "41 23, 2 10",
        "12 Quay Street",
        "https://maps.app.goo.gl/abc", "https://example.org/?q=cafe", "https://www.google.com/maps/@91,200,17z", "geo:",
        "1e5, 2",
        "NaN, inf", "٤١, ٢", "41.3874, 2.1686 and more", "1234567890123456, 2", "41°, ", ", 2", "%", "https://x/?q=%4",
        "@", "!3d1",
    ])
    func noPlace(text: String) {
        #expect(Position(text: text) == nil)
    }

    @Test func whatIsLongIsNotRead() {
        #expect(Position(text: "geo:1,2?" + String(repeating: "x", count: 1_000)) != nil)
        #expect(Position(text: "geo:1,2?" + String(repeating: "x", count: 2_000)) == nil)
        #expect(Position(text: String(repeating: "1 ", count: 1_000)) == nil)
    }

    /// Whatever is written of a place, in any form, is read as that place.
    @Test func everyPlaceIsReadAsItWasWritten() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let place = Position(
                latitude: (Double.random(in: -90...90, using: &generator) * 1e6).rounded() / 1e6,
                longitude: (Double.random(in: -180...180, using: &generator) * 1e6).rounded() / 1e6)
            for text in [
                place.text, inDegrees(place), "https://www.google.com/maps/@\(place.latitude),\(place.longitude),9z",
            ]
            where !text.contains("e-") {
                let read = try #require(Position(text: text), "\(text)")
                #expect(
                    abs(read.latitude - place.latitude) < 2e-6 && abs(read.longitude - place.longitude) < 2e-6,
                    "\(text)")
            }
        }
    }

    private func inDegrees(_ place: Position) -> String {
        func words(_ degrees: Double, _ letters: [String]) -> String {
            let thousandths = Int(nearest: degrees.magnitude * 3_600_000) ?? 0
            let (whole, rest) = (thousandths / 3_600_000, thousandths % 3_600_000)
            return "\(whole)°\(rest / 60_000)'\(Double(rest % 60_000) / 1000)\"\(letters[degrees < 0 ? 1 : 0])"
        }
        return words(place.latitude, ["N", "S"]) + " " + words(place.longitude, ["E", "W"])
    }

    /// Whatever the text, there is an answer, and it is on Earth.
    @Test func anyTextHasAnAnswer() {
        var generator = SeededGenerator(seed: 11)
        let parts = [
            "41", ".", ",", "3874", " ", "-", "N", "w", "°", "'", "\"", "′", "″", "https://", "@", "!3d", "!4d", "?q=",
            "geo:", "%2C",
            "%", "mlat=", "mlon=", "map=", "/", "99999999999999999999", "\u{0}", "é", "\u{10FFFF}", ";",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<14, using: &generator)
            let text = (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &generator)] }.joined()
            if let position = Position(text: text) { #expect(position.isOnEarth, "\(text)") }
        }
    }
}
