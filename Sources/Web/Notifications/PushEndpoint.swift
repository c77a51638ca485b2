import Classroom
import Foundation
import Store

/// Rules for the address at which a push service takes messages.
enum PushEndpoint {
    static let mostBytes = 1024

    /// Throws what is wrong with an address: it must be https and public, or at a host that the server's host chose.
    static func check(_ endpoint: String, _ settings: ProviderSettings.Push) async throws {
        guard endpoint.utf8.count <= mostBytes, let host = host(of: endpoint, settings) else { throw wrong }
        guard settings.hosts == nil else { return }
        let deadline = ContinuousClock.now.advanced(by: settings.timeout)
        do {
            let isPublic = try await race(until: deadline) { try await NetworkGuard.leadsOutside(host) }
            guard isPublic else { throw wrong }
        } catch ProviderFailure.timedOut {
            throw Problem.unavailable("The push service of this browser cannot be found right now.")
        }
    }

    /// Origin of an address: scheme, host and any port.
    static func origin(of endpoint: String) -> String? {
        guard let parts = URLComponents(string: endpoint), let scheme = parts.scheme,
            let host = parts.encodedHost
        else { return nil }
        return "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }

    /// Host of a permitted address.
    private static func host(of endpoint: String, _ settings: ProviderSettings.Push) -> String? {
        guard endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parts = URLComponents(string: endpoint),
            let host = parts.encodedHost?.lowercased(), !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.fragment == nil
        else { return nil }
        if let hosts = settings.hosts {
            let isChosen = hosts.contains(parts.port.map { "\(host):\($0)" } ?? host)
            return isChosen && ["http", "https"].contains(parts.scheme) ? host : nil
        }
        return parts.scheme == "https" && (parts.port ?? 443) == 443 ? host : nil
    }

    private static let wrong = Problem.invalid(
        "endpoint", "endpoint", "This is not the https address of a push service.")
}
