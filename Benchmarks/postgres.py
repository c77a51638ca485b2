"""Claims on PostgreSQL: by one server, by two, and with a database that is a millisecond away."""

import os
import pathlib
import statistics
import subprocess
import sys
import uuid

import claims
from books import Book
from hall import Hall

DELAY = 1


def address_of_new_database(server):
    name = f"b{uuid.uuid4().hex}"
    subprocess.run(["psql", "-q", f"{server}/postgres", "-c", f"CREATE DATABASE {name}"], check=True)
    return name


def measure(folder, count=1, port=None):
    """Claims each second, in order; the address of the database may be replaced by that of a proxy."""
    server = os.environ["SHALA_POSTGRES"]
    name = address_of_new_database(server)
    near = server if port is None else f"{server.rpartition(':')[0]}:{port}"
    book = Book(folder / name, f"{server}/{name}")
    # Filled without the delay.
    first = book.serve()
    hall = Hall(book, first.base, claims.CLASSES)
    first.stop()
    book.where[-1] = f"{near}/{name}"
    servers = [book.serve() for _ in range(count)]
    found = claims.rates(servers, hall, "claims", folder)
    for one in servers:
        one.stop()
    return found


def delayed(folder):
    port = os.environ["SHALA_POSTGRES"].rpartition(":")[2]
    script = pathlib.Path(__file__).parent / "delay_proxy.py"
    proxy = subprocess.Popen([sys.executable, script, port, str(DELAY)], stdout=subprocess.PIPE, text=True)
    try:
        return measure(folder, port=int(proxy.stdout.readline()))
    finally:
        proxy.kill()


def rows(folder, ceiling):
    one, two, far = measure(folder), measure(folder, count=2), delayed(folder)
    return [
        ("claims, PostgreSQL, one server", claims.spread(one, "/s"), of(one, ceiling, 0.12)),
        ("claims, PostgreSQL, two servers", claims.spread(two, "/s"),
         f"{statistics.median(two) / statistics.median(one):.2f} × one"),
        (f"claims, PostgreSQL, {DELAY} ms more for each round trip", claims.spread(far, "/s"), of(far, ceiling, 0.06)),
    ]


def of(rates, ceiling, wanted):
    return f"{statistics.median(rates) / ceiling:.2f} of the bare route; wanted {wanted:.2f}"
