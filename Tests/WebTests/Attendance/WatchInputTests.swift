import Classroom
import Foundation
import HTTPTypes
import Support
import Testing

@testable import Web

/// What watches send, well and badly.
@Suite struct WatchInputTests {
    private static let form = "application/x-www-form-urlencoded"

    @Test(arguments: [
        (#"{"latitude": "47.3686", "longitude": "8.5391"}"#, "application/json"),
        (#"{"latitude": "47,3686", "longitude": " 8,5391 "}"#, "application/json; charset=utf-8"),
        (#"{"Latitude": 47.3686, "Longitude ": "8.5391", "accuracy": "", "Age": null}"#, "application/json"),
        ("latitude=47.3686&longitude=8.5391", form), ("latitude=47%2C3686&longitude=8%2C5391&accuracy=20%2C5", form),
    ])
    func numbersAreReadAsPhonesWriteThem(body: String, type: String) async throws {
        try await WatchSite.run { watch in
            let told = try await watch.told(body, type: type)
            #expect(told == "present")
        }
    }

    @Test(arguments: [
        ("", "body unreadable"), ("[]", "body unreadable"), ("{", "body unreadable"),
        (#"{"latitude": 1e400, "longitude": 8}"#, "latitude type"),
        (#"{"latitude": 1e-400, "longitude": 8}"#, "latitude type"),
        (#"{"latitude": NaN, "longitude": 8}"#, "body unreadable"),
        ("{}", "latitude required"), (#"{"latitude": 47}"#, "longitude required"),
        (#"{"longitude": 8, "code": "K7QF2M"}"#, "latitude required"),
        (#"{"latitude": "", "longitude": ""}"#, "latitude required"),
        (#"{"latitude": "1e400", "longitude": 8}"#, "latitude type"),
        (#"{"latitude": "NaN", "longitude": 8}"#, "latitude type"),
        (#"{"latitude": "inf", "longitude": 8}"#, "latitude type"),
        (#"{"latitude": "0x1p3", "longitude": 8}"#, "latitude type"),
        (#"{"latitude": "1.000,5", "longitude": 8}"#, "latitude type"),
        (#"{"latitude": "47° N", "longitude": 8}"#, "latitude type"),
        (#"{"latitude": true, "longitude": 8}"#, "latitude type"),
        (#"{"latitude": [47], "longitude": 8}"#, "latitude type"),
        (#"{"latitude": 90.1, "longitude": 8}"#, "latitude range"),
        (#"{"latitude": 47, "longitude": -1e300}"#, "longitude range"),
        (#"{"latitude": 47, "longitude": 8, "accuracy": -1}"#, "accuracy range"),
        (#"{"latitude": 47, "longitude": 8, "age": 1e300}"#, "age range"),
        (#"{"latitude": 47, "longitude": 8, "class": "x"}"#, "class unknown"),
        (#"{"latitude": 47, "longitude": 8, "ticket": "x"}"#, "ticket unknown"),
        (#"{"latitude": 47, "longitude": 8, "code": "\u0007"}"#, "code characters"),
        (#"{"latitude": 47, "Latitude": 48, "longitude": 8}"#, "latitude twice"),
    ])
    func whatIsWrongIsSaid(body: String, problem: String) async throws {
        try await WatchSite.run { watch in
            let told = try await watch.told(body)
            #expect(told == "400 \(problem)")
            #expect(try await watch.one.state() == "")
        }
    }

    /// Numbers on the verge of none.
    @Test(arguments: ["4.9e-324", "-0.0", "0.000000000000000000000000000000001"])
    func theSmallestNumbersAreFarAway(number: String) async throws {
        try await WatchSite.run { watch in
            for number in [number, "\"\(number)\""] {
                let told = try await watch.told(#"{"latitude": \#(number), "longitude": \#(number)}"#)
                #expect(told == "400 position outside")
            }
        }
    }

    @Test func otherBodiesAreRefused() async throws {
        try await WatchSite.run { watch in
            let body = WatchSite.body(metres: 0)
            for type in ["text/plain", "multipart/form-data; boundary=x", "application/xml"] {
                let told = try await watch.told(body, type: type)
                #expect(told == "400 body contentType")
            }
            let long = WatchSite.body(metres: 0, #", "code": "\#(String(repeating: "A", count: 17_000))""#)
            #expect(try await watch.send(long).status == .contentTooLarge)
            #expect(try await watch.one.state() == "")
        }
    }

    @Test(arguments: [
        ("47.37", 47.37), ("47,37", 47.37), ("\u{2212}3,5", -3.5), ("1E-05", 1e-5), ("1,5e1", 15),
    ])
    func decimalsOfAllLanguages(text: String, number: Double) {
        #expect(WatchClaim.number(text) == number)
    }
}
