"""HEAD is answered as GET is, without the body: the next answer on the same line begins where the head ends."""

import socket

import pytest

from server import PATIENCE

FIELDS = "Host: shala\r\nAccept: {accept}\r\n{authorization}"
PATHS = [
    "/nowhere", "/nowhere/at/all", "/people/x", "/people/00000000-0000-0000-0000-000000000000", "/assets/x.css", "/journal",
    "/assets/icons.svg", "/manifest.webmanifest", "/favicon.ico", "/sw.js", "/health", "/sign-in", "/sign-in/nonsense", "/students",
    "/class", "/more", "/offline", "/students?after=nonsense", "/feed", "/feed?after=0", "/classes/x/feed", "/%00",
]


def answers(book, path, method, accept, is_signed_in):
    """The head of the answer to a request, and all that comes behind it on the line, on which another request follows."""
    token = f"Authorization: {book.client.headers['Authorization']}\r\n" if is_signed_in else ""
    fields = FIELDS.format(accept=accept, authorization=token)
    asked = f"{method} {path} HTTP/1.1\r\n{fields}\r\nGET /health HTTP/1.1\r\nHost: shala\r\nConnection: close\r\n\r\n"
    received = b""
    with socket.create_connection(("127.0.0.1", book.server.port), PATIENCE) as connection:
        connection.sendall(asked.encode())
        while part := connection.recv(65536):
            received += part
    head, _, rest = received.partition(b"\r\n\r\n")
    return head, rest


@pytest.mark.parametrize("is_signed_in", [True, False], ids=["signed in", "signed out"])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("path", PATHS)
def test_head_has_no_body(unharmed, path, accept, is_signed_in):
    head, rest = answers(unharmed, path, "HEAD", accept, is_signed_in)
    assert head.startswith(b"HTTP/1.1 ") and rest.startswith(b"HTTP/1.1 200 OK\r\n"), (head, rest[:300])
    assert rest.count(b"HTTP/1.1") == 1 and b'"status":"ok"' in rest


@pytest.mark.parametrize("path", [path for path in PATHS if "/feed" not in path])
def test_head_has_the_status_of_get(unharmed, path):
    told = [unharmed.client.ask(method, path, headers={"Accept": accept}) for accept in ("text/html", "application/json")
            for method in ("GET", "HEAD")]
    assert [one.status for one in told[::2]] == [one.status for one in told[1::2]]
    assert [one.headers["Content-Type"] for one in told[::2]] == [one.headers["Content-Type"] for one in told[1::2]]
    assert [one.body for one in told[1::2]] == [b"", b""]
