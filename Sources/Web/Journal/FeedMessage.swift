import Classroom
import Foundation
import NIOCore
import Store

/// Entry with its message, which all its followers share.
struct FeedMessage: Sendable {
    let entry: FeedEntry
    let bytes: ByteBuffer

    init(_ entry: FeedEntry) throws {
        self.entry = entry
        let data = String(decoding: try JSONEncoder().encode(FeedEntryView(entry)), as: UTF8.self)
        bytes = ByteBuffer(string: "id: \(entry.sequence)\nevent: entry\ndata: \(data)\n\n")
    }

    /// Messages as a single text, so that entries that come together are sent together; `nil` without any.
    static func joined(_ messages: ArraySlice<FeedMessage>) -> ByteBuffer? {
        guard var text = messages.first?.bytes else { return nil }
        for message in messages.dropFirst() { text.writeImmutableBuffer(message.bytes) }
        return text
    }
}

/// Entry as sent over the feed.
struct FeedEntryView: Encodable, Sendable {
    let sequence: Int64
    let id: String
    let kind: String
    let at: String
    /// Device; `nil` for questions, since the device might reveal who asked.
    let device: String?
    let course: String?
    let `class`: String?
    let person: String?

    init(_ entry: FeedEntry) {
        sequence = entry.sequence
        id = entry.id.text
        kind = entry.kind
        at = entry.at.text
        device = entry.kind.hasPrefix("question.") ? nil : entry.device.text
        course = entry.course?.text
        self.class = entry.classID?.text
        person = entry.person?.text
    }
}
