import AsyncHTTPClient
import Classroom
import Foundation
import Logging
import NIOCore
import NIOHTTP1

/// Client of a provider that limits its load: with timeouts, few concurrent requests, a circuit breaker and a cache.
actor ProviderClient {
    /// Request to a provider.
    struct Question: Sendable, Hashable {
        var path: String
        var query: [String] = []
        /// Form to be posted, as a query without side effects.
        var form: String?
        var headers: [String: String] = [:]
        /// Maximum size of a response in bytes.
        var most = 512 * 1024
        /// How long a response stays valid.
        var keep = Duration.zero
    }

    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: ByteBuffer
    }

    nonisolated let service: ProviderSettings.Service
    private var circuit = CircuitBreaker()
    private var kept: [Question: (answer: Answer, until: ContinuousClock.Instant)] = [:]
    /// Recent failures, so that a failing request is not repeated with every letter typed.
    private var failed: [Question: (failure: ProviderFailure, until: ContinuousClock.Instant)] = [:]
    /// Time until which the provider's rate limit applies.
    private var limitedUntil: ContinuousClock.Instant?
    private var running = 0
    private let logger = Logger(label: "shala")

    private static let mostCached = 50
    private static let mostAtOnce = 8

    /// Shared client, which lives as long as the program. It follows no redirects; timeouts are set per request.
    private static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: .seconds(30))
        configuration.connectionPool.idleTimeout = .seconds(20)
        configuration.httpVersion = .http1Only
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    init(_ service: ProviderSettings.Service) {
        self.service = service
    }

    /// Returns a response, perhaps from the cache. Errors thrown by `read`, which validates the response, count as
    /// failures of the service.
    func ask<Value: Sendable>(
        _ question: Question, _ read: @Sendable (Answer) throws(ProviderFailure) -> Value
    ) async throws(ProviderFailure) -> Value {
        let now = ContinuousClock.now
        if let (answer, until) = kept[question], until > now { return try read(answer) }
        if let (failure, until) = failed[question], until > now { throw failure }
        do throws(ProviderFailure) {
            return try await politely { (start) async throws(ProviderFailure) in
                let answer = try await self.tryTwice(question, since: start)
                let value = try read(answer)
                await self.keep(answer, of: question)
                return value
            }
        } catch {
            remember(error, of: question)
            throw error
        }
    }

    /// Runs `body` subject to the provider's rate limit, the maximum number of concurrent requests and the circuit
    /// breaker.
    func politely<Value: Sendable>(
        _ body: @Sendable (ContinuousClock.Instant) async throws(ProviderFailure) -> Value
    ) async throws(ProviderFailure) -> Value {
        let start = ContinuousClock.now
        try checkRest(start)
        while running >= Self.mostAtOnce {
            guard start.duration(to: .now) < service.timeout else { throw .timedOut }
            do { try await Task.sleep(for: .milliseconds(20)) } catch { throw .givenUp }
        }
        // The state may have changed while waiting.
        try checkRest(.now)
        circuit.begin(.now)
        running += 1
        defer { running -= 1 }
        do throws(ProviderFailure) {
            let value = try await body(.now)
            circuit.succeed()
            return value
        } catch {
            note(error)
            throw error
        }
    }

    private func checkRest(_ now: ContinuousClock.Instant) throws(ProviderFailure) {
        func seconds(_ duration: Duration) -> Int { Int(duration.components.seconds) + 1 }
        if let until = limitedUntil, until > now { throw .limited(seconds: seconds(now.duration(to: until))) }
        if let rest = circuit.rest(now) { throw .resting(seconds: seconds(rest)) }
    }

    private func note(_ failure: ProviderFailure) {
        let now = ContinuousClock.now
        switch failure {
        case .notFound: circuit.succeed()
        case .limited(let seconds):
            circuit.giveUp(now)
            limitedUntil = now.advanced(by: .seconds(seconds))
        case .resting, .givenUp: circuit.giveUp(now)
        default:
            circuit.fail(now)
            logger.notice("\(service.name) \(failure.words)", metadata: ["failures": "\(circuit.failures)"])
        }
    }

    private func remember(_ failure: ProviderFailure, of question: Question) {
        let now = ContinuousClock.now
        failed = failed.filter { $0.value.until > now }
        guard question.keep > .zero, failure.isFault, failed.count < Self.mostCached else { return }
        failed[question] = (failure, now.advanced(by: .seconds(10)))
    }

    private func keep(_ answer: Answer, of question: Question) {
        guard question.keep > .zero, answer.status == 200 else { return }
        let now = ContinuousClock.now
        kept = kept.filter { $0.value.until > now }
        if kept.count >= Self.mostCached, let oldest = kept.min(by: { $0.value.until < $1.value.until }) {
            kept[oldest.key] = nil
        }
        kept[question] = (answer, now.advanced(by: question.keep))
    }

    /// Retries an immediate failure once, shortly after, since a connection may just have been closed. Both attempts
    /// share the time limit.
    private func tryTwice(
        _ question: Question, since start: ContinuousClock.Instant
    ) async throws(ProviderFailure) -> Answer {
        let deadline = start.advanced(by: service.timeout)
        do {
            return try await send(question, until: deadline)
        } catch {
            let isQuick = start.duration(to: .now) < .milliseconds(500)
            guard isQuick, error == .unreachable || error == .status(502) || error == .status(503) else { throw error }
            let pause = Duration.milliseconds(Int.random(in: 100...400))
            guard ContinuousClock.now.advanced(by: pause * 2) < deadline else { throw error }
            do { try await Task.sleep(for: pause) } catch { throw .givenUp }
            return try await send(question, until: deadline)
        }
    }

    private func send(
        _ question: Question, until deadline: ContinuousClock.Instant
    ) async throws(ProviderFailure) -> Answer {
        guard let address = address(of: question) else { throw .unreadable }
        var request = HTTPClientRequest(url: address.absoluteString)
        for (name, value) in question.headers { request.headers.add(name: name, value: value) }
        if let form = question.form {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: form))
        }
        return try await Self.send(
            request, most: question.most, until: deadline, mayBePrivate: service.isChosen)
    }

    private func address(of question: Question) -> URL? {
        guard var parts = URLComponents(url: service.base, resolvingAgainstBaseURL: false) else { return nil }
        parts.percentEncodedPath += question.path
        if !question.query.isEmpty { parts.percentEncodedQuery = question.query.joined(separator: "&") }
        return parts.url
    }

    private static let timeouts: [HTTPClientError] = [
        .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout,
        .tlsHandshakeTimeout, .httpProxyHandshakeTimeout,
    ]

    /// Sends a single request to a permitted address and reads the response up to its size limit.
    ///
    /// - Parameter mayBePrivate: whether the address may be outside the public internet.
    static func send(
        _ request: HTTPClientRequest, most: Int, until deadline: ContinuousClock.Instant, mayBePrivate: Bool
    ) async throws(ProviderFailure) -> Answer {
        let answer = try await exchange(request, most: most, until: deadline, mayBePrivate: mayBePrivate)
        if answer.status >= 500 { throw .status(answer.status) }
        return answer
    }

    /// The same, whatever the status of the response.
    static func exchange(
        _ request: HTTPClientRequest, most: Int, until deadline: ContinuousClock.Instant, mayBePrivate: Bool
    ) async throws(ProviderFailure) -> Answer {
        var request = request
        // GitHub and OpenStreetMap require clients to identify themselves.
        request.headers.replaceOrAdd(name: "User-Agent", value: "Shala/\(Version.current)")
        let ready = request
        do {
            return try await race(until: deadline) {
                if !mayBePrivate, let host = URL(string: ready.url)?.host, try await !NetworkGuard.leadsOutside(host) {
                    throw ProviderFailure.forbiddenAddress
                }
                let response = try await http.execute(ready, timeout: .seconds(30))
                return Answer(
                    status: Int(response.status.code), headers: response.headers,
                    body: try await response.body.collect(upTo: most))
            }
        } catch let failure as ProviderFailure {
            throw failure
        } catch is NIOTooManyBytesError {
            throw .tooLarge
        } catch is CancellationError {
            throw .givenUp
        } catch let error as HTTPClientError where timeouts.contains(error) {
            throw .timedOut
        } catch {
            throw .unreachable
        }
    }
}

/// Runs `body` with a time limit. Work that cannot be cancelled, such as a DNS lookup, is abandoned.
func race<Value: Sendable>(
    until deadline: ContinuousClock.Instant, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let (results, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
    let work = Task {
        do {
            continuation.yield(try await body())
        } catch {
            continuation.finish(throwing: error)
        }
    }
    let timer = Task {
        try await Task.sleep(until: deadline, clock: .continuous)
        continuation.finish(throwing: ProviderFailure.timedOut)
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    for try await value in results { return value }
    // The caller is gone.
    throw ProviderFailure.givenUp
}

extension ProviderClient.Answer {
    /// Time to wait, if the response reports a rate limit (RFC 6585, section 4; GitHub's "Rate limits for the REST
    /// API").
    func limit(now: Date = .now) -> ProviderFailure? {
        let isOut = headers.first(name: "x-ratelimit-remaining") == "0"
        guard status == 429 || status == 403 && (isOut || headers.contains(name: "retry-after")) else { return nil }
        func number(_ name: String) -> Double? {
            headers.first(name: name).flatMap(Double.init).flatMap { $0.isNaN ? nil : $0 }
        }
        let reset = number("x-ratelimit-reset").map { $0 - now.timeIntervalSince1970 }
        return .limited(seconds: Int(nearest: min(max(number("retry-after") ?? reset ?? 60, 1), 86_400)) ?? 60)
    }

    /// Decodes the body as JSON; throws `unreadable` for anything else.
    func read<Value: Decodable>(_ type: Value.Type) throws(ProviderFailure) -> Value {
        if let limit = limit() { throw limit }
        guard status == 200 else { throw .status(status) }
        do {
            return try JSONDecoder().decode(type, from: Data(buffer: body))
        } catch {
            throw .unreadable
        }
    }
}

extension ProviderClient {
    /// Sends a request and decodes the response as JSON.
    func ask<Value: Decodable & Sendable>(
        _ question: Question, for type: Value.Type
    ) async throws(ProviderFailure) -> Value {
        try await ask(question) { (answer) throws(ProviderFailure) in try answer.read(type) }
    }
}

/// Element of a list, `nil` if it cannot be decoded.
struct Perhaps<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        do { value = try Value(from: decoder) } catch is DecodingError { value = nil }
    }
}

extension Perhaps: Sendable where Value: Sendable {}
