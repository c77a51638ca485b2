import Foundation
import NIOPosix

/// Protection against requests into the server's own network.
enum NetworkGuard {
    /// Address ranges outside the public internet (IANA special-purpose registries for IPv4 and IPv6).
    private static let closed = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
        "::/96", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "2001:db8::/32",
        // IPv4 addresses translated or tunnelled in IPv6 are closed without a closer look.
        "64:ff9b::/96", "2002::/16", "2001::/32",
    ].compactMap { AddressRange($0) }

    static func isOpen(_ address: String) -> Bool {
        !closed.contains { $0.contains(address) }
    }

    /// Whether a host name resolves to public addresses only. Names that do not resolve pass, since they cannot be
    /// reached anyway.
    static func leadsOutside(_ host: String) async throws -> Bool {
        let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        return try await NIOThreadPool.singleton.runIfActive { addresses(of: name).allSatisfy(isOpen) }
    }

    private static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var found: [String] = []
        var next = first
        while let info = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(
                info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            {
                let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                // Without the zone identifier of a link-local address.
                found.append(String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "%" }))
            }
            next = info.ai_next
        }
        return found
    }
}
