import Foundation
import Hummingbird
import Logging

/// The least a server built like Shala can do: reads a posted body and answers "ok". What Shala's figures are held to.
@main
struct Bare {
    static func main() async throws {
        let router = Router()
        router.post("journal") { request, _ in
            _ = try await request.body.collect(upTo: 1024 * 1024)
            return "ok"
        }
        var logger = Logger(label: "bare")
        logger.logLevel = .warning
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("Bare is at http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)
            },
            logger: logger)
        try await application.runService()
    }
}
