import Classroom

/// Reason why a provider gave no usable answer. Never contains the request, whose address may include a key.
enum ProviderFailure: Error, Equatable {
    /// Not asked, since the circuit breaker is open.
    case resting(seconds: Int)
    case timedOut
    case unreachable
    /// Response with an unexpected status.
    case status(Int)
    case tooLarge
    /// Response in an undocumented form.
    case unreadable
    /// Rate limit reached; may be asked again after `seconds`.
    case limited(seconds: Int)
    case notFound
    /// Nobody waited for the answer.
    case givenUp
    /// Address that must not be accessed.
    case forbiddenAddress

    /// Description for the log and the host, to follow the provider's name.
    var words: String {
        switch self {
        case .resting(let seconds): "has failed too often and is left alone for \(seconds) s"
        case .timedOut: "did not answer in time"
        case .unreachable: "cannot be reached"
        case .status(let status): "answered with the status \(status)"
        case .tooLarge: "answered with too much data"
        case .unreadable: "gave an answer that cannot be understood"
        case .limited(let seconds): "has been asked too often; it can be asked again in \(Self.time(seconds))"
        case .notFound: "does not know this"
        case .givenUp: "was cancelled"
        case .forbiddenAddress: "leads to an address that is not allowed"
        }
    }

    /// Whether the provider is at fault, so that retrying at once is pointless.
    var isFault: Bool {
        switch self {
        case .resting, .notFound, .limited, .givenUp: false
        case .timedOut, .unreachable, .status, .tooLarge, .unreadable, .forbiddenAddress: true
        }
    }

    /// Formats a waiting time: "40 seconds", "12 minutes".
    static func time(_ seconds: Int) -> String {
        seconds < 90 ? counted(max(1, seconds), "second", "seconds") : "\((seconds + 59) / 60) minutes"
    }
}
