import Classroom

extension AttendancePolicy.Evidence {
    /// Choices of one class.
    ///
    /// - Parameter own: what it asks for itself; `nil` for what its course asks for.
    public static func choices(own: AttendancePolicy.Evidence?) -> [Choice] {
        [Choice(value: "", label: "As in the course", selected: own == nil)]
            + allCases.map { Choice(value: $0.rawValue, label: $0.label, selected: $0 == own) }
    }

    public var label: String {
        switch self {
        case .location: "Geofence"
        case .code: "Code on your screen"
        case .network: "Your network"
        case .any: "Geofence or code"
        case .locationOrNetwork: "Geofence or network"
        case .codeOrNetwork: "Code or network"
        case .locationCodeOrNetwork: "Geofence, code or network"
        case .all: "Geofence and code"
        case .locationAndNetwork: "Geofence and network"
        case .codeAndNetwork: "Code and network"
        case .locationCodeAndNetwork: "Geofence, code and network"
        case .instructor: "Only your mark"
        }
    }
}
