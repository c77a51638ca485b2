"""A disk that is full for a while: the server says so, changes nothing, and goes on by itself when there is room."""

import resource
import signal

import pytest

from book import Book, batch, entry, new_id
from server import Server, shala


@pytest.fixture
def small_disk(tmp_path):
    """A server that is told of a write beyond the largest file it may have, and not ended by it."""
    server = Server(tmp_path / "book", prepare=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN)).start()
    yield server
    assert server.is_running and server.stop() == 0


def test_full_for_a_while(small_disk):
    server = small_disk
    book = Book(server)
    ann = book.person("Ann", "Fleming")

    def venues():
        return batch(*(entry("venue.saved", venue=new_id(), name="V" * 100, address="A" * 200) for _ in range(200)), device=book.device)

    full = max(path.stat().st_size for path in server.data.iterdir())
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
    waiting = venues()
    for _ in range(50):
        before, answer = book.sequence, book.client.journal(waiting)
        if answer.status != 200:
            break
        waiting = venues()
    assert answer.status == 503 and int(answer.headers["Retry-After"]) > 0, answer.text[:300]
    assert "disk may be full" in answer.json["detail"] and answer.headers["Content-Type"] == "application/problem+json"
    assert book.sequence == before
    # Whoever only reads goes on.
    assert book.page("/students")["total"] == 2 and book.page(f"/people/{ann}")
    assert book.client.journal(waiting).status == 503

    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    results = book.client.journal(waiting).json["results"]
    assert [result["outcome"] for result in results] == ["accepted"] * 200
    assert book.sequence == before + 200
    assert "Nothing is wrong" in shala("doctor", data=server.data).stdout
