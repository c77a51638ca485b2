import Classroom
import Foundation

/// Check that the configured external services answer.
public struct ProviderCheck: Sendable {
    /// Name and address: "OpenStreetMap, https://overpass-api.de/api".
    public let title: String
    /// "answers", or a description of the error.
    public let words: String
    public let isGood: Bool

    /// Sends each service a small request about Greenwich, which has both venues and weather.
    public static func all(_ settings: ProviderSettings) async -> [ProviderCheck] {
        let here = Position(latitude: 51.478, longitude: -0.001)
        let finder = VenueFinder(settings)
        var checks: [ProviderCheck] = []
        for provider in finder.providers {
            checks.append(
                await check(provider.client.service) { () throws(ProviderFailure) in
                    _ = try await provider.venues(near: here)
                })
        }
        var weather: [any TemperatureProvider] = []
        if let service = settings.openMeteo { weather.append(OpenMeteo(client: .init(service))) }
        if let service = settings.openWeatherMap { weather.append(OpenWeatherMap(client: .init(service))) }
        for provider in weather {
            checks.append(
                await check(provider.client.service) { () throws(ProviderFailure) in
                    _ = try await provider.temperature(at: here)
                })
        }
        if let service = settings.gitHub {
            let gitHub = GitHub(service, settings)
            checks.append(
                await check(service) { () throws(ProviderFailure) in try await gitHub.check() })
        }
        return checks
    }

    private static func check(
        _ service: ProviderSettings.Service, _ ask: () async throws(ProviderFailure) -> Void
    ) async -> ProviderCheck {
        let title = "\(service.name), \(service.base.absoluteString)" + (service.key == nil ? "" : ", with a key")
        do throws(ProviderFailure) {
            try await ask()
            return ProviderCheck(title: title, words: "answers", isGood: true)
        } catch {
            return ProviderCheck(title: title, words: error.words, isGood: false)
        }
    }
}
