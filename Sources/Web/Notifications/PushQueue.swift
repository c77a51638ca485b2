import Classroom
import Logging
import Store

/// Queue of push messages: bounded, with few under way at once and a circuit breaker for each service, so that a slow
/// service holds up nobody else.
actor PushQueue {
    private let client: PushClient
    private let forget: @Sendable (String) async throws -> Void
    private var waiting: [PushMessage] = []
    private var running = 0
    private var services: [String: Service] = [:]
    private var timer: Task<Void, Never>?
    private let logger = Logger(label: "shala")

    private static let mostWaiting = 5_000
    private static let mostAtOnce = 16
    private static let mostOfService = 6
    private static let mostServices = 200
    private static let mostAttempts = 3

    private struct Service {
        var circuit = CircuitBreaker()
        var running = 0
        var limitedUntil: ContinuousClock.Instant?

        /// When it may be asked again; `nil` for now.
        func rests(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
            [limitedUntil, circuit.rest(now).map { now.advanced(by: $0) }].compactMap { $0 }.filter { $0 > now }.max()
        }
    }

    /// - Parameter forget: ends a subscription that no longer exists.
    init(_ client: PushClient, forget: @escaping @Sendable (String) async throws -> Void) {
        self.client = client
        self.forget = forget
    }

    /// Adds a message for each subscription. If the queue is full, the oldest messages are dropped.
    func add(_ notice: Notice, for subscriptions: [PushSubscription]) {
        let now = ContinuousClock.now
        waiting += subscriptions.compactMap { PushMessage(notice, $0, now: now) }
        let surplus = waiting.count - Self.mostWaiting
        if surplus > 0 {
            waiting.removeFirst(surplus)
            logger.warning("push messages were dropped, since too many wait", metadata: ["count": "\(surplus)"])
        }
        go()
    }

    /// Waits until all has gone that may go now, before the server ends; until then at most.
    func finish(before end: ContinuousClock.Instant) async {
        while ContinuousClock.now < end, running > 0 || waiting.contains(where: { mayGo($0, .now) }) {
            do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
        }
    }

    /// Sends what may go now, and sees to the rest later.
    private func go() {
        let now = ContinuousClock.now
        waiting.removeAll { $0.ends <= now }
        while running < Self.mostAtOnce, let next = waiting.firstIndex(where: { mayGo($0, now) }) {
            start(waiting.remove(at: next), now)
        }
        timer?.cancel()
        guard let next = waiting.compactMap({ whenToGo($0, now) }).min() else { return }
        timer = Task {
            do { try await Task.sleep(until: next, clock: .continuous) } catch { return }
            go()
        }
    }

    private func mayGo(_ message: PushMessage, _ now: ContinuousClock.Instant) -> Bool {
        guard message.notBefore <= now else { return false }
        guard let service = services[message.service] else { return true }
        return service.running < Self.mostOfService && service.rests(now) == nil
    }

    /// The time at which to look at a message again; `nil` if the end of another tells.
    private func whenToGo(_ message: PushMessage, _ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let times = [message.notBefore, services[message.service]?.rests(now)].compactMap { $0 }.filter { $0 > now }
        return times.max()
    }

    private func start(_ message: PushMessage, _ now: ContinuousClock.Instant) {
        makeRoom()
        services[message.service, default: Service()].circuit.begin(now)
        services[message.service]?.running += 1
        running += 1
        Task {
            let outcome = await client.send(message)
            await end(message, outcome)
        }
    }

    private func end(_ message: PushMessage, _ outcome: PushClient.Outcome) async {
        running -= 1
        services[message.service]?.running -= 1
        note(outcome, of: message)
        go()
        guard outcome == .gone else { return }
        do {
            try await forget(message.subscription.endpoint)
        } catch {
            logger.warning("a push subscription could not be ended", metadata: ["error": "\(error)"])
        }
    }

    private func note(_ outcome: PushClient.Outcome, of message: PushMessage) {
        let now = ContinuousClock.now
        switch outcome {
        case .delivered, .gone: services[message.service]?.circuit.succeed()
        case .refused(let words):
            services[message.service]?.circuit.succeed()
            logger.notice("a push message was refused: \(message.service) \(words)")
        case .limited(let wait):
            services[message.service]?.circuit.giveUp(now)
            services[message.service]?.limitedUntil = now.advanced(by: wait)
            again(message, after: wait, "asks to wait")
        case .failed(let words, let wait):
            services[message.service]?.circuit.fail(now)
            again(message, after: wait ?? .seconds(5 << (2 * message.attempts)), words)
        }
    }

    private func again(_ message: PushMessage, after wait: Duration, _ words: String) {
        var message = message
        message.attempts += 1
        message.notBefore = .now.advanced(by: wait)
        guard message.attempts < Self.mostAttempts, message.notBefore < message.ends else {
            logger.notice("a push message was given up: \(message.service) \(words)")
            return
        }
        waiting.append(message)
    }

    /// Forgets services that are idle and well, since browsers can name any.
    private func makeRoom() {
        guard services.count >= Self.mostServices else { return }
        let now = ContinuousClock.now
        services = services.filter { $0.value.running > 0 || $0.value.rests(now) != nil }
        if services.count >= Self.mostServices { services = services.filter { $0.value.running > 0 } }
    }
}
