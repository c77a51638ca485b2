import CZlib
import Foundation
import HTTPTypes
import Hummingbird

/// Gzip compression (RFC 1952) for HTTP (RFC 9110, section 8.4.1.3).
enum Gzip {
    /// - Parameter level: from 1, fast, to 9, small.
    /// - Returns: `nil` if memory runs out.
    static func compressed(_ bytes: some ContiguousBytes, count: Int, level: Int32) -> [UInt8]? {
        var stream = z_stream()
        let windowOfGzip: Int32 = 15 + 16
        let size = Int32(MemoryLayout<z_stream>.size)
        guard
            deflateInit2_(
                &stream, level, Z_DEFLATED, windowOfGzip, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(count))))
        let isDone = bytes.withUnsafeBytes { input in
            output.withUnsafeMutableBufferPointer { room in
                // zlib only reads from `next_in`.
                stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(count)
                stream.next_out = room.baseAddress
                stream.avail_out = UInt32(room.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
        }
        return isDone ? Array(output.prefix(Int(stream.total_out))) : nil
    }
}

extension Request {
    /// Whether the client accepts a content coding: named and without a weight of zero (RFC 9110, section 12.5.3).
    func accepts(coding: String) -> Bool {
        (headers[.acceptEncoding] ?? "").lowercased().split(separator: ",").contains { part in
            let words = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let isRefused = words.dropFirst().contains {
                $0.hasPrefix("q=0") && !$0.contains(where: "123456789".contains)
            }
            return (words.first == coding || words.first == "*") && !isRefused
        }
    }
}

extension Response {
    /// Makes a response, compressed if the client accepts gzip and the body is large enough to benefit.
    init(contentType: String, body: [UInt8], for request: Request, headers: HTTPFields = [:]) {
        var headers = headers
        var bytes = body
        if body.count >= 1024, request.accepts(coding: "gzip"),
            let compressed = Gzip.compressed(body, count: body.count, level: 5)
        {
            bytes = compressed
            headers[.contentEncoding] = "gzip"
        }
        self.init(contentType: contentType, body: ByteBuffer(bytes: bytes), headers: headers)
    }
}
