import Crypto
import Foundation
import Testing

@testable import Store
@testable import Web

@Suite struct PushEncryptionTests {
    private static func bytes(_ text: String) throws -> Data { try #require(Data(base64URL: text)) }

    /// RFC 8291, appendix A.
    @Test func theExampleOfTheStandardComesOut() throws {
        let point = try Self.bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        let auth = try Self.bytes("BTBZMqHH6r4Tts7J_aSIgg")
        let keys = try #require(PushKeys(publicKey: Array(point), auth: Array(auth)))
        let message = Data("When I grow up, I want to be a watermelon".utf8)
        let ephemeral = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let body = try PushEncryption.encrypt(
            message, for: keys, salt: Self.bytes("DGv6ra1nlYgDCS1FRnbzlw"), ephemeral: ephemeral,
            length: message.count + 1)
        #expect(
            body.base64URL == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
                + "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
                + "j_Qulcy4a-fN")
    }

    @Test func lengthTellsLittle() throws {
        let keys = PushKeys(publicKey: P256.KeyAgreement.PrivateKey().publicKey, auth: Data(count: 16))
        func length(_ count: Int) throws -> Int? {
            try PushEncryption.encrypt(Data(count: count), for: keys)?.count
        }
        // Header, point, record and the tag of AES-GCM.
        #expect(try length(0) == 86 + 1024 + 16)
        #expect(try length(1023) == 86 + 1024 + 16)
        #expect(try length(1024) == 86 + 2048 + 16)
        #expect(try length(PushEncryption.most) == 3046)
        #expect(try length(PushEncryption.most + 1) == nil)
    }

    @Test func everyMessageHasASecretOfItsOwn() throws {
        let keys = PushKeys(publicKey: P256.KeyAgreement.PrivateKey().publicKey, auth: Data(count: 16))
        let bodies = try (0..<2).compactMap { _ in try PushEncryption.encrypt(Data("same".utf8), for: keys) }
        #expect(bodies[0].prefix(16) != bodies[1].prefix(16))
        #expect(bodies[0].dropFirst(21).prefix(65) != bodies[1].dropFirst(21).prefix(65))
    }

    @Test func onlyPointsOnTheCurveAreKeys() {
        let point = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
        #expect(PushKeys(publicKey: point, auth: [UInt8](repeating: 7, count: 16)) != nil)
        #expect(PushKeys(publicKey: point, auth: [UInt8](repeating: 7, count: 15)) == nil)
        #expect(PushKeys(publicKey: point.dropLast(), auth: [UInt8](repeating: 7, count: 16)) == nil)
        var other = point
        other[64] ^= 1
        #expect(PushKeys(publicKey: other, auth: [UInt8](repeating: 7, count: 16)) == nil)
        #expect(
            PushKeys(publicKey: [4] + [UInt8](repeating: 0, count: 64), auth: [UInt8](repeating: 7, count: 16)) == nil)
    }
}
