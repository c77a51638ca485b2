import Classroom
import HTTPTypes
import Hummingbird
import NIOCore

/// Origin of a request, and how it reached the server.
struct RequestOrigin: Sendable, Equatable {
    /// Address of the client.
    let address: String
    let isSecure: Bool
    /// Host and port as the client wrote them.
    let host: String
    /// Whether the server listens on all addresses of its machine.
    var listensToAll = false

    static let unknown = RequestOrigin(address: "unknown", isSecure: false, host: "localhost")

    /// Base address of this server as seen by the client, such as `https://shala.example`.
    var base: String { scheme + host }

    /// Base address of this server for other devices. Whoever sits at the server's own machine may know it as localhost.
    var sharedBase: String { scheme + sharedHost }

    /// Host and port of `sharedBase`.
    var sharedHost: String {
        guard listensToAll, Self.isLoopback(host) else { return host }
        return LocalNetwork.reachable().map { $0 + Self.parts(of: host).port } ?? host
    }

    /// Whether only the server's own machine reaches a host, with or without a port.
    static func isLoopback(_ host: String) -> Bool {
        let name = parts(of: host).name
        return name == "localhost" || LocalNetwork.isLoopback(name)
    }

    private var scheme: String { isSecure ? "https://" : "http://" }

    /// Name, and the port with its colon (RFC 3986 section 3.2.2).
    private static func parts(of host: String) -> (name: String, port: String) {
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            return (String(host[..<end].dropFirst()), String(host[end...].dropFirst()))
        }
        guard let colon = host.lastIndex(of: ":") else { return (host, "") }
        return (String(host[..<colon]), String(host[colon...]))
    }
}

extension Site {
    /// Whether a host to listen on stands for all addresses of the machine.
    public static func listensToAll(_ host: String) -> Bool { ["0.0.0.0", "::"].contains(host) }

    /// Address under which people reach a server; one that listens on all addresses by that in its local network.
    public static func address(host: String, port: Int, isSecure: Bool) -> String {
        let isOpen = listensToAll(host)
        let name = isOpen ? "localhost" : host.contains(":") ? "[\(host)]" : host
        return RequestOrigin(address: "", isSecure: isSecure, host: "\(name):\(port)", listensToAll: isOpen).sharedBase
    }
}

/// Middleware that determines the origin of a request.
struct OriginMiddleware: RouterMiddleware {
    let trustedProxies: [AddressRange]
    let isSecure: Bool
    let listensToAll: Bool

    func handle(
        _ request: Request, context: ShalaContext, next: (Request, ShalaContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.origin = origin(of: request, peer: context.peer)
        return try await next(request, context)
    }

    /// Trusts a proxy's headers only if the proxy is trusted. Of several forwarded addresses, the client is the last
    /// that is not a trusted proxy: addresses before it are unverified.
    private func origin(of request: Request, peer: String) -> RequestOrigin {
        let host = request.head.authority ?? "localhost"
        guard isTrusted(peer) else {
            return RequestOrigin(address: peer, isSecure: isSecure, host: host, listensToAll: listensToAll)
        }
        let forwarded = (request.headers[values: .xForwardedFor].joined(separator: ",")).split(separator: ",")
            .map { String($0.trimming { $0 == " " }) }
        return RequestOrigin(
            address: forwarded.last { !isTrusted($0) } ?? peer,
            isSecure: request.headers[.xForwardedProto].map { $0 == "https" } ?? isSecure,
            host: request.headers[.xForwardedHost] ?? host, listensToAll: listensToAll)
    }

    private func isTrusted(_ address: String) -> Bool {
        trustedProxies.contains { $0.contains(address) }
    }
}

/// Middleware that rejects writes sent by other sites' pages.
struct ForeignWriteMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ShalaContext, next: (Request, ShalaContext) async throws -> Response
    ) async throws -> Response {
        if ![.get, .head, .options].contains(request.method), request.isFromElsewhere(host: context.origin.host) {
            throw Problem.forbidden("This was sent from another site's page.")
        }
        return try await next(request, context)
    }
}

extension Request {
    /// Whether another site's page caused it, by what browsers say of a request's initiator (W3C Fetch Metadata), or else
    /// by Origin (RFC 6454).
    func isFromElsewhere(host: String) -> Bool {
        if let site = headers[.secFetchSite] { return site != "same-origin" && site != "none" }
        guard let origin = headers[.origin] else { return false }
        return !Self.isOwn(origin, host)
    }

    /// The same of a link, of which an older browser says no more than from which page (RFC 9110, Referer).
    func isSentByOthers(host: String) -> Bool {
        if isFromElsewhere(host: host) { return true }
        guard headers[.secFetchSite] == nil, let referer = headers[.referer] else { return false }
        return !Self.isOwn(referer.split(separator: "/", maxSplits: 3).prefix(2).joined(separator: "//"), host)
    }

    private static func isOwn(_ origin: String, _ host: String) -> Bool {
        origin == "http://" + host || origin == "https://" + host
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For") ?? .origin
    static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .origin
    static let xForwardedHost = HTTPField.Name("X-Forwarded-Host") ?? .origin
}

/// Range of IP addresses in CIDR notation (RFC 4632), such as `10.0.0.0/8` or `::1`.
public struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Parses a range; `nil` if malformed.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, let bytes = Self.bytes(String(first)), parts.count <= 2 else { return nil }
        let bits = parts.count == 2 ? Int(parts[1]) : bytes.count * 8
        guard let bits, (0...bytes.count * 8).contains(bits) else { return nil }
        self.bytes = bytes
        self.bits = bits
    }

    func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(address), other.count == bytes.count else { return false }
        return zip(bytes, other).enumerated().allSatisfy { index, pair in
            let significant = min(8, max(0, bits - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> significant)
            return pair.0 & mask == pair.1 & mask
        }
    }

    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Bytes of an address: four or sixteen.
    static func bytes(_ text: String) -> [UInt8]? {
        do {
            switch try SocketAddress(ipAddress: text, port: 0) {
            case .v4(let address):
                return withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
            case .v6(let address):
                let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
                // IPv4 address as a dual-stack socket reports it (RFC 4291 section 2.5.5.2).
                return bytes.starts(with: mapped) ? Array(bytes.dropFirst(mapped.count)) : bytes
            default: return nil
            }
        } catch { return nil }
    }
}

extension StringProtocol {
    func trimming(_ isTrimmed: (Character) -> Bool) -> SubSequence {
        var rest = self[...]
        while let first = rest.first, isTrimmed(first) { rest.removeFirst() }
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }
}
