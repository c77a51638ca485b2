import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Web

/// Deadlines of a connection, by a clock that the test moves.
@Suite struct ConnectionWatchTests {
    private let channel = EmbeddedChannel()

    init() throws {
        try channel.pipeline.syncOperations.addHandler(Connections(most: 10).watch())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func pass(_ seconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    private func begin() throws {
        try channel.writeInbound(
            HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/journal")))
    }

    private func send(bytes: Int) throws {
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0x20, count: bytes)))
    }

    @Test func aRequestThatDoesNotEndIsGivenAMinute() throws {
        try begin()
        pass(59)
        #expect(channel.isActive)
        pass(2)
        #expect(!channel.isActive)
    }

    @Test func oneThatDripsIsGivenLittleMore() throws {
        try begin()
        for _ in 0..<65 {
            pass(1)
            if channel.isActive { try send(bytes: 1) }
        }
        #expect(!channel.isActive)
    }

    @Test func oneOnASlowLineHasItsTime() throws {
        try begin()
        // Two bytes a millisecond.
        for _ in 0..<100 {
            pass(1)
            try send(bytes: 2000)
        }
        #expect(channel.isActive)
        pass(59)
        #expect(channel.isActive)
        pass(2)
        #expect(!channel.isActive)
    }

    @Test func noneIsGivenMoreThanTenMinutes() throws {
        try begin()
        try send(bytes: 100_000_000)
        pass(599)
        #expect(channel.isActive)
        pass(2)
        #expect(!channel.isActive)
    }

    @Test func oneThatHasEndedMayBeAnsweredSlowly() throws {
        try begin()
        try channel.writeInbound(HTTPRequestPart.end(nil))
        pass(3600)
        #expect(channel.isActive)
    }

    @Test func anAnswerThatNobodyReadsEndsAfterAMinute() throws {
        try begin()
        try channel.writeInbound(HTTPRequestPart.end(nil))
        for seconds in [59, 61] as [Int64] {
            #expect(channel.isActive)
            channel.isWritable = false
            channel.pipeline.fireChannelWritabilityChanged()
            pass(seconds)
            channel.isWritable = true
            channel.pipeline.fireChannelWritabilityChanged()
            pass(3600)
        }
        #expect(!channel.isActive)
    }
}
