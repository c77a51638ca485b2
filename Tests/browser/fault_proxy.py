"""A proxy between a browser and a server that is as bad as networks are: it loses, delays, cuts and forges.

It carries HTTP/1.1, one request per connection. As no connection is ever kept, browsers do not by themselves repeat a
request that was cut off, as they may on a connection that worked before: each fault is seen by the page.
"""

import collections
import contextlib
import enum
import http.client
import json
import random
import selectors
import socket
import threading
import typing
import uuid

from server import PATIENCE

HTML, JSON = "text/html; charset=utf-8", "application/json"

# Fields that are between two neighbours only.
HOPS = {"connection", "keep-alive", "proxy-connection", "expect"}

# In how many parts a slow request goes.
PARTS = 10


class Fault(enum.Enum):
    DROP_BEFORE = "hangs up, and the server hears nothing"
    DROP_AFTER = "hangs up once the server has answered"
    DELAY = "holds the answer back for a while"
    ERROR_500 = "answers 500, and the server hears nothing"
    ERROR_503 = "answers 503, and the server hears nothing"
    ERROR_502_AFTER = "answers 502 once the server has answered"
    LOGIN_PAGE = "answers by a page to sign in, and the server hears nothing"
    LOGIN_JSON = "answers by JSON without results, and the server hears nothing"
    LOGIN_JSON_OK = "answers by JSON of something else, and the server hears nothing"
    HALF_REPLY = "hangs up in the middle of the server's answer"
    HALF_REQUEST = "hangs up on both sides in the middle of the request"
    GARBLED = "answers for other entries than those that were sent"
    SLOW = "brings the request to the server bit by bit"

    @property
    def reaches_server(self):
        """Whether the server gets the request whole."""
        return self not in FORGED and self not in (Fault.DROP_BEFORE, Fault.HALF_REQUEST)


ALL = tuple(Fault)


def page(title):
    return f"<!DOCTYPE html>\n<html><head><title>{title}</title></head><body><h1>{title}</h1></body></html>\n".encode()


# Answers that the server knows nothing of.
FORGED = {
    Fault.ERROR_500: (500, HTML, page("Internal Server Error")),
    Fault.ERROR_503: (503, HTML, page("Service Unavailable")),
    Fault.LOGIN_PAGE: (200, HTML, page("Welcome to the Free Wi-Fi! Please Sign In")),
    Fault.LOGIN_JSON: (200, JSON, b'{"results": []}'),
    Fault.LOGIN_JSON_OK: (200, JSON, b'{"ok":true}'),
}
BAD_GATEWAY = (502, HTML, page("Bad Gateway"))


class ServerGone(Exception):
    """The server did not answer."""


class Happened(typing.NamedTuple):
    """What became of a request; the status is the one sent to who asked, if any."""

    method: str
    path: str
    fault: Fault | None
    status: int | None


class Request(typing.NamedTuple):
    method: str
    # Without the query.
    path: str
    # The first line and the fields, as they go to the server.
    head: bytes
    body: bytes

    @property
    def data(self):
        return self.head + self.body

    @property
    def half(self):
        """Up to the middle of the body, or of the head if there is no body."""
        return self.data[:len(self.head) + len(self.body) // 2 if self.body else len(self.head) // 2]

    @classmethod
    def read(cls, connection):
        head, body = read_head(connection)
        while len(body) < length_of_body(head):
            body += received(connection)
        method, target, _ = head.partition(b"\r\n")[0].decode("latin-1").split(" ", 2)
        return cls(method, target.partition("?")[0], with_close(head), body)


def is_journal_post(request):
    return (request.method, request.path) == ("POST", "/journal")


def received(connection):
    """What comes next, which must be something."""
    part = connection.recv(65536)
    if not part:
        raise ConnectionError("The other end hung up.")
    return part


def read_head(connection):
    """The first line and the fields of a message, and what came after them."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += received(connection)
    head, _, rest = data.partition(b"\r\n\r\n")
    return head, rest


def fields(head):
    """The names in lower case, each with its line."""
    return [(line.partition(b":")[0].decode("latin-1").lower(), line) for line in head.split(b"\r\n")[1:]]


def length_of_body(head):
    lines = dict(fields(head))
    if "transfer-encoding" in lines:
        raise NotImplementedError("No browser sends chunks.")
    return int(lines.get("content-length", b":0").partition(b":")[2])


def with_close(head):
    """The head of a message after which the connection ends; all else is left as it was."""
    lines = [line for name, line in fields(head) if name not in HOPS]
    return b"\r\n".join([head.partition(b"\r\n")[0], *lines, b"Connection: close", b"", b""])


def message(status, kind, body):
    head = (f"HTTP/1.1 {status} {http.client.responses.get(status, '')}\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n")
    return head.encode() + body


def garbled(body):
    """An answer to a journal post, for entries that nobody sent."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        answer = json.loads(body)
        for result in answer["results"]:
            result["id"] = str(uuid.uuid4())
        return json.dumps(answer).encode()
    return body


class Exchange:
    """One request and what becomes of it."""

    def __init__(self, proxy, client, request, fault):
        self.proxy, self.client, self.request, self.fault = proxy, client, request, fault

    def run(self):
        try:
            self.apply()
        except ServerGone:
            self.answer(BAD_GATEWAY)

    def apply(self):
        match self.fault:
            case forged if forged in FORGED:
                self.answer(FORGED[forged])
            case Fault.DROP_BEFORE:
                self.note(None)
            case Fault.HALF_REQUEST:
                with self.server():
                    self.note(None)
            case Fault.DROP_AFTER:
                self.whole_answer()
                self.note(None)
            case Fault.ERROR_502_AFTER:
                self.whole_answer()
                self.answer(BAD_GATEWAY)
            case Fault.HALF_REPLY:
                status, kind, body = self.whole_answer()
                self.answer((status, kind, body), missing=len(body) - len(body) // 2)
            case Fault.GARBLED:
                status, kind, body = self.whole_answer()
                self.answer((status, kind, garbled(body)))
            case _:
                self.pass_on()

    def note(self, status):
        """Is called before the one who asked can see what became of it."""
        self.proxy.note(Happened(self.request.method, self.request.path, self.fault, status))

    def answer(self, answer, missing=0):
        """Answers, but for so many bytes at the end."""
        data = message(*answer)
        self.note(answer[0])
        self.client.sendall(data[:len(data) - missing])

    @contextlib.contextmanager
    def server(self):
        """The server, which was sent the request."""
        with contextlib.ExitStack() as stack:
            try:
                server = stack.enter_context(self.proxy.server())
                # A server that refuses a body may answer and hang up before it has read all of it.
                with contextlib.suppress(ConnectionError):
                    self.send(server)
            except OSError as error:
                raise ServerGone from error
            yield server

    def send(self, server):
        if self.fault is Fault.HALF_REQUEST:
            server.sendall(self.request.half)
        elif self.fault is Fault.SLOW:
            self.send_slowly(server)
        else:
            server.sendall(self.request.data)

    def send_slowly(self, server):
        data = self.request.data
        size = -(-len(data) // PARTS)
        for start in range(0, len(data), size):
            self.proxy.pause(self.proxy.slow / PARTS)
            server.sendall(data[start:start + size])

    def whole_answer(self):
        """The server's status, type and body; a feed has no end, so of one only the head is waited for."""
        with self.server() as server, contextlib.closing(self.response(server)) as response:
            try:
                response.begin()
                kind = response.headers.get("Content-Type", "")
                return response.status, kind, b"" if kind.startswith("text/event-stream") else response.read()
            except (OSError, http.client.HTTPException) as error:
                raise ServerGone from error

    def response(self, server):
        return http.client.HTTPResponse(server, method=self.request.method)

    def pass_on(self):
        """Gives the answer as it comes, to its end or until nobody listens."""
        with self.server() as server:
            try:
                head, rest = read_head(server)
            except OSError as error:
                raise ServerGone from error
            if self.fault is Fault.DELAY:
                self.proxy.pause(self.proxy.delay)
            self.note(int(head.split(b" ", 2)[1]))
            self.client.sendall(with_close(head) + rest)
            self.stream(server)

    def stream(self, server):
        with selectors.DefaultSelector() as watch:
            watch.register(server, selectors.EVENT_READ)
            watch.register(self.client, selectors.EVENT_READ)
            while True:
                ready = [key.fileobj for key, _ in watch.select()]
                for one in ready:
                    part = one.recv(65536)
                    if not part:
                        return
                    if one is server:
                        self.client.sendall(part)


class FaultProxy:
    """Stands before the server of a port. Faults befall only requests that match: first those queued by `next`, in
    their order, then what `choose` says."""

    def __init__(self, upstream_port, seed=1, matches=is_journal_post, choose=None, delay=2.0, slow=1.0):
        self.upstream_port = upstream_port
        self.chance = random.Random(seed)
        self.matches = matches
        # Is asked of one request at a time.
        self.choose = choose
        # How long, in seconds, an answer is held back, and how long a slow request takes.
        self.delay, self.slow = delay, slow
        self.queue = collections.deque()
        self.happened = []
        # How many connections were closed at once while there was no signal.
        self.refused = 0
        self._down = self._portal = False
        self.clients, self.servers, self.threads = set(), set(), set()
        self.news = threading.Condition(threading.RLock())
        self.ended = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        self.start(self.accept)
        return self

    def __exit__(self, *_):
        self.ended.set()
        # Wakes the one who accepts.
        socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
        with self.news:
            self.cut(self.clients | self.servers)
            threads = list(self.threads)
        for thread in threads:
            thread.join(PATIENCE)
        self.listener.close()

    def next(self, *faults):
        """What happens to the next matching requests; `None` is nothing bad."""
        with self.news:
            self.queue.extend(faults)

    def faults(self, share=0.3, kinds=ALL):
        """From now on so large a share of the matching requests fails, by the seed; 0 ends it."""
        kinds = tuple(kinds)
        self.choose = lambda _: self.chance.choice(kinds) if self.chance.random() < share else None

    @property
    def down(self):
        """Whether there is no signal: what is open is cut, and every new connection is closed at once."""
        return self._down

    @down.setter
    def down(self, is_down):
        with self.news:
            self._down = is_down
            if is_down:
                self.cut(self.clients)

    @property
    def portal(self):
        """Whether a captive portal takes every request: what is open is cut, and every answer is its page."""
        return self._portal

    @portal.setter
    def portal(self, is_portal):
        with self.news:
            self._portal = is_portal
            if is_portal:
                self.cut(self.clients)

    @property
    def log(self):
        """What happened so far; a feed is in it as soon as it began."""
        with self.news:
            return list(self.happened)

    @property
    def counts(self):
        """How often each fault befell a request; under `None`, how many went well."""
        return collections.Counter(one.fault for one in self.log)

    def wait_for(self, fault, count=1):
        """Waits until a fault has befallen so many requests."""
        with self.news:
            assert self.news.wait_for(lambda: self.counts[fault] >= count, PATIENCE), self.log

    def note(self, happened):
        with self.news:
            self.happened.append(happened)
            self.news.notify_all()

    def pause(self, seconds):
        if self.ended.wait(seconds):
            raise ConnectionAbortedError("The proxy has ended.")

    def start(self, work, *arguments):
        thread = threading.Thread(target=self.work, args=[work, *arguments], daemon=True)
        with self.news:
            # Who ends it all joins those that are listed, and none can be joined before it has started.
            thread.start()
            self.threads.add(thread)

    def work(self, work, *arguments):
        try:
            work(*arguments)
        finally:
            with self.news:
                self.threads.discard(threading.current_thread())

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            if self.ended.is_set():
                return client.close()
            self.start(self.serve, client)

    def serve(self, client):
        with contextlib.suppress(OSError), self.kept(client, self.clients):
            if self.is_refused():
                return
            request = Request.read(client)
            Exchange(self, client, request, self.fault(request)).run()

    def is_refused(self):
        with self.news:
            self.refused += self._down
            return self._down

    def fault(self, request):
        with self.news:
            if self._portal:
                return Fault.LOGIN_PAGE
            if not self.matches(request):
                return None
            if self.queue:
                return self.queue.popleft()
            return self.choose(request) if self.choose else None

    def server(self):
        """A connection to the server."""
        return self.kept(socket.create_connection(("127.0.0.1", self.upstream_port), PATIENCE), self.servers)

    @contextlib.contextmanager
    def kept(self, connection, group):
        """Keeps a connection among those that are cut in the end."""
        with connection:
            connection.settimeout(None)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.news:
                if self.ended.is_set():
                    raise ConnectionAbortedError("The proxy has ended.")
                group.add(connection)
            try:
                yield connection
            finally:
                with self.news:
                    group.discard(connection)

    @staticmethod
    def cut(connections):
        """Wakes whoever waits for one of these, by its end."""
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
