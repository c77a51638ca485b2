import Pages
import Store

extension CourseLink {
    init(_ course: Course) {
        self.init(course.id, title: course.title)
    }
}
