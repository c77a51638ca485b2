import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import Store

/// The roster as a file, in and out.
struct RosterFileRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("people/import") { request, context in
            try await site.answer(RosterImportPage(result: nil), request, context.signedIn)
        }
        instructors.post("people/import") { request, context in
            let bytes = try await request.body.collect(upTo: RosterFile.mostBytes)
            let page = try await importing(Array(buffer: bytes), request, context.signedIn)
            return try await site.answer(page, request, context.signedIn)
        }
        instructors.get("people/export.csv") { _, _ in
            download(RosterFile.csv(try await site.rosterRecords()), "text/csv; charset=utf-8", "roster.csv")
        }
        instructors.get("people/export.plist") { _, _ in
            download(
                RosterFile.propertyList(try await site.rosterRecords()), "application/x-plist", "roster.plist")
        }
    }

    private func importing(_ bytes: [UInt8], _ request: Request, _ signedIn: SignedIn) async throws -> RosterImportPage
    {
        let rehearsing = ["1", "true", "on"].contains(request.query("dryRun"))
        do {
            let file = try RosterFile(reading: bytes)
            let done = try await site.importRoster(file, by: signedIn.maker, rehearsing: rehearsing)
            return RosterImportPage(result: .init(done, file: request.query("name"), rehearsing: rehearsing))
        } catch let error as RosterFileError {
            throw Problem.invalid("file", error.code.rawValue, error.message)
        }
    }

    private func download(_ bytes: [UInt8], _ type: String, _ name: String) -> Response {
        Response(
            contentType: type, body: .init(bytes: bytes),
            headers: [.contentDisposition: "attachment; filename=\"\(name)\""])
    }
}

/// Choosing a roster file, and what came of the last one.
struct RosterImportPage: Page {
    static let template = "roster/import"
    let title = "Import and Export"
    let result: Result?

    struct Result: Encodable, Sendable {
        let fileName: String
        let dryRun: Bool
        let changed: Bool
        let summary: String
        let added: Int
        let unchanged: Int
        let problems: [ProblemView]
        let problemCount: Int
        /// Problems beyond those listed.
        let moreProblems: Int
        let hasMoreProblems: Bool
        let hasProblems: Bool

        private static let mostListed = 500

        init(_ done: RosterImport, file: String, rehearsing: Bool) {
            fileName = String(file.prefix(200))
            dryRun = rehearsing
            changed = done.added > 0 && !rehearsing
            summary = done.summary(rehearsing: rehearsing)
            added = done.added
            unchanged = done.unchanged
            problems = done.problems.prefix(Self.mostListed).map(ProblemView.init)
            problemCount = done.problems.count
            moreProblems = max(0, done.problems.count - Self.mostListed)
            hasMoreProblems = moreProblems > 0
            hasProblems = !done.problems.isEmpty
        }
    }

    struct ProblemView: Encodable, Sendable {
        let line: Int
        let name: String
        let field: String
        let message: String

        init(_ problem: RosterFileProblem) {
            line = problem.line
            name = problem.name
            field = problem.field
            message = problem.message
        }
    }
}
