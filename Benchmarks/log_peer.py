"""A training log of 10,000 entries, beside FitTrackee's."""

import itertools
import json
import subprocess
import time
import urllib.parse
import uuid

import lists
import peer
from books import at, get
from ours import journal, two_books
from processes import Running, answers, free_port, postgres
from sides import Side, in_turns, line

REQUIREMENT = "fittrackee==1.3.6"
ENTRIES, PAGE = 10_000, 50
# One person's devices; more clients would only stand in line, and be in the way of who is measured next.
CLIENTS = 8
SPAN = 2 * 365 * 86_400
# After so many, sport and duration come again.
EACH_KIND = 240
COPIES = f"""
    CREATE TEMP TABLE copied AS SELECT workouts.*, number FROM generate_series({EACH_KIND}, {ENTRIES - 1}) AS number
        JOIN workouts ON title = 'Run ' || number % {EACH_KIND};
    UPDATE copied SET id = nextval('workouts_id_seq'), uuid = gen_random_uuid(), title = 'Run ' || number,
        workout_date = workout_date - (number - number % {EACH_KIND}) * interval '{SPAN // ENTRIES} seconds';
    ALTER TABLE copied DROP number;
    INSERT INTO workouts SELECT * FROM copied;
    ANALYZE"""
USER, EMAIL, PASSWORD = "ann", "ann@example.org", "a long password"


class FitTrackee:
    """FitTrackee with one user, started as its documentation says; nothing here needs its task queue."""

    def __init__(self, folder):
        self.peer = one = peer.Peer(REQUIREMENT, folder)
        self.title = f"FitTrackee {one.version}"
        port = free_port()
        base = f"http://127.0.0.1:{port}"
        one.environment |= {
            "APP_SECRET_KEY": uuid.uuid4().hex, "DATABASE_URL": one.database_address, "UI_URL": base,
            "REDIS_URL": f"redis://127.0.0.1:{one.redis_port}", "UPLOAD_FOLDER": str(folder), "HOST": "127.0.0.1",
            "PORT": str(port), "APP_WORKERS": str(peer.WORKERS), "LOG_LEVEL": "warning"}
        subprocess.run(["psql", "-q", one.database_address, "-c", "CREATE EXTENSION postgis"], check=True)
        one.run("ftcli", "db", "upgrade")
        one.run("ftcli", "users", "create", USER, "--email", EMAIL, "--password", PASSWORD, "--tz", "UTC")
        one.running.append(one.start("fittrackee"))
        one.running[-1].wait_until(answers, f"{base}/api/ping")
        self.server = Running(base, [program.pid for program in one.running] + [postgres()])
        self.sports = [sport["id"] for sport in self.get("/api/sports")["sports"]][:3]

    def headers(self):
        """What its own page sends: who is signed in, for the next 15 minutes."""
        who = {"email": EMAIL, "password": PASSWORD}
        _, answered = peer.ask(self.server.base, "POST", "/api/auth/login", who)
        cookies = dict(one.split(";")[0].split("=", 1) for one in answered.get_all("Set-Cookie"))
        return {"Cookie": f"access_token_cookie={cookies['access_token_cookie']}", "Content_Type": "application/json",
                "X_CSRF_TOKEN": cookies["csrf_access_token"]}

    def get(self, path):
        return peer.ask(self.server.base, "GET", path, **self.headers())[0]["data"]

    def workout(self, number):
        """As lists.fill has it, with the distance that FitTrackee wants."""
        minutes = 10 + number % 80
        start = time.gmtime(time.time() - number % ENTRIES * SPAN / ENTRIES)
        return {"sport_id": self.sports[number % 3], "duration": minutes * 60, "distance": minutes / 6,
                "title": f"Run {number}", "workout_date": time.strftime("%Y-%m-%d %H:%M", start)}

    def fill(self):
        """The first entries come through its interface, one of each sport and duration, so that its records are right;
        the others are copies, as it takes a quarter of an hour for so many."""
        headers = self.headers()
        for number in range(EACH_KIND):
            peer.ask(self.server.base, "POST", "/api/workouts/no_gpx", self.workout(number), **headers)
        subprocess.run(["psql", "-q", self.peer.database_address, "-v", "ON_ERROR_STOP=1", "-c", COPIES], check=True)

    def stored(self):
        path = "/api/workouts?per_page=1"
        return peer.ask(self.server.base, "GET", path, **self.headers())[0]["pagination"]["total"]

    def posts(self, _):
        headers = self.headers()
        for number in itertools.count():
            yield line("POST", "/api/workouts/no_gpx", json.dumps(self.workout(number)), **headers)

    def page(self, path):
        return lambda _: [line("GET", path, **self.headers())]


def our_posts(token):
    """Requests that log an entry each, of the same text and length as those in the book."""
    def requests(_):
        for number in itertools.count():
            entry = {"kind": "training.logged", "training": str(uuid.uuid4()), "description": f"Run {number}",
                     "category": ("endurance", "strength", "mobility")[number % 3], "minutes": 10 + number % 80,
                     "start": at(number % ENTRIES * SPAN / ENTRIES)}
            yield journal(token, entry)
    return requests


def our_page(token, path):
    return lambda _: [line("GET", path, Accept="application/json", Authorization=f"Bearer {token}")]


def months():
    """The last twelve, as FitTrackee is asked for them."""
    year = time.gmtime(time.time() - 365 * 86_400)
    return urllib.parse.urlencode({"from": time.strftime("%Y-%m-%d", year), "time": "month"})


def our_logs(folder):
    """Books with the same log: title, token of its owner, and server."""
    for title, book, server in two_books(folder):
        token, _ = lists.fill(server.base, book, ENTRIES, 0)["/training, 10,000 entries"]
        yield title, token, server


def reading(theirs, ours, path, our_path):
    return [Side(theirs.title, theirs.server, theirs.page(path))] + [
        Side(title, server, our_page(token, our_path)) for title, token, server in ours]


def logging(theirs, ours):
    return [Side(theirs.title, theirs.server, theirs.posts, theirs.stored)] + [
        Side(title, server, our_posts(token), lambda server=server: get(server.base, "/health")["sequence"])
        for title, token, server in ours]


def rows(folder):
    theirs, ours = FitTrackee(folder / "fittrackee"), list(our_logs(folder / "log"))
    theirs.fill()
    check(theirs, ours)
    newest = reading(theirs, ours, f"/api/workouts?per_page={PAGE}", "/training")
    newest.insert(1, Side(f"{theirs.title}, its usual 5", theirs.server, theirs.page("/api/workouts")))
    monthly = reading(theirs, ours, f"/api/stats/{USER}/by_time?{months()}", "/training?by=month")
    for job, sides in ((f"newest {PAGE} of a log of {ENTRIES:,}", newest), ("its totals by month", monthly),
                       ("an entry logged", logging(theirs, ours))):
        yield from in_turns(job, sides, CLIENTS, folder)
    for server in (theirs.peer, *(server for _, _, server in ours)):
        server.stop()


def check(theirs, ours):
    """All have the same log."""
    assert theirs.stored() == ENTRIES and len(theirs.get(f"/api/workouts?per_page={PAGE}")["workouts"]) == PAGE
    minutes = sum(10 + number % 80 for number in range(ENTRIES))
    totals = theirs.get(f"/api/stats/{USER}/by_time?time=month")["statistics"]
    assert sum(one["total_duration"] for month in totals.values() for one in month.values()) == minutes * 60
    for _, token, server in ours:
        page = get(server.base, "/training?by=month", token)
        assert page["totalMinutes"] == minutes and len(page["trainings"]) == PAGE, page
