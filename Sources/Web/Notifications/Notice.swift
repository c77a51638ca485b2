import Classroom
import Crypto
import Foundation
import Store

/// Message to people, for push services and open pages alike.
struct Notice: Encodable, Sendable, Equatable {
    let title: String
    let text: String
    /// Page that shows more.
    let href: String
    /// A notice replaces an earlier one with the same tag.
    let tag: String

    /// How soon a push service is to deliver it (RFC 8030, section 5.3).
    enum Urgency: String, Sendable { case normal, high }

    private enum CodingKeys: String, CodingKey { case title, text, href, tag }

    let urgency: Urgency
    /// How long a push service keeps it for a device that it cannot reach, in seconds.
    let lifetime: Int
    /// Number of the last entry that it tells of.
    let sequence: Int64

    init(
        title: String, text: String, href: String, tag: String, urgency: Urgency = .normal, lifetime: Int = 86_400,
        sequence: Int64 = 0
    ) {
        // Quotation marks take two bytes in JSON, and all must fit into a message.
        self.title = title.clipped(to: 300)
        self.text = text.clipped(to: 900)
        self.href = href
        self.tag = tag
        self.urgency = urgency
        self.lifetime = lifetime
        self.sequence = sequence
    }

    /// Notice that somebody sends to themselves to see whether notifications arrive.
    static let test = Notice(
        title: "Shala", text: "Notifications arrive on this device.", href: "/notifications", tag: "test",
        urgency: .high, lifetime: 300)

    /// Header `Topic` (RFC 8030, section 5.4), by which a push service replaces an undelivered message: different for
    /// each subscription, so that it does not tell who takes the same class.
    func topic(for endpoint: String) -> String {
        String(Data(SHA256.hash(data: Data("\(endpoint) \(tag)".utf8))).base64URL.prefix(32))
    }
}

extension String {
    /// Cuts the text to a number of bytes, with an ellipsis.
    fileprivate func clipped(to most: Int) -> String {
        if utf8.count <= most { return self }
        var clipped = ""
        for scalar in unicodeScalars {
            if clipped.utf8.count + UTF8.width(scalar) > most - 3 { break }
            clipped.unicodeScalars.append(scalar)
        }
        return clipped + "…"
    }
}
