import AsyncHTTPClient
import Classroom
import Foundation
import NIOCore
import Store

/// Public profiles and their pictures (https://docs.github.com/en/rest/users/users, "Get a user").
actor GitHub {
    private let client: ProviderClient
    private let hosts: Set<String>
    private let mayBePrivate: Bool
    private var profiles: [String: Kept<URL>] = [:]
    private var pictures: [URL: Kept<Picture>] = [:]

    /// What was answered under this tag (RFC 9110, section 8.8.3), and still is as long as the answer is 304.
    private struct Kept<Value> {
        let tag: String
        let value: Value
    }

    static let mostBytes = 2 * 1024 * 1024
    private static let mostProfiles = 5_000
    private static let mostPictures = 50
    private static let mostRedirects = 3

    init(_ service: ProviderSettings.Service, _ settings: ProviderSettings) {
        client = ProviderClient(service)
        hosts = settings.pictureHosts
        mayBePrivate = settings.chosenPictureHosts
    }

    /// The picture on a public profile.
    ///
    /// - Throws: `notFound` if there is no such user, `limited` with the time to wait.
    func picture(of user: String) async throws(ProviderFailure) -> Picture {
        let address = try await avatar(of: user)
        let kept = pictures[address]
        let answer = try await fetch(address, tag: kept?.tag)
        if answer.status == 304, let kept { return kept.value }
        if let limit = answer.limit() { throw limit }
        if answer.status == 404 { throw .notFound }
        guard answer.status == 200 else { throw .status(answer.status) }
        let picture: Picture
        do {
            picture = try Picture(Array(buffer: answer.body), most: Self.mostBytes)
        } catch {
            throw .unreadable
        }
        if let tag = answer.headers.first(name: "etag") {
            if pictures.count >= Self.mostPictures { pictures.removeAll() }
            pictures[address] = Kept(tag: tag, value: picture)
        }
        return picture
    }

    /// Whether it answers at all.
    func check() async throws(ProviderFailure) {
        _ = try await client.ask(.init(path: "/rate_limit", headers: headers(tag: nil)))
    }

    private func avatar(of user: String) async throws(ProviderFailure) -> URL {
        let name = user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let kept = profiles[user.lowercased()]
        let answer = try await client.ask(
            .init(path: "/users/\(name)", headers: headers(tag: kept?.tag), most: 262_144))
        if answer.status == 304, let kept { return kept.value }
        if answer.status == 404 { throw .notFound }
        let profile: Profile
        do {
            profile = try answer.read(Profile.self)
        } catch {
            if error.isFault { await client.fault(error) }
            throw error
        }
        guard let address = URL(string: profile.avatar_url) else { throw .unreadable }
        if let tag = answer.headers.first(name: "etag") {
            if profiles.count >= Self.mostProfiles { profiles.removeAll() }
            profiles[user.lowercased()] = Kept(tag: tag, value: address)
        }
        return address
    }

    private func headers(tag: String?) -> [String: String] {
        var headers = ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"]
        headers["Authorization"] = client.service.key.map { "Bearer \($0)" }
        headers["If-None-Match"] = tag
        return headers
    }

    /// Follows redirects, but only to where pictures may come from. The key goes nowhere but to the interface itself.
    private func fetch(_ start: URL, tag: String?) async throws(ProviderFailure) -> ProviderClient.Answer {
        let deadline = ContinuousClock.now.advanced(by: client.service.timeout)
        var address = start
        for _ in 0...Self.mostRedirects {
            guard isAllowed(address) else { throw .forbiddenAddress }
            var request = HTTPClientRequest(url: address.absoluteString)
            request.headers.add(name: "Accept", value: "image/png, image/jpeg, image/webp")
            if let tag { request.headers.add(name: "If-None-Match", value: tag) }
            let answer = try await ProviderClient.send(
                request, most: Self.mostBytes, until: deadline, mayBePrivate: mayBePrivate)
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
