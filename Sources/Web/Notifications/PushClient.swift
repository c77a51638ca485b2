import AsyncHTTPClient
import Classroom
import Foundation
import NIOCore
import Store

/// Message for one subscription.
struct PushMessage: Sendable {
    let notice: Notice
    let subscription: PushSubscription
    /// Origin of the push service.
    let service: String
    let ends: ContinuousClock.Instant
    var attempts = 0
    var notBefore: ContinuousClock.Instant

    init?(_ notice: Notice, _ subscription: PushSubscription, now: ContinuousClock.Instant) {
        guard let service = PushEndpoint.origin(of: subscription.endpoint) else { return nil }
        self.notice = notice
        self.subscription = subscription
        self.service = service
        ends = now.advanced(by: .seconds(notice.lifetime))
        notBefore = now
    }
}

/// Client of push services (RFC 8030).
struct PushClient: Sendable {
    let settings: ProviderSettings.Push
    let vapid: Vapid

    /// What has become of a message.
    enum Outcome: Sendable, Equatable {
        case delivered
        /// The subscription no longer exists.
        case gone
        /// The service asks to wait.
        case limited(Duration)
        /// The service failed, and may say for how long.
        case failed(String, Duration?)
        /// The message will never be taken.
        case refused(String)
    }

    /// The longest that a service's word to wait is taken for.
    private static let longestWait = 3600.0

    func send(_ message: PushMessage, now: Instant = .now) async -> Outcome {
        let request: HTTPClientRequest
        do {
            guard let made = try self.request(message, now) else { return .refused("cannot be encrypted for") }
            request = made
        } catch {
            return .refused("cannot be encrypted for")
        }
        do throws(ProviderFailure) {
            let answer = try await ProviderClient.exchange(
                request, most: 65_536, until: .now.advanced(by: settings.timeout), mayBePrivate: settings.hosts != nil)
            return Self.outcome(answer)
        } catch .forbiddenAddress {
            return .refused(ProviderFailure.forbiddenAddress.words)
        } catch {
            return .failed(error.words, nil)
        }
    }

    private func request(_ message: PushMessage, _ now: Instant) throws -> HTTPClientRequest? {
        let (notice, subscription) = (message.notice, message.subscription)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let keys = PushKeys(publicKey: subscription.publicKey, auth: subscription.auth),
            let body = try PushEncryption.encrypt(try encoder.encode(notice), for: keys)
        else { return nil }
        var request = HTTPClientRequest(url: subscription.endpoint)
        request.method = .POST
        request.headers.add(name: "Content-Encoding", value: "aes128gcm")
        request.headers.add(name: "Content-Type", value: "application/octet-stream")
        request.headers.add(name: "TTL", value: String(notice.lifetime))
        request.headers.add(name: "Urgency", value: notice.urgency.rawValue)
        request.headers.add(name: "Topic", value: notice.topic(for: subscription.endpoint))
        request.headers.add(
            name: "Authorization",
            value: try vapid.authorization(audience: message.service, contact: subscription.site, now: now))
        request.body = .bytes(ByteBuffer(bytes: body))
        return request
    }

    private static func outcome(_ answer: ProviderClient.Answer) -> Outcome {
        let wait = answer.headers.first(name: "retry-after").flatMap(Double.init).flatMap { seconds in
            seconds >= 0 ? Duration.seconds(min(seconds, longestWait)) : nil
        }
        return switch answer.status {
        case 200..<300: .delivered
        case 404, 410: .gone
        case 429: .limited(wait ?? .seconds(60))
        case 500...: .failed(ProviderFailure.status(answer.status).words, wait)
        default: .refused(ProviderFailure.status(answer.status).words)
        }
    }
}
