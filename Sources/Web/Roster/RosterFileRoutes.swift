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
            try site.answer(RosterImportPage(canImport: context.person.isOwner), request, context.signedIn)
        }
        instructors.get("people/paste") { request, context in
            try site.answer(
                RosterImportPage(isTyped: true, canImport: context.person.isOwner), request, context.signedIn)
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
        let isRehearsal = request.isRehearsal
        do {
            let mapping = try RosterMapping(columns: request.query("columns"), heading: request.query("heading"))
            let file = try RosterFile(reading: bytes, as: mapping)
            if !isRehearsal { try file.checkColumns() }
            let choices = RosterChoices(apply: .init(request.query("apply")), add: .init(request.query("add")))
            let cost = WritingBudget.Cost(
                entries: isRehearsal ? 0 : file.records.count, bytes: isRehearsal ? 0 : bytes.count)
            let done = try await site.budget.pay(for: cost, signedIn.maker) {
                try await site.importRoster(file, choices, by: signedIn.maker, rehearsing: isRehearsal)
            } written: {
                $0.done.added + $0.done.altered
            }
            let result = FileImportView(done.done, file: request.query("name"), rehearsing: isRehearsal)
            let preview = isRehearsal ? RosterPreviewView(file, done, result) : nil
            return RosterImportPage(result: result, preview: preview, canImport: true)
        } catch let error as FileError {
            throw Problem.invalid("file", error.code.rawValue, error.message)
        }
    }
}
