"""How soon everybody who listens has been told.

One thread waits for all sockets at once, so that what is measured is the server and not the listeners' own work.
"""

import select
import socket
import statistics
import time
import uuid

from books import batch

LISTENERS = 1000


def connect(base):
    host, port = base.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


class Listeners:
    """Feeds that are open, and how many entries of a kind each has been told of."""

    def __init__(self, base, path, tokens, kind):
        self.word = f'"{kind}"'.encode()
        self.told, self.lines, self.poll = {}, {}, select.epoll()
        for token in tokens:
            line = connect(base)
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: shala\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
            begin = b""
            while b"retry: 2000" not in begin:
                begin += line.recv(65536)
            self.told[line.fileno()], self.lines[line.fileno()] = 0, line
            self.poll.register(line, select.EPOLLIN)

    def wait(self, count, since):
        """Milliseconds since a time until each listener had been told of so many entries, in order."""
        delays, rests = {}, dict.fromkeys(self.lines, b"")
        goals = {number: told + count for number, told in self.told.items()}
        while len(delays) < len(goals):
            for number, _ in self.poll.poll():
                data = rests[number] + self.lines[number].recv(1 << 20)
                self.told[number] += data.count(self.word)
                # A word may come in two parts.
                rests[number] = data[data.rfind(self.word) + 1:][-len(self.word) + 1:]
                if self.told[number] >= goals[number]:
                    delays.setdefault(number, (time.perf_counter() - since) * 1000)
        return sorted(delays.values())

    def close(self):
        for line in self.lines.values():
            line.close()
        self.poll.close()


def request(token, entry):
    body = batch([entry])
    head = (f"POST /journal HTTP/1.1\r\nHost: shala\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")
    return head.encode() + body


def check(line):
    """Reads an answer to its end."""
    answer = b""
    while data := line.recv(65536):
        answer += data
    line.close()
    assert b'"accepted"' in answer, answer


def mark_delays(base, hall, rounds=5):
    """Milliseconds from posting one mark to each of the listeners having read it, in order."""
    book, session, delays = hall.book, hall.classes[0], []
    listeners = Listeners(base, f"/classes/{session}/feed", [book.token] * LISTENERS, "attendance.marked")
    for number in range(rounds):
        mark = {"kind": "attendance.marked", "class": session, "person": hall.people[-1 - number]}
        poster, post = connect(base), request(book.token, mark)
        sent = time.perf_counter()
        poster.sendall(post)
        delays += listeners.wait(1, sent)
        check(poster)
    listeners.close()
    return sorted(delays)


def votes(base, hall, rounds=5):
    """Milliseconds until 200 votes that come at once are stored and told to 200 listeners, in order."""
    session, times = hall.classes[0], []
    for _ in range(rounds):
        question = str(uuid.uuid4())
        asked = {"kind": "question.asked", "class": session, "question": question, "text": "Why?"}
        # By somebody who does not vote.
        hall.book.post(base, [asked], hall.asker)
        listeners = Listeners(base, f"/classes/{session}/feed", hall.tokens, "question.voted")
        vote = {"kind": "question.voted", "class": session, "question": question, "vote": 1}
        voters = [(connect(base), request(token, vote)) for token in hall.tokens]
        begun = time.perf_counter()
        for line, post in voters:
            line.sendall(post)
        told = listeners.wait(len(voters), begun)
        for line, _ in voters:
            check(line)
        times.append(max(told[-1], (time.perf_counter() - begun) * 1000))
        listeners.close()
    return sorted(times)


def rows(base, hall):
    hall.asker = hall.book.token_of("20000499")
    delays, told = mark_delays(base, hall), votes(base, hall)
    return [
        (f"one mark to {LISTENERS:,} listeners, p99", f"{delays[int(len(delays) * 0.99)]:.0f} ms", "wanted 50 ms"),
        (f"{len(hall.tokens)} votes at once, stored and told to {len(hall.tokens)} listeners",
         f"{statistics.median(told):.0f} ms ({told[0]:.0f}–{told[-1]:.0f})", "wanted 250 ms"),
    ]
