import Logging
import NIOConcurrencyHelpers

/// Names that templates have asked for and no page has: mistakes in the program, each logged once.
final class UnknownNames: Sendable {
    private let noted = NIOLockedValueBox<Set<String>>([])
    private let logger = Logger(label: "shala")

    var all: Set<String> { noted.withLockedValue(\.self) }

    func note(_ names: [String]) {
        for name in names where noted.withLockedValue({ $0.insert(name).inserted }) {
            logger.error("a template asks for an unknown name", metadata: ["name": "\(name)"])
        }
    }
}
