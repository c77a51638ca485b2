import Classroom
import Foundation

/// A place to teach at that a provider knows.
struct FoundVenue: Sendable, Equatable {
    let name: String
    let address: String
    let position: Position
    /// Who knows it.
    let source: String

    /// `nil` for what is no venue: without a name that can be shown, or not near where was asked, as when a provider
    /// takes longitude for latitude.
    init?(name: String?, address: String, latitude: Double?, longitude: Double?, near: Position, source: String) {
        let name = Words.trimmed(name ?? "")
        let short = Words.trimmed(String(name.prefix(VenueSaved.mostName)))
        guard !short.isEmpty, Words.problem(short, most: VenueSaved.mostName) == nil,
            let latitude, let longitude, (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        let position = Position(latitude: latitude, longitude: longitude)
        guard position.distance(to: near) <= 2 * Double(VenueSearch.radius) else { return nil }
        let trimmed = Words.trimmed(String(address.prefix(VenueSaved.mostAddress)))
        self.name = short
        self.address = Words.problem(trimmed, most: VenueSaved.mostAddress) == nil ? trimmed : ""
        self.position = position
        self.source = source
    }
}

/// What every search for venues has in common.
enum VenueSearch {
    /// Metres.
    static let radius = 800
    /// How many are taken from one provider.
    static let most = 120
    /// Venues do not come and go by the minute.
    static let keep = Duration.seconds(900)

    /// Where is asked: about 100 m exact, which is near enough to find what is there, and no more than a provider needs to
    /// know.
    static func coarse(_ position: Position) -> (latitude: String, longitude: String) {
        (String(format: "%.3f", position.latitude), String(format: "%.3f", position.longitude))
    }
}

/// Somebody who knows venues.
protocol VenueProvider: Sendable {
    var client: ProviderClient { get }
    /// Who is to be named beside what comes from there, and where one finds them.
    var attribution: Attribution { get }
    func venues(near position: Position) async throws(ProviderFailure) -> [FoundVenue]
}

/// Whose data is shown, as its licence asks.
struct Attribution: Encodable, Sendable, Equatable {
    let text: String
    let href: String
}

/// OpenStreetMap, by the Overpass API (https://wiki.openstreetmap.org/wiki/Overpass_API, Overpass QL and its JSON).
struct Overpass: VenueProvider {
    let client: ProviderClient
    let attribution = Attribution(
        text: "© OpenStreetMap contributors", href: "https://www.openstreetmap.org/copyright")

    func venues(near position: Position) async throws(ProviderFailure) -> [FoundVenue] {
        let place = VenueSearch.coarse(position)
        let around = "(around:\(VenueSearch.radius),\(place.latitude),\(place.longitude))"
        let lines = Self.filters.map { "nwr\($0)[\"name\"]\(around);" }.joined()
        let seconds = max(1, client.service.timeout.components.seconds)
        let query = "[out:json][timeout:\(seconds)];(\(lines));out tags center \(VenueSearch.most);"
        let form = "data=" + (query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        let answer = try await client.ask(
            .init(path: "/interpreter", form: form, keep: VenueSearch.keep)
        ) { (answer) throws(ProviderFailure) in
            let overpass = try answer.read(OverpassAnswer.self)
            // That it ran out of time or memory it says so, with the status 200 and what it had until then.
            if overpass.remark?.hasPrefix("runtime error") == true { throw .timedOut }
            return overpass
        }
        return answer.elements.prefix(VenueSearch.most).compactMap(\.value).compactMap { element in
            FoundVenue(
                name: element.tags?["name"], address: Self.address(element.tags ?? [:]),
                latitude: element.lat ?? element.center?.lat, longitude: element.lon ?? element.center?.lon,
                near: position, source: client.service.name)
        }
    }

    /// Where people are taught, by the tags of https://wiki.openstreetmap.org/wiki/Map_features.
    private static let filters = [
        "[\"leisure\"~\"^(fitness_centre|sports_centre|sports_hall|dance|stadium|swimming_pool)$\"]",
        "[\"amenity\"~\"^(school|university|college|community_centre|social_centre|arts_centre|dancing_school|music_school|library|dojo|training)$\"]",
        "[\"sport\"~\"yoga|pilates|fitness|gymnastics|martial_arts|judo|karate|climbing\"]",
        "[\"shop\"=\"yoga\"]",
    ]

    private static func address(_ tags: [String: String]) -> String {
        let street = [tags["addr:street"] ?? tags["addr:place"], tags["addr:housenumber"]].compactMap(\.self)
        let town = [tags["addr:postcode"], tags["addr:city"]].compactMap(\.self)
        return [street.joined(separator: " "), town.joined(separator: " ")].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}

private struct OverpassAnswer: Decodable, Sendable {
    let elements: [Perhaps<Element>]
    /// What went wrong.
    let remark: String?

    struct Element: Decodable, Sendable {
        let lat: Double?
        let lon: Double?
        let center: Center?
        let tags: [String: String]?
    }

    struct Center: Decodable, Sendable {
        let lat: Double
        let lon: Double
    }
}

/// Foursquare Places (https://docs.foursquare.com/fsq-developers-places/reference/place-search).
struct Foursquare: VenueProvider {
    let client: ProviderClient
    let attribution = Attribution(text: "Powered by Foursquare", href: "https://foursquare.com")

    /// The version of the interface that this was written against.
    private static let version = "2025-06-17"

    func venues(near position: Position) async throws(ProviderFailure) -> [FoundVenue] {
        let place = VenueSearch.coarse(position)
        let answer = try await client.ask(
            .init(
                path: "/places/search",
                query: [
                    "ll=\(place.latitude),\(place.longitude)", "radius=\(VenueSearch.radius)", "sort=DISTANCE",
                    "limit=50",
                ],
                headers: [
                    "Authorization": "Bearer \(client.service.key ?? "")", "X-Places-Api-Version": Self.version,
                    "Accept": "application/json",
                ], keep: VenueSearch.keep), for: FoursquareAnswer.self)
        return answer.results.prefix(VenueSearch.most).compactMap(\.value).compactMap { place in
            let address = [place.location?.address, place.location?.locality].compactMap(\.self)
            return FoundVenue(
                name: place.name, address: place.location?.formatted_address ?? address.joined(separator: ", "),
                latitude: place.latitude, longitude: place.longitude, near: position, source: client.service.name)
        }
    }
}

private struct FoursquareAnswer: Decodable, Sendable {
    let results: [Perhaps<Place>]

    struct Place: Decodable, Sendable {
        let name: String?
        let latitude: Double?
        let longitude: Double?
        let location: Location?
    }

    struct Location: Decodable, Sendable {
        let address: String?
        let locality: String?
        let formatted_address: String?
    }
}
