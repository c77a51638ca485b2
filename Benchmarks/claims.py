"""How many claims and marks come into the journal each second, and how long one alone takes."""

import os
import pathlib
import re
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import uuid

import registrations
from books import batch, get
from hall import STUDENTS

HERE = pathlib.Path(__file__).parent
SECONDS = int(os.environ.get("SECONDS_EACH", "10"))
ROUNDS = int(os.environ.get("ROUNDS", "5"))
CLIENTS = 64
# More than any server here takes, so that each claim of a load is a student's first at that class.
MOST_A_SECOND = 24000
# Classes at the end that are left to claims one by one: one for a measure without anything else, the others for one beside
# an upload.
LEFT = 12
CLASSES = MOST_A_SECOND * SECONDS * ROUNDS // STUDENTS + LEFT + 1
UPLOADED = 10_000


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
    found, each = [], (len(hall.classes) - LEFT) // rounds
    for number in range(rounds):
        lists = folder / f"{what}-{uuid.uuid4().hex[:6]}"
        lists.mkdir()
        hall.write_lists(lists)
        part = hall.classes[number * each:(number + 1) * each]
        (lists / "classes").write_text("\n".join(part) + "\n")
        found.append(rate(servers, hall.book, what, lists))
    return sorted(found)


def lone(base, hall):
    """Milliseconds of claims that come one by one, in the middle; at a class of their own."""
    first = (len(hall.classes) - 1) * STUDENTS
    return statistics.median(alone(base, hall, first + number) for number in range(STUDENTS))


def alone(base, hall, number):
    """Milliseconds of one claim, on a connection that is open, sent and received whole."""
    body, token = batch([hall.claim(number)]), hall.tokens[number % STUDENTS]
    host, port = base.removeprefix("http://").split(":")
    head = (f"POST /journal HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")
    with socket.create_connection((host, int(port)), timeout=120) as line:
        line.sendall(f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert b"200 OK" in line.recv(65536)
        begun = time.perf_counter()
        line.sendall(head.encode() + body)
        answer = line.recv(65536)
        while answer and not answer.endswith(b"]}"):
            answer += line.recv(65536)
        taken = (time.perf_counter() - begun) * 1000
    assert b"accepted" in answer, answer
    return taken


def beside_upload(base, hall):
    """Milliseconds of claims one by one while students are registered, so that 99 of 100 took no longer."""
    bodies = [batch(some) for some in registrations.batches(registrations.students("upload", UPLOADED))]
    upload = threading.Thread(target=lambda: [hall.book.send(base, body) for body in bodies])
    times, number = [], (len(hall.classes) - LEFT) * STUDENTS
    upload.start()
    while upload.is_alive() and number < (len(hall.classes) - 1) * STUDENTS:
        times.append(alone(base, hall, number))
        number += 1
    upload.join()
    return sorted(times)[int(len(times) * 0.99)]


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
