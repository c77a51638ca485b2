"""How many claims and marks come into the journal each second, and how long one alone takes."""

import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time
import uuid

from books import batch, get
from hall import STUDENTS
from pages import Asker

HERE = pathlib.Path(__file__).parent
SECONDS = int(os.environ.get("SECONDS_EACH", "10"))
ROUNDS = int(os.environ.get("ROUNDS", "5"))
CLIENTS = 64
# More than any server here takes, so that each claim of a load is a student's first at that class.
MOST_A_SECOND = 16000
CLASSES = MOST_A_SECOND * SECONDS * ROUNDS // STUDENTS + 2


def load(bases, what, token, lists):
    """Requests answered with 2xx each second, by clients shared between the servers."""
    runs = []
    for number, base in enumerate(bases):
        command = ["wrk", "-t1", f"-c{CLIENTS // len(bases)}", f"-d{SECONDS}s", "-s", HERE / "claims.lua", base, "--",
                   what, token, uuid.uuid4().hex[:8], lists, number, len(bases)]
        runs.append(subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, text=True))
    total = 0
    for run in runs:
        text = run.communicate()[0]
        assert "Non-2xx" not in text and "Socket errors" not in text, text
        total += float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    return total


def rate(servers, book, what, lists):
    """Entries that came into the journal each second: each answer must be one, those under way at the end aside."""
    before = get(servers[0].base, "/health")["sequence"]
    answered = load([server.base for server in servers], what, book.token, lists)
    entries = (get(servers[0].base, "/health")["sequence"] - before) / SECONDS
    assert abs(entries - answered) < answered * 0.05 + CLIENTS, (what, entries, answered)
    return answered


def rates(servers, hall, what, folder, rounds=ROUNDS):
    """Rates of several loads in order; each has classes of its own."""
    found, each = [], (len(hall.classes) - 1) // rounds
    for number in range(rounds):
        lists = folder / f"{what}-{uuid.uuid4().hex[:6]}"
        lists.mkdir()
        hall.write_lists(lists)
        part = hall.classes[number * each:(number + 1) * each]
        (lists / "classes").write_text("\n".join(part) + "\n")
        found.append(rate(servers, hall.book, what, lists))
    return sorted(found)


def lone(base, hall, count=STUDENTS):
    """Milliseconds of claims that come one by one, in the middle; at a class of their own."""
    first, times = (len(hall.classes) - 1) * STUDENTS, []
    for number in range(count):
        asker, body = Asker(base, hall.tokens[number]), batch([hall.claim(first + number)])
        asker.ask("GET", "/health")
        begun = time.perf_counter()
        answer = asker.ask("POST", "/journal", body, "application/json")
        times.append((time.perf_counter() - begun) * 1000)
        assert b"accepted" in answer, answer
    return statistics.median(times)


def fsync_cost():
    """Milliseconds that one fsync of 4 KiB takes, in the middle of 200."""
    times = []
    with tempfile.NamedTemporaryFile() as file:
        for _ in range(200):
            file.write(b"x" * 4096)
            file.flush()
            before = time.perf_counter()
            os.fsync(file.fileno())
            times.append((time.perf_counter() - before) * 1000)
    return statistics.median(times)


def spread(numbers, unit):
    """Median of some numbers, with the least and the greatest."""
    middle = f"{statistics.median(numbers):,.0f} {unit}"
    return middle if len(numbers) == 1 else f"{middle} ({numbers[0]:,.0f}–{numbers[-1]:,.0f})"
