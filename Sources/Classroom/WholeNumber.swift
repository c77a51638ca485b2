extension FixedWidthInteger {
    /// The whole number nearest to `number`, halves away from zero; `nil` for what is no number or does not fit.
    @inlinable
    public init?(nearest number: Double) {
        self.init(exactly: number.rounded())
    }
}

// The standard library's conversion ends the program where a number does not fit. These stand in its place wherever
// Classroom is imported, and `Package.swift` makes their use an error.

extension Int {
    /// The same for most numbers there are; the module has it once.
    @inline(never)
    public init?(nearest number: Double) {
        guard let whole = Int64(nearest: number) else { return nil }
        self.init(exactly: whole)
    }

    @available(*, deprecated, message: "A number may not fit: use init?(nearest:).")
    public init(_ number: Double) { self = Self(nearest: number) ?? 0 }
}

extension Int32 {
    @available(*, deprecated, message: "A number may not fit: use init?(nearest:).")
    public init(_ number: Double) { self = Self(nearest: number) ?? 0 }
}

extension Int64 {
    @available(*, deprecated, message: "A number may not fit: use init?(nearest:).")
    public init(_ number: Double) { self = Self(nearest: number) ?? 0 }
}

extension UInt64 {
    @available(*, deprecated, message: "A number may not fit: use init?(nearest:).")
    public init(_ number: Double) { self = Self(nearest: number) ?? 0 }
}
