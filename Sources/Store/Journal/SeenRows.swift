import Classroom
import Synchronization

/// What earlier groups saw, so that the next one loads little, and all of it at once.
///
/// Where classes are is only expected: another server may have moved one. People and enrolments count as they were seen, for
/// as long as nothing else has changed the book: those who claim to be at a class are mostly those of an hour ago.
///
/// Everything is the business of the writer's thread.
final class SeenRows: Sendable {
    private struct Memory {
        var places: [Identifier: ExpectedPlace] = [:]
        var people: [Identifier: PersonRow?] = [:]
        var enrolments: [Pair: EnrolmentRow?] = [:]
        /// How the book was that people and enrolments are of.
        var state: BookState?
        var isCommitted = true

        mutating func forgetRows() {
            (people, enrolments, state) = ([:], [:], nil)
        }
    }

    private let memory = Mutex(Memory())
    private static let mostPlaces = 1_000
    private static let mostRows = 10_000

    /// A transaction begins. What the last one saw does not count if it was not committed.
    func begin() {
        memory.withLock { memory in
            if !memory.isCommitted { memory.forgetRows() }
            memory.isCommitted = false
        }
    }

    /// The transaction that began last is committed.
    func commit() {
        memory.withLock { $0.isCommitted = true }
    }

    /// - Parameter state: how the book is now.
    func expect(in book: inout Book, _ state: BookState?) {
        memory.withLock { memory in
            if state == nil || state != memory.state { memory.forgetRows() }
            book.expectedPlaces = memory.places
        }
    }

    /// Takes up what is known of the people and enrolments that are wanted.
    func fill(_ book: inout Book) {
        memory.withLock { memory in
            book.people.takeWanted(from: memory.people)
            book.enrolments.takeWanted(from: memory.enrolments)
        }
    }

    /// Keeps where the classes are that a group has changed, if only their number of those present, and its people and
    /// enrolments.
    ///
    /// - Parameter state: how the book is, with what the group has saved; `nil` if it cannot be known that it stays so.
    func see(_ book: Book, _ state: BookState?) {
        let seen = book.classes.changes.compactMap { $0.now }.map { ($0.id, ExpectedPlace(of: $0)) }
        let news = seen.filter { book.expectedPlaces[$0.0] != $0.1 }
        memory.withLock { memory in
            if memory.places.count + news.count > Self.mostPlaces { memory.places = [:] }
            for (id, place) in news.prefix(Self.mostPlaces) { memory.places[id] = place }
            if memory.people.count > Self.mostRows || memory.enrolments.count > Self.mostRows { memory.forgetRows() }
            memory.state = state
            guard state != nil else { return }
            book.people.add(to: &memory.people)
            book.enrolments.add(to: &memory.enrolments)
        }
    }
}

/// What changes whenever anything in the book has been changed.
public struct BookState: Equatable, Sendable {
    /// By how many other connections' commits.
    let version: Int64
    /// How many rows this connection has changed.
    let changes: Int
}
