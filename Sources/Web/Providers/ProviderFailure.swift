import Classroom

/// Why a provider's answer is not to be had. Never holds what was sent: an address may have a key in it.
enum ProviderFailure: Error, Equatable {
    /// It is not asked for now, since it has failed too often.
    case resting(seconds: Int)
    case timedOut
    case unreachable
    /// It answered with this status, which is of no use.
    case status(Int)
    case tooLarge
    /// It answered something else than it documents.
    case unreadable
    /// It has been asked too often; may be asked again after so many seconds.
    case limited(seconds: Int)
    case notFound
    /// Nobody waited for the answer.
    case givenUp
    /// It leads where nobody is to be led.
    case forbiddenAddress

    /// In words, for the log and for who hosts; they go after the provider's name.
    var words: String {
        switch self {
        case .resting(let seconds): "has failed too often and is left alone for \(seconds) s"
        case .timedOut: "did not answer in time"
        case .unreachable: "cannot be reached"
        case .status(let status): "answered with the status \(status)"
        case .tooLarge: "answered with more than is read of it"
        case .unreadable: "answered something that is not understood"
        case .limited(let seconds): "has been asked too often; it can be asked again in \(Self.time(seconds))"
        case .notFound: "knows nothing of that"
        case .givenUp: "was not waited for"
        case .forbiddenAddress: "leads to an address that is not allowed"
        }
    }

    /// Whether the provider itself is at fault, so that asking it again at once is of no use.
    var isFault: Bool {
        switch self {
        case .resting, .notFound, .limited, .givenUp: false
        case .timedOut, .unreachable, .status, .tooLarge, .unreadable, .forbiddenAddress: true
        }
    }

    /// "40 seconds", "12 minutes"
    static func time(_ seconds: Int) -> String {
        seconds < 90 ? counted(max(1, seconds), "second", "seconds") : "\((seconds + 59) / 60) minutes"
    }
}
