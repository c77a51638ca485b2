/// Kind of entry. Each feature declares its own kinds beside what their entries need and do: see `RosterKinds`,
/// `CourseKinds`, `ClassKinds`, `AttendanceKinds`, `QuestionKinds`, `TrainingKinds`, `NotificationKinds` and `SchoolKinds`.
public final class Kind: Hashable, Sendable {
    /// Name in the journal and over HTTP.
    public let name: String
    /// People who may make an entry of this kind.
    public let makers: Makers
    /// Names of the fields that are identifiers by which the journal is searched. It keeps them in columns of these names,
    /// and no second time among the fields.
    public let columns: [String]
    /// Whether only the person whom an entry concerns may see it.
    public let isPrivate: Bool
    private let reader: @Sendable (inout FieldReader) -> EntryPayload

    init(
        _ name: String, by makers: Makers, columns: [String], isPrivate: Bool = false,
        read: @escaping @Sendable (inout FieldReader) -> EntryPayload
    ) {
        self.name = name
        self.makers = makers
        self.columns = columns
        self.isPrivate = isPrivate
        reader = read
    }

    /// All kinds.
    public static let all =
        ofRoster + ofCourses + ofClasses + ofAttendance + ofQuestions + ofTraining + ofNotifications + ofSchool

    /// The kind of a name; `nil` if there is none.
    public static func named(_ name: String) -> Kind? {
        // Most names differ in length already.
        let length = name.utf8.count
        return all.first { $0.name.utf8.count == length && $0.name.isSame(as: name) }
    }

    /// Reads the fields of an entry, collecting errors in `fields.problems`.
    public func read(_ fields: inout FieldReader) -> EntryPayload {
        let payload = reader(&fields)
        fields.finish()
        return payload
    }

    public static func == (one: Kind, other: Kind) -> Bool {
        one === other
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// People who may make an entry.
public enum Makers: Sendable {
    case instructors
    /// The instructors who keep the book.
    case owners
    case everyone
    /// Only the server itself and its command line.
    case host
}
