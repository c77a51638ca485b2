import AsyncHTTPClient
import Classroom
import Foundation
import NIOCore
import Store

/// Client for public GitHub profiles and their pictures (https://docs.github.com/en/rest/users/users, "Get a user").
actor GitHub {
    private let client: ProviderClient
    /// Pictures come from another host, which may fail independently.
    private let pictureClient: ProviderClient
    private let hosts: Set<String>
    private let mayBePrivate: Bool
    private var profiles: [String: Cached<URL>] = [:]
    private var pictures: [URL: Cached<String>] = [:]

    /// Response with its entity tag (RFC 9110, section 8.8.3), valid as long as the server answers 304.
    private struct Cached<Value> {
        let tag: String
        let value: Value
    }

    private static let mostCached = 5_000
    private static let mostRedirects = 3

    init(_ service: ProviderSettings.Service, _ settings: ProviderSettings) {
        client = ProviderClient(service)
        pictureClient = ProviderClient(service)
        hosts = settings.pictureHosts
        mayBePrivate = settings.chosenPictureHosts
    }

    /// Fetches the picture of a public profile.
    ///
    /// - Parameter stored: looks up a picture in the book by its hash, to avoid fetching it again.
    /// - Throws: `notFound` if there is no such user, `limited` with the time to wait.
    func picture(
        of user: String, stored: @Sendable (String) async -> Picture?
    ) async throws(ProviderFailure) -> Picture {
        let address = try await avatar(of: user)
        var kept: (tag: String, picture: Picture)?
        if let known = pictures[address], let picture = await stored(known.value) { kept = (known.tag, picture) }
        let (same, tag) = (kept?.picture, kept?.tag)
        let (picture, fresh) = try await pictureClient.politely { (start) async throws(ProviderFailure) in
            let answer = try await self.fetch(address, tag: tag, since: start)
            if answer.status == 304, let same { return (same, tag) }
            return (try Self.picture(answer), answer.headers.first(name: "etag"))
        }
        if let fresh {
            if pictures.count >= Self.mostCached { pictures.removeAll() }
            pictures[address] = Cached(tag: fresh, value: picture.hash)
        }
        return picture
    }

    /// Checks that the API answers as expected.
    func check() async throws(ProviderFailure) {
        let question = ProviderClient.Question(path: "/rate_limit", headers: headers(tag: nil))
        try await client.ask(question) { (answer) throws(ProviderFailure) in
            if let limit = answer.limit() { throw limit }
            if answer.status != 200 { throw .status(answer.status) }
        }
    }

    private static func picture(_ answer: ProviderClient.Answer) throws(ProviderFailure) -> Picture {
        if let limit = answer.limit() { throw limit }
        if answer.status == 404 { throw .notFound }
        guard answer.status == 200 else { throw .status(answer.status) }
        do {
            return try Picture(Array(buffer: answer.body))
        } catch {
            throw .unreadable
        }
    }

    private func avatar(of user: String) async throws(ProviderFailure) -> URL {
        let name = user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let kept = profiles[user.lowercased()]
        let same = kept?.value
        let question = ProviderClient.Question(
            path: "/users/\(name)", headers: headers(tag: kept?.tag), most: 262_144)
        let (address, tag) = try await client.ask(question) { (answer) throws(ProviderFailure) in
            if answer.status == 304, let same { return (same, String?.none) }
            if answer.status == 404 { throw .notFound }
            guard let address = URL(string: try answer.read(Profile.self).avatar_url) else { throw .unreadable }
            return (address, answer.headers.first(name: "etag"))
        }
        if let tag {
            if profiles.count >= Self.mostCached { profiles.removeAll() }
            profiles[user.lowercased()] = Cached(tag: tag, value: address)
        }
        return address
    }

    private func headers(tag: String?) -> [String: String] {
        var headers = ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"]
        headers["Authorization"] = client.service.key.map { "Bearer \($0)" }
        headers["If-None-Match"] = tag
        return headers
    }

    /// Follows redirects, but only to permitted picture hosts. The key is sent to the API alone.
    private func fetch(
        _ first: URL, tag: String?, since start: ContinuousClock.Instant
    ) async throws(ProviderFailure) -> ProviderClient.Answer {
        let deadline = start.advanced(by: client.service.timeout)
        var address = first
        for _ in 0...Self.mostRedirects {
            guard isAllowed(address) else { throw .forbiddenAddress }
            var request = HTTPClientRequest(url: address.absoluteString)
            request.headers.add(name: "Accept", value: "image/png, image/jpeg, image/webp")
            if let tag { request.headers.add(name: "If-None-Match", value: tag) }
            let answer = try await ProviderClient.send(
                request, most: Picture.mostBytes, until: deadline, mayBePrivate: mayBePrivate)
            guard [301, 302, 303, 307, 308].contains(answer.status) else { return answer }
            guard let location = answer.headers.first(name: "location"),
                let next = URL(string: location, relativeTo: address)?.absoluteURL
            else { throw .unreadable }
            address = next
        }
        throw .forbiddenAddress
    }

    private func isAllowed(_ address: URL) -> Bool {
        guard let host = address.host?.lowercased(), address.user == nil,
            address.scheme == "https" || mayBePrivate && address.scheme == "http"
        else { return false }
        return hosts.contains(address.port.map { "\(host):\($0)" } ?? host)
    }

    private struct Profile: Decodable {
        let avatar_url: String
    }
}
