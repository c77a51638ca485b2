import Classroom
import Foundation
import Hummingbird
import Pages
import Store

/// Routes for a person's own training log.
struct TrainingRoutes {
    let site: Site

    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("training") { request, context in
            let page = try await TrainingPage.load(site, request, for: context.person)
            return try site.answer(page, request, context.signedIn)
        }
        signedIn.get("training/import") { request, context in
            try site.answer(TrainingImportPage(result: nil), request, context.signedIn)
        }
        signedIn.post("training/import") { request, context in
            let bytes = try await request.body.collect(upTo: TrainingFile.mostBytes)
            let page = try await importing(Array(buffer: bytes), request, context.signedIn)
            return try site.answer(page, request, context.signedIn)
        }
        signedIn.get("training/export.csv") { request, context in
            let calendar = try site.calendar.inZone(of: request)
            let file = try await site.trainingFile(of: context.person.id, calendar)
            return Response.download(file, "text/csv; charset=utf-8", "training.csv")
        }
    }

    private func importing(
        _ bytes: [UInt8], _ request: Request, _ signedIn: SignedIn
    ) async throws -> TrainingImportPage {
        do {
            let file = try TrainingFile(reading: bytes, in: site.calendar.inZone(of: request))
            let rehearsing = request.isRehearsal
            let cost = WritingBudget.Cost(
                entries: rehearsing ? 0 : file.records.count, bytes: rehearsing ? 0 : bytes.count)
            let done = try await site.budget.pay(for: cost, signedIn.maker) {
                try await site.importTraining(file, by: signedIn.maker, rehearsing: rehearsing)
            } written: {
                $0.added
            }
            return TrainingImportPage(
                result: .init(done, file: request.query("name"), rehearsing: rehearsing))
        } catch let error as FileError {
            throw Problem.invalid("file", error.code.rawValue, error.message)
        }
    }
}

extension WallCalendar {
    /// Cookie with the device's time zone.
    static let cookie = "time-zone"

    /// Calendar in the time zone of the query, or else of the device's cookie, or else of the server.
    func inZone(of request: Request) throws -> WallCalendar {
        if let name = request.optionalQuery("timeZone") {
            guard let calendar = WallCalendar(named: name) else {
                throw Problem.invalid("timeZone", "unknown", "This time zone does not exist.")
            }
            return calendar
        }
        let told = request.cookies[Self.cookie].flatMap { $0.value.removingPercentEncoding }
        return told.flatMap { WallCalendar(named: $0) } ?? self
    }
}
