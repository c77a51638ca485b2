"""Measures what docs/performance.md says, and prints its table. Run by bin/bench."""

import os
import pathlib
import sys
import tempfile
import time
import uuid

import claims
import crowd
import first_visit
import large_book
import lists
import postgres
import registrations
import taps
from books import PROGRAMS, Book, Process, get
from hall import Hall


def bare_route(folder):
    """Rates of a route that reads what is posted and answers "ok"."""
    bare, nothing = Process(PROGRAMS / "Bare"), folder / "bare"
    nothing.mkdir()
    for name in ("tokens", "classes", "people"):
        (nothing / name).write_text(f"{uuid.uuid4()}\n")
    found = sorted(claims.load([bare.base], "claims", "nobody", nothing) for _ in range(claims.ROUNDS))
    bare.stop()
    return found


def measure(folder):
    bare = bare_route(folder)
    ceiling = bare[len(bare) // 2]
    rows = [("bare route answering “ok”", claims.spread(bare, "/s"), "")]
    rows += on_sqlite(folder, ceiling)
    rows += uploads(folder)
    rows += visit(folder)
    rows += taps.rows(folder / "taps")
    rows += lists.rows(folder / "lists", Book)
    if os.environ.get("PAGES") != "0":
        rows += large_book.rows(folder / "pages", Book)
    return rows + postgres.rows(folder, ceiling)


def on_sqlite(folder, ceiling):
    book = Book(folder / "sqlite")
    server = book.serve()
    get(server.base, "/health")
    first, idle = (time.perf_counter() - server.started) * 1000, server.resident()
    hall = Hall(book, server.base, claims.CLASSES)
    lone, fsync = claims.lone(server.base, hall), claims.fsync_cost()
    rates = {what: claims.rates([server], hall, what, folder) for what in ("claims", "marks")}
    loaded = server.resident()
    beside = claims.beside_upload(server.base, hall)
    told = crowd.rows(server.base, hall)
    server.stop()
    again = book.serve()
    get(again.base, "/class", book.token)
    large = (time.perf_counter() - again.started) * 1000
    again.stop()
    return [
        ("claims, SQLite", claims.spread(rates["claims"], "/s"), postgres.of(rates["claims"], ceiling, 0.25)),
        ("marks by the instructor, SQLite", claims.spread(rates["marks"], "/s"), ""),
        ("a lone claim, median", f"{lone:.2f} ms", f"one fsync of 4 KiB: {fsync:.2f} ms; wanted 1 ms beside it"),
        (f"the same beside an upload of {claims.UPLOADED:,} registrations, p99", f"{beside:.0f} ms", "wanted 50 ms"),
        *told,
        ("start to first answer, empty book", f"{first:.0f} ms", "wanted 250 ms"),
        ("start to first page, after that load", f"{large:.0f} ms", "wanted 250 ms"),
        ("memory idle / under load", f"{idle:.0f} / {loaded:.0f} MB", "wanted 60 / 200 MB"),
    ]


def uploads(folder):
    book = Book(folder / "registrations")
    server = book.serve()
    ours, bare = registrations.compare(book, server.base, folder)
    server.stop()
    what = f"{registrations.STUDENTS:,} registrations in batches of {registrations.BATCH}"
    return [
        (f"{what}, SQLite alone", f"{bare * 1000:.0f} ms", ""),
        (f"{what}, uploaded", f"{ours * 1000:.0f} ms", f"{ours / bare:.1f} × SQLite alone; wanted 2"),
    ]


def visit(folder):
    book = Book(folder / "visit")
    server = book.serve()
    rows = first_visit.rows(book.sign_in_link(server.base))
    server.stop()
    return rows


def main():
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(pathlib.Path(folder))
    print(f"{os.cpu_count()} cores, {claims.CLIENTS} clients, {claims.ROUNDS} × {claims.SECONDS} s each; load, servers "
          "and database on one machine\n")
    print("| what | measured | against |\n| --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    sys.exit(main())
