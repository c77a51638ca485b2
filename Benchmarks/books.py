"""Servers and books to be measured."""

import atexit
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import time
import urllib.request
import uuid

PROGRAMS = pathlib.Path(os.environ["SHALA_PROGRAMS"])
# One person is everybody in some measurements.
UNLIMITED = ["--feeds-per-person", "2000", "--instructor-entries-per-hour", "1000000000",
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

    def cpu(self):
        """Seconds of CPU used so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def get(base, path, token=None):
    request = urllib.request.Request(base + path, headers={"Accept": "application/json"})
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def at(seconds_ago):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - seconds_ago))


def batch(entries):
    """The body of a post."""
    whole = [{"id": str(uuid.uuid4()), "at": at(60), **entry} for entry in entries]
    return json.dumps({"device": str(uuid.uuid4()), "entries": whole}).encode()


class Book:
    """A book with one instructor."""

    def __init__(self, folder, database=None):
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.file = folder, folder / "shala.sqlite"
        self.where = ["--data", str(folder)] + (["--database", database] if database else [])
        if is_new:
            self.command("people", "add", "Maya", "Lindqvist", "--student-id", "10000001")
        self.token = self.token_of("10000001")

    def command(self, *arguments):
        return subprocess.run(
            [PROGRAMS / "shala", *arguments, *self.where], capture_output=True, text=True, check=True).stdout

    def token_of(self, student_id):
        return self.command("token", student_id).strip()

    def sign_in_link(self, base):
        """An address that signs the instructor in."""
        code = re.search(r"\w{4}-\w{4}-\w{4}", self.command("sign-in-codes", "--person", "10000001"))[0]
        return f"{base}/sign-in/{code}"

    def tokens_of(self, student_ids):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            return list(pool.map(self.token_of, student_ids))

    def serve(self):
        return Process(PROGRAMS / "shala", "serve", "--port", "0", *UNLIMITED, *self.where)

    def post(self, base, entries, token=None):
        for begin in range(0, len(entries), 200):
            self.send(base, batch(entries[begin:begin + 200]), token)

    def send(self, base, body, token=None):
        request = urllib.request.Request(base + "/journal", body, {
            "Content-Type": "application/json", "Authorization": f"Bearer {token or self.token}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            results = json.loads(answer.read())["results"]
        assert {result["outcome"] for result in results} == {"accepted"}, results

    def add_people(self, base, count):
        """Students with IDs from 20000001 on; returns their identifiers."""
        people = [str(uuid.uuid4()) for _ in range(count)]
        self.post(base, [
            {"kind": "person.added", "person": one, "firstName": "Student", "lastName": str(number),
             "studentID": str(20000001 + number)} for number, one in enumerate(people)])
        return people
