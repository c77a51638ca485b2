import Classroom
import Pages
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
        let answers = await withTaskGroup(of: Answer.self) { group in
            for (index, provider) in providers.enumerated() {
                group.addTask { Answer(index: index, venues: await provider.answer(near: position)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.index < $1.index }
        }
        var finds = Finds()
        var all: [(venue: FoundVenue, distance: Double)] = []
        for (provider, answer) in zip(providers, answers) {
            switch answer.venues {
            case .failure(let failure): finds.failures.append((provider.client.service.name, failure))
            case .success(let venues):
                if !venues.isEmpty { finds.attributions.append(provider.attribution) }
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

/// What one provider answered.
private struct Answer: Sendable {
    let index: Int
    let venues: Result<[FoundVenue], ProviderFailure>
}

extension VenueProvider {
    /// Apart from the task that asks: there, optimised, the error's type made the compiler mix up the number beside it.
    fileprivate func answer(near position: Position) async -> Result<[FoundVenue], ProviderFailure> {
        do throws(ProviderFailure) {
            return .success(try await venues(near: position))
        } catch {
            return .failure(error)
        }
    }
}
