"""Connections that only keep others out, at a server that may have 200 descriptors: it answers everybody else."""

import contextlib
import os
import resource
import socket

import pytest

from book import Book
from http_client import Client
from server import PATIENCE, Server
from waiting import until

DESCRIPTORS = 200


def be_scarce():
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


def descriptors(server):
    """What each descriptor of the server's process is."""
    folder = f"/proc/{server.process.pid}/fd"
    found = []
    for name in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(f"{folder}/{name}"))
    return found


def connections(server):
    return sum(one.startswith("socket:") for one in descriptors(server))


@pytest.fixture
def crowded(tmp_path):
    server = Server(tmp_path / "book", prepare=be_scarce).start()
    book = Book(server)
    book.ann = book.person("Ann", "Fleming")
    book.student = book.client_of(book.ann)
    yield book
    assert server.is_running and server.stop() == 0


def everybody_is_answered(book):
    assert Client(book.base).get("/health").status == 200
    assert book.client.get("/students").status == 200
    assert book.student.get("/courses").status == 200


def connect(book, stack, data=b""):
    """A connection that says so much and no more."""
    connection = stack.enter_context(socket.create_connection(("127.0.0.1", book.server.port), PATIENCE))
    with contextlib.suppress(ConnectionError):
        connection.sendall(data)
    return connection


def head(client, path, fields=""):
    token = client.headers["Authorization"]
    return f"GET {path} HTTP/1.1\r\nHost: a\r\nAuthorization: {token}\r\n{fields}\r\n".encode()


def is_open(connection):
    """Whether the other end has not hung up, after reading all there is."""
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            pass
        return False
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def released(book, before):
    until(lambda: connections(book.server) <= before, f"There were {before} connections before.")


def test_feeds_of_one_person(crowded):
    before = connections(crowded.server)
    with contextlib.ExitStack() as stack:
        feeds = []
        for number in range(260):
            feeds.append(connect(crowded, stack, head(crowded.student, "/feed")))
            if number % 20 == 0:
                everybody_is_answered(crowded)
        everybody_is_answered(crowded)
        # The oldest end; the one that came last is told.
        until(lambda: sum(map(is_open, feeds)) <= 20, "Too many feeds go on.")
        last = connect(crowded, stack, head(crowded.student, "/feed"))
        assert last.recv(65536).startswith(b"HTTP/1.1 200")
        until(lambda: sum(map(is_open, [*feeds, last])) <= 20, "Too many feeds go on.")
        assert is_open(last)
        with crowded.client.feed("/feed") as feed:
            assert feed.readline().startswith(b"retry")
    released(crowded, before)


def test_a_feed_that_ends_says_why(crowded):
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(crowded.student.feed("/feed"))
        for _ in range(16):
            stack.enter_context(crowded.student.feed("/feed")).readline()
        assert b"event: enough" in first.read()


@pytest.mark.parametrize("words", [
    b"", b"GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: ",
    b"POST /journal HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n",
], ids=["silent", "half a head", "half a body", "answered and kept"])
def test_three_hundred_connections(crowded, words):
    before = connections(crowded.server)
    with contextlib.ExitStack() as stack:
        crowd = []
        for number in range(300):
            crowd.append(connect(crowded, stack, words))
            if number % 30 == 0:
                everybody_is_answered(crowded)
        for _ in range(3):
            everybody_is_answered(crowded)
        assert len(descriptors(crowded.server)) < DESCRIPTORS
    released(crowded, before)


def test_bodies_that_drip_among_feeds(crowded):
    before = connections(crowded.server)
    body = (b"POST /journal HTTP/1.1\r\nHost: a\r\nAuthorization: " + crowded.student.headers["Authorization"].encode()
            + b"\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
    with contextlib.ExitStack() as stack:
        for _ in range(16):
            connect(crowded, stack, head(crowded.student, "/feed"))
        dripping = [connect(crowded, stack, body) for _ in range(250)]
        for _ in range(3):
            for connection in dripping:
                with contextlib.suppress(OSError):
                    connection.sendall(b" ")
            everybody_is_answered(crowded)
    released(crowded, before)
