import Classroom
import Store

/// Search for venues nearby, among saved venues and providers.
struct VenueFinder: Sendable {
    let providers: [any VenueProvider]

    init(_ settings: ProviderSettings) {
        var providers: [any VenueProvider] = []
        if let service = settings.overpass { providers.append(Overpass(client: .init(service))) }
        if let service = settings.foursquare { providers.append(Foursquare(client: .init(service))) }
        self.providers = providers
    }

    struct Finds: Sendable {
        /// Venues found, nearest first, without duplicates and without saved venues.
        var venues: [(venue: FoundVenue, distance: Double)] = []
        var attributions: [Attribution] = []
        /// Providers that failed, and why.
        var failures: [(name: String, failure: ProviderFailure)] = []
    }

    /// Searches all providers concurrently.
    ///
    /// - Parameter saved: all saved venues nearby, regardless of the search.
    func venues(near position: Position, saved: [Venue], search: String) async -> Finds {
        let answers = await withTaskGroup(of: (Int, Result<[FoundVenue], ProviderFailure>).self) { group in
            for (index, provider) in providers.enumerated() {
                group.addTask {
                    do throws(ProviderFailure) {
                        return (index, .success(try await provider.venues(near: position)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
        }
        var finds = Finds()
        var all: [(venue: FoundVenue, distance: Double)] = []
        for (index, answer) in answers {
            switch answer {
            case .failure(let failure): finds.failures.append((providers[index].client.service.name, failure))
            case .success(let venues):
                if !venues.isEmpty { finds.attributions.append(providers[index].attribution) }
                all += venues.map { ($0, $0.position.distance(to: position)) }
            }
        }
        finds.venues = Self.folded(all, saved, search)
        return finds
    }

    static let most = 50

    static func folded(
        _ all: [(venue: FoundVenue, distance: Double)], _ saved: [Venue], _ search: String
    ) -> [(venue: FoundVenue, distance: Double)] {
        let wanted = SearchWords.of([search])
        var known = saved.compactMap { venue in
            venue.position.map { (words: Array(SearchWords.of([venue.name])), position: $0) }
        }
        var kept: [(venue: FoundVenue, distance: Double)] = []
        for one in all.sorted(by: { $0.distance < $1.distance }) where kept.count < most {
            let words = Array(SearchWords.of([one.venue.name]))
            let isKnown = known.contains {
                VenueMatch.isSame($0.words, words, metres: $0.position.distance(to: one.venue.position))
            }
            if isKnown { continue }
            known.append((words, one.venue.position))
            let own = SearchWords.of([one.venue.name, one.venue.address])
            if wanted.allSatisfy({ word in own.contains { $0.hasPrefix(word) } }) { kept.append(one) }
        }
        return kept
    }
}
