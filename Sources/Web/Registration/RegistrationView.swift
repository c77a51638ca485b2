import Classroom
import Foundation
import Store

/// Registration details as shown on a person's page.
struct RegistrationView: Encodable, Sendable {
    let email: String
    /// E-mail address as a link (RFC 6068).
    let mailto: String
    let gender: String
    let genderText: String
    let university: String
    let country: String
    /// Time of registration (RFC 3339).
    let registered: String
    let registeredText: String

    init(_ registration: Registration, _ calendar: WallCalendar) {
        email = registration.email
        mailto = "mailto:" + Self.encoded(registration.email)
        gender = registration.gender.rawValue
        genderText =
            switch registration.gender {
            case .male: "Male"
            case .female: "Female"
            case .other: "Other"
            }
        university = registration.university
        country = registration.country
        registered = registration.at.text
        registeredText = calendar.dateAndTime(registration.at)
    }

    private static func encoded(_ address: String) -> String {
        let allowed = CharacterSet.urlQueryValueAllowed.subtracting(["/"]).union(["@"])
        return address.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
