"""Entries that break the rules: each is refused with a reason, and nothing changes."""

import base64
import json
import struct

import pytest

from book import batch, entry, new_id
from http_client import Client
from pictures import noise, png

UUID = "00000000-0000-4000-8000-000000000001"
DEVICE = UUID.encode()


def expect_problem(answer, status):
    assert answer.status == status, answer.text[:300]
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json
    assert problem["status"] == status and problem["title"] and len(problem["detail"]) > 10
    assert "Swift" not in problem["detail"] and "Error" not in problem["detail"]


@pytest.mark.parametrize("body", [
    b"", b"{", b"null", b"[]", b'"text"', b"7", b"\xff\xfe\x00", b"\x00" * 100, b"{}", b'{"device": 5, "entries": []}',
    b'{"device": "me", "entries": []}', b'{"device": "%s"}' % DEVICE, b'{"device": "%s", "entries": {}}' % DEVICE,
    b'{"device": "%s", "entries": "all"}' % DEVICE, b"[" * 200_000, b'{"a":' * 100_000,
    b'{"device": "%s", "entries": [' % DEVICE, b"<plist/>", b"device=1&entries=2",
], ids=range(19))
def test_unreadable_body(unharmed, body):
    expect_problem(unharmed.client.journal(body), 400)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_body_that_is_not_called_json(unharmed, kind):
    body = json.dumps(batch(entry("venue.saved", venue=UUID, name="Mill")))
    expect_problem(unharmed.client.ask("POST", "/journal", body, {"Content-Type": kind}), 400)


def test_signed_out(unharmed):
    body = json.dumps(batch(entry("venue.saved", venue=UUID, name="Mill")))
    expect_problem(Client(unharmed.base).journal(body.encode()), 401)
    expect_problem(Client(unharmed.base, "nonsense").journal(body.encode()), 401)


def test_body_of_two_mebibytes(unharmed):
    body = json.dumps(batch(entry("venue.saved", venue=UUID, name="M" * 2 * 1024 * 1024)))
    expect_problem(unharmed.client.journal(body.encode()), 413)


def test_more_than_two_hundred_entries(unharmed):
    entries = [entry("venue.saved", venue=new_id(), name=f"Venue {number}") for number in range(201)]
    expect_problem(unharmed.client.journal(batch(*entries)), 413)


def test_two_hundred_entries_are_taken(book):
    before = book.sequence
    book.post(*(entry("venue.saved", venue=new_id(), name=f"Venue {number}") for number in range(200)))
    assert book.sequence == before + 200


def rejected(book, *entries):
    """The problems of entries all of which must be refused, each in words."""
    results = book.send(*entries)
    assert [result["outcome"] for result in results] == ["rejected"] * len(entries), results
    for result in results:
        assert result["problems"]
        assert all(one["field"] and one["code"] and len(one["message"]) > 8 for one in result["problems"])
    return [{one["field"] for one in result["problems"]} for result in results]


def good(book, **changes):
    """An entry that would be taken, but for the changes; None leaves a field out."""
    fields = {**entry("person.edited", person=book.ann, firstName="Changed"), **changes}
    return {name: value for name, value in fields.items() if value is not None}


def test_the_entry_is_good_as_such(book):
    book.ann = book.person("Ann", "Fleming")
    book.post(good(book))


@pytest.mark.parametrize("kind", ["person.exploded", "", "PERSON.EDITED", "person.edited ", 5, None, True, [], {"a": 1}])
def test_unknown_kind(unharmed, kind):
    assert rejected(unharmed, good(unharmed, kind=kind)) == [{"kind"}]


@pytest.mark.parametrize("at", [
    "1900-01-01T00:00:00Z", "2300-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "yesterday", "",
    "2026-02-30T00:00:00Z", "2026-11-03", "2026-11-03T25:00:00Z", "2026-11-03T10:00:00", 1793700000, None, True, [],
    "+058859-02-09T09:56:17.350Z", "2026-11-03T10:00:00.Z", "2026-11-03T10:00:00Z" + "0" * 1000,
])
def test_time_that_cannot_be(unharmed, at):
    assert rejected(unharmed, good(unharmed, at=at)) == [{"at"}]


@pytest.mark.parametrize("value", [
    "7", "", "x" * 36, UUID[:-1], UUID + "0", f"{{{UUID}}}", UUID.replace("-", ""), 7, None, [], "\0" * 36,
], ids=range(11))
@pytest.mark.parametrize("name", ["id", "person"])
def test_identifier_that_is_none(unharmed, name, value):
    assert rejected(unharmed, good(unharmed, **{name: value})) == [{name}]


@pytest.mark.parametrize("value", [
    "N" * 10_000, "N" * 101, "é" * 101, "👩🏽‍🚀" * 101, "e" + "\u0301" * 10_000, "two\nlines", "tab\tbed", "\u202eback",
    "nul\0", "\ufeff", 5, True, ["Ann"], {"first": "Ann"},
], ids=range(14))
@pytest.mark.parametrize("name", ["firstName", "lastName"])
def test_name_that_cannot_be(unharmed, name, value):
    assert rejected(unharmed, good(unharmed, firstName=None) | {name: value}) == [{name}]


@pytest.mark.parametrize("fields", [
    {"github": "two--hyphens"}, {"github": "a" * 40}, {"github": "<script>"}, {"joined": "2026-02-29"},
    {"joined": "1066-10-14"}, {"joined": 5}, {"type": "regular"}, {"type": UUID}, {"nickname": "A"},
    {"role": "instructor"}, {"sequence": 1},
])
def test_field_that_cannot_be(unharmed, fields):
    assert rejected(unharmed, good(unharmed, **fields)) == [set(fields)]


@pytest.mark.parametrize("fields", [
    {"name": ""}, {"name": "V" * 101}, {"address": "A" * 201}, {"radius": 9}, {"radius": 10_001}, {"radius": "wide"},
    {"latitude": 91, "longitude": 0}, {"latitude": 0, "longitude": -181}, {"latitude": 1},
    {"latitude": "1", "longitude": 1},
])
def test_venue_that_cannot_be(unharmed, fields):
    [found] = rejected(unharmed, entry("venue.saved", venue=UUID, **{"name": "Mill", **fields}))
    assert found and found <= {*fields, "longitude"}


def test_numbers_beyond_all_measure(unharmed):
    for number in (b"1e999", b"-1e999", b"NaN", b"Infinity", b"1" * 5000):
        body = json.dumps(batch(entry("venue.saved", venue=UUID, name="Mill", radius=0))).encode()
        answer = unharmed.client.journal(body.replace(b'"radius": 0', b'"radius": ' + number))
        assert answer.status == 400 or answer.json["results"][0]["outcome"] == "rejected"


def test_entries_that_are_no_objects(unharmed):
    answer = unharmed.client.journal({"device": UUID, "entries": [1, "two", None, [3], True, {}]})
    assert [result["outcome"] for result in answer.json["results"]] == ["rejected"] * 6


@pytest.mark.parametrize("kind", ["class.paused", "class.resumed", "class.saved", "class.deleted", "class.restored", "class.unscheduled",
                                  "class.unstarted"])
def test_class_that_is_not_there(unharmed, kind):
    assert rejected(unharmed, entry(kind, **{"class": UUID})) == [{"class"}]


def test_one_bad_entry_does_not_stop_the_others(book):
    ann = book.person("Ann", "Fleming")
    results = book.send(
        entry("person.edited", person=ann, firstName="Anna"), entry("nonsense"),
        entry("person.edited", person=ann, lastName="Flemming"))
    assert [result["outcome"] for result in results] == ["accepted", "rejected", "accepted"]
    assert book.page(f"/people/{ann}")["person"]["name"] == "Anna Flemming"


def test_id_of_another_entry(book):
    ann = book.person("Ann", "Fleming")
    first = entry("person.edited", person=ann, firstName="Anna")
    book.post(first)
    before = book.sequence
    [result] = book.send({**first, "firstName": "Eve"})
    assert (result["outcome"], book.sequence) == ("conflict", before)
    assert book.page(f"/people/{ann}")["person"]["firstName"] == "Anna"


def riff(size):
    return b"RIFF" + struct.pack("<I", size) + b"WEBPVP8 "


@pytest.mark.parametrize("data", [
    b"I am no picture.", b"", b"GIF89a" + bytes(200), png(64, 64)[:-20], png(64, 64)[8:], noise(450, 450),
    b"\xff\xd8\xff" + bytes(200), riff(10**6) + bytes(100), b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    b"BM" + bytes(200),
], ids=["text", "empty", "gif", "cut off", "beheaded", "too large", "no end", "wrong length", "svg", "bmp"])
def test_picture_that_is_none(unharmed, data):
    sent = base64.b64encode(data).decode()
    [found] = rejected(unharmed, entry("person.pictured", person=unharmed.ann, data=sent))
    assert found == {"data"}
    assert "picture" not in unharmed.page(f"/people/{unharmed.ann}")["person"]["avatar"]


@pytest.mark.parametrize("fields", [
    {"data": "not base64!"}, {"data": 5}, {"picture": "0" * 64}, {"picture": "../../etc"}, {"picture": 7},
    {"data": base64.b64encode(png(4, 4)).decode(), "picture": "0" * 64},
])
def test_picture_field_that_cannot_be(unharmed, fields):
    assert rejected(unharmed, entry("person.pictured", person=unharmed.ann, **fields))[0] <= {"data", "picture"}
