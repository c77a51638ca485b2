"""A server with one instructor, and the short way to fill its book: by entries over HTTP."""

import datetime
import re
import shutil
import uuid

from http_client import Client
from server import succeed

UTC = datetime.timezone.utc


def new_id():
    return str(uuid.uuid4())


def time_text(minutes_ago=0.0):
    """A moment as entries write it (RFC 3339)."""
    moment = datetime.datetime.now(UTC) - datetime.timedelta(minutes=minutes_ago)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def entry(kind, ago=0.0, **fields):
    """An entry that happened so many minutes ago."""
    return {"id": new_id(), "kind": kind, "at": time_text(ago), **fields}


def batch(*entries, device=None):
    return {"device": device or new_id(), "entries": list(entries)}


class Beginning:
    """A folder with the book of an instructor alone, as the command line makes it."""

    number = "10000001"

    def __init__(self, folder, *options):
        self.folder = folder
        printed = succeed("people", "add", "Maya", "Lindqvist", "--student-id", self.number, *options, data=folder)
        self.code = re.search(r"\w{4}-\w{4}-\w{4}$", printed)[0]
        self.token = succeed("token", self.number, *options, data=folder)

    def copy(self, folder):
        """The same in another folder: two programs less to be run."""
        shutil.copytree(self.folder, folder)


class Book:
    """What tests need to be there before they begin."""

    instructor = "Maya Lindqvist"
    number = Beginning.number

    def __init__(self, server, beginning=None):
        beginning = beginning or Beginning(server.data)
        self.server, self.code = server, beginning.code
        self.client = Client(server.base, beginning.token)
        self.device = new_id()
        self.last_number = int(self.number)

    @property
    def base(self):
        return self.server.base

    @property
    def link(self):
        return f"{self.base}/sign-in/{self.code}"

    @property
    def sequence(self):
        return self.client.sequence

    def send(self, *entries):
        """What became of the entries."""
        return self.client.journal(batch(*entries, device=self.device)).json["results"]

    def post(self, *entries):
        results = self.send(*entries)
        assert [result["outcome"] for result in results] == ["accepted"] * len(entries), results

    def post_by(self, person, *entries):
        """What somebody else does, by a program that acts for them."""
        results = self.client_of(person).journal(batch(*entries)).json["results"]
        assert [result["outcome"] for result in results] == ["accepted"] * len(entries), results

    def added(self, first, last, **fields):
        """The entry that adds somebody with the next number."""
        self.last_number += 1
        known = {"studentID": str(self.last_number), **fields}
        return entry("person.added", person=new_id(), firstName=first, lastName=last, **known)

    def person(self, first, last, **fields):
        [person] = self.all_added(self.added(first, last, **fields))
        return person

    def people(self, *names):
        return self.all_added(*(self.added(*name.split(" ", 1)) for name in names))

    def all_added(self, *entries):
        for first in range(0, len(entries), 200):
            self.post(*entries[first:first + 200])
        return [one["person"] for one in entries]

    def student_type(self, name):
        kind = new_id()
        self.post(entry("studentType.saved", type=kind, name=name))
        return kind

    def venue(self, name="Riverside Studio", address="12 Quay Street", **fields):
        venue = new_id()
        self.post(entry("venue.saved", venue=venue, name=name, address=address, **fields))
        return venue

    def started(self, venue, ago=0.0):
        session = new_id()
        self.post(entry("class.started", ago, **{"class": session}, venue=venue))
        return session

    def step(self, kind, session, ago=0.0):
        self.post(entry(f"class.{kind}", ago, **{"class": session}))

    def mark(self, session, *people, ago=0.0):
        self.post(*(entry("attendance.marked", ago, **{"class": session}, person=one) for one in people))

    def session(self, venue, *people, ago=120.0, minutes=60.0):
        """A class that began so long ago, went on for so many minutes, and was saved."""
        session = self.started(venue, ago)
        if people:
            self.mark(session, *people, ago=ago - 1)
        self.step("saved", session, ago - minutes)
        return session

    def saved_classes(self):
        """Saved classes as in the list of sessions, newest first."""
        return [one for group in self.page("/sessions")["groups"] for one in group["sessions"]]

    def course(self, title="Morning Vinyasa", venue=None, students=(), since=0.0, **fields):
        """A course with students who were enrolled so many minutes ago."""
        course = new_id()
        known = {"timeZone": "Europe/Zurich", "venue": venue or self.venue(), **fields}
        self.post(entry("course.created", course=course, title=title, **known))
        for first in range(0, len(students), 200):
            self.post(*(entry("enrolment.accepted", since, course=course, person=one) for one in students[first:first + 200]))
        return course

    def scheduled(self, course, ago=0.0, minutes=60, **fields):
        """A class that is to begin so many minutes ago, or from now if that is negative."""
        session = new_id()
        self.post(entry("class.scheduled", course=course, start=time_text(ago), minutes=minutes, **{"class": session}, **fields))
        return session

    def opened(self, course, venue, ago=0.0):
        """A class of a course in session, with attendance open."""
        session = self.scheduled(course, ago)
        self.post(entry("class.started", ago, **{"class": session}, venue=venue))
        return session

    def client_of(self, person):
        """A program that acts for somebody."""
        link = Client(self.base).get(f"/sign-in/{self.sign_in_code(person)}")
        return Client(self.base, link.json["token"])

    def attendance(self, session):
        """Who is how at a class of a course: present, absent or unconfirmed, by name."""
        return {one["name"]: one["state"] for one in self.page(f"/classes/{session}")["board"]["students"]}

    def sign_in_code(self, person):
        headers = {"Accept": "application/json"}
        return self.client.ask("POST", f"/people/{person}/sign-in-codes", "", headers).json["code"]

    def page(self, path):
        """What a page knows, as programs read it."""
        answer = self.client.get(path)
        assert answer.status == 200, answer.text
        return answer.json

    def present(self, session):
        return {row["name"] for row in self.page(f"/classes/{session}")["attendees"]}
