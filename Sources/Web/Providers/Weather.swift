import Classroom
import Foundation
import Logging
import ServiceLifecycle
import Pages
import Store

/// Provider of the outside temperature.
protocol TemperatureProvider: Sendable {
    var client: ProviderClient { get }
    var attribution: Attribution { get }
    /// Current temperature in degrees Celsius.
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

/// Background service that records the outside temperature of classes in session.
final class Weather: Service {
    private let store: Store
    let provider: (any TemperatureProvider)?
    private let woken = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let logger = Logger(label: "shala")

    static let keep = Duration.seconds(300)

    /// Time between a failure and the next attempt, while the class continues.
    private static let pause = Duration.seconds(30)

    init(_ store: Store, _ settings: ProviderSettings) {
        self.store = store
        provider =
            settings.openWeatherMap.map { OpenWeatherMap(client: .init($0)) }
            ?? settings.openMeteo.map { OpenMeteo(client: .init($0)) }
    }

    /// Credit for temperatures.
    var attribution: Attribution? { provider?.attribution }

    /// Returns a temperature that is plausible on Earth; throws otherwise.
    static func possible(_ temperature: Double) throws(ProviderFailure) -> Double {
        guard ClassMeasured.possible.contains(temperature) else { throw .unreadable }
        return temperature
    }

    /// Signals that a class may have started.
    func wake() {
        woken.continuation.yield()
    }

    /// Checks whenever a class starts, and at intervals, as long as the server runs.
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
            // The next check follows soon.
            logger.warning("the classes in session could not be read", metadata: ["error": "\(error)"])
        }
    }

    private func measure(_ session: (id: Identifier, position: Position)) async {
        do throws(ProviderFailure) {
            guard let temperature = try await provider?.temperature(at: session.position) else { return }
            await keep(temperature, of: session.id)
        } catch {
            // Logged where the provider was asked; the next attempt follows soon.
        }
    }

    private func keep(_ temperature: Double, of session: Identifier) async {
        let now = Instant.now
        let fields = [
            Field("class", .text(session.text)), Field("temperature", .number((temperature * 10).rounded() / 10)),
        ]
        let entry = PostedEntry(id: .make(at: now), kind: .classMeasured, at: now, fields: fields)
        do {
            // Rejected if another server has recorded the temperature meanwhile.
            _ = try await store.append([entry], device: Site.device, by: .host, now: now)
        } catch {
            logger.warning("the temperature could not be kept", metadata: ["error": "\(error)"])
        }
    }

    /// Position rounded to about 1 km, which is enough for the weather and reveals no more than needed.
    static func coarse(_ position: Position) -> (latitude: String, longitude: String) {
        (String(format: "%.2f", position.latitude), String(format: "%.2f", position.longitude))
    }
}
