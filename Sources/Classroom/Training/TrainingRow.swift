/// Entry of a training log, as the book has it.
public struct TrainingRow: BookRow {
    public let id: Identifier
    /// The person in whose log it is.
    public var person: Identifier
    /// Who wrote it, if they were merged with that person; else `nil`.
    public var ownPerson: Identifier?
    public let description: String
    public let category: TrainingCategory
    public let minutes: Int
    public let startedAt: Instant
    public var isDeleted: Bool
    /// When it was last deleted or restored; `nil` if never.
    public var turnedAt: Instant?

    public var key: Identifier { id }

    public init(
        id: Identifier, person: Identifier, description: String, category: TrainingCategory, minutes: Int,
        startedAt: Instant, isDeleted: Bool = false, turnedAt: Instant? = nil
    ) {
        self.id = id
        self.person = person
        self.description = description
        self.category = category
        self.minutes = minutes
        self.startedAt = startedAt
        self.isDeleted = isDeleted
        self.turnedAt = turnedAt
    }

    public init(_ logged: TrainingLogged, person: Identifier) {
        self.init(
            id: logged.training, person: person, description: logged.description, category: logged.category,
            minutes: logged.minutes, startedAt: logged.start)
    }

    /// Deletes it or puts it back. Of several words the latest by its own time counts.
    public mutating func turn(deleted: Bool, at: Instant) {
        if turnedAt.map({ $0 <= at }) ?? true { (isDeleted, turnedAt) = (deleted, at) }
    }
}

/// What training entries do. Each person has their own log.
extension Book {
    mutating func apply(_ logged: TrainingLogged) throws(Stop) {
        guard let maker else { throw Self.noTraining }
        if try trainings.row(logged.training) != nil {
            throw .invalid("training", "exists", "This entry exists already.")
        }
        var training = TrainingRow(logged, person: maker)
        training.ownPerson = ownMaker
        trainings.set(training)
    }

    /// Deletes or restores an entry.
    mutating func turn(_ reference: TrainingReference, deleted: Bool) throws(Stop) {
        guard var training = try trainings.row(reference.training), training.person == maker else {
            throw Self.noTraining
        }
        training.turn(deleted: deleted, at: at)
        trainings.set(training)
    }

    private static var noTraining: Stop { .invalid("training", "notFound", "This entry is not in your log.") }
}
