import Classroom
import Synchronization

/// Where the classes of the latest entries are, so that the next group loads all that it needs at once.
///
/// Nothing is decided by it: another server may have moved a class meanwhile.
final class SeenClasses: Sendable {
    private let places = Mutex<[Identifier: ExpectedPlace]>([:])
    private static let most = 1_000

    func expect(in book: inout Book) {
        book.expectedPlaces = places.withLock { $0 }
    }

    /// Keeps where the classes are that a group has changed, if only their number of those present.
    func see(_ book: Book) {
        let seen = book.classes.changes.compactMap { $0.now }.map { ($0.id, ExpectedPlace(of: $0)) }
        let news = seen.filter { book.expectedPlaces[$0.0] != $0.1 }
        guard !news.isEmpty else { return }
        places.withLock { places in
            if places.count + news.count > Self.most { places = [:] }
            for (id, place) in news.prefix(Self.most) { places[id] = place }
        }
    }
}
