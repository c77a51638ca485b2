import Hummingbird
import Pages
import Store

/// Routes for registering students and for giving IDs to new people.
struct RegistrationRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("register") { request, context in
            try site.answer(RegistrationPage(), request, context.signedIn)
        }
        instructors.get("register/new") { request, context in
            try site.answer(RegistrationFormPage(), request, context.signedIn)
        }
        instructors.post("people/student-ids") { request, context in
            let numbered = try await site.numberNewPeople(by: context.signedIn.maker)
            return request.wantsJSON
                ? try Response.json(NumberedView(numbered: numbered)) : Response.seeOther("/students")
        }
    }
}

/// Start page of registration. Only the device knows how many registrations wait to be sent.
struct RegistrationPage: Page {
    static let template = "registration/start"
    let title = "Register Students"

    var model: Model { ["title": title.model] }
}

/// Form for a new student.
struct RegistrationFormPage: Page {
    static let template = "registration/form"
    let title = "New Student"

    var model: Model { ["title": title.model] }
}

/// Number of people who just got an ID.
private struct NumberedView: Encodable {
    let numbered: Int
}
