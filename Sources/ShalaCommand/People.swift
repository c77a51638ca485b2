import ArgumentParser
import Classroom
import Foundation
import Store
import Web

struct People: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports and exports the roster, adds people, and names owners.",
        subcommands: [Import.self, Export.self, Add.self, Owner.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds the people of a property list or CSV file who are not on the roster yet.")

        @OptionGroup var book: BookOptions
        @Argument(help: "The file.") var path: String
        @Flag(help: "Shows what would happen, and changes nothing.") var dryRun = false
        @Flag(help: "Changes people on the roster whose rows differ.") var apply = false
        @Flag(help: "Adds people without an ID though somebody of the same name is on the roster.")
        var addNamesakes = false
        @Option(help: "What each column is, separated by commas: firstName, lastName, name, studentID, … or -.")
        var columns = ""
        @Option(help: "Whether the first row names the columns: yes or no.") var heading = ""

        func run() async throws {
            let file: RosterFile
            do {
                file = try RosterFile(
                    reading: try boundedContents(of: path), as: RosterMapping(columns: columns, heading: heading))
                try file.checkColumns()
            } catch let error as FileError {
                throw CommandFailure(message: "\(path): \(error.message)")
            }
            let site = try await Site(store: try await book.open())
            let choices = RosterChoices(apply: apply ? .all : .none, add: addNamesakes ? .all : .none)
            let planned = try await site.importRoster(file, choices, by: .host, rehearsing: dryRun)
            for match in planned.matches where !match.differences.isEmpty {
                tell(match.line, match.name, match.differences.joined(separator: "; "))
            }
            for problem in planned.done.notes + planned.done.problems {
                tell(problem.line, problem.name, problem.message)
            }
            print(planned.done.summary(rehearsing: dryRun))
        }

        private func tell(_ line: Int, _ name: String, _ words: String) {
            print("Row \(line)\(name.isEmpty ? "" : " (\(name))"): \(words)")
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes the roster to a file: a property list if its name ends in .plist, otherwise CSV.")

        @OptionGroup var book: BookOptions
        @Argument(help: "The file to write.") var path: String

        func run() async throws {
            let site = try await Site(store: try await book.open())
            let records = try await site.rosterRecords()
            let bytes =
                path.lowercased().hasSuffix(".plist") ? RosterFile.propertyList(records) : RosterFile.csv(records)
            do {
                try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
            } catch {
                throw CommandFailure(message: "\(path) cannot be written.")
            }
            print("\(records.count) people written to \(path).")
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds one person, such as the first instructor, and prints a sign-in code.")

        @OptionGroup var book: BookOptions
        @OptionGroup var key: SignInKeyOptions
        @Argument var firstName: String
        @Argument var lastName: String
        @Option(help: "The role: instructor or student.") var role = "instructor"
        @Option(help: "The student ID; by default the next free one.") var studentID: String?

        func run() async throws {
            let store = try await key.open(book)
            let now = Instant.now
            let person = Identifier.make(at: now)
            let suggested = try await store.nextStudentID()
            let entry = PostedEntry(
                id: .make(at: now), kind: .personAdded, at: now,
                fields: [
                    Field("person", .text(person.text)), Field("firstName", .text(firstName)),
                    Field("lastName", .text(lastName)), Field("role", .text(role)),
                    Field("studentID", .text(studentID ?? suggested ?? "")),
                ])
            try await store.appendAsHost(entry, now)
            let code = try await store.makeSignInCode(for: person, replacing: false)
            print("\(firstName) \(lastName) is on the roster. Sign-in code: \(code.text)")
        }
    }

    struct Owner: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a person an owner of the book, and an instructor if they are none; or no owner any more.")

        @OptionGroup var book: BookOptions
        @Argument(help: "The person's student ID or UUID.") var person: String
        @Flag(help: "Makes them no owner any more.") var remove = false

        func run() async throws {
            let store = try await book.open()
            let now = Instant.now
            let person = try await store.somebody(named: person)
            var fields = [Field("person", .text(person.id.text)), Field("isOwner", .flag(!remove))]
            if !remove { fields.append(Field("role", .text(Role.instructor.rawValue))) }
            let entry = PostedEntry(id: .make(at: now), kind: .personRoleChanged, at: now, fields: fields)
            try await store.appendAsHost(entry, now)
            print("\(person.name.full) is \(remove ? "no owner any more" : "an owner of the book").")
        }
    }
}

extension Store {
    /// Appends one entry, or says why it cannot be.
    fileprivate func appendAsHost(_ entry: PostedEntry, _ now: Instant) async throws {
        let results = try await append([entry], device: .make(at: now), by: .host, now: now)
        if let problem = results.flatMap(\.problems).first {
            throw CommandFailure(message: "\(problem.field): \(problem.message)")
        }
    }
}

/// Error that a command reports to the user.
struct CommandFailure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}

/// Reads a file up to one byte over the size limit of a roster, so that larger files are recognised.
private func boundedContents(of path: String) throws -> [UInt8] {
    guard let handle = FileHandle(forReadingAtPath: path) else {
        throw CommandFailure(message: "\(path) cannot be read.")
    }
    defer { handle.closeFile() }
    return Array(try handle.read(upToCount: RosterFile.mostBytes + 1) ?? Data())
}
