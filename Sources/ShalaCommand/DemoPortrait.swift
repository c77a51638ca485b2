/// Portrait of a person of the demo, drawn from a few shapes.
struct DemoPortrait {
    enum Hair: CaseIterable {
        case short, long, bun, curls, parted, scarf
    }

    let hair: Hair
    let hairColour: Colour
    let skin: Colour
    let shirt: Colour
    let ground: Colour
    let hasBeard: Bool
    let hasGlasses: Bool

    struct Colour {
        let red, green, blue: Double

        init(_ code: Int) {
            (red, green, blue) = (Double(code >> 16 & 255), Double(code >> 8 & 255), Double(code & 255))
        }
    }

    /// Portrait that differs from those of the neighbouring numbers.
    init(number: Int, hair: Hair, hairColour: Int, skin: Int, hasBeard: Bool = false, hasGlasses: Bool = false) {
        self.hair = hair
        self.hairColour = Colour(hairColour)
        self.skin = Colour(skin)
        shirt = Colour(Self.shirts[number % Self.shirts.count])
        ground = Colour(Self.grounds[number % Self.grounds.count])
        self.hasBeard = hasBeard
        self.hasGlasses = hasGlasses
    }

    private static let shirts = [0x2F6F73, 0xC8553D, 0x3D5A98, 0x8A5A9E, 0x5B7F3A, 0xB8862D, 0x44515E]
    private static let grounds = [0xD9E8E6, 0xF3DFC9, 0xDCE3F2, 0xE9DDF0, 0xE2ECD4, 0xF6E7B9]

    /// The portrait as a PNG file; `nil` if memory runs out.
    func file(side: Int = 192) -> [UInt8]? {
        // Four by four points in each pixel make the edges smooth.
        let parts = 4
        var pixels: [UInt8] = []
        for place in 0..<side * side {
            var (red, green, blue) = (0.0, 0.0, 0.0)
            for part in 0..<parts * parts {
                let x = Double(place % side * parts + part % parts) + 0.5
                let y = Double(place / side * parts + part / parts) + 0.5
                let colour = self.colour(x: x / Double(side * parts) * 100, y: y / Double(side * parts) * 100)
                (red, green, blue) = (red + colour.red, green + colour.green, blue + colour.blue)
            }
            pixels += [red, green, blue].map { UInt8(clamping: Int($0 / Double(parts * parts))) }
        }
        return PNG.file(width: side, pixels: pixels)
    }

    /// Colour at a point, in hundredths of the side.
    private func colour(x: Double, y: Double) -> Colour {
        if hasGlasses, isGlasses(x, y) { return Colour(0x2B3236) }
        if isFeature(x, y) { return Colour(0x3A2A24) }
        if isInFront(x, y) { return hairColour }
        if hasBeard, y > 52, oval(x, y, 50, 46, 18, 22), !oval(x, y, 50, 47, 13, 13) { return hairColour }
        if oval(x, y, 50, 44, 18, 22) || oval(x, y, 32, 46, 3, 4.5) || oval(x, y, 68, 46, 3, 4.5) { return skin }
        if hair == .scarf, isBehind(x, y) { return hairColour }
        if oval(x, y, 50, 64, 8, 13), y < 76 { return skin }
        if isBehind(x, y) { return hairColour }
        return oval(x, y, 50, 104, 38, 34) ? shirt : ground
    }

    /// Eyes and mouth.
    private func isFeature(_ x: Double, _ y: Double) -> Bool {
        let isEye = oval(x, y, 43, 44, 1.7, 2.1) || oval(x, y, 57, 44, 1.7, 2.1)
        return isEye || y > 54 && oval(x, y, 50, 53, 6.5, 4.6) && !oval(x, y, 50, 52, 7, 4.2)
    }

    private func isGlasses(_ x: Double, _ y: Double) -> Bool {
        let rims = [43.0, 57].contains { oval(x, y, $0, 44, 6, 5.4) && !oval(x, y, $0, 44, 5, 4.4) }
        return rims || abs(x - 50) < 1.5 && abs(y - 43) < 0.7
    }

    /// Hair before the forehead.
    private func isInFront(_ x: Double, _ y: Double) -> Bool {
        let isCrown = oval(x, y, 50, 42, 20, 25)
        return switch hair {
        case .short: isCrown && y < 34 && !oval(x, y, 50, 48, 16, 17)
        case .long, .bun: isCrown && y < 46 && !oval(x, y, 50, 50, 17, 20)
        case .parted: isCrown && y < 44 && !oval(x, y, 56, 50, 19, 20)
        case .curls: isCrown && y < 31 || [34.0, 42, 50, 58, 66].contains { oval(x, y, $0, 27, 6, 6) }
        case .scarf: oval(x, y, 50, 44, 22, 27) && !oval(x, y, 50, 47, 14.5, 18)
        }
    }

    /// Hair behind the head.
    private func isBehind(_ x: Double, _ y: Double) -> Bool {
        switch hair {
        case .short: false
        case .long: oval(x, y, 50, 52, 25, 34) && y < 80
        case .parted: oval(x, y, 50, 46, 23, 27) && y < 66
        case .bun: oval(x, y, 50, 16, 9, 8)
        case .curls: oval(x, y, 50, 38, 25, 22)
        case .scarf: oval(x, y, 50, 62, 21, 24)
        }
    }

    private func oval(_ x: Double, _ y: Double, _ left: Double, _ top: Double, _ wide: Double, _ high: Double) -> Bool {
        let (across, down) = ((x - left) / wide, (y - top) / high)
        return across * across + down * down <= 1
    }
}

extension DemoPortrait {
    /// Portraits of the instructor and of most students, by their number on the roster; the others show their initials.
    static let all: [Int: DemoPortrait] = [
        0: DemoPortrait(number: 0, hair: .bun, hairColour: 0xC99A4B, skin: 0xF0CBB0),
        1: DemoPortrait(number: 1, hair: .long, hairColour: 0x8C4A2F, skin: 0xF3D2BC),
        2: DemoPortrait(number: 2, hair: .short, hairColour: 0xD8B26A, skin: 0xF0CDB4, hasBeard: true),
        3: DemoPortrait(number: 3, hair: .parted, hairColour: 0x2E211C, skin: 0xD9A47E),
        4: DemoPortrait(number: 4, hair: .short, hairColour: 0x1F1D1F, skin: 0xEBC4A0, hasGlasses: true),
        5: DemoPortrait(number: 5, hair: .long, hairColour: 0x1D1718, skin: 0xB57B54),
        6: DemoPortrait(number: 6, hair: .short, hairColour: 0x6B4A33, skin: 0xF1CFB8),
        7: DemoPortrait(number: 7, hair: .curls, hairColour: 0x1C1614, skin: 0x7A4B33),
        8: DemoPortrait(
            number: 8, hair: .short, hairColour: 0x9A9A98, skin: 0xE9C3A5, hasBeard: true, hasGlasses: true),
        10: DemoPortrait(number: 10, hair: .scarf, hairColour: 0x3F6F8F, skin: 0xD3A07A),
        11: DemoPortrait(number: 11, hair: .curls, hairColour: 0xB2552B, skin: 0xF4D6C4),
        12: DemoPortrait(number: 12, hair: .parted, hairColour: 0x4A3222, skin: 0xE2B48F),
        14: DemoPortrait(number: 14, hair: .bun, hairColour: 0x5A2E1E, skin: 0xF2D0BB, hasGlasses: true),
    ]
}
