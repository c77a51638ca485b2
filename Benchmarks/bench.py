"""Measures what docs/performance.md says, and prints its table. Run by bin/bench."""

import asyncio
import atexit
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid

import first_visit
import pages
import registrations

PROGRAMS = pathlib.Path(os.environ["SHALA_PROGRAMS"])
HERE = pathlib.Path(__file__).parent
SECONDS = int(os.environ.get("SECONDS_EACH", "10"))
CLIENTS = 64
STUDENTS = 200
LISTENERS = 1000
# One person is everybody here.
UNLIMITED = ["--feeds-per-person", str(2 * LISTENERS), "--instructor-entries-per-hour", "1000000000",
             "--instructor-megabytes-per-day", "1000000000", "--student-entries-per-hour", "1000000000",
             "--student-megabytes-per-day", "1000000000"]


class Process:
    """A server of ours, from its first printed line to its end."""

    def __init__(self, *command):
        self.started = time.perf_counter()
        alone = {f"SHALA_{name}_URL": "off" for name in ("OVERPASS", "OPEN_METEO", "GITHUB")}
        self.process = subprocess.Popen(
            [str(part) for part in command], stdout=subprocess.PIPE, text=True, env={**os.environ, **alone})
        atexit.register(self.process.kill)
        self.base = self.process.stdout.readline().split()[-1]

    def resident(self):
        """Megabytes of memory in use."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def get(base, path, token=None):
    request = urllib.request.Request(base + path, headers={"Accept": "application/json"})
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


class Book:
    """A book with an instructor, students and a class in session."""

    def __init__(self, folder, database=None):
        folder.mkdir(parents=True)
        self.where = ["--data", str(folder)] + (["--database", database] if database else [])
        self.command("people", "add", "Maya", "Lindqvist", "--student-id", "10000001")
        self.token = self.command("token", "10000001").strip()
        self.file = folder / "shala.sqlite"
        self.students = folder / "students"
        self.session = str(uuid.uuid4())

    def command(self, *arguments):
        done = subprocess.run(
            [PROGRAMS / "shala", *arguments, *self.where], capture_output=True, text=True, check=True
        )
        return done.stdout

    def serve(self):
        return Process(PROGRAMS / "shala", "serve", "--port", "0", *UNLIMITED, *self.where)

    def fill(self, base):
        people = [str(uuid.uuid4()) for _ in range(STUDENTS)]
        self.students.write_text("\n".join(people) + "\n")
        self.post(base, [
            {"kind": "person.added", "person": one, "firstName": "Student", "lastName": str(number),
             "studentID": str(20000001 + number)}
            for number, one in enumerate(people)
        ])
        venue = str(uuid.uuid4())
        self.post(base, [
            {"kind": "venue.saved", "venue": venue, "name": "Hall"},
            {"kind": "class.started", "class": self.session, "venue": venue},
        ])

    def post(self, base, entries):
        self.send(base, self.prepare(entries))

    def prepare(self, entries):
        """The body of a post."""
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 60))
        whole = [{"id": str(uuid.uuid4()), "at": at, **entry} for entry in entries]
        return json.dumps({"device": str(uuid.uuid4()), "entries": whole}).encode()

    def send(self, base, body):
        request = urllib.request.Request(base + "/journal", body, {
            "Content-Type": "application/json", "Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            results = json.loads(answer.read())["results"]
        assert {result["outcome"] for result in results} == {"accepted"}, results


def load(bases, token, session, students):
    """Requests answered with 2xx each second, by clients shared between the servers."""
    share = CLIENTS // len(bases)
    runs = []
    for base in bases:
        command = ["wrk", "-t1", f"-c{share}", f"-d{SECONDS}s", "-s", HERE / "claims.lua", base, "--"]
        arguments = [token, session, uuid.uuid4().hex[:8], students]
        runs.append(subprocess.Popen([*map(str, command + arguments)], stdout=subprocess.PIPE, text=True))
    total = 0
    for run in runs:
        text = run.communicate()[0]
        assert "Non-2xx" not in text and "Socket errors" not in text, text
        total += float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    return total


def claims(servers, book):
    """Entries that came into the journal each second."""
    base = servers[0].base
    before = get(base, "/health")["sequence"]
    answered = load([server.base for server in servers], book.token, book.session, book.students)
    entries = (get(base, "/health")["sequence"] - before) / SECONDS
    # Each answer is an entry: those under way at the end aside.
    assert abs(entries - answered) < answered * 0.05 + CLIENTS, (entries, answered)
    return answered


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


async def feed_delays(base, book):
    """Milliseconds from posting one mark to each of the listeners having read it."""
    host, port = base.removeprefix("http://").split(":")
    request = (f"GET /classes/{book.session}/feed HTTP/1.1\r\nHost: {host}\r\n"
               f"Authorization: Bearer {book.token}\r\n\r\n").encode()
    lines = []
    for _ in range(LISTENERS):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(request)
        await reader.readuntil(b"retry: 2000")
        lines.append((reader, writer))
    person = book.students.read_text().split()[0]
    delays = []
    for _ in range(5):
        told = [asyncio.create_task(reader.readuntil(b"event: entry")) for reader, _ in lines]
        sent = time.perf_counter()
        for one in told:
            one.add_done_callback(lambda _: delays.append((time.perf_counter() - sent) * 1000))
        mark = {"kind": "attendance.marked", "class": book.session, "person": person}
        await asyncio.to_thread(book.post, base, [mark])
        await asyncio.gather(*told)
    for _, writer in lines:
        writer.close()
    return sorted(delays)


def measure(folder):
    rows = [("one fsync of 4 KiB, median", f"{fsync_cost():.2f} ms", "")]
    bare = Process(PROGRAMS / "Bare")
    (folder / "somebody").write_text(f"{uuid.uuid4()}\n")
    ceiling = load([bare.base], "nobody", uuid.uuid4(), folder / "somebody")
    bare.stop()
    rows.append(("bare route answering “ok”", f"{ceiling:,.0f} /s", ""))
    rows += on_sqlite(folder, ceiling)
    rows += uploads(folder)
    rows += visit(folder)
    rows += pages.long_lists(folder / "lists", Book)
    if os.environ.get("PAGES") != "0":
        rows += pages.compare(folder / "pages", Book, get)
    rows += on_postgres(folder)
    return rows


def visit(folder):
    book = Book(folder / "visit")
    server = book.serve()
    code = re.search(r"\w{4}-\w{4}-\w{4}", book.command("sign-in-codes", "--person", "10000001"))[0]
    rows = first_visit.rows(f"{server.base}/sign-in/{code}")
    server.stop()
    return rows


def on_sqlite(folder, ceiling):
    book = Book(folder / "sqlite")
    server = book.serve()
    get(server.base, "/health")
    first, idle = (time.perf_counter() - server.started) * 1000, server.resident()
    book.fill(server.base)
    rate = claims([server], book)
    loaded = server.resident()
    delays = asyncio.run(feed_delays(server.base, book))
    p99 = delays[int(len(delays) * 0.99)]
    server.stop()
    again = book.serve()
    get(again.base, "/class", book.token)
    large = (time.perf_counter() - again.started) * 1000
    again.stop()
    return [
        ("durable claims, SQLite", f"{rate:,.0f} /s", f"{rate / ceiling:.2f} of the bare route; wanted 0.50"),
        (f"one mark to {LISTENERS:,} listeners, p99", f"{p99:.0f} ms", "wanted 100 ms"),
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
        (f"{what}, uploaded", f"{ours * 1000:.0f} ms", f"{ours / bare:.1f} × SQLite alone; wanted 4"),
    ]


def on_postgres(folder):
    rates = []
    for count in (1, 2):
        database = f"b{uuid.uuid4().hex}"
        server = os.environ["SHALA_POSTGRES"]
        subprocess.run(["psql", "-q", f"{server}/postgres", "-c", f"CREATE DATABASE {database}"], check=True)
        book = Book(folder / database, f"{server}/{database}")
        servers = [book.serve() for _ in range(count)]
        book.fill(servers[0].base)
        rates.append(claims(servers, book))
        for one in servers:
            one.stop()
    one, two = rates
    return [
        ("durable claims, PostgreSQL, one server", f"{one:,.0f} /s", ""),
        ("durable claims, PostgreSQL, two servers", f"{two:,.0f} /s", f"{two / one:.2f} × one; wanted 1.50"),
    ]


def main():
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(pathlib.Path(folder))
    print(f"{os.cpu_count()} cores, {CLIENTS} clients, {SECONDS} s each; load, servers and database on one machine\n")
    print("| what | measured | against |\n| --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    sys.exit(main())
