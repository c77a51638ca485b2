"""Several servers on one database: nobody notices which one answers."""

import contextlib
import http.client
import json
import random
import re
import subprocess
import threading
import time

import pytest
from playwright.sync_api import expect

from book import batch, entry, new_id, time_text
from cluster import Cluster, restart_postgres
from conftest import LAPTOP, PHONE
from http_client import Client, events
from push_service import PushService
from server import succeed
from waiting import until

SECONDS_OF_LOAD = 60
# What each of those who write or read takes before the next thing, at least.
PAUSE = 0.1

# One after the other, since one of them restarts the PostgreSQL server of all.
pytestmark = pytest.mark.xdist_group("PostgreSQL")


@pytest.fixture
def cluster(tmp_path):
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.stop()


class ClusterBook:
    """The book of a cluster, with an instructor, a class in session and its students."""

    def __init__(self, cluster, students):
        self.cluster = cluster
        printed = self.command("people", "add", "Maya", "Lindqvist", "--student-id", "10000001")
        self.code = re.search(r"\w{4}-\w{4}-\w{4}$", printed)[0]
        self.token = self.command("token", "10000001")
        self.client = Client(cluster.base, self.token)
        self.venue, self.session = new_id(), new_id()
        self.students = [new_id() for _ in range(students)]
        names = [
            entry("person.added", person=one, firstName="Student", lastName=str(n), studentID=str(20000001 + n))
            for n, one in enumerate(self.students)
        ]
        start = [
            entry("venue.saved", venue=self.venue, name="Riverside Studio"),
            entry("class.started", 1, **{"class": self.session}, venue=self.venue),
        ]
        for results in (self.client.journal(batch(*part)) for part in (names, start)):
            assert {result["outcome"] for result in results.json["results"]} == {"accepted"}

    def command(self, *arguments):
        return succeed(*arguments, "--database", self.cluster.database, *self.cluster.key, data=self.cluster.data)


@pytest.fixture
def pushing(tmp_path):
    service = PushService()
    cluster = Cluster(tmp_path, service.environment)
    yield cluster, service
    cluster.stop()
    service.close()
    assert service.problems == []


def test_one_server_pushes_and_each_tells_its_pages(pushing):
    cluster, service = pushing
    book = ClusterBook(cluster, students=1)
    course, session, [student] = new_id(), new_id(), book.students
    sent = [
        entry("class.saved", **{"class": book.session}),
        entry("course.created", course=course, title="Yoga", timeZone="UTC", venue=book.venue, evidence="any"),
        entry("enrolment.accepted", course=course, person=student),
        entry("class.scheduled", course=course, start=time_text(1), **{"class": session}),
        entry("class.started", venue=book.venue, **{"class": session}),
    ]
    assert {one["outcome"] for one in book.client.journal(batch(*sent)).json["results"]} == {"accepted"}
    servers = [Client(server.base, book.token) for server in cluster.servers]
    [service.vapid] = {server.get("/notifications").json["key"] for server in servers}
    device = service.subscription()
    headers = {"Content-Type": "application/json"}
    assert servers[0].ask("POST", "/notifications/subscription", json.dumps(device.json), headers).status == 204
    claims = Client(cluster.servers[2].base, book.command("token", "20000001"))
    with contextlib.ExitStack() as open_feeds:
        feeds = [open_feeds.enter_context(server.feed("/feed")) for server in servers]
        for feed in feeds:
            assert feed.readline() == b"retry: 2000\n"
        claim = entry("attendance.claimed", **{"class": session})
        assert claims.journal(batch(claim)).json["results"][0]["outcome"] == "accepted"
        for feed in feeds:
            line = next(line for line in iter(feed.readline, b"") if line == b"event: notice\n")
            told = json.loads(feed.readline().decode().removeprefix("data: "))
            assert line and told["text"] == "Student 0 needs confirmation." and told["tag"] == f"marks-{session}"
    until(lambda: device.messages)
    # Any other server would have sent it at the same time.
    time.sleep(2)
    assert [message["text"] for message in device.messages] == ["Student 0 needs confirmation."]


def test_who_signs_in_on_one_server_is_signed_in_on_all(cluster, devices):
    book = ClusterBook(cluster, students=2)
    phone = devices.open(**PHONE)
    phone.goto(f"{cluster.base}/sign-in/{book.code}")
    expect(phone.get_by_role("button", name="Pause")).to_be_visible()
    laptop = devices.open(**LAPTOP)
    # Cookies do not know of ports: what the phone got by the proxy holds on every server.
    laptop.context.add_cookies(phone.context.cookies())
    for server in cluster.servers:
        laptop.goto(f"{server.base}/class")
        expect(laptop.get_by_role("heading", name="Riverside Studio")).to_be_visible()
    phone.get_by_role("button", name="Pause").click()
    expect(laptop.get_by_role("button", name="Resume")).to_be_visible()


def test_a_feed_that_goes_on_at_another_server_misses_nothing(cluster):
    book = ClusterBook(cluster, students=30)
    clients = [Client(server.base, book.token) for server in cluster.servers]
    last, told = clients[0].sequence, []
    start = last
    for turn in range(6):
        marks = [
            entry("attendance.marked", **{"class": book.session}, person=one)
            for one in book.students[turn * 5 : turn * 5 + 5]
        ]
        clients[turn % 3].journal(batch(*marks))
        with clients[(turn + 1) % 3].feed(f"/classes/{book.session}/feed?after={last}") as feed:
            told += [event["sequence"] for event in events(feed, 5)]
            last = told[-1]
    assert told == list(range(start + 1, start + 31))


class Load:
    """People who use the book through the proxy until told to stop, and try again whatever fails."""

    def __init__(self, book):
        self.book = book
        self.deadline = time.monotonic() + SECONDS_OF_LOAD
        self.acknowledged = []
        self.refusals = []
        self.lock = threading.Lock()

    def is_over(self):
        return time.monotonic() > self.deadline

    def insist(self, body):
        """Posts a batch until it is answered."""
        while True:
            try:
                answer = self.book.client.journal(body)
                if answer.status == 200:
                    return answer.json["results"]
                assert answer.status in (502, 503, 504), answer.text
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(PAUSE)

    def write(self):
        """Marks and clears at random, edits names and saves venues, a few entries at a time."""
        device = new_id()
        while not self.is_over():
            entries = [self.something() for _ in range(random.randint(1, 5))]
            results = self.insist(batch(*entries, device=device))
            with self.lock:
                self.acknowledged += [one for one in results if one["outcome"] in ("accepted", "duplicate")]
                self.refusals += [one for one in results if one["outcome"] not in ("accepted", "duplicate")]
            time.sleep(PAUSE)

    def something(self):
        person = random.choice(self.book.students)
        kind = random.choice(["attendance.marked", "attendance.cleared", "person.edited", "venue.saved"])
        if kind == "person.edited":
            return entry(kind, person=person, firstName=f"Student {random.randint(0, 999)}")
        if kind == "venue.saved":
            return entry(kind, venue=new_id(), name=f"Hall {random.randint(0, 9999)}")
        return entry(kind, **{"class": self.book.session}, person=person)

    def read(self):
        while not self.is_over():
            path = random.choice(["/class", "/students", "/sessions", f"/classes/{self.book.session}/roster"])
            try:
                assert self.book.client.get(path).status in (200, 502, 503, 504)
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(PAUSE)


class Follower:
    """Follows the feed by the proxy, and comes back with the last number it has until it has seen the end."""

    def __init__(self, client, start):
        self.client = client
        self.told = [start]
        self.connections = 0
        self.thread = threading.Thread(target=self.follow, daemon=True)
        self.end = None

    def follow(self):
        while self.end is None or self.told[-1] < self.end:
            try:
                with self.client.feed(f"/feed?after={self.told[-1]}") as feed:
                    self.connections += 1
                    while self.end is None or self.told[-1] < self.end:
                        self.told += [event["sequence"] for event in events(feed, 1)]
            except (OSError, AssertionError, http.client.HTTPException):
                continue


@pytest.mark.long
def test_nothing_is_lost_or_doubled_while_a_server_is_killed_and_the_database_restarts(cluster):
    book = ClusterBook(cluster, students=150)
    followers = [Follower(book.client, book.client.sequence) for _ in range(6)]
    for follower in followers:
        follower.thread.start()
    load = Load(book)
    people = [threading.Thread(target=load.write) for _ in range(6)] + [
        threading.Thread(target=load.read) for _ in range(3)
    ]
    for person in people:
        person.start()
    hurt(cluster, load)
    for person in people:
        person.join()
    assert load.refusals == [] and load.acknowledged
    # One more entry, on which those who have seen everything stop waiting.
    last = book.client.sequence + 1
    for follower in followers:
        follower.end = last
    load.insist(batch(entry("venue.saved", venue=new_id(), name="The end")))
    for follower in followers:
        follower.thread.join(60)
        assert follower.told == list(range(follower.told[0], last + 1))
    assert sum(follower.connections for follower in followers) > len(followers)
    everything_is_there_once(book, load, last)
    assert "Nothing is wrong" in succeed("doctor", "--database", cluster.database)


def hurt(cluster, load):
    """A third into the load one server is killed, and comes back; at two thirds the database is restarted."""
    third = SECONDS_OF_LOAD / 3
    waiting = threading.Event()
    waiting.wait(load.deadline - 2 * third - time.monotonic())
    cluster.servers[0].kill()
    waiting.wait(third / 4)
    cluster.servers[0].start()
    waiting.wait(load.deadline - third - time.monotonic())
    restart_postgres()


def everything_is_there_once(book, load, last):
    """By the database, and for the newest by the feed, which goes back some thousands of entries only."""
    rows = subprocess.run(
        ["psql", "-At", "-F", " ", "-c", "SELECT sequence, id FROM entry ORDER BY sequence", book.cluster.database],
        check=True, capture_output=True, text=True).stdout.split()
    journal = [{"sequence": int(number), "id": name} for number, name in zip(rows[::2], rows[1::2])]
    newest = journal[-1_000:]
    with book.client.feed(f"/feed?after={newest[0]['sequence'] - 1}") as feed:
        told = events(feed, len(newest))
    assert [(one["sequence"], one["id"]) for one in told] == [(one["sequence"], one["id"]) for one in newest]
    assert [told["sequence"] for told in journal] == list(range(1, last + 1))
    identifiers = {told["id"]: told["sequence"] for told in journal}
    assert len(identifiers) == last
    for result in load.acknowledged:
        assert identifiers[result["id"]] == result["sequence"]
