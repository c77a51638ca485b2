import Classroom
import Pages
import Store

/// Attendance of a course as a CSV file: a row for a person, a column for a class.
enum AttendanceFile {
    static func bytes(_ attendance: CourseAttendance) -> [UInt8] {
        let matrix = AttendanceMatrix(attendance, oldestFirst: true)
        let calendar = attendance.calendar
        let times = matrix.classes.compactMap(\.start).map {
            "\(calendar.day(of: $0).text) \(calendar.time($0))"
        }
        let head = CSV.line(["Name", "Student ID"] + times + ["Present", "Held", "Per Cent"])
        let lines = matrix.people.map { person in
            CSV.line(
                [CSV.guarded(person.student.name.full), CSV.guarded(person.student.studentID ?? "")]
                    + person.marks.map { $0.state?.rawValue ?? "" }
                    + ["\(person.rate.attended)", "\(person.rate.held)", person.rate.percent.map(String.init) ?? ""])
        }
        return Array(([head] + lines).joined().utf8)
    }
}
