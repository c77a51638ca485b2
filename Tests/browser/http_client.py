"""Requests of a program."""

import contextlib
import http.client
import json
import ssl
import time
import urllib.parse

from server import PATIENCE

# The tests' own certificates are signed by nobody.
ANYBODY = ssl._create_unverified_context()


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def text(self):
        return self.body.decode()


class Client:
    """Somebody who asks a server, by a token if there is one."""

    def __init__(self, base, token=None):
        address = urllib.parse.urlsplit(base)
        self.host, self.port, self.is_secure = address.hostname, address.port, address.scheme == "https"
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def connect(self):
        if self.is_secure:
            return http.client.HTTPSConnection(self.host, self.port, timeout=PATIENCE, context=ANYBODY)
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)

    def ask(self, method, path, body=None, headers=None):
        with contextlib.closing(self.connect()) as connection:
            connection.request(method, path, body, {**self.headers, **(headers or {})})
            return Answer(connection.getresponse())

    def get(self, path, accept="application/json"):
        return self.ask("GET", path, headers={"Accept": accept})

    def journal(self, body):
        """Posts a body, as JSON unless it is bytes already."""
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        return self.ask("POST", "/journal", body, {"Content-Type": "application/json"})

    def import_roster(self, content, name="roster.csv", dry_run=False):
        query = urllib.parse.urlencode({"name": name, **({"dryRun": 1} if dry_run else {})})
        headers = {"Content-Type": "application/octet-stream", "Accept": "application/json"}
        return self.ask("POST", f"/people/import?{query}", content, headers)

    @property
    def sequence(self):
        """The number of the journal's last entry."""
        return self.get("/health").json["sequence"]

    @contextlib.contextmanager
    def feed(self, path):
        """The lines of a feed as they come."""
        with contextlib.closing(self.connect()) as connection:
            connection.request("GET", path, headers=self.headers)
            response = connection.getresponse()
            assert response.status == 200
            yield response


def events(feed, count):
    """The next so many entries that a feed tells of; heartbeats are no news."""
    told, until = [], time.monotonic() + PATIENCE
    while len(told) < count:
        line = feed.readline().decode()
        assert line, f"The feed ended after {len(told)} of {count} entries."
        if line.startswith("data: "):
            told.append(json.loads(line.removeprefix("data: ")))
        assert time.monotonic() < until, f"The feed told only {len(told)} of {count} entries."
    return told
