import Foundation

/// Configuration of external services: which are used, at what address and with which key.
public struct ProviderSettings: Sendable {
    /// External service; `nil` if turned off.
    public struct Service: Sendable, Equatable {
        /// Name for people.
        public let name: String
        public let base: URL
        /// Whether the host chose the address. Only then may it be in a private network.
        public let isChosen: Bool
        /// API key, sent to the service only.
        let key: String?
        let timeout: Duration
    }

    /// Overpass API, which answers from OpenStreetMap.
    public internal(set) var overpass: Service?
    /// Foursquare Places, which needs a key.
    public internal(set) var foursquare: Service?
    public internal(set) var openMeteo: Service?
    /// OpenWeatherMap, which needs a key and then replaces Open-Meteo.
    public internal(set) var openWeatherMap: Service?
    /// GitHub, which also works without a key, at a lower rate limit.
    public internal(set) var gitHub: Service?
    /// Hosts of pictures, with any non-default port.
    public internal(set) var pictureHosts: Set<String> = []

    /// Push services; `nil` if turned off.
    public internal(set) var push: Push?

    /// Push services that browsers may name.
    public struct Push: Sendable {
        /// The only hosts, with any non-default port, if the host chose them. These may be in a private network and
        /// speak plain http.
        let hosts: Set<String>?
        let timeout: Duration
    }

    /// Settings without any external service.
    public static let off = ProviderSettings()

    private init() {}

    /// Reads the environment variables listed in docs/hosting.md, with defaults for those not set.
    public init(environment: [String: String]) throws(ProviderSettingsError) {
        let timeout = try Self.timeout(environment["SHALA_PROVIDER_TIMEOUT"])
        func service(
            _ name: String, _ prefix: String, _ usual: String, needsKey: Bool = false
        ) throws(ProviderSettingsError) -> Service? {
            let key = environment["SHALA_\(prefix)_KEY"].flatMap { $0.isEmpty ? nil : $0 }
            if let key, !key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
                throw ProviderSettingsError("SHALA_\(prefix)_KEY has characters that are not allowed in keys.")
            }
            let address = environment["SHALA_\(prefix)_URL"].flatMap { $0.isEmpty ? nil : $0 }
            if address == "off" || needsKey && key == nil { return nil }
            guard let base = URL(string: address ?? usual), ["http", "https"].contains(base.scheme), base.host != nil,
                base.user == nil, base.query == nil
            else { throw ProviderSettingsError("SHALA_\(prefix)_URL must be an address such as \(usual), or off.") }
            return Service(name: name, base: base, isChosen: address != nil, key: key, timeout: timeout)
        }
        overpass = try service("OpenStreetMap", "OVERPASS", "https://overpass-api.de/api")
        foursquare = try service("Foursquare", "FOURSQUARE", "https://places-api.foursquare.com", needsKey: true)
        openMeteo = try service("Open-Meteo", "OPEN_METEO", "https://api.open-meteo.com")
        openWeatherMap = try service(
            "OpenWeatherMap", "OPENWEATHERMAP", "https://api.openweathermap.org", needsKey: true)
        gitHub = try service("GitHub", "GITHUB", "https://api.github.com")
        let hosts = environment["SHALA_GITHUB_PICTURE_HOSTS"] ?? "avatars.githubusercontent.com"
        pictureHosts = Set(hosts.split(whereSeparator: { $0 == "," || $0 == " " }).map { $0.lowercased() })
        chosenPictureHosts = environment["SHALA_GITHUB_PICTURE_HOSTS"] != nil
        push = try Self.push(environment, timeout)
    }

    /// Whether the host chose the picture hosts.
    private(set) var chosenPictureHosts = false

    private static func push(
        _ environment: [String: String], _ timeout: Duration
    ) throws(ProviderSettingsError) -> Push? {
        switch environment["SHALA_PUSH"] {
        case "off": return nil
        case nil, "", "on": break
        default: throw ProviderSettingsError("SHALA_PUSH must be on or off.")
        }
        let hosts = environment["SHALA_PUSH_HOSTS"].map {
            Set($0.split(whereSeparator: { $0 == "," || $0 == " " }).map { $0.lowercased() })
        }
        return Push(hosts: hosts?.isEmpty == true ? nil : hosts, timeout: timeout)
    }

    private static func timeout(_ text: String?) throws(ProviderSettingsError) -> Duration {
        guard let text, !text.isEmpty else { return .seconds(3) }
        guard let seconds = Double(text), (0.1...30).contains(seconds) else {
            throw ProviderSettingsError("SHALA_PROVIDER_TIMEOUT must be a number of seconds from 0.1 to 30.")
        }
        return .milliseconds(Int64(nearest: seconds * 1000) ?? 3000)
    }
}

/// Error for an invalid setting.
public struct ProviderSettingsError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
