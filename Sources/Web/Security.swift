import HTTPTypes
import Hummingbird

/// What every answer tells the browser to keep to.
struct SecurityMiddleware: RouterMiddleware {
    /// The digest of the app's files.
    let files: String

    func handle(
        _ request: Request, context: ShalaContext, next: (Request, ShalaContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // The app's own files are no documents: what is said of those would only make many small answers longer.
        let fields = request.uri.path.hasPrefix("/assets/") ? Self.fieldsOfFiles : Self.fields
        for field in fields where response.headers[field.name] == nil {
            response.headers[field.name] = field.value
        }
        // By which a device knows this server's answers from those of whatever is on the way, and of which files they are.
        if let name = HTTPField.Name("Shala-Version") { response.headers[name] = "\(Version.current)+\(files)" }
        if context.origin.isSecure, let name = HTTPField.Name("Strict-Transport-Security") {
            response.headers[name] = "max-age=31536000"
        }
        return response
    }

    private static let fields: [HTTPField] = [
        field(
            "Content-Security-Policy",
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; "
                + "frame-ancestors 'none'; object-src 'none'"),
        field("X-Content-Type-Options", "nosniff"),
        field("Referrer-Policy", "same-origin"),
        field("Cross-Origin-Opener-Policy", "same-origin"),
        field("Permissions-Policy", "geolocation=(self), camera=(self), microphone=()"),
        field("Cache-Control", "no-store"),
        field("Vary", "Accept, Accept-Encoding, Cookie"),
    ].compactMap(\.self)

    private static let fieldsOfFiles: [HTTPField] = [
        field("X-Content-Type-Options", "nosniff"), field("Vary", "Accept-Encoding"),
    ].compactMap(\.self)

    private static func field(_ name: String, _ value: String) -> HTTPField? {
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
    }
}
