"""Who is told of what by push messages: subscribed by the tests' own keys, decrypted by another library."""

import json
import time

import pytest

from book import Book, batch, entry, new_id, time_text
from conftest import AMPLE
from http_client import Client
from positions import RADIUS, STUDIO, fix
from push_service import PushService, encoded
from waiting import until

# Seconds in which a message that is to come has come; and in which one that is not would have.
SOON, QUIET = 15, 5


@pytest.fixture
def push():
    service = PushService()
    yield service
    service.close()
    assert service.problems == []


@pytest.fixture
def book(serve, push, beginning, tmp_path):
    beginning.copy(tmp_path / "book")
    return Book(serve("book", *AMPLE, environment=push.environment), beginning)


class Device:
    """A program that acts for somebody, as a browser that is notified."""

    def __init__(self, book, push, client):
        self.book, self.push, self.client = book, push, client
        self.push.vapid = self.facts["key"]
        self.subscription = push.subscription()
        assert self.subscribe().status == 204

    @property
    def facts(self):
        return self.client.get("/notifications").json

    def ask(self, method, path, body=None):
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        return self.client.ask(method, path, json.dumps(body), headers)

    def subscribe(self):
        return self.ask("POST", "/notifications/subscription", self.subscription.json)

    def post(self, *entries):
        results = self.client.journal(batch(*entries)).json["results"]
        assert [one["outcome"] for one in results] == ["accepted"] * len(entries), results

    def want(self, topic, wanted):
        self.post(entry("notifications.chosen", topic=topic, wanted=wanted))

    @property
    def texts(self):
        return [message["text"] for message in self.subscription.messages]

    def expect(self, *texts):
        until(lambda: len(self.texts) >= len(texts))
        assert self.texts == list(texts)


class Room:
    """A course with a class that is to begin in ten minutes, its instructor and two students."""

    def __init__(self, book, push):
        self.book, self.push = book, push
        self.people = dict(zip(("ann", "bea"), book.people("Ann Fleming", "Bea Okafor")))
        self.venue = book.venue("Catalina Room", radius=RADIUS, **STUDIO)
        self.course = book.course("Morning Vinyasa", self.venue, list(self.people.values()))
        self.session = book.scheduled(self.course, ago=-10)
        self.named = {"class": self.session}
        self.maya = Device(book, push, book.client)
        self.ann, self.bea = (Device(book, push, book.client_of(one)) for one in self.people.values())

    def start(self):
        self.book.post(entry("class.started", **self.named, venue=self.venue))

    def near(self, device, metres=10, ago=0.0):
        device.post(entry("device.nearby", ago, **self.named, **fix(metres)))

    def claim(self, device, metres=10, **fields):
        device.post(entry("attendance.claimed", **self.named, **fix(metres, **fields)))


@pytest.fixture
def room(book, push):
    return Room(book, push)


def test_instructor_is_told_of_a_mark(room):
    room.start()
    room.claim(room.ann)
    room.maya.expect("Ann Fleming is present.")
    [message], [sent] = room.maya.subscription.messages, room.maya.subscription.attempts
    assert message == {"title": "Morning Vinyasa", "text": "Ann Fleming is present.",
                       "href": f"/classes/{room.session}", "tag": f"marks-{room.session}"}
    # The length tells nothing, and so does the topic.
    assert sent["length"] == 86 + 1024 + 16
    assert room.session not in json.dumps(sent) and sent["Urgency"] == "normal" and sent["TTL"] == "1800"
    assert room.ann.texts == room.bea.texts == []


def test_marks_at_once_become_one(room, book):
    students = book.people(*(f"Student Number{number}" for number in range(10)))
    book.post(*(entry("enrolment.accepted", course=room.course, person=one) for one in students))
    room.start()
    clients = [book.client_of(one) for one in students]
    for number, client in enumerate(clients):
        # The last two are at the edge of the fence.
        claim = entry("attendance.claimed", **room.named, **fix(10 if number < 8 else 95))
        assert client.journal(batch(claim)).json["results"][0]["outcome"] == "accepted"
    room.maya.expect("8 students are present, 2 need confirmation.")
    time.sleep(QUIET)
    assert len(room.maya.texts) == 1


def test_what_has_just_happened_is_told_though_the_server_ends(room):
    room.start()
    room.claim(room.ann)
    assert room.book.server.stop() == 0
    assert room.maya.texts == ["Ann Fleming is present."]
    assert "could not be told" not in room.book.server.log.read_text()


def test_start_is_told_to_those_who_are_there(room, book, push):
    far = Device(book, push, book.client_of(book.person("Far", "Away")))
    room.near(room.ann)
    room.near(room.bea, metres=300)
    room.start()
    room.ann.expect("You can now confirm attendance.")
    assert room.ann.subscription.attempts[0]["Urgency"] == "high"
    time.sleep(QUIET)
    assert room.bea.texts == far.texts == room.maya.texts == []


def test_who_was_there_too_long_ago_is_not_told(room):
    room.near(room.ann, ago=16)
    room.near(room.bea, ago=14)
    room.start()
    room.bea.expect("You can now confirm attendance.")
    time.sleep(QUIET)
    assert room.ann.texts == []


def test_those_present_are_asked_to_confirm(room, book):
    room.start()
    room.claim(room.ann)
    book.post(entry("reconfirmation.requested", reconfirmation=new_id(), minutes=5, **room.named))
    room.ann.expect("Please confirm again that you are here.")
    assert room.ann.subscription.messages[0]["href"] == f"/classes/{room.session}"
    # The messages of one event go off together.
    assert room.bea.texts == []


def test_changes_are_told_to_students(room, book):
    def change(*entries):
        book.post(*entries)
        time.sleep(0.1)

    later = time_text(-60)
    change(entry("class.deleted", **room.named))
    until(lambda: room.bea.texts)
    change(entry("class.restored", **room.named))
    until(lambda: len(room.bea.texts) == 2)
    change(entry("class.scheduled", **room.named, course=room.course, start=later))
    until(lambda: len(room.bea.texts) == 3)
    starts = ["The class on ", "The class takes place after all: ", "The class has moved: "]
    for device in (room.ann, room.bea):
        assert [text.startswith(start) for text, start in zip(device.texts, starts)] == [True] * 3, device.texts
    assert room.ann.texts[0].endswith(" is cancelled.") and room.ann.texts[2].endswith(", Catalina Room.")
    assert room.maya.texts == []
    # Neither a change that changes nothing, nor one that is undone at once, nor a new class is news.
    change(entry("class.scheduled", **room.named, course=room.course, start=later))
    book.post(entry("class.deleted", **room.named), entry("class.restored", **room.named))
    book.scheduled(room.course, ago=-90)
    time.sleep(QUIET)
    assert len(room.ann.texts) == 3, room.ann.texts


@pytest.mark.long
def test_many_changes_of_a_course_are_told_once(room, book):
    def expect_one(text):
        seen.append(text)
        until(lambda: len(room.ann.texts) >= len(seen))
        time.sleep(QUIET)
        assert [one[:len(text)] for one, text in zip(room.ann.texts, seen)] == seen, room.ann.texts
        assert len(room.ann.texts) == len(room.bea.texts) == len(seen), (room.ann.texts, room.bea.texts)

    seen, hours = [], 60
    classes = [{"class": book.scheduled(room.course, ago=-hours * number)} for number in range(2, 14)]
    time.sleep(QUIET)
    assert room.ann.texts == []
    book.post(*(entry("class.deleted", **one, onlyPlanned=True) for one in classes))
    expect_one("12 classes are cancelled, the first on ")
    assert room.ann.subscription.messages[0]["href"] == f"/courses/{room.course}"
    book.post(*(entry("class.restored", **one) for one in classes))
    expect_one("12 classes take place after all, the first on ")
    book.post(*(entry("class.scheduled", **one, course=room.course, start=time_text(-hours * (number + 30)))
                for number, one in enumerate(classes)))
    expect_one("12 classes have moved, the first to ")
    # What differs is said of each, and what is undone at once is not told.
    book.post(entry("class.deleted", **classes[0]), entry("class.deleted", **classes[1]), entry("class.restored", **classes[1]),
              entry("class.scheduled", **classes[2], course=room.course, start=time_text(-hours * 70)))
    expect_one("The class on ")
    assert " is cancelled. The class has moved: " in room.ann.texts[-1]
    assert room.maya.texts == []


def test_who_does_not_want_to_know_is_not_told(room, book):
    assert [topic["wanted"] for topic in room.ann.facts["topics"]] == [True] * 3
    assert [topic["topic"] for topic in room.maya.facts["topics"]] == ["marks"]
    room.ann.want("changes", False)
    assert {topic["topic"]: topic["wanted"] for topic in room.ann.facts["topics"]} == {
        "starts": True, "reconfirm": True, "changes": False}
    book.post(entry("class.deleted", **room.named))
    until(lambda: room.bea.texts)
    time.sleep(QUIET)
    assert room.ann.texts == []


@pytest.mark.parametrize("status", ["404", "410"])
def test_subscription_that_is_gone_is_forgotten(room, status):
    assert len(room.maya.facts["devices"]) == 1
    room.maya.subscription.modes = [status]
    room.start()
    room.claim(room.ann)
    until(lambda: room.maya.facts["devices"] == [])
    room.claim(room.bea)
    time.sleep(QUIET)
    assert len(room.maya.subscription.attempts) == 1


@pytest.mark.parametrize("status", ["429", "503"])
def test_service_that_asks_to_wait_is_asked_again(room, status):
    room.maya.subscription.modes = [status]
    room.start()
    room.claim(room.ann)
    room.maya.expect("Ann Fleming is present.")
    first, second = (attempt["at"] for attempt in room.maya.subscription.attempts)
    assert second - first > 0.8
    assert len(room.maya.facts["devices"]) == 1


def test_message_is_given_up_after_few_attempts(room):
    room.maya.subscription.modes = ["503"] * 9
    room.start()
    room.claim(room.ann)
    until(lambda: len(room.maya.subscription.attempts) == 3)
    time.sleep(QUIET)
    assert len(room.maya.subscription.attempts) == 3


def test_slow_service_delays_nobody(room, book):
    room.maya.subscription.modes = ["slow"]
    room.start()
    room.claim(room.ann)
    until(lambda: room.maya.subscription.attempts)
    began = time.monotonic()
    room.claim(room.bea)
    book.post(entry("attendance.marked", **room.named, person=room.people["ann"]))
    assert time.monotonic() - began < 1
    # Meanwhile others are told.
    book.post(entry("class.scheduled", **{"class": new_id()}, course=room.course, start=time_text(-60)))
    assert room.ann.ask("POST", "/notifications/test").json == {"devices": 1}
    room.ann.expect("Notifications arrive on this device.")
    until(lambda: room.maya.texts)


def test_test_goes_to_oneself(room):
    assert room.bea.ask("POST", "/notifications/test").json == {"devices": 1}
    room.bea.expect("Notifications arrive on this device.")
    assert room.ann.texts == room.maya.texts == []


def test_subscription_ends_with_the_sign_in(room):
    assert room.ann.client.ask("POST", "/sign-out").status == 303
    assert room.ann.client.get("/notifications").status == 401
    again = room.book.client_of(room.people["ann"])
    assert again.get("/notifications").json["devices"] == []


def test_browser_of_somebody_else_is_theirs(room):
    room.bea.subscription = room.ann.subscription
    assert room.bea.subscribe().status == 204
    assert room.ann.facts["devices"] == [] and len(room.bea.facts["devices"]) == 2
    assert room.ann.ask("DELETE", "/notifications/subscription", room.bea.subscription.json).status == 204
    assert len(room.bea.facts["devices"]) == 2
    assert room.bea.ask("DELETE", "/notifications/subscription", room.bea.subscription.json).status == 204
    assert len(room.bea.facts["devices"]) == 1


def test_key_is_the_same_after_a_restart(room):
    key = room.maya.facts["key"]
    room.book.server.restart()
    assert room.maya.facts["key"] == key


BAD = {
    "nothing": {}, "no keys": {"endpoint": "{base}/push/1"}, "list": [], "null": None,
    "elsewhere": {"endpoint": "https://push.example.com/1", "keys": {}},
    "short auth": {"endpoint": "{base}/push/1", "keys": {"p256dh": None, "auth": "AAAA"}},
    "no point": {"endpoint": "{base}/push/1", "keys": {"p256dh": encoded(b"\4" + bytes(64)), "auth": None}},
    "no text": {"endpoint": "{base}/push/1", "keys": {"p256dh": "%%%", "auth": "!"}},
    "long": {"endpoint": "{base}/push/" + "1" * 1024, "keys": {"p256dh": None, "auth": None}},
    "too much": {"endpoint": "{base}/push/1", "more": "x" * 20_000, "keys": {}},
}


@pytest.mark.parametrize("name", BAD)
def test_bad_subscription_is_refused(room, name):
    good = room.ann.subscription.json
    posted = json.loads(json.dumps(BAD[name]).replace("{base}", room.push.base))
    if isinstance(posted, dict):
        posted.get("keys", {}).update({key: good["keys"][key] for key, value in posted.get("keys", {}).items() if value is None})
    answer = room.ann.ask("POST", "/notifications/subscription", posted)
    assert answer.status in (400, 413), answer.text
    assert len(room.ann.facts["devices"]) == 1


@pytest.mark.parametrize("endpoint", [
    "https://127.0.0.1/x", "https://10.1.2.3/x", "https://localhost/x", "https://[::1]/x", "http://8.8.8.8/x",
    "https://169.254.169.254/latest"])
def test_private_addresses_are_refused(serve, push, endpoint):
    book = Book(serve("open"))
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    posted = {**push.subscription().json, "endpoint": endpoint}
    answer = book.client.ask("POST", "/notifications/subscription", json.dumps(posted), headers)
    assert answer.status == 400 and answer.json["fields"][0]["code"] == "endpoint", answer.text


def test_server_without_push_says_so(serve, push):
    book = Book(serve("off", environment={"SHALA_PUSH": "off"}))
    assert "key" not in book.page("/notifications")
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    answer = book.client.ask("POST", "/notifications/subscription", json.dumps(push.subscription().json), headers)
    assert answer.status == 503


def test_signed_out_are_asked_to_sign_in(book, push):
    nobody = Client(book.base)
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    for method, path in [("GET", ""), ("POST", "/subscription"), ("DELETE", "/subscription"), ("POST", "/test")]:
        assert nobody.ask(method, f"/notifications{path}", json.dumps(push.subscription().json), headers).status == 401
