"""One job done by several programs, in turns."""

import itertools
import pathlib
import re
import statistics
import subprocess
import sys
import uuid

from claims import MOST_A_SECOND, ROUNDS, SECONDS

HERE = pathlib.Path(__file__).parent


class Side:
    """A program that does a job. `requests(number)` yields the requests of a round, as replay.lua wants them; round 0 is
    to warm up. `stored()` counts what the job has written, and is left out of a job that only reads."""

    def __init__(self, title, server, requests, stored=None):
        self.title, self.server, self.requests, self.stored = title, server, requests, stored
        self.rates, self.costs, self.fastest = [], [], MOST_A_SECOND / 3

    def load(self, number, clients, folder):
        """Does the job for a round; every answer must be one of success, and everything answered must be stored."""
        seconds = SECONDS if number else 1
        # More than there can be answers, and no more, as it takes a while to prepare them.
        lines = list(itertools.islice(self.requests(number), int(seconds * (3 * self.fastest + 100))))
        file = folder / f"requests-{uuid.uuid4().hex}"
        file.write_text("\n".join(lines) + "\n")
        stored, cpu = self.stored and self.stored(), self.server.cpu()
        answered, took = replay(self.server.base, clients, seconds, file)
        cpu = self.server.cpu() - cpu
        file.unlink()
        self.server.settle()
        if self.stored:
            more = self.stored() - stored
            assert answered + clients <= len(lines), (self.title, answered, "requests were not enough")
            assert answered <= more <= answered + clients, (self.title, answered, more)
        self.keep(number, answered, took, cpu)

    def keep(self, number, answered, took, cpu):
        if number:
            assert answered, (self.title, "did not answer once in the time of a round; SECONDS_EACH sets a longer one")
            self.rates.append(answered / took)
            self.costs.append(cpu / answered * 1000)
        self.fastest = max(self.rates, default=answered / took)


def replay(base, clients, seconds, file):
    """How many answers came, and in how many seconds."""
    command = ["wrk", "-t1", f"-c{clients}", f"-d{seconds}s", "--timeout", "60s", "-s", HERE / "replay.lua", base, "--",
               file]
    text = subprocess.run([*map(str, command)], stdout=subprocess.PIPE, text=True, check=True).stdout
    assert "Non-2xx" not in text and "Socket errors" not in text, text
    found = re.search(r"(\d+) requests in ([\d.]+)(ms|s|m)", text)
    return int(found[1]), float(found[2]) * {"ms": 0.001, "s": 1, "m": 60}[found[3]]


def line(method, path, body="", **headers):
    """A request for replay.lua; `Content_Type` is the header Content-Type."""
    named = (f"{name.replace('_', '-')}: {value}" for name, value in headers.items())
    return "\t".join([method, path, body, *named])


def in_turns(job, sides, clients, folder):
    """Rows of a table: each side's rate and CPU time of an answer, and how many times the first side's rate that is."""
    for number in range(ROUNDS + 1):
        print(f"{job}, round {number} of {ROUNDS}", file=sys.stderr)
        for side in sides:
            side.load(number, clients, folder)
    first = sides[0]
    return [
        (f"{job}, {side.title}", figures(side.rates, "/s"), f"{statistics.median(side.costs):.2f} ms",
         "" if side is first else f"{against(side, first)} {first.title}")
        for side in sides]


def against(side, first):
    """Ratios round by round, so that other work of the machine, which comes and goes, weighs on both."""
    return figures([ours / theirs for ours, theirs in zip(side.rates, first.rates)], "×")


def figures(numbers, unit):
    """The one in the middle, with the least and the greatest."""
    digits = 1 if statistics.median(numbers) < 20 else 0
    middle, least, greatest = (f"{of(numbers):,.{digits}f}" for of in (statistics.median, min, max))
    return f"{middle} {unit}" if len(numbers) == 1 else f"{middle} {unit} ({least}–{greatest})"
