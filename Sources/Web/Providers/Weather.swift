import Classroom
import Foundation
import Logging
import ServiceLifecycle
import Store

/// Somebody who knows how warm it is outside.
protocol TemperatureProvider: Sendable {
    var client: ProviderClient { get }
    var attribution: Attribution { get }
    /// Degrees Celsius, now.
    func temperature(at position: Position) async throws(ProviderFailure) -> Double
}

/// Open-Meteo (https://open-meteo.com/en/docs, "current").
struct OpenMeteo: TemperatureProvider {
    let client: ProviderClient
    let attribution = Attribution(text: "Weather data by Open-Meteo.com", href: "https://open-meteo.com/")

    func temperature(at position: Position) async throws(ProviderFailure) -> Double {
        let place = Weather.coarse(position)
        return try await client.ask(
            .init(
                path: "/v1/forecast",
                query: ["latitude=\(place.latitude)", "longitude=\(place.longitude)", "current=temperature_2m"],
                most: 65_536, keep: Weather.keep)
        ) { (answer) throws(ProviderFailure) in
            try Weather.possible(answer.read(Answer.self).current.temperature_2m)
        }
    }

    private struct Answer: Decodable, Sendable {
        let current: Current

        struct Current: Decodable, Sendable {
            let temperature_2m: Double
        }
    }
}

/// OpenWeatherMap (https://openweathermap.org/current, "units=metric").
struct OpenWeatherMap: TemperatureProvider {
    let client: ProviderClient
    let attribution = Attribution(text: "Weather data by OpenWeather", href: "https://openweathermap.org/")

    func temperature(at position: Position) async throws(ProviderFailure) -> Double {
        let place = Weather.coarse(position)
        let key = client.service.key?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await client.ask(
            .init(
                path: "/data/2.5/weather",
                query: ["lat=\(place.latitude)", "lon=\(place.longitude)", "units=metric", "appid=\(key)"],
                most: 65_536, keep: Weather.keep)
        ) { (answer) throws(ProviderFailure) in
            try Weather.possible(answer.read(Answer.self).main.temp)
        }
    }

    private struct Answer: Decodable, Sendable {
        let main: Main

        struct Main: Decodable, Sendable {
            let temp: Double
        }
    }
}

/// Finds out how warm it is outside of the classes in session, in the background: nobody waits for it.
final class Weather: Service {
    private let store: Store
    let provider: (any TemperatureProvider)?
    private let woken = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let logger = Logger(label: "shala")

    static let keep = Duration.seconds(300)

    /// How long after a failure it is tried again, while the class goes on.
    private static let pause = Duration.seconds(30)

    init(_ store: Store, _ settings: ProviderSettings) {
        self.store = store
        provider =
            settings.openWeatherMap.map { OpenWeatherMap(client: .init($0)) }
            ?? settings.openMeteo.map { OpenMeteo(client: .init($0)) }
    }

    /// Whom temperatures are from.
    var attribution: Attribution? { provider?.attribution }

    /// A temperature as it can be somewhere on Earth, or no answer.
    static func possible(_ temperature: Double) throws(ProviderFailure) -> Double {
        guard ClassMeasured.possible.contains(temperature) else { throw .unreadable }
        return temperature
    }

    /// "21 °C"
    static func words(_ temperature: Double?) -> String {
        guard let degrees = temperature.flatMap({ Int(nearest: $0) }) else { return "unavailable" }
        // With a minus sign, not a hyphen.
        return "\(degrees) °C".replacingOccurrences(of: "-", with: "−")
    }

    /// A class may have begun.
    func wake() {
        woken.continuation.yield()
    }

    /// Looks whenever a class begins, and now and then, as long as the server runs.
    func run() async throws {
        guard provider != nil else {
            try await gracefulShutdown()
            return
        }
        let clock = Task {
            while !Task.isCancelled {
                wake()
                try await Task.sleep(for: Self.pause)
            }
        }
        defer { clock.cancel() }
        for await _ in woken.stream.cancelOnGracefulShutdown() { await look() }
    }

    private func look() async {
        do {
            let sessions = try await store.classesWithoutTemperature()
            await withTaskGroup { group in
                for session in sessions { group.addTask { await self.measure(session) } }
            }
        } catch {
            // It is looked again before long.
            logger.warning("the classes in session could not be read", metadata: ["error": "\(error)"])
        }
    }

    private func measure(_ session: (id: Identifier, position: Position)) async {
        do throws(ProviderFailure) {
            guard let temperature = try await provider?.temperature(at: session.position) else { return }
            await keep(temperature, of: session.id)
        } catch {
            // Noted where it was asked; it is tried again before long.
        }
    }

    private func keep(_ temperature: Double, of session: Identifier) async {
        let now = Instant.now
        let fields = [
            Field("class", .text(session.text)), Field("temperature", .number((temperature * 10).rounded() / 10)),
        ]
        let entry = PostedEntry(id: .make(at: now), kind: .classMeasured, at: now, fields: fields)
        do {
            // Another server may have been as quick: then this one is refused.
            _ = try await store.append([entry], device: Site.device, by: .host, now: now)
        } catch {
            logger.warning("the temperature could not be kept", metadata: ["error": "\(error)"])
        }
    }

    /// About 1 km exact: the weather is the same, and nobody need know more.
    static func coarse(_ position: Position) -> (latitude: String, longitude: String) {
        (String(format: "%.2f", position.latitude), String(format: "%.2f", position.longitude))
    }
}
