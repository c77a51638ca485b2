import Classroom
import Pages
import Store

/// Layout around every page.
struct Layout: Modelled, Sendable {
    static let template = "layout"
    let title: String
    let tabs: [Tab]
    let assets: String
    let serverTime: Int64
    let person: Holder?
    let isWholeScreen: Bool
    /// Whether student IDs are typed, and not given by the book.
    let typesIDs: Bool
    /// Last sequence number that the page reflects.
    let sequence: Int64?
    let feed: String?
    /// Address of the offline copy, for those who keep one.
    let book: String?
    /// List that the page is an entry of, and what it is called.
    let list: (href: String, title: String)?

    struct Tab: Modelled, Sendable {
        let label: String
        let href: String
        let icon: String
        /// Prefixes of further addresses that belong to the tab.
        let below: String
        let current: Bool

        var model: Model {
            [
                "label": label.model, "href": href.model, "icon": icon.model, "below": below.model,
                "current": current.model,
            ]
        }
    }

    struct Holder: Modelled, Sendable {
        let id: String
        let name: String
        let href: String
        let avatar: Avatar
        /// Those who turned out to be the same, whose entries a device may still hold.
        let others: String?

        var model: Model {
            ["id": id.model, "others": others.model, "name": name.model, "href": href.model, "avatar": avatar.model]
        }
    }

    init(
        page: String, signedIn: SignedIn?, path: String, assets: String, isWholeScreen: Bool, followed: String?,
        list: String?, typesIDs: Bool
    ) {
        self.isWholeScreen = isWholeScreen
        self.typesIDs = typesIDs
        title = page
        self.assets = assets
        serverTime = Instant.now.milliseconds
        let person = signedIn?.person
        tabs = Self.tabs(for: person, path: path)
        self.person = person.map {
            Holder(
                id: $0.id.text, name: $0.name.full, href: "/people/\($0.id)", avatar: Avatar($0),
                others: $0.others.isEmpty ? nil : $0.others.map(\.text).joined(separator: " "))
        }
        sequence = signedIn?.sequence
        feed = sequence.map { href("/feed", [("after", "\($0)"), ("class", followed ?? "")]) }
        book = person?.role == .instructor ? "/offline" : nil
        self.list = tabs.first { $0.href == list }.map { ($0.href, $0.label) }
    }

    var model: Model {
        [
            "title": title.model, "tabs": tabs.model, "assets": assets.model, "serverTime": serverTime.model,
            "person": person.model, "isWholeScreen": isWholeScreen.model, "sequence": sequence.model,
            "typesIDs": typesIDs.model, "feed": feed.model, "book": book.model,
            "list": list.map { ["href": $0.href.model, "title": $0.title.model] } ?? .null,
        ]
    }

    private static func tabs(for person: Person?, path: String) -> [Tab] {
        guard let person else { return [] }
        let me = "/people/\(person.id)"
        let all: [(label: String, href: String, icon: String, below: [String])] =
            person.role == .instructor
            ? [
                ("Courses", "/courses", "courses", []), ("Sessions", "/sessions", "sessions", ["/classes/"]),
                ("Class", "/class", "class", []), ("Students", "/students", "students", ["/people/"]),
                (
                    "More", "/more", "more",
                    [
                        "/student-types", "/people/import", "/people/pictures", "/offline", "/register", "/training",
                        "/install", "/join", "/notifications", "/welcome", "/school", "/venues",
                        "/keyboard",
                    ]
                ),
            ]
            : [
                ("Courses", "/courses", "courses", ["/classes/"]), ("Training", "/training", "training", []),
                ("Me", me, "person", []),
                ("More", "/more", "more", ["/offline", "/install", "/notifications", "/watch-links", "/keyboard"]),
            ]
        // The longest match wins: import is below /people but belongs to More.
        let fits = all.map { tab in
            ([tab.href] + tab.below).filter { path == $0 || path.hasPrefix($0) }.map(\.count).max() ?? 0
        }
        return zip(all, fits).map { tab, fit in
            Tab(
                label: tab.label, href: tab.href, icon: tab.icon, below: tab.below.joined(separator: " "),
                current: fit > 0 && fit == fits.max())
        }
    }
}
