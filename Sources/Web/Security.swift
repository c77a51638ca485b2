import HTTPTypes
import Hummingbird

/// Middleware that adds security headers to every response.
struct SecurityMiddleware: RouterMiddleware {
    /// The fields of every document, those of answers for programs, and those of files.
    private let fields: [HTTPField]
    private let fieldsOfData: [HTTPField]
    private let fieldsOfFiles: [HTTPField]

    /// - Parameter files: digest of the app's files.
    init(files: String) {
        // Lets devices tell this server's responses from a captive portal's, and detect a new version of the files.
        let version = [Self.field("Shala-Version", "\(Version.current)+\(files)")].compactMap(\.self)
        fields = Self.fieldsOfDocuments + Self.fieldsOfData + version
        (fieldsOfData, fieldsOfFiles) = (Self.fieldsOfData + version, Self.fieldsOfFiles + version)
    }

    func handle(
        _ request: Request, context: ShalaContext, next: (Request, ShalaContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // Neither files nor what the journal answers are documents: the others would lengthen many small responses.
        let path = request.uri.path
        let fields = path.hasPrefix("/assets/") ? fieldsOfFiles : path == "/journal" ? fieldsOfData : fields
        for field in fields where !response.headers.contains(field.name) { response.headers.append(field) }
        if context.origin.isSecure, let field = Self.strictTransport { response.headers.append(field) }
        return response
    }

    private static let fieldsOfDocuments: [HTTPField] = [
        field(
            "Content-Security-Policy",
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; "
                + "frame-ancestors 'none'; object-src 'none'"),
        field("Referrer-Policy", "same-origin"),
        field("Cross-Origin-Opener-Policy", "same-origin"),
        field("Permissions-Policy", "geolocation=(self), camera=(self), microphone=()"),
    ].compactMap(\.self)

    private static let fieldsOfData: [HTTPField] = [
        field("X-Content-Type-Options", "nosniff"),
        field("Cache-Control", "no-store"),
        field("Vary", "Accept, Accept-Encoding, Cookie"),
    ].compactMap(\.self)

    private static let strictTransport = field("Strict-Transport-Security", "max-age=31536000")

    private static let fieldsOfFiles: [HTTPField] = [
        field("X-Content-Type-Options", "nosniff"), field("Vary", "Accept-Encoding"),
    ].compactMap(\.self)

    private static func field(_ name: String, _ value: String) -> HTTPField? {
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
    }
}
