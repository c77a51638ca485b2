"""Pages of a large book beside those of a book with a hundredth of it: none may depend on how much there is.

The books are filled once, by the way everything takes, and kept in SHALA_BENCH_CACHE or ~/.cache/shala-bench.
"""

import concurrent.futures
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import time
import uuid

from books import PROGRAMS, at, get
from pages import Asker, row

PEOPLE, CLASSES, MARKS_EACH = 100_000, 10_000, 100
HELD = 40
POSTERS = 4
NAMES = ["Ann", "Béla", "Chen", "Dara", "Emeka", "Fatima", "Gil", "Hana", "Ida", "Jun", "Kofi", "Lena", "Mina", "Nils"]
CACHE = pathlib.Path(os.environ.get("SHALA_BENCH_CACHE", pathlib.Path.home() / ".cache/shala-bench"))


def people(count):
    return [
        {"kind": "person.added", "person": str(uuid.uuid4()),
         "firstName": NAMES[number % len(NAMES)], "lastName": f"{NAMES[number // 7 % len(NAMES)]}sen {number}",
         "studentID": str(20_000_000 + number)}
        for number in range(count)
    ]


def class_entries(begun, ended, venue, persons):
    """A class, as many seconds ago as it began and ended, and its marks."""
    session = str(uuid.uuid4())
    events = [("class.started", begun, {"venue": venue})]
    events += [("attendance.marked", begun - 1, {"person": person}) for person in persons]
    events += [("class.saved", ended, {})]
    return [{"at": at(ago), "kind": kind, "class": session, **fields} for kind, ago, fields in events]


def class_of(number, total, venues, persons):
    """One of the classes that follow each other without overlapping, over most of a year."""
    length = 350 * 86_400 / total
    begun = (total - number) * length
    marked = [persons[(number * 37 + one * 101) % len(persons)] for one in range(MARKS_EACH)]
    return class_entries(begun, begun - length * 0.8, venues[number % len(venues)], list(dict.fromkeys(marked)))


def fill(book, base, share):
    """Fills a book with a share of everything, by the way everything takes."""
    persons = people(PEOPLE // share)
    venues = [{"kind": "venue.saved", "venue": str(uuid.uuid4()), "name": f"Hall {number}"} for number in range(20)]
    book.post(base, venues)
    with concurrent.futures.ThreadPoolExecutor(POSTERS) as pool:
        list(pool.map(lambda part: book.post(base, part), [persons[begin::POSTERS] for begin in range(POSTERS)]))
    total = CLASSES // share
    ids, places = [one["person"] for one in persons], [one["venue"] for one in venues]
    # One after the other, as classes of one instructor are.
    for begin in range(0, total, 20):
        some = range(begin, min(begin + 20, total))
        book.post(base, [entry for number in some for entry in class_of(number, total, places, ids)])


def paths(base, token):
    asker = Asker(base, token)
    sessions = json.loads(asker.ask("GET", "/sessions", accept="application/json"))
    session = [one for group in sessions["groups"] for one in group["sessions"]][10]["id"]
    attendee = json.loads(asker.ask("GET", f"/classes/{session}", accept="application/json"))["attendees"][7]["id"]
    return {
        "/class": "/class", "/students": "/students", "/students, searched": "/students?search=nilssen+4",
        "/students, by sessions attended": "/students?sort=attended", "/students, second part":
        json.loads(asker.ask("GET", "/students", accept="application/json"))["more"],
        "/sessions": "/sessions", "/sessions, most attended": "/sessions?sort=attended",
        "/sessions, second part": sessions["more"], "/classes/ID": f"/classes/{session}",
        "/classes/ID/roster": f"/classes/{session}/roster", "/people/ID": f"/people/{attendee}",
        "/offline": "/offline",
    }


def book_of(share, folder, make_book):
    """A copy of the kept book with a share of everything, which is filled if there is none."""
    kept = CACHE / f"{PEOPLE // share}-{CLASSES // share}-{MARKS_EACH}"
    if not kept.exists():
        book = make_book(folder / "new")
        server = book.serve()
        fill(book, server.base, share)
        server.stop()
        CACHE.mkdir(parents=True, exist_ok=True)
        shutil.move(folder / "new", kept)
    shutil.copytree(kept, folder / kept.name)
    # What the kernel still has to write of the copy would weigh on the first pages.
    os.sync()
    return make_book(folder / kept.name)


def rate(book, base):
    """Marks that are taken each second, in batches of 200, at classes of the last few minutes."""
    copy = get(base, "/offline", book.token)
    venue, persons = copy["venues"][0]["id"], [one["id"] for one in copy["people"]][:MARKS_EACH]
    entries = [one for begun in range(10 * HELD, 0, -10) for one in class_entries(begun, begun - 5, venue, persons)]
    begun = time.perf_counter()
    book.post(base, entries)
    return HELD * len(persons) / (time.perf_counter() - begun)


def mark_size(book):
    """Bytes of a mark with its entry, and of their places in indexes."""
    database = sqlite3.connect(book.file)
    [[size]] = database.execute(
        "SELECT SUM(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name IN ('mark', 'entry'))")
    [[marks]] = database.execute("SELECT COUNT(*) FROM mark")
    database.close()
    return size / marks


def doctor(book):
    """Seconds that the doctor takes, and the most megabytes of its memory."""
    begun = time.perf_counter()
    process = subprocess.Popen([PROGRAMS / "shala", "doctor", *book.where], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, "The doctor has findings."
    return time.perf_counter() - begun, usage.ru_maxrss / 1024


def rows(folder, make_book):
    """`make_book` makes an empty book in a folder, or takes the one that is there."""
    books = [book_of(share, folder, make_book) for share in (100, 1)]
    servers = [book.serve() for book in books]
    small, large = (
        {title: (server.base, book.token, path) for title, path in paths(server.base, book.token).items()}
        for book, server in zip(books, servers))
    pages = [row(title, small[title], large[title]) for title in small]
    loaded = servers[1].resident()
    rates = [rate(book, server.base) for book, server in zip(books, servers)]
    for server in servers:
        server.stop()
    book = books[1]
    again = book.serve()
    get(again.base, "/class", book.token)
    start = (time.perf_counter() - again.started) * 1000
    entries = get(again.base, "/health")["sequence"]
    again.stop()
    seconds, memory = doctor(book)
    return pages + [
        (f"marks at {CLASSES * MARKS_EACH:,} marks, in batches of 200", f"{rates[1]:,.0f} /s",
         f"{rates[1] / rates[0]:.2f} × at a hundredth of them"),
        ("a mark with its entry, on the disk", f"{mark_size(book):.0f} bytes", ""),
        ("start to first page of the large book", f"{start:.0f} ms", "wanted 250 ms"),
        ("memory after its pages", f"{loaded:.0f} MB", "wanted 200 MB"),
        (f"`shala doctor` over {entries:,} entries", f"{seconds:.0f} s, {memory:.0f} MB", ""),
    ]
