import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import Pages
import Store

/// Routes for importing and exporting the roster.
struct RosterFileRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("people/import") { request, context in
            try site.answer(
                RosterImportPage(result: nil, canImport: context.person.isOwner), request, context.signedIn)
        }
        instructors.get("people/export.csv") { _, _ in
            Response.download(RosterFile.csv(try await site.rosterRecords()), "text/csv; charset=utf-8", "roster.csv")
        }
        instructors.get("people/export.plist") { _, _ in
            Response.download(
                RosterFile.propertyList(try await site.rosterRecords()), "application/x-plist", "roster.plist")
        }
    }

    func addRoutes(toOwners owners: some RouterMethods<OwnerContext>) {
        owners.post("people/import") { request, context in
            let bytes = try await request.body.collect(upTo: RosterFile.mostBytes)
            let page = try await importing(Array(buffer: bytes), request, context.signedIn)
            return try site.answer(page, request, context.signedIn)
        }
    }

    private func importing(_ bytes: [UInt8], _ request: Request, _ signedIn: SignedIn) async throws -> RosterImportPage
    {
        let rehearsing = request.isRehearsal
        do {
            let file = try RosterFile(reading: bytes)
            let rows = rehearsing ? 0 : file.records.count
            let done = try await site.budget.pay(forRows: rows, rehearsing ? 0 : bytes.count, signedIn.maker) {
                try await site.importRoster(file, by: signedIn.maker, rehearsing: rehearsing)
            }
            return RosterImportPage(
                result: .init(done, file: request.query("name"), rehearsing: rehearsing), canImport: true)
        } catch let error as FileError {
            throw Problem.invalid("file", error.code.rawValue, error.message)
        }
    }
}

/// Page for importing a roster file, with the result of the last import.
struct RosterImportPage: Page {
    static let template = "roster/import"
    let title: String
    let result: FileImportView?
    let canImport: Bool

    init(result: FileImportView?, canImport: Bool) {
        title = canImport ? "Import and Export" : "Export"
        self.result = result
        self.canImport = canImport
    }

    var model: Model { ["title": title.model, "result": result.model, "canImport": canImport.model] }
}
