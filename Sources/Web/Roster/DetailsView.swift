import Classroom
import Pages
import Store

extension DetailsView {
    static func load(_ site: Site, _ person: Person) async throws -> DetailsView {
        async let known = site.store.knownTags()
        return DetailsView(try await site.store.details(of: person.id), of: person, known: try await known)
    }
}
