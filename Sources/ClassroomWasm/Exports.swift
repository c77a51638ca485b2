import Classroom

/// Checks an entry as the server will.
///
/// Input: the device's UUID, the current time, then name and value of each member of the entry. Output: field, code and
/// message of each problem.
@_cdecl("judge")
public func judge(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    var answer = MessageWriter()
    let device = message.nextText().flatMap { Identifier($0) } ?? Identifier(high: 0, low: 0)
    let now = message.nextInstant() ?? Instant(milliseconds: 0)
    var members: [Field] = []
    while let name = message.nextText(), let value = message.next() { members.append(Field(name, value)) }
    if case .problems(let problems) = PostedEntry(members: members).entry(device: device, now: now) {
        for problem in problems {
            answer.append(problem.field)
            answer.append(problem.code)
            answer.append(problem.message)
        }
    }
    return answer.result()
}

/// Locates a device relative to a geofence.
///
/// Takes latitude, longitude, accuracy and age of the fix, then latitude, longitude and radius of the venue (degrees,
/// metres, milliseconds) and, if less than usual is allowed, the worst accuracy; answers with the fence's word, the
/// distance in metres, and 1 if that is told to people. Nothing, if a number is missing.
@_cdecl("locate")
public func locate(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    var answer = MessageWriter()
    if let fix = message.nextFix(), let fence = message.nextFence() {
        let worst = message.nextNumber() ?? Fix.worstAccuracy
        answer.append(fence.answer(to: fix, worstAccuracy: worst).rawValue)
        answer.append(fence.centre.distance(to: fix.position))
        answer.append(fence.tellsDistance ? 1.0 : 0.0)
    }
    return answer.result()
}

/// Reads a position that people typed or pasted.
///
/// Input: the text. Output: latitude and longitude in degrees; nothing if the text has no position.
@_cdecl("place")
public func place(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    var answer = MessageWriter()
    if let position = message.nextText().flatMap({ Position(text: $0) }) {
        answer.append(position.latitude)
        answer.append(position.longitude)
    }
    return answer.result()
}

/// Counts the waiting entries that fit into the next batch.
///
/// Input: size of each in bytes, oldest first. Output: their number.
@_cdecl("batch")
public func batch(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    var sizes: [Int] = []
    while let size = message.nextNumber() { sizes.append(Int(nearest: max(0, min(size, 1e9))) ?? 0) }
    var answer = MessageWriter()
    answer.append(Double(OutboxBatch.count(sizes: sizes)))
    return answer.result()
}

extension MessageReader {
    fileprivate mutating func nextPosition() -> Position? {
        guard let latitude = nextNumber(), let longitude = nextNumber() else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    fileprivate mutating func nextFix() -> Fix? {
        guard let position = nextPosition(), let accuracy = nextNumber(), let age = nextNumber() else { return nil }
        return Fix(position: position, accuracy: accuracy, age: age)
    }

    fileprivate mutating func nextFence() -> Geofence? {
        guard let centre = nextPosition(), let radius = nextNumber() else { return nil }
        return Geofence(centre: centre, radius: radius)
    }
}
