import Classroom

/// Book of a device: the copy that it took along, of which it makes the server's pages. What the device did since is added by
/// `apply`. The server knows more than was taken along; of a student, what they see of their courses.
///
/// The rows are objects that never change, so a copy of the book costs as much as its lists.
public struct DeviceBook: Sendable {
    let host: DeviceHost
    /// Who took it along.
    let owner: Identifier
    /// Whether the owner is an instructor.
    let teaches: Bool
    /// IANA name of the time zone in which times are written.
    let timeZone: String
    /// Whether student IDs are typed, and not given by the book.
    let typesIDs: Bool
    /// Name of the school; `nil` while there is none.
    let school: String?
    /// Whether there are more people, venues, saved or planned classes than were taken along.
    let hasMore: (people: Bool, venues: Bool, classes: Bool, planned: Bool)
    /// Since when all saved classes that the owner may see were taken along; `nil` for ever.
    let allSince: Instant?
    /// Identifiers of people, in order.
    var ids: [Identifier]
    /// In the order of their identifiers.
    var people: [DevicePerson] = []
    var types: [StudentType]
    /// Types that were deleted on the device, and may come back.
    var deletedTypes: [StudentType] = []
    /// With those that were merged into others.
    var venues: [DeviceVenue]
    /// Whether the device changed any since they were copied.
    var areVenuesChangedHere = false
    var courses: [DeviceCourse]
    /// Courses that the student has left here, since it is still to be said which.
    var leftCourses: [DeviceCourse] = []
    var classes: [DeviceClass]
    var log: DeviceLog
    /// Which courses there are that were not taken along, or are archived.
    let further: FurtherCourses
    /// Whether all archived courses were taken along.
    let hasAllArchived: Bool

    /// - Returns: `nil` if the copy is nobody's.
    public init?(_ copy: CopyValue, host: DeviceHost) {
        let student = copy.identifier("student")
        guard let owner = copy.identifier("instructor") ?? student else { return nil }
        (self.host, self.owner, teaches) = (host, owner, student == nil)
        further = FurtherCourses(
            areArchived: copy.flag("hasArchived"), areOfOthers: copy.flag("seesAll"), requested: copy.words("requested")
        )
        hasAllArchived = copy.flag("hasAllArchived") || !copy.flag("hasArchived")
        log = DeviceLog(copy["log"], of: owner)
        timeZone = copy.text("timeZone") ?? "UTC"
        (typesIDs, school) = (copy.flag("typesIDs"), copy.text("school"))
        hasMore = (
            copy.flag("morePeople"), copy.flag("moreVenues"), copy.flag("moreClasses"), copy.flag("morePlanned")
        )
        allSince = copy.instant("allSince")
        venues = (copy.list("venues") + copy.list("mergedVenues")).compactMap {
            VenueRow($0).map { DeviceVenue($0, host) }
        }
        types = copy.list("types").compactMap { one in
            one.identifier("id").map { StudentType(id: $0, name: one.words("name"), count: 0) }
        }
        courses = copy.list("courses").compactMap { DeviceCourse($0) }
        classes = copy.list("classes").compactMap { DeviceClass($0, owner) }
        let copies = copy.list("people")
        let unordered = copies.map { $0.identifier("id") ?? Identifier(high: 0, low: 0) }
        let order = SortKey.order(unordered.map { SortKey(id: $0) })
        ids = order.map { unordered[$0] }
        for place in order {
            let (copy, id) = (copies[place], unordered[place])
            people.append(DevicePerson(PersonRow(copy, id), PersonDetailsRow(copy, id), self))
        }
    }

    /// The book with what has changed since it was copied, without what the device did.
    ///
    /// - Parameter copy: a copy in which people, classes and the training log are left out that have not changed; classes that
    ///   are gone are named.
    /// - Returns: `nil` if the copy is nobody's.
    public func updated(by copy: CopyValue) -> DeviceBook? {
        guard var next = DeviceBook(copy, host: host) else { return nil }
        let changed = next
        (next.ids, next.people) = (ids, people)
        for one in changed.people { next.put(one) }
        let gone = copy.identifiers("gone")
        next.classes = classes.filter { one in
            changed.known(session: one.row.id) == nil && !gone.contains(one.row.id)
        }
        for one in changed.classes {
            next.classes.append(known(session: one.row.id).map { one.following($0) } ?? one)
        }
        if case .null = copy["log"] { next.log = log }
        return next
    }

    /// Puts a person in the place of themselves, or where they belong.
    mutating func put(_ person: DevicePerson) {
        let place = place(for: person.row.id)
        if place < ids.count, ids[place] == person.row.id {
            people[place] = person
        } else {
            ids.insert(person.row.id, at: place)
            people.insert(person, at: place)
        }
    }

    /// Place of a person among all; `nil` if there is none.
    @inline(never)
    func place(of person: Identifier) -> Int? {
        let place = place(for: person)
        return place < ids.count && ids[place] == person ? place : nil
    }

    /// Place where a person is or would be.
    @inline(never)
    func place(for person: Identifier) -> Int {
        var (first, end) = (0, ids.count)
        while first < end {
            let middle = (first + end) / 2
            if ids[middle] < person { first = middle + 1 } else { end = middle }
        }
        return first
    }

    @inline(never)
    func known(_ person: Identifier) -> DevicePerson? { place(of: person).map { people[$0] } }

    @inline(never)
    func type(_ id: Identifier) -> StudentType? {
        for type in types where type.id == id { return type }
        return nil
    }

    @inline(never)
    func venue(_ id: Identifier) -> DeviceVenue? {
        for venue in venues where venue.id == id { return venue }
        return nil
    }

    /// The venue that is shown for an identifier: the last of those that were merged one into the other, or itself.
    @inline(never)
    func venueShown(_ id: Identifier) -> DeviceVenue? {
        var shown = venue(id)
        // No way leads round: only what is not merged is merged into.
        while let next = shown?.mergedInto, let other = venue(next) { shown = other }
        return shown
    }

    @inline(never)
    func course(_ id: Identifier) -> DeviceCourse? {
        for course in courses where course.id == id { return course }
        return nil
    }

    @inline(never)
    func known(session id: Identifier) -> DeviceClass? {
        for session in classes where session.row.id == id { return session }
        return nil
    }

    @inline(never)
    func words(_ text: String) -> [String] { host.words(host.fold(text)) }
}
