import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import Store

/// Routes for notifications: their page, and the push subscriptions of the person's browsers.
struct NotificationRoutes {
    let site: Site

    /// The most bytes of a subscription in JSON.
    private static let mostBytes = 8 * 1024

    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("notifications") { request, context in
            try await site.answer(NotificationsPage.load(site, context.person), request, context.signedIn)
        }
        signedIn.post("notifications/subscription") { request, context in
            let posted = try await Self.subscription(request)
            try site.budget.take(.init(entries: 1, bytes: Self.mostBytes), of: context.signedIn.maker)
            guard let keys = posted.keys else { throw Problem.invalid("keys", "required", "This is required.") }
            let subscription = try await site.notifier.check(
                posted.endpoint, keys.p256dh, keys.auth, site: Self.contact(context.origin))
            try await site.store.subscribe(subscription, context.person.id, by: context.signedIn.token)
            return Response(status: .noContent)
        }
        signedIn.delete("notifications/subscription") { request, context in
            let posted = try await Self.subscription(request)
            try await site.store.unsubscribe(posted.endpoint, of: context.person.id)
            return Response(status: .noContent)
        }
        signedIn.post("notifications/test") { request, context in
            try site.budget.take(.init(entries: 10, bytes: Self.mostBytes), of: context.signedIn.maker)
            return try Response.json(SentView(devices: try await site.notifier.test(context.person.id)))
        }
    }

    /// Address by which a push service can reach whoever runs this server: the server's own, as the browser knows it.
    private static func contact(_ origin: RequestOrigin) -> String {
        "https://" + String(decoding: origin.host.utf8.filter { (0x21...0x7E).contains($0) }.prefix(255), as: UTF8.self)
    }

    private static func subscription(_ request: Request) async throws -> PostedSubscription {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw Problem.invalid("body", "contentType", "Send JSON, as application/json.")
        }
        let body = try await request.body.collect(upTo: mostBytes)
        do {
            return try JSONDecoder().decode(PostedSubscription.self, from: body)
        } catch {
            throw Problem.invalid("body", "unreadable", "This is not a push subscription in JSON.")
        }
    }
}

/// Subscription as `PushSubscription.toJSON()` of a browser writes it.
private struct PostedSubscription: Decodable {
    let endpoint: String
    let keys: Keys?

    struct Keys: Decodable {
        let p256dh: String
        let auth: String
    }
}

private struct SentView: Encodable {
    let devices: Int
}
