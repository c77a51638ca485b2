import Classroom
import Crypto
import Foundation
import Support
import Testing

@testable import Store

@Suite struct SignInKeyTests {
    private static func hashes(_ store: Store) async throws -> [String] {
        try await store.database.read { connection in
            try ["sign_in", "sign_in_code"].flatMap {
                try connection.rows("SELECT hash FROM \($0)").map { try $0.text("hash") }
            }
        }
    }

    /// Whoever has the book alone cannot tell whether a guess is right, not even with all else that the program knows.
    @Test(arguments: Engine.allCases)
    func aGuessCannotBeJudgedByTheBookAlone(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let code = try await book.store.makeSignInCode(for: book.instructor, replacing: false)
        let token = try #require(try await book.store.signIn(with: code))
        let kept = try await Set(Self.hashes(book.store))
        #expect(kept.count == 2)
        for digest in [code.digest, token.digest] {
            #expect(!kept.contains(digest) && !kept.contains(sha256(Data(digest.utf8))))
            #expect(!kept.contains(SignInKey.make().hash(digest)))
            #expect(kept.contains(TestBook.key.hash(digest)))
        }
        let thief = try await Store(book.place.address).using(.make(), besideOthers: true)
        #expect(try await thief.holder(of: code) == nil)
        #expect(try await thief.person(signedInBy: token) == nil)
        try await thief.close()
    }

    @Test func aBackupHasNoKey() async throws {
        let book = try await TestBook()
        let code = try await book.store.makeSignInCode(for: book.instructor, replacing: false)
        let path = book.place.folder.appendingPathComponent("copy.sqlite").path
        _ = try await Backup.make(of: book.place.address, to: path) { _ in }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.range(of: Data(code.digest.utf8)) == nil)
        #expect(bytes.range(of: Data(TestBook.key.hash(code.digest).utf8)) != nil)
        #expect(bytes.range(of: TestBook.key.bytes) == nil)
        let copy = try await Store("sqlite:" + path, signInKey: TestBook.key)
        #expect(try await copy.signIn(with: code) != nil)
        try await copy.close()
    }

    /// Cards handed out by an older version, devices signed in with them, and a program's token.
    @Test(arguments: Engine.allCases)
    func whatLetPeopleInBeforeStillDoes(engine: Engine) async throws {
        let first = try await TestBook()
        let place = try BookPlace(engine)
        let old = try await BookAddress(place.address).open()
        try await old.keepFirstVersion(of: first)
        let codes = (0..<3).map { _ in SignInCode.make() }
        let (device, program) = (SignInToken.make(), SignInToken.make())
        let far = Instant.now.adding(milliseconds: 1_000_000)
        try await old.write { connection in
            for (index, code) in codes.enumerated() {
                try connection.run(
                    "INSERT INTO sign_in_code (hash, person, made_at, revoked_at) VALUES ($1, $2, $3, $4)",
                    code.digest, first.instructor.text, 7, index == 2 ? Instant(milliseconds: 8) : nil)
            }
            for (token, code) in [(device, codes[0].digest), (program, nil)] {
                try connection.run(
                    "INSERT INTO sign_in (hash, person, code, made_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
                    token.digest, first.instructor.text, code, 9, far)
            }
        }
        try await old.close()
        // A command that lets nobody in may be the first to open it.
        try await Store(place.address).close()
        let store = try await Store(place.address, signInKey: TestBook.key)
        let again = try await Store(place.address, signInKey: TestBook.key)
        for token in [device, program] {
            #expect(try await store.person(signedInBy: token)?.id == first.instructor)
            #expect(try await again.person(signedInBy: token)?.id == first.instructor)
        }
        #expect(try await again.signIn(with: codes[0]) != nil)
        #expect(try await store.signIn(with: codes[1]) != nil)
        #expect(try await store.signIn(with: codes[2]) == nil)
        let plain = codes.map(\.digest) + [device.digest, program.digest]
        #expect(try await Set(Self.hashes(store)).isDisjoint(with: plain))
        #expect(try await Doctor(database: store.database) { _ in }.examine().findings == [])
        try await store.revokeSignInCodes(of: first.instructor)
        #expect(try await store.person(signedInBy: device) == nil)
        try await store.close()
        try await again.close()
        try place.remove()
    }

    @Test(arguments: Engine.allCases)
    func twoServersThatStartAtOnceTakeOverOnce(engine: Engine) async throws {
        let book = try await TestBook()
        let place = try BookPlace(engine)
        let old = try await BookAddress(place.address).open()
        try await old.keepFirstVersion(of: book)
        let codes = (0..<50).map { _ in SignInCode.make() }
        try await old.write { connection in
            for code in codes {
                try connection.run(
                    "INSERT INTO sign_in_code (hash, person, made_at) VALUES ($1, $2, 0)", code.digest,
                    book.instructor.text)
            }
        }
        try await old.close()
        let one = try await Store(place.address)
        let other = try await Store(place.address)
        let file = SignInKeyFile(place.folder.appendingPathComponent("sign-in.key").path)
        async let first = one.using(file.make())
        async let second = other.using(file.make())
        for store in try await [first, second] {
            for code in codes { #expect(try await store.holder(of: code)?.id == book.instructor) }
        }
        try await one.close()
        try await other.close()
        try place.remove()
    }

    @Test func aLostKeyIsNoticedAndNewCardsCanBeMade() async throws {
        let book = try await TestBook()
        let code = try await book.store.makeSignInCode(for: book.instructor, replacing: false)
        let store = try await Store(book.place.address)
        await #expect(throws: Problem.self) { try await store.signIn(with: code) }
        let key = SignInKey.make()
        await #expect(throws: ForeignSignInKey.self) { try await store.using(key) }
        #expect(try await store.hasSignInKey())
        #expect(try await !store.knows(key))
        let anew = try await store.using(key, besideOthers: true)
        #expect(try await anew.holder(of: code) == nil)
        #expect(try await anew.peopleWithoutCode(nil).map(\.id) == [book.instructor])
        #expect(try await anew.codeCount(of: book.instructor) == 0)
        let second = try await anew.makeSignInCode(for: book.instructor, replacing: false)
        #expect(try await anew.signIn(with: second) != nil)
        // Found again, the old key is good for what was made under it.
        let found = try await store.using(TestBook.key)
        #expect(try await found.holder(of: code)?.id == book.instructor)
        try await store.close()
    }

    @Test func theFileIsPrivateAndNeverReplaced() async throws {
        let place = try BookPlace(.sqlite)
        let file = SignInKeyFile(place.folder.appendingPathComponent("deeper/sign-in.key").path)
        #expect(try file.read() == nil)
        let keys = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<8 { group.addTask { try file.make().bytes } }
            return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
        }
        #expect(keys.count == 1 && keys.first?.count == 32)
        #expect(try file.read()?.bytes == keys.first)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["sign-in.key"])
        try Data("short".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(throws: UnusableKeyFile.self) { try file.read() }
        try place.remove()
    }
}
