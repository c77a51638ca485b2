"""A check-in at an event of 500, beside pretix's."""

import itertools
import json
import uuid

import peer
from books import at, get
from claims import CLASSES, CLIENTS, ROUNDS, SECONDS
from hall import ENROLLED, STUDENTS, Hall
from ours import journal, two_books
from peer import HERE
from processes import Running, answers, free_port, postgres
from sides import Side, in_turns, line

REQUIREMENT = "pretix==2026.8.0"
# A ticket is good once at each list; this is more than pretix takes each second.
LISTS_A_SECOND = 1
SETTINGS = """
[pretix]
instance_name=School
url={base}
datadir={folder}
[database]
backend=postgresql
name={database}
user=shala
host=127.0.0.1
port={port}
[redis]
location=redis://127.0.0.1:{redis}/0
sessions=true
[celery]
backend=redis://127.0.0.1:{redis}/1
broker=redis://127.0.0.1:{redis}/2
"""


class Pretix:
    """pretix with one event and a team's token, started as its documentation says, with its worker for tasks."""

    def __init__(self, folder):
        self.peer = one = peer.Peer(REQUIREMENT, folder)
        port = free_port()
        base = f"http://127.0.0.1:{port}"
        file = folder / "pretix.cfg"
        file.write_text(SETTINGS.format(
            base=base, folder=folder, database=one.database, port=one.database_port, redis=one.redis_port))
        one.environment |= {"PRETIX_CONFIG_FILE": str(file), "DJANGO_SETTINGS_MODULE": "pretix.settings"}
        one.make_tables("python", "-m", "pretix", "migrate")
        count = (ROUNDS + 1) * SECONDS * LISTS_A_SECOND
        filled = json.loads(one.run("python", "-P", HERE / "pretix_fill.py", ENROLLED, count).splitlines()[-1])
        self.token, self.tickets, self.lists = filled["token"], filled["tickets"], filled["lists"]
        one.running.append(one.start("celery", "-A", "pretix.celery_app", "worker", "--loglevel", "warning"))
        one.running.append(one.start("gunicorn", "pretix.wsgi", "--name", "pretix", "--workers", peer.WORKERS, "--bind",
                                     base.removeprefix("http://")))
        one.running[-1].wait_until(answers, f"{base}/api/v1/")
        self.server = Running(base, [program.pid for program in one.running] + [postgres()])

    def requests(self, number):
        """Each ticket at each list of this round."""
        each = len(self.lists) // (ROUNDS + 1)
        for one, secret in itertools.product(self.lists[number * each:(number + 1) * each], self.tickets):
            yield line("POST", "/api/v1/organizers/school/checkinrpc/redeem/",
                       json.dumps({"secret": secret, "lists": [one], "nonce": uuid.uuid4().hex}),
                       Authorization=f"Token {self.token}", Content_Type="application/json")

    def stored(self):
        headers, path = {"Authorization": f"Token {self.token}"}, "/api/v1/organizers/school/events/mechanics/checkins/"
        return peer.ask(self.server.base, "GET", path, **headers)[0]["count"]


def claims(hall):
    """Requests by which students claim presence, each once at each class of this round."""
    def requests(number):
        each = len(hall.classes) // (ROUNDS + 1) * STUDENTS
        for one in range(number * each, (number + 1) * each):
            yield journal(hall.tokens[one % STUDENTS], hall.claim(one))
    return requests


def marks(hall):
    """Requests by which the instructor marks those present who make no claims, each once at each class of this round."""
    def requests(number):
        each = len(hall.classes) // (ROUNDS + 1)
        sessions = hall.classes[number * each:(number + 1) * each]
        for session, person in itertools.product(sessions, hall.people[STUDENTS:]):
            mark = {"kind": "attendance.marked", "at": at(0), "class": session, "person": person}
            yield journal(hall.book.token, mark)
    return requests


def rows(folder):
    theirs = Pretix(folder / "pretix")
    sides = [Side(f"pretix {theirs.peer.version}", theirs.server, theirs.requests, theirs.stored)]
    servers = []
    for name, book, server in two_books(folder / "check-in"):
        hall = Hall(book, server.base, CLASSES)
        servers.append(server)
        for what, requests in (("the instructor's mark", marks(hall)), ("a student's claim", claims(hall))):
            sides.append(Side(f"{name}, {what}", server, requests,
                              lambda server=server: get(server.base, "/health")["sequence"]))
    yield from in_turns(f"a check-in at a list of {ENROLLED}", sides, CLIENTS, folder)
    theirs.peer.stop()
    for server in servers:
        server.stop()
