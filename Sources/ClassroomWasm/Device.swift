import Classroom
import Pages

/// The copy of the book that the device took along, the same with the device's entries, and the templates of its pages.
/// There is one thread, and one book: that of who is signed in.
nonisolated(unsafe) private var taken: DeviceBook?
nonisolated(unsafe) private var book: DeviceBook?
nonisolated(unsafe) private var templates: Templates?

/// Takes up the templates.
///
/// Input: a list of name and source of each. Output: nothing, or what is wrong with a template.
@_cdecl("templates")
public func takeTemplates(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    var files: [(name: String, source: [UInt8])] = []
    while let name = message.nextText(), let source = message.nextText() { files.append((name, Array(source.utf8))) }
    var answer = MessageWriter()
    do throws(TemplateError) {
        templates = try Templates(files) { written(at: digitsInPage($0)) }
    } catch {
        answer.append(error.message)
    }
    return answer.result()
}

/// Takes up the copy of the book that the device took along.
///
/// Input: the copy, as an object. Output: nothing.
@_cdecl("take")
public func take(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    taken = DeviceBook(message.nextTree(), host: .page)
    book = taken
    return MessageWriter().result()
}

/// Brings the copy up to date in parts.
///
/// Input: a newer copy without what has not changed, as an object. Output: nothing.
@_cdecl("renew")
public func renew(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    taken = taken?.updated(by: message.nextTree())
    book = taken
    return MessageWriter().result()
}

/// Applies entries of the device that the copy does not have.
///
/// Input: whether they are all of them, or others were applied before; the entries, as a list of objects. Output: nothing.
@_cdecl("follow")
public func follow(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    if message.nextFlag() { book = taken }
    if case .list(let entries) = message.nextTree() {
        for entry in entries { book?.apply(PostedEntry(members: entry.fields)) }
    }
    return MessageWriter().result()
}

/// Asks the device's book of entries that come next, while the server cannot be asked.
///
/// Input: the entries, as a list of objects. Output: of each that cannot be, its place in the list, and field, code and
/// message of the reason.
@_cdecl("refuse")
public func refuse(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    var answer = MessageWriter()
    var next = book
    if case .list(let entries) = message.nextTree() {
        for (place, entry) in entries.enumerated() {
            let posted = PostedEntry(members: entry.fields)
            if let problem = next?.problem(with: posted) {
                answer.append(Double(place))
                answer.append(problem.field)
                answer.append(problem.code)
                answer.append(problem.message)
            } else {
                next?.apply(posted)
            }
        }
    }
    return answer.result()
}

/// Makes a page of the device's book.
///
/// Input: path, the query as an object, the current time, the device's time zone, whether the server is out of reach, whether the copy
/// is at least as new as the page that was last fetched, and whether there is such a page. Output: title, addresses of the tab and of the list
/// beside it, and HTML; nothing if the device cannot make the page.
@_cdecl("respond")
public func respond(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    let (path, query) = (message.nextText() ?? "", message.nextTree())
    let now = message.nextInstant() ?? Instant(milliseconds: 0)
    let zone = message.nextText() ?? ""
    let (isLost, isLatest) = (message.nextFlag(), message.nextFlag())
    let request = DeviceRequest(
        path: path, query: query, now: now, zone: zone, isLost: isLost, isLatest: isLatest, isKept: message.nextFlag())
    var answer = MessageWriter()
    if let page = book?.respond(to: request), let html = templates?.render(page.templateName, page.model)?.html {
        answer.append(page.title)
        answer.append(page.tab ?? "")
        answer.append(page.list ?? "")
        answer.append(utf8: html)
    }
    return answer.result()
}

/// Finds the name by which people know what an entry is about.
///
/// Input: UUIDs of a person, a class, a venue and a course, or null. Output: the name; nothing if none is known.
@_cdecl("named")
public func named(_ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer {
    var message = MessageReader(start, count)
    let (person, session) = (message.nextIdentifier(), message.nextIdentifier())
    let (venue, course) = (message.nextIdentifier(), message.nextIdentifier())
    var answer = MessageWriter()
    if let name = book?.name(person: person, session: session, venue: venue, course: course) {
        answer.append(name)
    }
    return answer.result()
}

extension DeviceHost {
    /// The page around the module.
    fileprivate static let page = DeviceHost {
        FoldedWords.foldASCII($0) ?? asked(0, $0)
    } words: {
        FoldedWords.splitASCII($0) ?? asked(1, $0).parts(between: 0x0A)
    } initials: { name in
        asked(2, name.first + "\n" + name.last)
    } ahead: { zone, seconds in
        Array(zone.utf8).withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return Int(aheadInPage(start, Int32(bytes.count), Double(seconds)))
        }
    }
}

/// Asks the page for something about a text.
private func asked(_ what: Int32, _ text: String) -> String {
    Array(text.utf8).withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return "" }
        return written(at: askInPage(what, start, Int32(bytes.count)))
    }
}

/// Takes a text that the page has written: its length in four bytes, and its UTF-8.
private func written(at place: UnsafeMutableRawPointer) -> String {
    defer { place.deallocate() }
    let length = Int(place.loadUnaligned(as: UInt32.self))
    return String(utf8: Array(UnsafeRawBufferPointer(start: place + 4, count: length)))
}

/// Asks for the text folded (0), its words behind one another on lines (1), or the initials of a name whose parts are on
/// lines (2). The result is to be taken by `written`.
@_extern(c, "ask")
private func askInPage(_ what: Int32, _ start: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer

/// Writes a number as Swift does, up to 2⁵³. The result is to be taken by `written`.
@_extern(c, "digits")
private func digitsInPage(_ number: Double) -> UnsafeMutableRawPointer

/// Seconds that the clocks of a zone are ahead of UTC, at seconds since 1970.
@_extern(c, "ahead")
private func aheadInPage(_ start: UnsafeRawPointer, _ count: Int32, _ seconds: Double) -> Int32
