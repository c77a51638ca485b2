"""Starting and ending the server."""

import http.client
import re
import subprocess

import pytest
from playwright.sync_api import expect

from book import Book
from conftest import LAPTOP, NO_NEWS, PHONE
from http_client import Client
from server import shala
from steps import button, check_in, tab


def test_address_in_use_is_said(book, tmp_path):
    done = shala("serve", "--port", book.server.port, data=tmp_path / "other")
    assert done.returncode > 0
    assert re.search(rf"{book.server.port}.*(in use|taken)|(in use|taken).*{book.server.port}", done.stderr, re.I)
    assert "Fatal error" not in done.stderr
    assert book.client.get("/health").status == 200


def test_memory_comes_from_jemalloc():
    """In the libraries, too, as the dynamic linker tells (ld.so(8))."""
    said = shala("--version", environment={"LD_BIND_NOW": "1", "LD_DEBUG": "bindings"}).stderr
    for library in ("libsqlite3", "libswiftCore"):
        assert re.search(rf"binding file \S*{library}\S* \[0\] to \S*libjemalloc\S* \[0\]: normal symbol `malloc'", said)


def test_empty_book_says_what_to_do(serve):
    server = serve()
    assert server.line().startswith(f"The book is empty. Set it up at {server.base}/set-up/")


def test_ends_soon_though_devices_listen(book):
    with book.client.feed("/feed") as feed, book.client.feed("/feed") as other:
        first = feed.readline()
        other.readline()
        assert book.server.stop() == 0
        assert (first + feed.read()).endswith(b"\n\n"), "The stream ends between two messages."


def test_ends_soon_though_a_page_is_open(book, laptop, devices):
    page = devices.open(expected_errors=f"ERR_|{NO_NEWS}", **PHONE)
    page.goto(book.link)
    laptop.close()
    expect(button(page, "Check In")).to_be_visible()
    assert book.server.stop() == 0


def test_request_under_way_is_finished(book):
    body = b'{"device": "00000000-0000-0000-0000-000000000001", "entries": []}'
    connection = book.client.connect()
    # One asks for its health, and sends with that the beginning of the next: once it answers, it has read both.
    fields = "".join(f"{name}: {value}\r\n" for name, value in {"Host": "localhost", **book.client.headers}.items())
    sent = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    connection.connect()
    connection.sock.sendall(f"GET /health HTTP/1.1\r\n{fields}\r\nPOST /journal HTTP/1.1\r\n{fields}{sent}\r\n".encode() + body[:10])
    with http.client.HTTPResponse(connection.sock) as health:
        health.begin()
        assert health.status == 200 and health.read()
    book.server.process.terminate()
    connection.send(body[10:])
    with http.client.HTTPResponse(connection.sock) as answer:
        answer.begin()
        assert (answer.status, answer.read()) == (200, b'{"results":[]}')
    connection.close()
    assert book.server.ended() == 0


def demo_people(server):
    """The links that the demo prints, and whom they are for."""
    found = [re.fullmatch(r"Sign in as (.+) \((instructor|student)\): (\S+)", server.line()) for _ in range(2)]
    return {one[2]: (one[1], one[3]) for one in found}


def test_demo_shows_a_studio_and_keeps_its_people(serve, devices):
    server = serve("demo", "--demo")
    first = demo_people(server)
    page = devices.open(**PHONE)
    page.goto(first["instructor"][1])
    tab(page, "Students").click()
    expect(page.get_by_role("region", name="Students", exact=True).get_by_role("listitem")).to_have_count(14)
    tab(page, "Sessions").click()
    expect(page.get_by_role("group", name="Sessions").get_by_role("listitem")).to_have_count(11)
    tab(page, "Courses").click()
    expect(page.get_by_role("list", name="Courses").get_by_role("listitem")).to_have_count(2)
    before = Client(server.base).sequence
    page.goto("about:blank")
    server.restart()
    second = demo_people(server)
    assert {role: name for role, (name, _) in second.items()} == {role: name for role, (name, _) in first.items()}
    assert Client(server.base).sequence == before
    student = devices.open(**PHONE)
    student.goto(second["student"][1])
    expect(student.get_by_role("link", name="Morning Vinyasa")).to_be_visible()
    tab(student, "Me").click()
    expect(student.get_by_role("heading", name=second["student"][0], level=1)).to_be_visible()


@pytest.fixture
def certificate(tmp_path):
    """Certificate and key of a server that is its own authority."""
    paths = tmp_path / "certificate.pem", tmp_path / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
               "-addext", "subjectAltName=IP:127.0.0.1", "-out", str(paths[0]), "-keyout", str(paths[1])]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return paths


def test_https(serve, devices, certificate):
    server = serve("safe", "--tls-certificate", str(certificate[0]), "--tls-key", str(certificate[1]))
    book = Book(server)
    assert book.base.startswith("https://")
    book.venue("Riverside Studio")
    phone = devices.open(expected_errors=NO_NEWS, ignore_https_errors=True, **PHONE)
    laptop = devices.open(expected_errors=NO_NEWS, ignore_https_errors=True, **LAPTOP)
    for page in (phone, laptop):
        page.goto(book.link)
        [cookie] = [one for one in page.context.cookies() if one["name"] == "shala"]
        assert cookie["secure"] and cookie["httpOnly"]
        expect(button(page, "Check In")).to_be_visible()
    check_in(phone, "Riverside Studio")
    expect(laptop.get_by_role("heading", name="Riverside Studio", level=1)).to_be_visible()
    assert "max-age" in book.client.get("/health").headers["Strict-Transport-Security"]


def test_certificate_that_is_none_is_refused_in_words(tmp_path):
    (tmp_path / "bad.pem").write_text("no certificate")
    done = shala("serve", "--port", "0", "--tls-certificate", tmp_path / "bad.pem", "--tls-key", tmp_path / "bad.pem",
                 data=tmp_path / "book")
    assert done.returncode > 0
    assert "bad.pem" in done.stderr and "Fatal error" not in done.stderr


def test_times_are_shown_in_the_zone_asked_for(serve):
    shown = []
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        book = Book(serve(zone.replace("/", "-"), "--time-zone", zone))
        book.session(book.venue())
        shown.append(book.saved_classes()[0]["startedText"])
    assert shown[0] != shown[1], "The two are 25 hours apart."


def test_book_that_is_no_book_is_refused_in_words(tmp_path):
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "shala.sqlite").write_bytes(b"This is a letter, not a database. " * 100)
    done = shala("serve", "--port", "0", data=folder)
    assert done.returncode > 0
    assert "shala.sqlite" in done.stderr or "database" in done.stderr
    assert "Fatal error" not in done.stderr
    assert (folder / "shala.sqlite").read_bytes().startswith(b"This is a letter")
