"""Requests that no browser sends."""

import contextlib
import json
import socket

import pytest

from book import batch, entry, new_id
from http_client import Client
from server import PATIENCE

GOOD = b"GET /health HTTP/1.1\r\nHost: shala\r\nConnection: close\r\n\r\n"


def exchange(book, data):
    """What the server answers to raw bytes before it hangs up."""
    received = b""
    with socket.create_connection(("127.0.0.1", book.server.port), PATIENCE) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                received += part
    return received


def test_the_request_is_good_as_such(unharmed):
    assert exchange(unharmed, GOOD).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("data", [
    b"\x00" * 1000, bytes(range(256)) * 20, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET\r\n\r\n", b"GET /health\r\n\r\n", b"GET /health HTTP/9.9\r\n\r\n",
    b"get /health http/1.1\r\n\r\n", b"\r\n" * 1000, b"GET /health HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: a\r\nName\x00: b\r\n\r\n", b"GET /health HTTP/1.1\r\nHost: a\r\nX: b\x00c\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: a\r\n : b\r\n\r\n", b"GET /he alth HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST /journal HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    b"POST /journal HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"POST /journal HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    b"POST /journal HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /journal HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
    b"GET /health HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
    b"GET /health HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 2_000_000 + b"\r\n\r\n",
], ids=range(21))
def test_garbage_is_refused(unharmed, data):
    answer = exchange(unharmed, data)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4"), answer[:200]


def test_length_and_chunks_at_once_do_not_smuggle(unharmed):
    token = unharmed.client.headers["Authorization"].encode()
    smuggled = b"POST /sign-out HTTP/1.1\r\nHost: a\r\nAuthorization: " + token + b"\r\nContent-Length: 0\r\n\r\n"
    length = b"Content-Length: %d\r\n" % (5 + len(smuggled))
    head = b"POST /journal HTTP/1.1\r\nHost: a\r\n" + length + b"Transfer-Encoding: chunked\r\n\r\n"
    exchange(unharmed, head + b"0\r\n\r\n" + smuggled)
    assert unharmed.client.get("/more").status == 200


def send_endlessly(connection, most=64):
    """Sends chunks until the other end has had enough, at most so many MiB."""
    chunk = b"10000\r\n" + b"[" * 65536 + b"\r\n"
    for _ in range(most * 16):
        connection.sendall(chunk)


@pytest.mark.parametrize("path", ["/journal", "/people/import?name=x", "/sign-in"])
def test_endless_body_is_cut_off(unharmed, path):
    token = unharmed.client.headers["Authorization"]
    head = (f"POST {path} HTTP/1.1\r\nHost: a\r\nAuthorization: {token}\r\nContent-Type: application/json\r\n"
            "Accept: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    with socket.create_connection(("127.0.0.1", unharmed.server.port), 5) as connection:
        try:
            connection.sendall(head.encode())
            send_endlessly(connection)
            answer = connection.recv(65536)
            assert answer.startswith(b"HTTP/1.1 413"), answer[:200]
            while connection.recv(65536):
                pass
        except ConnectionError:
            pass
        except TimeoutError:
            pytest.fail("The server goes on reading for ever.")


def test_connection_is_let_go_after_a_body_that_was_refused(unharmed):
    body = json.dumps(batch(entry("venue.saved", venue=new_id(), name="M" * 2_000_000))).encode()
    answer = exchange_of_batch(unharmed, body)
    assert answer.startswith(b"HTTP/1.1 413") and b"onnection: close" in answer


def test_answer_comes_after_a_body_that_was_read_and_refused(unharmed):
    body = json.dumps(batch(*(entry("venue.saved", venue=new_id(), name="Mill") for _ in range(201)))).encode()
    assert exchange_of_batch(unharmed, body, "Connection: close\r\n").startswith(b"HTTP/1.1 413")


def exchange_of_batch(book, body, fields=""):
    """What the server answers to a batch before it hangs up, the other end staying open."""
    token = book.client.headers["Authorization"]
    head = (f"POST /journal HTTP/1.1\r\nHost: a\r\nAuthorization: {token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n{fields}\r\n")
    answer = b""
    with socket.create_connection(("127.0.0.1", book.server.port), PATIENCE) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(head.encode() + body)
            while part := connection.recv(65536):
                answer += part
    return answer


PATHS = [
    "/%00", "/people/%00", "/people/..%2f..%2f..%2fetc%2fpasswd", "/assets/../../../../etc/passwd",
    "/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2ftemplates%2flayout.mustache",
    "/assets/../templates/layout.mustache", "/pictures/..%2f..%2fx",
    "/people/%ff%fe", "/people/" + "a" * 5_000, "/" + "a/" * 5_000, "/people/00000000-0000-0000-0000-000000000000",
    "/classes/not-an-id/roster", "/classes//feed", "//elsewhere.example/", "/.git/config", "/shala.sqlite", "/%%%", "/\\..\\x",
    "/assets/js/../../templates/more.mustache", "/;/", "/people/import/../../journal", "/sign-in/" + "9" * 3_000,
]


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_strange_paths_lead_nowhere(unharmed, path):
    head = f"GET {path} HTTP/1.1\r\nHost: shala\r\nAccept: application/json\r\nConnection: close\r\n"
    token = unharmed.client.headers["Authorization"]
    answer = exchange(unharmed, f"{head}Authorization: {token}\r\n\r\n".encode())
    assert answer.split()[1] in (b"400", b"404", b"414"), answer[:200]
    assert b"root:" not in answer and b"{{" not in answer and b"SQLite format" not in answer


@pytest.mark.parametrize("query", [
    "/students?after=nonsense", "/students?after=%00", "/sessions?after=W10", "/sessions?sort=nonsense&after=x",
    "/students?search=" + "a" * 20_000, "/students?search=%00%ff%27%22%3B--", "/students?type=%27%20OR%201=1",
    "/class?latitude=nan&longitude=inf", "/class?latitude=1e400&longitude=-1e400", "/students?search=%25%5F*%22",
    "/students?activity=%00&sort=%00", "/feed?after=x", "/people/import?dryRun=%00", "/students?&&&===",
])
def test_strange_queries_break_nothing(unharmed, query):
    with contextlib.closing(unharmed.client.connect()) as connection:
        connection.request("GET", query, headers={**unharmed.client.headers, "Accept": "application/json"})
        assert connection.getresponse().status in (200, 400)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "OPTIONS", "HEAD", "BREW"])
def test_strange_methods_change_nothing(unharmed, method):
    for path in ("/journal", f"/people/{unharmed.ann}", "/sign-out"):
        assert unharmed.client.ask(method, path).status in (200, 400, 404, 405, 501)
    assert unharmed.client.get("/more").status == 200


@pytest.mark.parametrize("headers", [
    {"Authorization": "Bearer " + "a" * 100_000}, {"Authorization": "Basic YTpi"}, {"Authorization": "Bearer"},
    {"Cookie": "shala=; shala=%00"}, {"Cookie": "=" * 5_000}, {"Cookie": "shala=" + "\u00c3\u00bf" * 50},
])
def test_strange_credentials_are_nobodys(unharmed, headers):
    client = Client(unharmed.base)
    assert client.ask("GET", "/more", headers={"Accept": "application/json", **headers}).status in (400, 401, 431)


def test_many_connections_that_say_nothing(unharmed):
    with contextlib.ExitStack() as stack:
        for _ in range(200):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", unharmed.server.port), PATIENCE))
            connection.sendall(b"POST /journal HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{")
        assert unharmed.client.get("/students").status == 200


def test_host_name_of_another_does_not_get_into_the_page(unharmed):
    token = unharmed.client.headers["Authorization"]
    answer = exchange(unharmed, f"GET /class HTTP/1.1\r\nHost: \"><script>\r\nAccept: text/html\r\nConnection: close\r\n"
                      f"Authorization: {token}\r\n\r\n".encode())
    assert b"><script>\"" not in answer and b"\"><script>" not in answer
