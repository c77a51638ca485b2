/// The courses one teaches.
struct CoursesPage: Page {
    static let template = "courses/courses"
    let title = "Courses"
    let none = true
}
