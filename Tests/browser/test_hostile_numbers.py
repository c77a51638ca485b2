"""Numbers and times beyond all measure, in every address and in every field: the server goes on."""

import itertools
import json
import pathlib
import re
import urllib.parse

import pytest

from book import batch, entry, new_id

SOURCES = pathlib.Path(__file__).parents[2] / "Sources"
KINDS = re.findall(r'case \w+ = "(\w+\.\w+)"', (SOURCES / "Classroom/Journal/EntryPayload.swift").read_text())
NUMBERS = ["0", "-0", "1e-160", "-1e-160", "5e-324", "1e-320", "90", "-90", "180", "-180", "1e9", "1e18", "9.3e18", "-9.3e18",
           "1e300", "1e400", "-1e400", "nan", "-nan", "inf", "-inf", "infinity", "0x1p-1074", "0x1p1023",
           "9223372036854775807", "-9223372036854775808", "99999999999999999999", "1" * 400, "٣", "１", "1_000", " 1", ""]
DAYS = ["0001-01-01", "0000-00-00", "9999-12-31", "1970-01-01", "9999-12-31T23:59:59.999Z", "-001-01-01", "2026-02-30"]
WORDS = ["%00", "%ff", "Europe/Zurich", "../../etc/passwd", "A" * 5_000, "Etc/GMT+14", "AAAA", "MB-Db3I", "week", "month"]
NAMES = ["after", "latitude", "longitude", "nearby", "until", "by", "timeZone", "search", "sort", "type", "activity", "coming", "past",
         "from", "to", "name", "dryRun", "next", "page", "limit"]


@pytest.fixture(scope="module")
def addresses(shared_book):
    """Every page there is, with venues where distances begin to be difficult."""
    book = shared_book
    for latitude, longitude in ((0, 0), (90, 0), (-90, 180), (0, 180), (1e-320, -180)):
        venue = book.venue(f"Venue {latitude} {longitude}", latitude=latitude, longitude=longitude)
    course = book.course(venue=venue)
    planned = book.scheduled(course, ago=-600)
    session = book.session(venue)
    book.post(entry("training.logged", training=new_id(), description="Run", category="endurance", minutes=1440,
                    start="2000-01-01T00:00:00Z"))
    return [
        "/class", f"/classes/{session}", f"/classes/{session}/questions", f"/classes/{planned}/schedule",
        f"/classes/{session}/roster", "/offline", "/sessions", "/students", f"/people/{book.ann}", "/student-types", "/courses",
        "/courses/catalogue", f"/courses/{course}", "/courses/new", f"/courses/{course}/edit", f"/courses/{course}/students",
        f"/courses/{course}/schedule", "/training", "/training/import", "/training/export.csv", "/people/pictures",
        "/people/import", "/people/export.csv", "/register", "/more", "/sign-in", "/health",
    ]


def ask(book, path, query, **headers):
    answer = book.client.ask("GET", f"{path}?{query}", headers={"Accept": "application/json", **headers})
    assert answer.status in (200, 303, 400, 404, 414), (path, query[:200], answer.status)


def test_every_value_in_every_query(shared_book, addresses):
    for path, value in itertools.product(addresses, NUMBERS + DAYS + WORDS):
        coded = value if value.startswith("%") else urllib.parse.quote(value, safe="")
        ask(shared_book, path, "&".join(f"{name}={coded}" for name in NAMES if len(coded) < 1000 or name == "search"))
        assert shared_book.server.is_running, (path, value)


def test_positions_of_every_kind(shared_book, addresses):
    for latitude, longitude in itertools.product(NUMBERS, repeat=2):
        if len(latitude + longitude) < 200:
            ask(shared_book, "/class", urllib.parse.urlencode({"latitude": latitude, "longitude": longitude}))
    assert shared_book.server.is_running


@pytest.mark.parametrize("number", NUMBERS[10:26])
def test_where_a_feed_goes_on(unharmed, number):
    with unharmed.client.feed("/feed?" + urllib.parse.urlencode({"after": number})) as feed:
        assert feed.readline().startswith(b"retry")


@pytest.mark.parametrize("period", ["week", "month"])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Zurich", "nonsense", ""])
def test_days_at_the_ends_of_time(unharmed, period, zone):
    for day in DAYS:
        ask(unharmed, "/training", urllib.parse.urlencode({"until": day, "by": period, "timeZone": zone}))


def test_every_number_and_time_of_every_kind(unharmed):
    numbers = [b"5e-324", b"-0", b"1e-160", b"1e18", b"9.3e18", b"-9223372036854775808", b"18446744073709551616", b"1e308",
               b"-1e308", b"0.5", b"1e15", b"-1e12", b"1e8"]
    times = [b'"0001-01-01T00:00:00Z"', b'"9999-12-31T23:59:60.999999999-23:59"', b'"2026-11-03T18:30:00+99:99"']
    fields = ["latitude", "longitude", "radius", "accuracy", "age", "distance", "temperature", "minutes", "vote", "start", "joined", "at"]
    for kind, value in itertools.product(KINDS, numbers + times):
        # What it refers to is nothing: it may be read, and is never kept.
        bad = {**entry(kind), **{name: new_id() for name in ("person", "class", "course", "question", "training", "venue", "type")}}
        body = json.dumps(batch(*({**bad, "id": new_id(), name: "HERE"} for name in fields))).encode().replace(b'"HERE"', value)
        answer = unharmed.client.journal(body)
        assert answer.status in (200, 400), answer.text[:300]
        assert unharmed.server.is_running, (kind, value)
        if answer.status == 200:
            assert {result["outcome"] for result in answer.json["results"]} == {"rejected"}


def test_a_claim_too_near_to_be_squared(book):
    student = book.person("Ann", "Fleming")
    venue = book.venue(latitude=0, longitude=0, radius=50)
    course = book.course(venue=venue, students=[student])
    session = book.opened(course, venue)
    claim = entry("attendance.claimed", **{"class": session}, latitude=1e-160, longitude=-1e-310, accuracy=5, age=0)
    [result] = book.client_of(student).journal(batch(claim)).json["results"]
    assert result["outcome"] == "accepted"
    assert book.attendance(session)["Ann Fleming"] == "present"
    book.page("/class?latitude=1e-160&longitude=0")
