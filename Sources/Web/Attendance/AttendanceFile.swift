import Classroom
import Pages
import Store

/// Attendance of a course as a CSV file: a row for a person, a column for a class.
enum AttendanceFile {
    static func bytes(_ attendance: CourseAttendance) -> [UInt8] {
        let matrix = AttendanceMatrix(attendance, oldestFirst: true)
        let calendar = attendance.calendar
        let times = attendance.classes[attendance.span].reversed().map {
            "\(calendar.day(of: $0.plannedAt).text) \(calendar.time($0.plannedAt))"
        }
        let head = CSV.line(["Name", "Student ID"] + times + ["Present", "Held", "Per Cent"])
        let lines = matrix.people.map { person in
            CSV.line(
                [CSV.guarded(person.name), CSV.guarded(person.studentID ?? "")]
                    + person.marks.map { $0.state == "none" ? "" : $0.state }
                    + ["\(person.present)", "\(matrix.held)", person.percent.map(String.init) ?? ""])
        }
        return Array(([head] + lines).joined().utf8)
    }
}
