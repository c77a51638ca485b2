import ArgumentParser
import Classroom
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import Store
import Web

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serves the app.")

    @OptionGroup var book: BookOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var key: SignInKeyOptions
    @Option(help: "The address to listen on.") var host = "127.0.0.1"
    @Option(help: "The port to listen on; 0 takes a free one.") var port = 8080
    @Flag(help: "Fills an empty book with fictional people and prints sign-in links.") var demo = false
    @Option(name: .customLong("tls-certificate"), help: "A certificate chain in PEM, to serve https.")
    var certificate: String?
    @Option(name: .customLong("tls-key"), help: "The certificate's private key in PEM.") var privateKey: String?
    @Option(name: .customLong("trusted-proxy"), help: "The address range (CIDR) of a trusted proxy.")
    var trustedProxies: [String] = []
    @Option(
        name: .customLong("time-zone"),
        help: "The time zone in which times are shown, such as Europe/Zurich; by default the school's.")
    var timeZone: String?

    func validate() throws {
        if !(0...65535).contains(port) { throw ValidationError("There is no port \(port).") }
        if (certificate == nil) != (privateKey == nil) {
            throw ValidationError("--tls-certificate and --tls-key must be given together.")
        }
        if let timeZone, TimeZone(identifier: timeZone) == nil {
            throw ValidationError("There is no time zone \(timeZone).")
        }
        for range in trustedProxies where AddressRange(range) == nil {
            throw ValidationError("\(range) is not an address range such as 10.0.0.0/8.")
        }
    }

    func run() async throws {
        Memory.giveBackWhenIdle()
        let connections = min(Descriptors.makeRoom(), Self.mostConnections)
        let store = try await key.openToServe(book)
        let zone = timeZone.flatMap(TimeZone.init(identifier:))
        let site = try await Site(
            store: store, timeZone: zone, providers: try .fromEnvironment(),
            limits: limits.limits(connections: connections))
        if demo { try await Demo(store: store, timeZone: zone ?? .current).fill() }
        let router = site.router(
            trustedProxies: trustedProxies.compactMap(AddressRange.init), isSecure: certificate != nil,
            listensToAll: Site.listensToAll(host))
        var logger = Logger(label: "shala") { LateLogHandler(label: $0) }
        logger.logLevel = .notice
        if !site.hasRules {
            logger.warning("built without bin/build-wasm: only the server checks forms")
        }
        let application = Application(
            router: router, server: try server(Connections(most: connections)),
            configuration: .init(
                address: .hostname(host, port: port), serverName: "Shala",
                // While those that were closed to make room are on their way out.
                availableConnectionsDelegate: MaximumAvailableConnections(connections + 32)),
            services: site.services,
            onServerRunning: { channel in
                await announce(port: channel.localAddress?.port ?? port, site, store)
            },
            logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // Bounds the wait for clients that do not read their response.
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw CommandFailure(message: "Port \(port) of \(host) is already in use.")
        } catch let error as IOError {
            throw CommandFailure(message: "The server cannot listen at \(host), port \(port): \(error)")
        }
        await site.finish()
        try await store.close()
    }

    private static let mostConnections = 20_000

    private func server(_ connections: Connections) throws -> HTTPServerBuilder {
        let plain = HTTPServerBuilder.onLoops(
            .init(additionalChannelHandlers: [connections.watch()], idleTimeout: .seconds(60)))
        guard let certificate, let privateKey else { return plain }
        let chain = try readable(certificate) { try NIOSSLCertificate.fromPEMFile(certificate) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(try readable(privateKey) { try NIOSSLPrivateKey(file: privateKey, format: .pem) }))
        // A shutdown does not wait long for a client that has gone without a word.
        configuration.shutdownTimeout = .seconds(1)
        return try readable("\(certificate) with \(privateKey)") { try .tls(plain, tlsConfiguration: configuration) }
    }

    private func readable<Value>(_ path: String, _ read: () throws -> Value) throws -> Value {
        do { return try read() } catch {
            throw CommandFailure(message: "\(path) cannot be used for TLS: it must be PEM, a certificate and its key.")
        }
    }

    /// Prints the server's address once it answers; where the book is empty, the link by which it is set up; and with
    /// `--demo`, sign-in links for an instructor and a student.
    private func announce(port: Int, _ site: Site, _ store: Store) async {
        let base = Site.address(host: host, port: port, isSecure: certificate != nil)
        print("Shala is at \(base)")
        do {
            let links = demo ? try await Demo.links(to: store, base: base) : []
            for link in links { print(link) }
            if !demo, try await store.hasNobody() {
                print("The book is empty. Set it up at \(base)\(site.setUpPath), which is good once.")
            }
        } catch {
            print("The links could not be made: \(error)")
        }
        fflush(nil)
    }
}
