/// Kind of entry. Each feature declares its own kinds beside what their entries need and do: see `RosterKinds`,
/// `CourseKinds`, `ClassKinds`, `AttendanceKinds`, `QuestionKinds`, `TrainingKinds`, `NotificationKinds` and `SchoolKinds`.
public final class Kind: Hashable, Sendable {
    /// Name in the journal and over HTTP.
    public let name: String
    /// People who may make an entry of this kind.
    public let makers: Makers
    private let searched: SearchedFields
    /// Whether only the person whom an entry concerns may see it.
    public let isPrivate: Bool
    private let reader: @Sendable (inout FieldReader) -> EntryPayload

    init(
        _ name: String, by makers: Makers, columns: SearchedFields, isPrivate: Bool = false,
        read: @escaping @Sendable (inout FieldReader) -> EntryPayload
    ) {
        self.name = name
        self.makers = makers
        searched = columns
        self.isPrivate = isPrivate
        reader = read
    }

    /// Names of the fields that are identifiers by which the journal is searched. It keeps them in columns of these names,
    /// and no second time among the fields.
    public var columns: [String] { searched.names }

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

/// Fields by which the journal is searched. A page of the device needs no names of them, so it has no lists of names either.
struct SearchedFields: OptionSet, Sendable {
    let rawValue: Int

    static let `class` = SearchedFields(rawValue: 1)
    static let course = SearchedFields(rawValue: 2)
    static let person = SearchedFields(rawValue: 4)

    var names: [String] { Self.allNames[rawValue] }

    private static let allNames = (0..<8).map { value in
        let fields = SearchedFields(rawValue: value)
        let all: [(field: SearchedFields, name: String)] = [
            (.class, "class"), (.course, "course"), (.person, "person"),
        ]
        return all.filter { fields.contains($0.field) }.map { $0.name }
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
