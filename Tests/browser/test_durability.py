"""What has been acknowledged is in the book, once and whole, whenever the power fails."""

import contextlib
import http.client
import json
import os
import random
import sqlite3
import subprocess
import threading
import uuid

import pytest

import samples
from book import Beginning, Book, batch, entry, new_id
from cluster import new_database
from conftest import AMPLE
from http_client import Client, events
from server import PATIENCE, succeed

KILLS = int(os.environ.get("SHALA_KILLS", 12))
WRITERS = 4
CHANCE = random.Random(20261103)


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def kept_book(request, serve, tmp_path):
    """A book in either engine, and what makes a program open it."""
    options = ("--database", new_database()) if request.param == "PostgreSQL" else ()
    book = Book(serve("book", *AMPLE, *options), Beginning(tmp_path / "book", *options))
    book.options = options
    return book


class Writers:
    """Devices that post all the time, and post again whatever was not answered."""

    def __init__(self, book, session, people):
        self.client = book.client
        self.session, self.people = session, people
        self.server_is_up = threading.Event()
        self.progress = threading.Condition()
        self.acknowledged = {}
        self.last_batch = None
        self.repeated = 0
        self.failures = []
        self.is_over = False
        self.threads = [threading.Thread(target=self.write, args=[number]) for number in range(WRITERS)]

    def write(self, number):
        device, chance = new_id(), random.Random(number)
        try:
            while not self.is_over:
                self.post(batch(*(self.entry(chance) for _ in range(chance.randint(1, 5))), device=device))
        except BaseException as failure:
            self.failures.append(failure)

    def entry(self, chance):
        kind = chance.choice(["attendance.marked", "attendance.marked", "attendance.cleared", "person.added"])
        if kind == "person.added":
            number = new_id()
            return entry(kind, person=new_id(), firstName="Added", lastName=number, studentID=number[:18])
        return entry(kind, **{"class": self.session}, person=chance.choice(self.people))

    def post(self, body):
        while True:
            assert self.server_is_up.wait(2 * PATIENCE)
            with contextlib.suppress(OSError, http.client.HTTPException):
                answer = self.client.journal(body)
                assert answer.status == 200, answer.text
                return self.note(body, answer.json["results"])
            self.repeated += 1

    def note(self, body, results):
        with self.progress:
            for one, result in zip(body["entries"], results, strict=True):
                assert result["outcome"] in ("accepted", "duplicate"), result
                self.acknowledged[one["id"]] = result["sequence"]
            self.last_batch = body
            self.progress.notify_all()

    def wait_for(self, more):
        with self.progress:
            goal = len(self.acknowledged) + more
            assert self.progress.wait_for(lambda: len(self.acknowledged) >= goal, PATIENCE)


@pytest.fixture
def writers(kept_book):
    """Those who wrote through several sudden ends of the server."""
    book = kept_book
    people = [book.person("Student", str(number)) for number in range(20)]
    writers = Writers(book, book.started(book.venue()), people)
    writers.server_is_up.set()
    for thread in writers.threads:
        thread.start()
    try:
        for _ in range(KILLS):
            writers.wait_for(CHANCE.randint(1, 60))
            writers.server_is_up.clear()
            book.server.kill()
            book.server.start()
            writers.server_is_up.set()
        writers.wait_for(1)
    finally:
        writers.is_over = True
        for thread in writers.threads:
            thread.join(PATIENCE)
    assert writers.failures == []
    assert not any(thread.is_alive() for thread in writers.threads)
    return writers


def ask_postgres(database, sql):
    query = f"SELECT COALESCE(json_agg(one), '[]') FROM ({sql}) AS one"
    answer = subprocess.run(["psql", "-At", "-c", query, database], check=True, capture_output=True, text=True)
    return [tuple(row.values()) for row in json.loads(answer.stdout)]


def text(value):
    """Identifiers are 16 bytes."""
    return str(uuid.UUID(bytes=value)) if isinstance(value, bytes) else value


@contextlib.contextmanager
def tables(book):
    if book.options:
        yield lambda sql: ask_postgres(book.options[1], sql)
        return
    path = book.server.data / "shala.sqlite"
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
        yield lambda sql, *values: [tuple(map(text, row)) for row in database.execute(sql, values)]


def test_every_acknowledged_entry_is_there_once_and_whole(kept_book, writers):
    book = kept_book
    assert writers.repeated > 0, "At least one post was cut off."
    assert len(writers.acknowledged) > 100
    check_journal(book, writers)
    check_feed(book, writers)
    check_marks(book)
    check_people(book)
    check_repeats(book, writers)
    succeed("doctor", *book.options, data=book.server.data)


def check_journal(book, writers):
    with tables(book) as rows:
        if not book.options:
            assert rows("PRAGMA integrity_check") == [("ok",)]
            assert rows("PRAGMA foreign_key_check") == []
        journal = rows("SELECT sequence, id FROM entry ORDER BY sequence")
    assert [sequence for sequence, _ in journal] == list(range(1, len(journal) + 1))
    places = {entry_id: sequence for sequence, entry_id in journal}
    assert len(places) == len(journal)
    assert {one: places.get(one) for one in writers.acknowledged} == writers.acknowledged


def check_feed(book, writers):
    last = book.sequence
    with book.client.feed("/feed?after=0") as feed:
        told = events(feed, last)
    assert [event["sequence"] for event in told] == list(range(1, last + 1))
    assert writers.acknowledged.items() <= {event["id"]: event["sequence"] for event in told}.items()


def check_marks(book):
    """The table of marks says what the journal says: of each person the mark made last."""
    with tables(book) as rows:
        journal = rows("SELECT class, person, kind FROM entry WHERE kind LIKE 'attendance.%' ORDER BY at, sequence")
        marks = rows("SELECT class, person, is_present FROM mark")
        attending = dict(rows("SELECT id, attending FROM class"))
    wanted = {(session, person): int(kind == "attendance.marked") for session, person, kind in journal}
    assert {(session, person): present for session, person, present in marks} == wanted
    for session, number in attending.items():
        assert number == sum(present for (one, _), present in wanted.items() if one == session)


def check_people(book):
    with tables(book) as rows:
        added = rows("SELECT person FROM entry WHERE kind = 'person.added' ORDER BY person")
        people = rows("SELECT id FROM person ORDER BY id")
        unfindable = rows("SELECT id FROM person WHERE id NOT IN (SELECT person FROM person_word)")
    assert people == added
    assert unfindable == []


def check_repeats(book, writers):
    """Sent again, an entry is the one that is there; from another device it is another one of the same name."""
    before = book.sequence
    body = writers.last_batch
    repeated = book.client.journal(body).json["results"]
    assert [(result["outcome"], result["sequence"]) for result in repeated] == [
        ("duplicate", writers.acknowledged[one["id"]]) for one in body["entries"]]
    assert {result["outcome"] for result in book.send(*body["entries"])} == {"conflict"}
    assert book.sequence == before


def test_repeated_post_is_answered_like_the_first(book):
    body = batch(*(entry("venue.saved", venue=new_id(), name=f"Venue {number}") for number in range(3)))
    first = book.client.journal(body).json["results"]
    book.server.kill()
    book.server.start()
    again = book.client.journal(body).json["results"]
    assert [result["outcome"] for result in again] == ["duplicate"] * 3
    assert [result["sequence"] for result in again] == [result["sequence"] for result in first]
    assert book.sequence == first[-1]["sequence"]


def test_import_is_there_whole_or_not_at_all(book):
    book.options = ()
    for number in range(8):
        rows = "".join(f"Row,{row},{number}-{row}\r\n" for row in range(300))
        content = ("First Name,Last Name,Student ID\r\n" + rows).encode()
        killer = threading.Timer(CHANCE.uniform(0, 0.15), book.server.process.kill)
        killer.start()
        with contextlib.suppress(OSError, http.client.HTTPException):
            book.client.import_roster(content)
        killer.join()
        book.server.ended()
        book.server.start()
        with tables(book) as rows:
            [(added,)] = rows("SELECT COUNT(*) FROM person WHERE student_id LIKE ?", f"{number}-%")
            [(noted,)] = rows("SELECT COUNT(*) FROM entry WHERE kind = 'person.added' AND fields LIKE ?",
                              f'%"studentID":"{number}-%')
        assert added == noted and added in (0, 300)
    assert book.client.import_roster(samples.FILES["roster.csv"]).json["result"]["added"] == samples.GOOD


def test_kill_leaves_the_sign_in_alone(book):
    book.server.kill()
    book.server.start()
    assert Client(book.base, book.client.headers["Authorization"].split()[1]).get("/more").status == 200
    assert Client(book.base).get(f"/sign-in/{book.code}").status == 200
