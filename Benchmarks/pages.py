"""Pages of a large book beside those of a book with a hundredth of it: none may depend on how much there is."""

import concurrent.futures
import http.client
import json
import time
import uuid

PEOPLE, CLASSES, MARKS_EACH = 100_000, 10_000, 100
POSTERS = 4
ASKED = 300
NAMES = ["Ann", "Béla", "Chen", "Dara", "Emeka", "Fatima", "Gil", "Hana", "Ida", "Jun", "Kofi", "Lena", "Mina", "Nils"]


class Asker:
    """One connection to a server, kept open."""

    def __init__(self, base, token):
        host, port = base.removeprefix("http://").split(":")
        self.connection = http.client.HTTPConnection(host, int(port), timeout=120)
        self.token = token

    def ask(self, method, path, body=None, accept="text/html"):
        headers = {"Authorization": f"Bearer {self.token}", "Accept": accept, "Content-Type": "application/json"}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status == 200, (path, answer.status, text[:300])
        return text


def at(seconds_ago):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - seconds_ago))


def people(count):
    return [
        {"id": str(uuid.uuid4()), "at": at(60), "kind": "person.added", "person": str(uuid.uuid4()),
         "firstName": NAMES[number % len(NAMES)], "lastName": f"{NAMES[number // 7 % len(NAMES)]}sen {number}",
         "studentID": str(20_000_000 + number)}
        for number in range(count)
    ]


def class_entries(number, total, venues, persons):
    """A class and its marks; the classes follow each other without overlapping, over most of a year."""
    start = (total - number) * (350 * 86_400 / total)
    session, length = str(uuid.uuid4()), 350 * 86_400 / total * 0.8
    marks = [persons[(number * 37 + one * 101) % len(persons)] for one in range(MARKS_EACH)]
    happenings = [("class.started", start, {"venue": venues[number % len(venues)]})]
    happenings += [("attendance.marked", start - 1, {"person": person}) for person in dict.fromkeys(marks)]
    happenings += [("class.saved", start - length, {})]
    return [{"id": str(uuid.uuid4()), "at": at(ago), "kind": kind, "class": session, **fields}
            for kind, ago, fields in happenings]


def fill(base, token, share):
    """Fills a book with a share of everything, by the way everything takes."""
    device = str(uuid.uuid4())

    def post(entries):
        asker = Asker(base, token)
        for begin in range(0, len(entries), 200):
            body = json.dumps({"device": device, "entries": entries[begin:begin + 200]})
            results = json.loads(asker.ask("POST", "/journal", body, "application/json"))["results"]
            bad = [result for result in results if result["outcome"] != "accepted"]
            assert not bad, bad[:3]

    persons = people(PEOPLE // share)
    venues = [{"id": str(uuid.uuid4()), "at": at(60), "kind": "venue.saved", "venue": str(uuid.uuid4()), "name": f"Hall {number}"}
              for number in range(20)]
    with concurrent.futures.ThreadPoolExecutor(POSTERS) as pool:
        post(venues)
        parts = [persons[begin::POSTERS] for begin in range(POSTERS)]
        list(pool.map(post, parts))
    total = CLASSES // share
    ids, places = [one["person"] for one in persons], [one["venue"] for one in venues]
    # One after the other, as classes of one instructor are.
    for begin in range(0, total, 20):
        some = range(begin, min(begin + 20, total))
        post([entry for number in some for entry in class_entries(number, total, places, ids)])
    return ids


def paths(base, token, persons):
    asker = Asker(base, token)
    sessions = json.loads(asker.ask("GET", "/sessions", accept="application/json"))
    session = sessions["sessions"][10]["id"]
    return {
        "/class": "/class", "/students": "/students", "/students, searched": "/students?search=nilssen+4",
        "/students, by sessions attended": "/students?sort=attended", "/students, second part":
        json.loads(asker.ask("GET", "/students", accept="application/json"))["more"],
        "/sessions": "/sessions", "/sessions, most attended": "/sessions?sort=attended",
        "/sessions, second part": sessions["more"], "/classes/ID": f"/classes/{session}",
        "/classes/ID/roster": f"/classes/{session}/roster", "/people/ID": f"/people/{persons[37]}",
        "/offline": "/offline",
    }


def p99(base, token, path):
    """Milliseconds in which 99 of 100 answers have come, asked one after the other."""
    asker = Asker(base, token)
    for _ in range(10):
        asker.ask("GET", path)
    times = []
    for _ in range(ASKED):
        before = time.perf_counter()
        asker.ask("GET", path)
        times.append((time.perf_counter() - before) * 1000)
    return sorted(times)[int(ASKED * 0.99) - 1]


def fill_lists(base, book, trainings, questions):
    """A log of so many entries over two years, and a class with so many questions; the pages that show them."""
    device, named = str(uuid.uuid4()), {name: str(uuid.uuid4()) for name in ("venue", "course", "class", "person")}

    def post(token, happenings):
        asker = Asker(base, token)
        for begin in range(0, len(happenings), 200):
            entries = [{"id": str(uuid.uuid4()), "at": at(60), **one} for one in happenings[begin:begin + 200]]
            body = json.dumps({"device": device, "entries": entries})
            results = json.loads(asker.ask("POST", "/journal", body, "application/json"))["results"]
            assert all(result["outcome"] == "accepted" for result in results), results[:3]

    venue, course, session, person = ({name: named[name]} for name in ("venue", "course", "class", "person"))
    post(book.token, [
        {"kind": "person.added", **person, "firstName": "Ann", "lastName": "Fleming", "studentID": "20000001"},
        {"kind": "venue.saved", **venue, "name": "Hall"},
        {"kind": "course.created", **course, **venue, "title": "Yoga", "timeZone": "UTC"},
        {"kind": "enrolment.accepted", **course, **person},
        {"kind": "class.scheduled", **course, **session, "start": at(60)}, {"kind": "class.started", **session, **venue},
    ])
    student = book.command("token", "20000001").strip()
    span = 2 * 365 * 86_400
    post(student, [
        {"kind": "training.logged", "training": str(uuid.uuid4()), "description": f"Run {number}",
         "category": ("endurance", "strength", "mobility")[number % 3], "minutes": 10 + number % 80,
         "start": at(number * span / trainings)} for number in range(trainings)
    ])
    post(student, [
        {"kind": "question.asked", **session, "question": str(uuid.uuid4()), "text": f"Question {number}?"}
        for number in range(questions)
    ])
    return {
        "/training, 10,000 entries": (student, "/training"),
        "/training, 10,000 entries, by month": (student, "/training?by=month"),
        "/classes/ID/questions, 2,000 of them": (book.token, f"/classes/{named['class']}/questions"),
    }


def long_lists(folder, make_book):
    """What one person and one class can pile up, beside a hundredth of it."""
    times = {}
    for name, share in (("short", 100), ("long", 1)):
        book = make_book(folder / name)
        server = book.serve()
        for title, (token, path) in fill_lists(server.base, book, 10_000 // share, 2_000 // share).items():
            times.setdefault(title, []).append(p99(server.base, token, path))
        server.stop()
    return [(f"{title}, p99", f"{long:.1f} ms", f"{long / short:.1f} × a hundredth of it; wanted 2")
            for title, (short, long) in times.items()]


def compare(folder, make_book, get):
    """The rows of the table; `make_book` makes an empty book in a folder."""
    times = {}
    for name, share in (("small", 100), ("large", 1)):
        book = make_book(folder / name)
        server = book.serve()
        persons = fill(server.base, book.token, share)
        for title, path in paths(server.base, book.token, persons).items():
            times.setdefault(title, []).append(p99(server.base, book.token, path))
        loaded = server.resident()
        server.stop()
    again = book.serve()
    get(again.base, "/class", book.token)
    start = (time.perf_counter() - again.started) * 1000
    again.stop()
    rows = [(f"{title}, p99", f"{large:.1f} ms", f"{large / small:.1f} × a hundredth of the book; wanted 2")
            for title, (small, large) in times.items()]
    return rows + [
        ("start to first page of the large book", f"{start:.0f} ms", "wanted 250 ms"),
        ("memory after filling it", f"{loaded:.0f} MB", "wanted 200 MB"),
    ]
