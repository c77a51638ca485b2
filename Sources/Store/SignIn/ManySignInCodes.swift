import Classroom

extension Store {
    /// Makes sign-in codes for many people in one transaction; those from before stay good.
    ///
    /// - Parameter onlyWithout: leaves out who has a code already.
    public func makeSignInCodes(
        for people: [Identifier], onlyWithout: Bool, by maker: Maker, now: Instant = .now
    ) async throws -> [Identifier: SignInCode] {
        let key = try key()
        let codes = try await writer.write { connection in
            var wanted = people
            if onlyWithout {
                let rows = try connection.found(
                    """
                    SELECT person, key_hash FROM sign_in_code
                    WHERE revoked_at IS NULL AND ends_at IS NULL AND person IN $list
                    """, people.map { [$0.sqlValue] })
                // Codes under another key do not work here.
                let good = try rows.filter { try $0.optionalText("key_hash") == key.fingerprint }
                let known = Set(try good.map { try $0.identifier("person") })
                wanted = people.filter { !known.contains($0) }
            }
            let codes = Dictionary(wanted.map { ($0, SignInCode.make()) }) { first, _ in first }
            for person in wanted { try connection.checkMayLetIn(person, maker) }
            try connection.insert(
                into: "sign_in_code (hash, key_hash, person, made_at, made_by, made_way)",
                codes.map { person, code in
                    [
                        key.hash(code.digest).sqlValue, key.fingerprint.sqlValue, person.sqlValue, now.sqlValue,
                        maker.person.sqlValue, maker.way.rawValue.sqlValue,
                    ]
                })
            for person in wanted { try connection.forgetOldCodes(of: person) }
            return codes
        }
        signedIn.empty()
        return codes
    }
}
