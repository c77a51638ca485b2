import Classroom
import Support
import Testing

@testable import Web

/// Which devices are on the same network, as far as a server can tell.
@Suite struct LocalNetworkTests {
    @Test(
        arguments: [
            ("192.168.7.31", "192.168.7.0/24"), ("10.1.2.3", "10.1.2.0/24"), ("172.16.0.9", "172.16.0.0/24"),
            ("172.32.0.9", "172.32.0.9"), ("100.64.3.4", "100.64.3.4"), ("203.0.113.7", "203.0.113.7"),
            ("127.0.5.9", "127.0.5.0/24"), ("::ffff:192.168.7.31", "192.168.7.0/24"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::9", "2001:db8:1:3::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
            ("unknown", nil), ("", nil), ("192.168.7", nil), ("999.1.1.1", nil),
        ] as [(String, String?)])
    func namesOfNetworks(address: String, expected: String?) {
        #expect(LocalNetwork.name(of: address) == expected)
    }

    /// Whoever sits at the server's machine is on all of its networks.
    @Test func theServersOwnMachine() {
        let own = LocalNetwork.names(of: "127.0.0.1")
        #expect(own.first == "127.0.0.0/24")
        #expect(LocalNetwork.names(of: "192.168.7.31") == ["192.168.7.0/24"])
        if let reachable = LocalNetwork.reachable(), let network = LocalNetwork.name(of: reachable) {
            #expect(own.contains(network))
        }
    }

    @Test(
        arguments: [
            ("localhost:8080", true), ("127.0.0.1:8080", true), ("[::1]:8080", true), ("localhost", true),
            ("shala.example", false), ("192.168.7.2:8080", false), ("[2001:db8::1]:8080", false),
        ])
    func anAddressForOthers(host: String, isReplaced: Bool) {
        let shared = RequestOrigin(address: "127.0.0.1", isSecure: false, host: host, listensToAll: true)
        let expected =
            isReplaced
            ? LocalNetwork.reachable().map { $0 + (host.hasSuffix("8080") ? ":8080" : "") } ?? host : host
        #expect(shared.sharedHost == expected)
        #expect(RequestOrigin(address: "127.0.0.1", isSecure: true, host: host).sharedBase == "https://" + host)
    }
}
