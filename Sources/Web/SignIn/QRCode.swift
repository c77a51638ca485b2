import CQREncode
import Classroom
import Pages

/// QR code (ISO/IEC 18004) as an SVG path, with a unit per module.
public struct QRCode: Modelled, Sendable {
    /// Modules per side, including the quiet zone of four on each side.
    public let size: Int
    /// Value of the `d` attribute of an SVG path.
    public let path: String

    private static let quietZone = 4

    public init(_ text: String) throws {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
            throw Problem.invalid("text", "tooLong", "This does not fit into a QR code.")
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                // The lowest bit of a module is set if it is dark.
                var run = 0
                while column + run < width, code.pointee.data[row * width + column + run] & 1 == 1 { run += 1 }
                if run > 0 { path += "M\(column + Self.quietZone) \(row + Self.quietZone)h\(run)v1h-\(run)z" }
                column += run + 1
            }
        }
        size = width + 2 * Self.quietZone
        self.path = path
    }

    public var model: Model { ["size": size.model, "path": path.model] }
}
