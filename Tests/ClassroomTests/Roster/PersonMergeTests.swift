import Figures
import Testing

@testable import Classroom

private func identifier(_ high: UInt64, _ low: Int) -> Identifier { Identifier(high: high, low: UInt64(low)) }

/// A school of an owner, an instructor and students, with a course of two classes in session.
private struct School {
    static let (owner, teacher) = (identifier(1, 1), identifier(1, 2))
    /// The first two are one.
    static let students = (0..<6).map { identifier(2, $0) }
    static let (course, venue) = (identifier(3, 1), identifier(4, 1))
    static let classes = [identifier(5, 1), identifier(5, 2)]
    static let begin = Instant(milliseconds: 1_790_000_000_000)

    private(set) var whole = WholeBook()

    /// - Parameter count: number of students.
    init(students count: Int = 6) {
        for (number, person) in [Self.owner, Self.teacher].enumerated() {
            add(person, "Teacher \(number)", role: "instructor", id: "9000000\(number)")
        }
        expect(.personRoleChanged, ["person": .text(Self.owner.text), "isOwner": .flag(true)], by: nil)
        for (number, person) in Self.students.prefix(count).enumerated() {
            add(person, "Student \(number)", role: "student", id: "1000000\(number)")
        }
        expect(
            .venueSaved,
            [
                "venue": .text(Self.venue.text), "name": .text("Hall"), "latitude": .number(47),
                "longitude": .number(8),
            ])
        expect(
            .courseCreated,
            [
                "course": .text(Self.course.text), "title": .text("Tango"), "venue": .text(Self.venue.text),
                "timeZone": .text("Europe/Zurich"),
            ])
        for person in Self.students.prefix(count) { enrol(.enrolmentAccepted, person) }
        for one in Self.classes {
            expect(
                .classScheduled,
                [
                    "class": .text(one.text), "course": .text(Self.course.text), "start": .text(Self.begin.text),
                ])
        }
        expect(.classStarted, ["class": .text(Self.classes[0].text), "venue": .text(Self.venue.text)])
    }

    private mutating func add(_ person: Identifier, _ name: String, role: String, id: String) {
        expect(
            .personAdded,
            [
                "person": .text(person.text), "firstName": .text(name), "studentID": .text(id), "role": .text(role),
            ], by: nil)
    }

    mutating func enrol(_ kind: Kind, _ person: Identifier) {
        expect(kind, ["course": .text(Self.course.text), "person": .text(person.text)])
    }

    mutating func expect(_ kind: Kind, _ fields: [String: FieldValue], by maker: Identifier? = Self.owner) {
        #expect(whole.say(kind, fields, by: maker, at: Self.begin) == "accepted", "\(kind.name) \(fields)")
    }

    @discardableResult
    mutating func say(
        _ kind: Kind, _ fields: [String: FieldValue], by maker: Identifier? = Self.owner, second: Int = 60
    ) -> String {
        whole.say(kind, fields, by: maker, at: Self.begin.adding(milliseconds: Int64(second) * 1000))
    }

    mutating func merge(
        _ person: Identifier, into other: Identifier, by maker: Identifier? = Self.owner, minute: Int = 1
    ) -> String {
        say(.personMerged, ["person": .text(person.text), "into": .text(other.text)], by: maker, second: minute * 60)
    }

    mutating func separate(_ person: Identifier, by maker: Identifier? = Self.owner, minute: Int = 1) -> String {
        say(.personRestored, ["person": .text(person.text)], by: maker, second: minute * 60)
    }

    func person(_ id: Identifier) -> PersonRow? { whole.book.people.loaded(id) }
}

/// Who may be merged with whom, and what is theirs then.
@Suite struct PersonMergeTests {
    private static let (ann, double) = (School.students[0], School.students[1])

    enum Who: CaseIterable, Sendable {
        case owner, teacher, ann, double, nobody
        var id: Identifier {
            switch self {
            case .owner: School.owner
            case .teacher: School.teacher
            case .ann: School.students[0]
            case .double: School.students[1]
            case .nobody: Identifier(high: 99, low: 99)
            }
        }
    }

    @Test(
        arguments: [
            (.double, .ann, .teacher, "accepted"), (.double, .ann, .owner, "accepted"),
            (.ann, .ann, .owner, "into same"), (.nobody, .ann, .owner, "person notFound"),
            (.ann, .nobody, .owner, "into notFound"), (.teacher, .ann, .teacher, "kind forbidden"),
            (.ann, .teacher, .teacher, "kind forbidden"), (.teacher, .ann, .owner, "into role"),
            (.ann, .teacher, .owner, "into role"), (.owner, .teacher, .owner, "person yourself"),
            (.owner, .teacher, .teacher, "kind forbidden"),
        ] as [(Who, Who, Who, String)])
    func whoMergesWhom(person: Who, into: Who, maker: Who, expected: String) {
        var school = School()
        let before = school.person(person.id)
        #expect(school.merge(person.id, into: into.id, by: maker.id) == expected)
        if expected != "accepted" { #expect(school.person(person.id)?.removal == before?.removal) }
    }

    @Test func theLastOwnerStays() {
        var school = School()
        #expect(school.merge(School.owner, into: School.teacher, by: nil) == "person lastOwner")
        // Who has a class in session ends it first.
        school.expect(.personRoleChanged, ["person": .text(School.teacher.text), "isOwner": .flag(true)])
        #expect(school.merge(School.owner, into: School.teacher, by: School.teacher) == "person inSession")
        school.expect(.classSaved, ["class": .text(School.classes[0].text)])
        #expect(school.merge(School.owner, into: School.teacher, by: School.teacher) == "accepted")
    }

    @Test func nobodyIsMergedRoundOrWithSomebodyGone() {
        var school = School()
        let (third, fourth) = (School.students[2], School.students[3])
        #expect(school.merge(Self.double, into: Self.ann) == "accepted")
        #expect(school.merge(Self.double, into: Self.ann) == "accepted", "It is so already.")
        #expect(school.merge(Self.ann, into: Self.double) == "into merged")
        #expect(school.merge(Self.double, into: third) == "person merged")
        #expect(school.merge(third, into: Self.double) == "into merged")
        school.expect(.personRemoved, ["person": .text(fourth.text)])
        #expect(school.merge(third, into: fourth) == "into removed")
        #expect(school.merge(fourth, into: third) == "person removed")
    }

    @Test(arguments: [(0, "accepted"), (29, "accepted"), (30, "person tooLate")])
    func mergesAreUndoneForThirtyDays(days: Int, expected: String) {
        var school = School()
        let before = school.person(Self.double)
        #expect(school.merge(Self.double, into: Self.ann, minute: 0) == "accepted")
        #expect(school.person(Self.double)?.isActive == false && school.person(Self.ann)?.others == [Self.double])
        #expect(school.separate(Self.double, minute: days * 1440) == expected)
        guard expected == "accepted" else { return }
        #expect(school.person(Self.double)?.removal == nil && school.person(Self.ann)?.others == [])
        #expect(school.person(Self.double)?.studentID == before?.studentID)
    }

    /// What is meant for the person who was merged counts for who stays, or stays with its reason.
    @Test func whatIsSaidOfWhoWasMerged() {
        var school = School()
        let reference = ["person": FieldValue.text(Self.double.text)]
        #expect(school.merge(Self.double, into: Self.ann) == "accepted")
        let merged: [(Kind, [String: FieldValue], String)] = [
            (.personEdited, ["phone": .text("123")], "accepted"), (.personPictured, [:], "accepted"),
            (.personNumbered, ["studentID": .text("55")], "person merged"), (.personActivated, [:], "person merged"),
            (.personDeactivated, [:], "person merged"),
            (.personRoleChanged, ["role": .text("student")], "person merged"),
            (.personRemoved, [:], "accepted"),
        ]
        for (kind, fields, expected) in merged {
            #expect(school.say(kind, fields.merging(reference) { $1 }) == expected, "\(kind.name)")
        }
        #expect(school.whole.book.details.loaded(Self.ann)?.phone == "123")
        #expect(school.person(Self.ann)?.isActive == true && school.person(Self.ann)?.removal == nil)
        #expect(school.person(Self.double)?.removal?.into == Self.ann)
    }

    @Test func whoStaysKeepsTheirsAndGetsTheRest() {
        var school = School()
        func edited(_ person: Identifier, _ fields: [String: FieldValue]) {
            school.expect(.personEdited, fields.merging(["person": .text(person.text)]) { $1 })
        }
        edited(Self.ann, ["phone": .text("1"), "tagAdded": .text("Knee")])
        edited(Self.ann, ["tagAdded": .text("Hip")])
        edited(
            Self.double,
            [
                "phone": .text("2"), "note": .text("Left"), "email": .text("a@b.ch"), "github": .text("ann"),
                "tagAdded": .text("Back"),
            ])
        edited(Self.double, ["tagAdded": .text("knee")])
        let before = school.whole.book.details.loaded(Self.ann)
        #expect(school.merge(Self.double, into: Self.ann) == "accepted")
        let now = school.whole.book.details.loaded(Self.ann)
        #expect(now?.phone == "1" && now?.note == "Left" && now?.email == "a@b.ch")
        #expect(now?.tags == ["Knee", "Hip", "Back"] && school.person(Self.ann)?.github == "ann")
        #expect(school.person(Self.ann)?.studentID?.text == "10000000")
        // What was changed since stays.
        edited(Self.ann, ["note": .text("Right"), "tagAdded": .text("Toe")])
        #expect(school.separate(Self.double) == "accepted")
        let then = school.whole.book.details.loaded(Self.ann)
        #expect(then?.phone == before?.phone && then?.email == before?.email && then?.note == "Right")
        #expect(then?.tags == ["Knee", "Hip", "Toe"] && school.person(Self.ann)?.github == "")
        #expect(school.whole.book.details.loaded(Self.double)?.tags == ["Back", "knee"])
        #expect(school.person(Self.double)?.github == "ann")
    }

    /// A new person gets the ID, also on a way over others, and loses it with the one whose it is.
    @Test func theStudentIDMovesOver() {
        var school = School()
        let (new, newer) = (identifier(2, 11), identifier(2, 12))
        for one in [new, newer] {
            school.expect(.personAdded, ["person": .text(one.text), "firstName": .text("New")])
        }
        #expect(school.merge(Self.ann, into: new) == "accepted")
        #expect(school.person(new)?.studentID?.text == "10000000" && school.person(Self.ann)?.studentID == nil)
        #expect(school.merge(new, into: newer) == "accepted")
        #expect(school.person(newer)?.studentID?.text == "10000000")
        #expect(Set(school.person(newer)?.others ?? []) == [new, Self.ann])
        #expect(school.separate(Self.ann) == "accepted")
        #expect(school.person(Self.ann)?.studentID?.text == "10000000")
        #expect(school.person(newer)?.studentID == nil && school.person(newer)?.others == [new])
        #expect(school.separate(new) == "accepted")
        #expect(school.person(new)?.studentID == nil && school.person(newer)?.others == [])
    }

    /// Whoever takes a course as one of two takes it; what is said later stands, also when one of three is separated.
    @Test func coursesOfWhoIsOne() {
        var school = School()
        func state(_ person: Int) -> Enrolment? {
            school.whole.book.enrolments.loaded(Pair(School.course, School.students[person]))?.state
        }
        func decline(_ person: Int, second: Int) {
            let fields = ["course": FieldValue.text(School.course.text), "person": .text(School.students[person].text)]
            #expect(school.say(.enrolmentDeclined, fields, second: second) == "accepted")
        }
        decline(0, second: 30)
        #expect(school.merge(Self.double, into: Self.ann) == "accepted")
        #expect(state(0) == .accepted && state(1) == nil)
        #expect(school.merge(School.students[2], into: Self.ann) == "accepted")
        decline(1, second: 120)
        #expect(state(0) == .declined)
        #expect(school.separate(School.students[2]) == "accepted")
        #expect(state(0) == .declined && state(2) == .accepted)
        #expect(school.separate(Self.double) == "accepted")
        #expect(state(0) == .declined && state(1) == .declined)
    }

    @Test func classesAndCoursesOfInstructors() {
        var school = School()
        let list = { school.whole.book.courseInstructors.loaded(School.course) }
        let taught = { school.whole.book.classes.loaded(School.classes[0])?.instructor }
        school.expect(.personRoleChanged, ["person": .text(School.teacher.text), "isOwner": .flag(true)])
        school.expect(.classSaved, ["class": .text(School.classes[0].text)])
        let opened = ["class": FieldValue.text(School.classes[1].text), "evidence": .text("code")]
        #expect(school.say(.attendanceAsked, opened, by: School.teacher) == "class notFound")
        #expect(school.merge(School.owner, into: School.teacher, by: School.teacher) == "accepted")
        #expect(taught() == School.teacher)
        #expect(list().map { Set($0.people) } == [School.owner, School.teacher])
        #expect(school.say(.attendanceAsked, opened, by: School.teacher) == "accepted")
        #expect(school.separate(School.owner, by: School.teacher) == "accepted")
        #expect(taught() == School.owner && list()?.people == [School.owner])
        #expect(school.say(.attendanceAsked, opened, by: School.teacher) == "class notFound")
    }
}

/// Whatever is said of two people in whatever order, it comes to the same as if one had been meant.
@Suite struct PersonMergePropertyTests {
    private struct Said {
        let kind: Kind
        let fields: [String: FieldValue]
        /// Number of the student who says it; `nil` for the instructor.
        let student: Int?
        let second: Int
    }

    /// What was said of the students 0 and 1, who are one, and of others.
    private static func words(_ generator: inout SeededGenerator) -> [Said] {
        var words: [Said] = []
        for number in 0..<3 {
            let question = ["question": FieldValue.text(identifier(6, 90 + number).text), "text": .text("How?")]
            words.append(
                Said(
                    kind: .questionAsked,
                    fields: question.merging(["class": .text(School.classes[0].text)]) { $1 }, student: 2 + number,
                    second: 0))
        }
        var marked: Set<Int> = []
        for number in 0..<30 {
            let (student, minute) = (
                Int.random(in: 0...1, using: &generator), Int.random(in: 1...20, using: &generator)
            )
            let ofClass = ["class": FieldValue.text(School.classes[0].text)]
            let person = ["person": FieldValue.text(School.students[student].text)]
            func said(_ kind: Kind, _ fields: [String: FieldValue], byStudent: Bool = true) {
                // No two at once: of these the journal's order decides.
                words.append(
                    Said(kind: kind, fields: fields, student: byStudent ? student : nil, second: minute * 100 + number))
            }
            switch Int.random(in: 0..<9, using: &generator) {
            case 0, 1:
                marked.insert(student)
                said(.attendanceMarked, ofClass.merging(person) { $1 }, byStudent: false)
            case 2:
                marked.insert(student)
                said(.attendanceCleared, ofClass.merging(person) { $1 }, byStudent: false)
            case 3:
                guard marked.contains(student) else { continue }
                said(.attendanceWithdrawn, ofClass.merging(person) { $1 }, byStudent: false)
            case 4:
                let answer = ["inside", "borderline"].randomElement(using: &generator) ?? ""
                said(
                    .attendanceClaimed,
                    ofClass.merging([
                        "accuracy": .number(8), "age": .number(0), "distance": .number(3), "answer": .text(answer),
                    ]) { $1 })
            case 5:
                let question = identifier(6, 90 + Int.random(in: 0..<3, using: &generator))
                let vote = Double(Int.random(in: -1...1, using: &generator))
                said(
                    .questionVoted,
                    ofClass.merging(["question": .text(question.text), "vote": .number(vote)]) { $1 })
            case 6:
                said(
                    .questionAsked,
                    ofClass.merging(["question": .text(identifier(6, number).text), "text": .text("Why?")]) { $1 })
            case 7:
                said(
                    .trainingLogged,
                    [
                        "training": .text(identifier(7, number).text), "description": .text("Run"),
                        "category": .text("endurance"), "minutes": .number(30), "start": .text(School.begin.text),
                    ])
            default:
                said(
                    .enrolmentAccepted, ["course": .text(School.course.text)].merging(person) { $1 }, byStudent: false)
            }
        }
        return words
    }

    /// - Parameter asOne: whether the second student is the first.
    private static func say(_ word: Said, in school: inout School, asOne: Bool = false) -> String {
        var fields = word.fields
        let first = FieldValue.text(School.students[0].text)
        if asOne, fields["person"] != nil { fields["person"] = first }
        let maker = word.student.map { asOne && $0 == 1 ? School.students[0] : School.students[$0] }
        return school.say(word.kind, fields, by: maker ?? School.owner, second: word.second)
    }

    /// What is known of a student; marks without who said them, and when.
    private static func known(_ school: School, _ person: Identifier, asOne: Bool) -> [String] {
        let book = school.whole.book
        var known: [String] = []
        for one in School.classes {
            let mark = book.marks.loaded(Pair(one, person))?.mark
            let state = mark.map { "\($0.isPresent) \($0.isByInstructor) \(String(describing: $0.doubt))" } ?? "none"
            known.append("\(state) of \(book.classes.loaded(one)?.attending ?? -1)")
        }
        let enrolment = book.enrolments.loaded(Pair(School.course, person))
        known.append("\(String(describing: enrolment?.state)) attended \(school.person(person)?.attended ?? -1)")
        for row in book.questions.all(where: { _ in true }).sorted(by: { $0.id < $1.id }) {
            let vote = book.votes.loaded(Pair(row.id, person))
            known.append("\(row.id.low): \(row.votes), mine \(vote?.vote ?? 0) \(row.asker == person)")
        }
        let log = book.trainings.all { $0.person == person }
        known.append("\(log.map(\.id.low).sorted())")
        return known
    }

    @Test(arguments: 0..<150)
    func aMergeAtAnyTimeComesToTheSame(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let words = Self.words(&generator)
        let place = Int.random(in: 0...words.count, using: &generator)
        var (two, one) = (School(), School())
        for (number, word) in words.enumerated() {
            if number == place { #expect(two.merge(School.students[1], into: School.students[0]) == "accepted") }
            let (here, there) = (Self.say(word, in: &two), Self.say(word, in: &one, asOne: true))
            #expect(here == there, "\(word)")
        }
        if place == words.count { #expect(two.merge(School.students[1], into: School.students[0]) == "accepted") }
        #expect(Self.known(two, School.students[0], asOne: false) == Self.known(one, School.students[0], asOne: true))
        #expect(two.whole.book.marks.loaded(Pair(School.classes[0], School.students[1])) == nil)
    }

    /// Merged and separated, both have what they would have without; also what was said in between.
    @Test(arguments: 0..<150)
    func aMergeUndoneLeavesNoTrace(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &+ 1000)
        let words = Self.words(&generator)
        let places = [0, 1].map { _ in Int.random(in: 0...words.count, using: &generator) }.sorted()
        // Now and then on a way over a third.
        let isOver = Bool.random(using: &generator)
        var (merged, apart) = (School(), School())
        for number in 0...words.count {
            if number == places[0] {
                #expect(merged.merge(School.students[1], into: School.students[0]) == "accepted")
                if isOver { #expect(merged.merge(School.students[0], into: School.students[5]) == "accepted") }
            }
            if number == places[1] {
                let back = Bool.random(using: &generator) || !isOver ? [1, 0] : [0, 1]
                for one in back { #expect(merged.separate(School.students[one]) == "accepted") }
            }
            guard number < words.count else { continue }
            #expect(Self.say(words[number], in: &merged) == Self.say(words[number], in: &apart), "\(words[number])")
        }
        for person in School.students {
            #expect(
                Self.known(merged, person, asOne: false) == Self.known(apart, person, asOne: false), "\(person.low)")
            #expect(merged.person(person)?.others == [])
        }
        for row in apart.whole.book.votes.all(where: { _ in true }) {
            #expect(merged.whole.book.votes.loaded(row.key) == row)
        }
        #expect(merged.whole.book.ownVotes.all { _ in true }.isEmpty)
        #expect(merged.whole.book.ownEnrolments.all { _ in true }.isEmpty)
    }
}
