import Foundation
import Hummingbird
import Classroom

extension Request {
    /// Reads a small form: as a browser sends it, or as JSON.
    ///
    /// - Parameter problem: thrown if it cannot be read, or lacks a field.
    func form<Form: Decodable>(_ type: Form.Type, orElse problem: Problem) async throws -> Form {
        let body = try await body.collect(upTo: 16 * 1024)
        do {
            if headers[.contentType]?.hasPrefix("application/json") == true {
                return try JSONDecoder().decode(type, from: body)
            }
            return try URLEncodedFormDecoder().decode(type, from: String(buffer: body))
        } catch {
            throw problem
        }
    }
}
