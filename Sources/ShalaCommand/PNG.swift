import CZlib

/// Image file without transparency (PNG, third edition).
enum PNG {
    /// - Parameter pixels: red, green and blue of each pixel, row by row.
    /// - Returns: `nil` if memory runs out.
    static func file(width: Int, pixels: [UInt8]) -> [UInt8]? {
        let row = width * 3
        guard row > 0, let side = UInt32(exactly: width), let height = UInt32(exactly: pixels.count / row) else {
            return nil
        }
        // Each row begins with its filter: none.
        let rows = stride(from: 0, through: pixels.count - row, by: row).flatMap { [0] + pixels[$0..<$0 + row] }
        guard let data = compressed(rows) else { return nil }
        let eightBitsOfColour: [UInt8] = [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", bytes(side) + bytes(height) + eightBitsOfColour) + chunk("IDAT", data) + chunk("IEND", [])
    }

    private static func compressed(_ input: [UInt8]) -> [UInt8]? {
        var count = compressBound(UInt(input.count))
        var output = [UInt8](repeating: 0, count: Int(count))
        let isDone = compress2(&output, &count, input, UInt(input.count), Z_BEST_COMPRESSION) == Z_OK
        return isDone ? Array(output.prefix(Int(count))) : nil
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        let sum = UInt32(truncatingIfNeeded: crc32(0, body, UInt32(body.count)))
        return bytes(UInt32(data.count)) + body + bytes(sum)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }
}
