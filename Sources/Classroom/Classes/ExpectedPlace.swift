/// Where a class is, as far as was seen last: its venue, and its course if it is not a drop-in class.
public struct ExpectedPlace: Sendable, Equatable {
    public let venue: Identifier
    public let course: Identifier?

    public init(of session: ClassRow) {
        (venue, course) = (session.venue, session.course)
    }
}

extension Book {
    /// Where a class is: as it is loaded, or else as it is expected to be.
    func place(of session: Identifier) -> ExpectedPlace? {
        classes.loaded(session).map(ExpectedPlace.init) ?? expectedPlaces[session]
    }
}
