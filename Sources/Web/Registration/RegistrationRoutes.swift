import Hummingbird
import Store

/// Registering students, and giving those who are new an ID.
struct RegistrationRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("register") { request, context in
            try await site.answer(RegistrationPage(), request, context.signedIn)
        }
        instructors.get("register/new") { request, context in
            try await site.answer(RegistrationFormPage(), request, context.signedIn)
        }
        instructors.post("people/student-ids") { request, context in
            let numbered = try await site.numberNewPeople(by: context.signedIn.maker)
            return request.wantsJSON
                ? try Response.json(NumberedView(numbered: numbered)) : Response.seeOther("/students")
        }
    }
}

/// Where registering begins. Who is registered and not yet sent is known on the device alone.
struct RegistrationPage: Page {
    static let template = "registration/start"
    let title = "Register Students"
}

/// What is asked of a new student.
struct RegistrationFormPage: Page {
    static let template = "registration/form"
    let title = "New Student"
}

/// How many people have an ID now.
private struct NumberedView: Encodable {
    let numbered: Int
}
