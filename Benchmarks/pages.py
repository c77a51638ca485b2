"""Pages, asked for one after the other."""

import http.client
import time

from sides import figures

ASKED = 300
ROUNDS = 5


class Asker:
    """One connection to a server, kept open."""

    def __init__(self, base, token):
        host, port = base.removeprefix("http://").split(":")
        self.connection = http.client.HTTPConnection(host, int(port), timeout=120)
        self.token = token

    def ask(self, method, path, body=None, accept="text/html"):
        headers = {"Authorization": f"Bearer {self.token}", "Accept": accept, "Content-Type": "application/json"}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status == 200, (path, answer.status, text[:300])
        return text


def p99(base, token, path):
    """Milliseconds in which 99 of 100 answers have come, asked one after the other."""
    asker = Asker(base, token)
    for _ in range(10):
        asker.ask("GET", path)
    times = []
    for _ in range(ASKED):
        before = time.perf_counter()
        asker.ask("GET", path)
        times.append((time.perf_counter() - before) * 1000)
    return sorted(times)[int(ASKED * 0.99) - 1]


def row(title, short, long):
    """The p99 of a page beside that of the same page of a hundredth of what is shown, in turns.

    Other work of the machine then weighs on both. Each is what `p99` asks for: base, token, path.
    """
    rounds = [(p99(*short), p99(*long)) for _ in range(ROUNDS)]
    ratios = [of_long / of_short for of_short, of_long in rounds]
    return (f"{title}, p99", figures([of_long for _, of_long in rounds], "ms"),
            f"{figures(ratios, '×')} a hundredth of it; wanted 2")


def cpu(server, token, path):
    """Milliseconds of the server's CPU that one answer takes."""
    asker = Asker(server.base, token)
    for _ in range(20):
        asker.ask("GET", path)
    before = server.cpu()
    for _ in range(ASKED):
        asker.ask("GET", path)
    return (server.cpu() - before) / ASKED * 1000
