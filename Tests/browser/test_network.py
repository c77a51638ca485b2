"""Tokens of the local network, with devices at different addresses as real peers of the server."""

import contextlib
import http.client
import json

import pytest
from playwright.sync_api import expect

from book import Book, batch, entry
from conftest import AMPLE, BROWSER, LAPTOP, PHONE
from server import PATIENCE
from steps import button, sign_in
from test_attendance import Room, here, says
from test_code import NOWHERE

# Addresses of this machine: the first two are on one network, the third is on another.
LAPTOP_AT, PHONE_AT, CAFE_AT = "127.0.5.9", "127.0.5.20", "127.0.6.20"


@pytest.fixture
def room(book, devices):
    return Room(book, devices, evidence="network").start()


@contextlib.contextmanager
def following(client, session, address, headers=None):
    """A page of the class that is open on a device at an address."""
    connection = http.client.HTTPConnection(client.host, client.port, timeout=PATIENCE, source_address=(address, 0))
    with contextlib.closing(connection):
        connection.request("GET", f"/feed?class={session}", headers={**client.headers, **(headers or {})})
        response = connection.getresponse()
        assert response.status == 200
        assert response.readline() == b"retry: 2000\n"
        yield response


def token_in(feed, book, session):
    """The last token that a feed has brought once two things have happened in the class; none if it brought none."""
    for kind in ("attendance.closed", "attendance.opened"):
        book.post(entry(kind, **{"class": session}))
    event, entries, token = "", 0, None
    while entries < 2:
        line = feed.readline().decode().rstrip("\n")
        if line.startswith("event: "):
            event = line.removeprefix("event: ")
        elif event == "token" and line.startswith("data: "):
            token = json.loads(line.removeprefix("data: "))
        elif event == "entry" and line.startswith("data: "):
            entries += 1
    return token


def claim(room, person, **evidence):
    sent = entry("attendance.claimed", **room.named, **evidence)
    return room.book.client_of(person).journal(batch(sent)).json["results"][0]["outcome"]


def test_same_network(room):
    book, ann = room.book, room.book.client_of(room.ann)
    with following(book.client, room.session, LAPTOP_AT) as teacher, following(ann, room.session, PHONE_AT) as feed:
        token_in(teacher, book, room.session)
        token = token_in(feed, book, room.session)
        assert token["class"] == room.session
        assert claim(room, room.ann, token=token["token"]) == "accepted"
        assert room.state("Ann Fleming") == "present"
        # The token of another student is none.
        assert claim(room, room.bea, token=token["token"]) == "accepted"
        assert room.state("Bea Okafor") == "unconfirmed"
        facts = book.page(f"/classes/{room.session}")["board"]["suspicions"]
        assert [(one["name"], one["facts"]) for one in facts] == [
            ("Bea Okafor", ["The device showed the network token of Ann Fleming."])]


def test_other_network(room):
    book, ann = room.book, room.book.client_of(room.ann)
    with following(book.client, room.session, LAPTOP_AT) as teacher:
        token_in(teacher, book, room.session)
        # What a device says of its address is not believed.
        forged = {"X-Forwarded-For": PHONE_AT, "Forwarded": f"for={PHONE_AT}", "X-Real-IP": PHONE_AT}
        with following(ann, room.session, CAFE_AT, forged) as feed:
            assert token_in(feed, book, room.session) is None


def test_nobody_else_makes_a_network(room):
    ann, bea = room.book.client_of(room.ann), room.book.client_of(room.bea)
    with following(bea, room.session, PHONE_AT) as other, following(ann, room.session, PHONE_AT) as feed:
        assert token_in(other, room.book, room.session) is None
        assert token_in(feed, room.book, room.session) is None


def test_behind_a_trusted_proxy(serve):
    """The proxy's word counts, and of what came before it nothing."""
    server = serve("book", *AMPLE, "--trusted-proxy", "127.0.0.1")
    book = Book(server)
    ann = book.person("Ann", "Fleming")
    venue = book.venue("Catalina Room", "Level 2")
    course = book.course(venue=venue, students=[ann], evidence="network")
    session = book.opened(course, venue)

    def at(address):
        return {"X-Forwarded-For": f"192.168.7.4, {address}"}

    student = book.client_of(ann)
    with following(book.client, session, "127.0.0.1", at("192.168.7.2")) as teacher:
        token_in(teacher, book, session)
        with following(student, session, "127.0.0.1", at("192.168.7.31")) as feed:
            assert token_in(feed, book, session)["class"] == session
        with following(student, session, "127.0.0.1", at("192.168.8.31")) as feed:
            assert token_in(feed, book, session) is None


def test_person_marks_themselves_present(room):
    student = room.student(**NOWHERE)
    here(student).click()
    says(student, "You are not on your instructor’s network", "Join the Wi-Fi of the class, and try again.")
    expect(button(student, "Ask for Confirmation")).to_be_visible()
    laptop = room.instructor()
    expect(laptop.get_by_text("Students on the same network as this device can mark themselves present")).to_be_visible()
    student.reload()
    here(student).click()
    says(student, "You are present", "")
    expect(student.locator("[data-reason]:visible")).to_contain_text("By the network in class at")
    expect(laptop.get_by_role("button", name="Ann Fleming")).to_contain_text("by network")


def test_classroom_without_uplink(serve, devices, chromium):
    """The server runs on the instructor's laptop. The phones know it by an address that is no secure context."""
    server = serve("book", *AMPLE, "--host", "127.0.0.1")
    book = Book(server)
    ann = book.person("Ann", "Fleming")
    venue = book.venue("Catalina Room", "Level 2")
    course = book.course(venue=venue, students=[ann], evidence="code or network")
    session = book.opened(course, venue)
    laptop = devices.open(**LAPTOP)
    sign_in(laptop, book)
    laptop.goto(f"{book.base}/classes/{session}")
    port = book.base.rsplit(":", 1)[1]
    mapped = [*BROWSER["args"], "--host-resolver-rules=MAP classroom.test 127.0.0.1"]
    browser = chromium.browser_type.launch(**{**BROWSER, "args": mapped})
    try:
        phone = browser.new_context(**PHONE).new_page()
        code = book.sign_in_code(ann)
        phone.goto(f"http://classroom.test:{port}/sign-in/{code}")
        phone.goto(f"http://classroom.test:{port}/classes/{session}")
        assert phone.evaluate("isSecureContext") is False
        here(phone).click()
        says(phone, "You are present")
        expect(laptop.get_by_role("button", name="Ann Fleming")).to_contain_text("by network")
    finally:
        browser.close()


def test_address_for_the_whole_room(serve, devices):
    server = serve("book", *AMPLE)
    book = Book(server)
    laptop = devices.open(**LAPTOP)
    sign_in(laptop, book)
    laptop.goto(f"{book.base}/more")
    laptop.get_by_role("link", name="Show How to Join").click()
    expect(laptop.get_by_role("img", name="QR code")).to_be_visible()
    expect(laptop.get_by_text(book.base.removeprefix("http://"))).to_be_visible()
    expect(laptop.get_by_text("Only this computer can open this address.")).to_be_visible()
    assert book.page("/join")["link"] == f"{book.base}/"
