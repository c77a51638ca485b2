import Classroom
import Foundation
import Pages

/// Venue found by a provider.
struct FoundVenue: Sendable, Equatable {
    let name: String
    let address: String
    let position: Position
    /// Provider of the venue.
    let source: String

    /// Returns `nil` for results that are not usable venues: without a readable name, or far from the requested
    /// position, as when a provider swaps longitude and latitude.
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

/// Parameters common to all venue searches.
enum VenueSearch {
    /// Search radius in metres.
    static let radius = 800
    /// Maximum number of venues taken from a provider.
    static let most = 120
    /// Cache time, long since venues rarely change.
    static let keep = Duration.seconds(900)

    /// Position rounded to about 100 m, near enough for a search and no more than a provider needs to know.
    static func coarse(_ position: Position) -> (latitude: String, longitude: String) {
        (String(format: "%.3f", position.latitude), String(format: "%.3f", position.longitude))
    }
}

/// Provider of venues.
protocol VenueProvider: Sendable {
    var client: ProviderClient { get }
    /// Credit to show beside results, with a link.
    var attribution: Attribution { get }
    func venues(near position: Position) async throws(ProviderFailure) -> [FoundVenue]
}

/// OpenStreetMap through the Overpass API (https://wiki.openstreetmap.org/wiki/Overpass_API, Overpass QL and its JSON).
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
            // Overpass reports running out of time or memory with status 200 and partial results.
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

    /// Kinds of place where people teach, by the tags of https://wiki.openstreetmap.org/wiki/Map_features.
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
    /// Error message.
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

    /// Version of the API that this code was written for.
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
