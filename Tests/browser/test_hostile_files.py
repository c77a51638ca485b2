"""Roster files made to do harm: each is refused with a reason or read in no time, and nothing changes."""

import io
import plistlib
import struct
import zipfile

import pytest

import samples
from http_client import Client

HEAD = b'<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x" [%s]><plist version="1.0">%s</plist>'


def laughs(kind):
    """Entities that unfold to ten to the ninth of the first."""
    first = b'<!ENTITY %s0 "haha">' % kind
    rest = b"".join(b'<!ENTITY %s%d "%s">' % (kind, level, b"&%s%d;" % (kind, level - 1) * 10) for level in range(1, 10))
    return HEAD % (first + rest, b"<array><dict><key>firstName</key><string>&%s9;</string></dict></array>" % kind)


def outside(address):
    body = b"<array><dict><key>firstName</key><string>&e;</string><key>studentID</key><string>1</string></dict></array>"
    return HEAD % (b'<!ENTITY e SYSTEM "%s">' % address, body)


def binary(objects, offsets=None, root=0, offset_size=1, reference_size=1, count=None, table=None):
    """A binary property list of these objects, its trailer as told."""
    body, places = b"bplist00", []
    for one in objects:
        places.append(len(body))
        body += one
    start = len(body)
    body += b"".join(place.to_bytes(offset_size, "big") for place in offsets or places)
    trailer = struct.pack(">5xBBBQQQ", 0, offset_size, reference_size,
                          len(places) if count is None else count, root, start if table is None else table)
    return body + trailer


def shared(levels):
    """Arrays that each hold the next one fourteen times."""
    return binary([b"\xae" + bytes([level + 1]) * 14 for level in range(levels)] + [b"\xd0"])


HUGE = (1 << 62).to_bytes(8, "big")
BOMBS = {
    "laughs": laughs(b"lol"), "outside file": outside(b"file:///etc/passwd"),
    "outside page": outside(b"http://127.0.0.1:9/"),
    "deep arrays": HEAD % (b"", b"<array>" * 100_000 + b"</array>" * 100_000),
    "deep dictionaries": HEAD % (b"", b"<array>" + b"<dict><key>a</key>" * 50_000 + b"</dict>" * 50_000 + b"</array>"),
    "unclosed": HEAD % (b"", b"<array>" * 500_000),
    "long tag": b"<?xml version='1.0'?><" + b"a" * 5_000_000 + b">",
    "unclosed comment": b"<?xml version='1.0'?><!--" + b"-" * 2_000_000,
    "shared arrays": shared(14), "itself": binary([b"\xa1\x00"]), "circle": binary([b"\xa1\x01", b"\xa1\x00"]),
    "huge array": binary([b"\xaf\x13" + HUGE]),
    "huge text": binary([b"\xa1\x01", b"\xd1\x02\x03", b"\x5f\x13" + HUGE, b"\x50"]),
    "huge data": binary([b"\x4f\x13" + HUGE]), "huge dictionary": binary([b"\xdf\x13" + HUGE]),
    "huge count": binary([b"\xa0"], count=1 << 63), "huge table": binary([b"\xa0"], table=1 << 63),
    "root outside": binary([b"\xa0"], root=1 << 40), "no offset size": binary([b"\xa0"])[:-26] + bytes(26),
    "offset outside": binary([b"\xa1\x01", b"\x50"], offsets=[8, 255]), "only a trailer": b"bplist00" + bytes(32),
    "numbers for people": plistlib.dumps([1, 2, 3], fmt=plistlib.FMT_BINARY),
    "long quote": b'First Name,Last Name,Student ID\n"' + b"x" * 8_000_000,
    "only quotes": b'First Name,Last Name,Student ID\n' + b'"' * 4_000_001,
    "only commas": b"," * 8_000_000, "many columns": b"First Name,Last Name,Student ID" + b",x" * 1_000_000 + b"\n1",
    "only breaks": b"First Name,Last Name,Student ID" + b"\n" * 8_000_000 + b"x",
    "zeros": bytes(8_000_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bomb_is_defused(unharmed, name):
    answer = unharmed.client.import_roster(BOMBS[name], "bomb.plist")
    if answer.status == 200:
        assert answer.json["result"]["added"] == 0
    else:
        assert answer.status == 400
        assert len(answer.json["detail"]) > 10
    assert "root:" not in answer.text and "haha" * 3 not in answer.text
    assert len(answer.body) < 1_000_000


def most_memory(server):
    """The most memory that the server has ever had, in MiB."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        [line] = [line for line in status if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def test_small_bombs_take_little_memory(book):
    assert book.client.import_roster(samples.FILES["roster.csv"]).status == 200
    before = most_memory(book.server)
    for content in BOMBS.values():
        if len(content) < 10_000:
            book.client.import_roster(content)
    assert most_memory(book.server) < before + 20


def test_file_beyond_the_limit(unharmed):
    answer = unharmed.client.import_roster(b"First Name,Last Name,Student ID\n" + b"a,b,c\n" * 3_000_000)
    assert answer.status == 413
    assert len(answer.json["detail"]) > 10


def test_more_rows_than_a_roster_has(unharmed):
    answer = unharmed.client.import_roster(b"First Name,Last Name,Student ID\n" + b"a,b,\n" * 100_001)
    assert answer.status == 400
    assert "100000" in answer.json["detail"]


def test_packed_file(unharmed):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("roster.csv", b"\0" * 10_000_000)
    assert unharmed.client.import_roster(packed.getvalue()).status == 400


@pytest.mark.parametrize("cell, words", [
    ("A" * 10_000, "at most 100"), ("A" * 60_000, "too long"), ("e" + "\u0301" * 5_000, "at most 100"),
    ("\u202egnola", "cannot be shown"), ('"two\nlines"', "cannot be shown"),
], ids=range(5))
def test_row_that_cannot_be(unharmed, cell, words):
    answer = unharmed.client.import_roster(f"First Name,Last Name,Student ID\n{cell},B,31\n".encode())
    result = answer.json["result"]
    assert (answer.status, result["added"]) == (200, 0)
    [problem] = result["problems"]
    assert problem["line"] == 2 and words in problem["message"] and len(problem["message"]) < 200
    assert len(problem["name"]) < 200


def test_file_name_is_only_text(unharmed):
    name = "<script>alert(1)</script>" + "x" * 5_000
    headers = {"Accept": "text/html", "Content-Type": "application/octet-stream"}
    query = "%3Cscript%3Ealert(1)%3C%2Fscript%3E" + "x" * 5_000
    content = b"First Name,Last Name,Student ID\n"
    answer = unharmed.client.ask("POST", f"/people/import?name={query}", content, headers)
    assert answer.status == 200
    assert name[:25] not in answer.text and "&lt;script&gt;" in answer.text
    assert "x" * 300 not in answer.text


def test_signed_out(unharmed):
    assert Client(unharmed.base).import_roster(samples.FILES["roster.csv"]).status == 401
