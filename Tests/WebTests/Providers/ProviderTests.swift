import Classroom
import Foundation
import NIOHTTP1
import Pages
import Store
import Testing

@testable import Web

@Suite struct ProviderTests {
    @Test func aCircuitOpensAndIsTriedNowAndThen() {
        var circuit = CircuitBreaker()
        var now = ContinuousClock.now
        for _ in 1..<CircuitBreaker.most {
            circuit.fail(now)
            #expect(circuit.rest(now) == nil)
        }
        circuit.fail(now)
        var expected: [Duration] = []
        for _ in 0..<8 {
            guard let rest = circuit.rest(now) else { break }
            expected.append(rest)
            now = now.advanced(by: rest)
            #expect(circuit.rest(now) == nil)
            circuit.begin(now)
            // While one tries, nobody else does.
            #expect(circuit.rest(now) != nil)
            circuit.fail(now)
        }
        #expect(expected.map { $0 / .seconds(1) } == [30, 60, 120, 240, 480, 600, 600, 600])
        circuit.succeed()
        #expect(circuit.rest(now) == nil)
        circuit.fail(now)
        #expect(circuit.rest(now) == nil)
    }

    @Test func whatWasUnderWayAlreadyAddsNothing() {
        var circuit = CircuitBreaker()
        let now = ContinuousClock.now
        for _ in 0..<8 { circuit.fail(now) }
        #expect(circuit.rest(now) == CircuitBreaker.shortest)
        let later = now.advanced(by: CircuitBreaker.shortest)
        circuit.begin(later)
        circuit.giveUp(later)
        #expect(circuit.rest(later) == nil)
        circuit.begin(later)
        circuit.succeed()
        #expect(circuit.failures == 0 && circuit.rest(later) == nil)
    }

    @Test(arguments: [
        ("8.8.8.8", true), ("140.82.121.4", true), ("2606:50c0:8000::153", true), ("127.0.0.1", false),
        ("127.255.0.9", false), ("10.1.2.3", false), ("172.16.0.1", false), ("172.31.255.255", false),
        ("172.32.0.1", true), ("192.168.1.1", false), ("169.254.169.254", false), ("100.64.0.1", false),
        ("0.0.0.0", false), ("224.0.0.1", false), ("255.255.255.255", false), ("::1", false), ("::", false),
        ("fe80::1", false), ("fd12::1", false), ("ff02::1", false), ("::ffff:127.0.0.1", false),
        ("::ffff:8.8.8.8", true), ("64:ff9b::7f00:1", false), ("2002:7f00:1::", false),
    ])
    func onlyAddressesOfTheOpenInternetAreOpen(address: String, isOpen: Bool) {
        #expect(NetworkGuard.isOpen(address) == isOpen)
    }

    @Test func namesThatLeadInsideAreFoundOut() async throws {
        for host in ["localhost", "127.0.0.1", "[::1]", "0", "2130706433", "0x7f.1"] {
            #expect(try await !NetworkGuard.leadsOutside(host), "\(host)")
        }
        #expect(try await NetworkGuard.leadsOutside("no-such-host.invalid"))
    }

    @Test(
        arguments: [
            (429, ["Retry-After": "120"], 120), (429, [:], 60), (429, ["Retry-After": "soon"], 60),
            (429, ["Retry-After": "-5"], 1), (429, ["Retry-After": "1e300"], 86_400), (429, ["Retry-After": "nan"], 60),
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1600"], 600), (403, ["Retry-After": "7"], 7),
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "inf"], 86_400),
            (403, [:], nil), (403, ["X-RateLimit-Remaining": "12"], nil), (200, ["Retry-After": "9"], nil),
        ] as [(Int, [String: String], Int?)])
    func whenToAskAgain(status: Int, headers: [String: String], seconds: Int?) {
        let answer = ProviderClient.Answer(
            status: status, headers: HTTPHeaders(headers.map { ($0, $1) }), body: .init())
        let expected = seconds.map { ProviderFailure.limited(seconds: $0) }
        #expect(answer.limit(now: Date(timeIntervalSince1970: 1000)) == expected)
    }

    @Test func settingsAreThoseOfTheHost() throws {
        let usual = try ProviderSettings(environment: [:])
        #expect(usual.overpass?.base.absoluteString == "https://overpass-api.de/api" && usual.openMeteo != nil)
        #expect(usual.foursquare == nil && usual.openWeatherMap == nil && usual.gitHub?.key == nil)
        #expect(usual.pictureHosts == ["avatars.githubusercontent.com"] && usual.overpass?.isChosen == false)
        let own = try ProviderSettings(environment: [
            "SHALA_OVERPASS_URL": "http://10.0.0.5/api", "SHALA_OPEN_METEO_URL": "off", "SHALA_FOURSQUARE_KEY": "k",
            "SHALA_PROVIDER_TIMEOUT": "0.5",
        ])
        #expect(own.overpass?.isChosen == true && own.openMeteo == nil && own.foursquare?.key == "k")
        #expect(own.overpass?.timeout == .milliseconds(500))
    }

    @Test(arguments: [(0.0, "0 °C"), (-0.4, "0 °C"), (-0.5, "−1 °C"), (20.5, "21 °C"), (-12.6, "−13 °C")])
    func temperaturesInWords(celsius: Double, words: String) {
        #expect(Temperature.words(celsius) == words && Temperature.words(nil) == "unavailable")
    }

    private let here = Position(latitude: 47.3763, longitude: 8.5478)

    private func found(_ name: String, _ metres: Double, address: String = "") throws -> FoundVenue {
        let place = Position(latitude: here.latitude + metres / 111_190, longitude: here.longitude)
        return try #require(
            FoundVenue(
                name: name, address: address, latitude: place.latitude, longitude: place.longitude, near: here,
                source: "Test"))
    }

    @Test(arguments: [
        ("Riverside Studio", "RIVERSIDE  STÚDIO", 149.0, true), ("Riverside Studio", "Riverside Studio", 151, false),
        ("Riverside Studio", "Riverside Studio Zürich", 59, true), ("Riverside Studio", "Studio Riverside", 100, true),
        ("Riverside Studio", "Riverside Studio Zürich", 61, false), ("Riverside", "Lakeside", 0, false),
    ])
    func onePlaceIsShownOnce(one: String, other: String, metres: Double, isSame: Bool) throws {
        let all = [(venue: try found(one, 0), distance: 0.0), (try found(other, metres), metres)]
        #expect(VenueFinder.folded(all, [], "").count == (isSame ? 1 : 2))
        #expect(VenueFinder.folded(all.reversed(), [], "").count == (isSame ? 1 : 2))
    }

    @Test func whatIsFoundCanBeSaved() throws {
        func venue(_ name: String?, _ latitude: Double? = 47.3763, _ longitude: Double? = 8.5478) -> FoundVenue? {
            FoundVenue(
                name: name, address: "a\u{202E}b", latitude: latitude, longitude: longitude, near: here, source: "Test")
        }
        #expect(venue(" Hall ")?.name == "Hall" && venue("Hall")?.address == "")
        #expect(venue(String(repeating: "x", count: 300))?.name.count == 100)
        for name in [nil, "", " \u{200B}", "a\u{0}b"] { #expect(venue(name) == nil) }
        #expect(venue("Swapped", 8.5478, 47.3763) == nil && venue("Far", 48) == nil)
        #expect(venue("Nowhere", nil) == nil && venue("No", .nan) == nil && venue("No", 91, 181) == nil)
    }
}
