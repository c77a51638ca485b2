import Classroom
import Hummingbird
import Pages
import Store

/// Sign-in cards of all students of a course at once, to print and cut out.
struct CourseCardRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.post("courses/:id/sign-in-cards") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            let isForAll = request.query("who") == "all"
            let students = try await site.store.students(.accepted, in: course.id)
            let codes = try await site.store.makeSignInCodes(
                for: students.map(\.id), onlyWithout: !isForAll, by: context.signedIn.maker)
            let cards = try students.compactMap { student in
                try codes[student.id].map { try SignInCard(student, code: $0, base: context.origin.base) }
            }
            return try site.answer(CourseCardsPage(course, cards), request, context.signedIn)
        }
    }
}

/// Response to making codes for many people, the only time they are shown.
struct CourseCardsPage: Page {
    static let template = "sign-in/course-cards"
    let title = "Sign-In Cards"
    let course: CourseLink
    let cards: [SignInCard]
    let countText: String
    let none: Bool
    var tab: String? { "/courses" }

    init(_ course: Course, _ cards: [SignInCard]) {
        self.course = CourseLink(course)
        self.cards = cards
        countText = counted(cards.count, "card", "cards")
        none = cards.isEmpty
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "cards": cards.model, "countText": countText.model,
            "none": none.model,
        ]
    }
}
