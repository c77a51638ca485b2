import Classroom
import Foundation
import Pages
import Store

/// Registration details as shown on a person's page.
struct RegistrationView: Modelled, Sendable {
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

    var model: Model {
        [
            "email": email.model, "mailto": mailto.model, "gender": gender.model, "genderText": genderText.model,
            "university": university.model, "country": country.model, "registered": registered.model,
            "registeredText": registeredText.model,
        ]
    }

    private static func encoded(_ address: String) -> String {
        // RFC 6068, 2: a slash may stand in a query alone.
        Address.escaped(address).replacing("/", with: "%2F").replacing("%40", with: "@")
    }
}
