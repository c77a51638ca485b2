import Classroom
import Store

/// Entry of the journal that people may be told of.
struct NoticeEvent: Sendable {
    let kind: Kind
    let session: Identifier
    /// Course of the class, once it is known.
    var course: Identifier?
    let maker: Identifier?
    let sequence: Int64
    let topic: NotificationTopic

    private init?(
        _ kind: Kind?, _ session: Identifier?, _ course: Identifier?, _ maker: Identifier?, _ sequence: Int64?
    ) {
        guard let kind, let topic = NotificationTopic(of: kind), let session, let sequence else { return nil }
        self.kind = kind
        self.session = session
        self.course = course
        self.maker = maker
        self.sequence = sequence
        self.topic = topic
    }

    init?(_ entry: FeedEntry) {
        self.init(Kind.named(entry.kind), entry.classID, entry.course, entry.maker, entry.sequence)
    }

    /// - Returns: `nil` also unless the entry was accepted just now.
    init?(_ posted: PostedEntry, by maker: Identifier?, _ result: EntryResult) {
        guard result.outcome == .accepted,
            case .text(let session)? = posted.fields.first(where: { $0.name == "class" })?.value
        else { return nil }
        self.init(posted.entryKind, Identifier(session), nil, maker, result.sequence)
    }

    /// What it is told together with: changes with those of the whole course, all else with what happens at the class.
    var place: Identifier { topic == .changes ? course ?? session : session }
}

/// The table of who is told of what, when and how.
extension NotificationTopic {
    /// Topic of entries of a kind; `nil` if nobody is told of them.
    init?(of kind: Kind) {
        switch kind {
        case .attendanceClaimed: self = .marks
        case .classStarted: self = .starts
        case .reconfirmationRequested: self = .reconfirm
        case .classScheduled, .classDeleted, .classRestored: self = .changes
        default: return nil
        }
    }

    /// Who is told.
    var audience: Audience {
        switch self {
        case .marks: .instructors
        case .starts: .nearby
        case .reconfirm: .present
        case .changes: .students
        }
    }

    /// How long events are collected, to be told together.
    var pause: Duration {
        switch self {
        case .marks, .changes: .seconds(3)
        case .starts, .reconfirm: .milliseconds(100)
        }
    }

    var urgency: Notice.Urgency { self == .marks ? .normal : .high }

    /// How long a push service keeps a notice, in seconds.
    var lifetime: Int {
        switch self {
        case .marks: 1800
        case .starts: 900
        case .reconfirm: 300
        case .changes: 86_400
        }
    }
}
