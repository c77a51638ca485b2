import NIOCore

/// Local networks, as far as the server can tell: by the addresses of its peers.
enum LocalNetwork {
    private static let privateRanges = [
        "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
    ]
    .compactMap { AddressRange($0) }
    private static let loopback = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }

    /// Name of the network of an address, equal for devices on the same one: the /24 of a private IPv4 address (RFC 1918),
    /// the /64 of an IPv6 address (RFC 4291 section 2.5.1), or else the address that a whole network shares towards the
    /// outside. `nil` if it is no address.
    static func name(of address: String) -> String? {
        guard let bytes = AddressRange.bytes(String(address.prefix { $0 != "%" })) else { return nil }
        if bytes.count == 16 {
            return stride(from: 0, to: 8, by: 2)
                .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
                + "::/64"
        }
        let parts = bytes.map { String($0) }
        let text = parts.joined(separator: ".")
        return privateRanges.contains { $0.contains(text) } ? parts.prefix(3).joined(separator: ".") + ".0/24" : text
    }

    /// Names of the networks of an instructor's device. The device on which the server runs is on all of its networks.
    static func names(of address: String) -> [String] {
        let own = name(of: address).map { [$0] } ?? []
        return isLoopback(address) ? own + interfaces().compactMap(name) : own
    }

    static func isLoopback(_ address: String) -> Bool {
        loopback.contains { $0.contains(address) }
    }

    /// Address under which other devices reach this one: of its private IPv4 addresses the first; `nil` without a network.
    static func reachable() -> String? {
        interfaces().first { address in
            !isLoopback(address) && !address.hasPrefix("169.254.") && privateRanges.contains { $0.contains(address) }
        }
    }

    private static func interfaces() -> [String] {
        do {
            return try System.enumerateDevices().compactMap { $0.address?.ipAddress }
        } catch {
            // A machine that does not tell has none that is known.
            return []
        }
    }
}
