"""The proxy that the tests of bad networks rely on does what it says."""

import contextlib
import http.client
import json
import re
import socket
import sqlite3
import threading
import time

import pytest

from book import batch, entry, new_id
from fault_proxy import ALL, Fault, FaultProxy, Request, is_journal_post
from http_client import Client, events
from server import PATIENCE, SOON
from waiting import until

# What a client says of an answer that did not come, or not to its end.
CUT_OFF = (ConnectionError, http.client.HTTPException)

DEVICE = new_id()


@pytest.fixture
def proxy(book):
    with FaultProxy(book.server.port, delay=0.5, slow=0.5) as proxy:
        yield proxy


def beyond(proxy, book):
    """The instructor's program, on the far side of a proxy."""
    client = Client(proxy.base)
    client.headers = book.client.headers
    return client


@pytest.fixture
def client(book, proxy):
    return beyond(proxy, book)


def venue():
    return entry("venue.saved", venue=new_id(), name="Riverside Studio")


def is_in_book(book, one):
    """Whether an entry is there, and if so, once."""
    path = book.server.data / "shala.sqlite"
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
        [(count,)] = database.execute("SELECT COUNT(*) FROM entry_text WHERE id_text = ?", [one["id"]])
    assert count <= 1
    return count == 1


@contextlib.contextmanager
def open_feed(client):
    """What comes from now on, perhaps after some that was before; in the end the connection is closed."""
    with client.feed(f"/feed?after={client.sequence}") as feed, feed:
        yield feed


def hear(feed, one):
    while events(feed, 1)[0]["id"] != one["id"]:
        pass


def post(client, one):
    """What came back for an entry, and the seconds that it took."""
    began = time.monotonic()
    try:
        return client.journal(batch(one, device=DEVICE)), time.monotonic() - began
    except CUT_OFF:
        return None, time.monotonic() - began


def outcome(answer):
    return [result["outcome"] for result in answer.json["results"]]


# Pages and posts


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("path", ["/", "/more", "/students", "/assets/missing.css"])
def test_pages_pass_untouched(book, client, path, accept):
    expect_same(book.client.get(path, accept), client.get(path, accept))


def test_what_pages_need_passes_untouched(book, client):
    paths = set(re.findall(r'"(/assets/[^"]+\.\w+)"', client.get("/more", "text/html").text))
    assert len(paths) > 3
    for path in paths:
        answer = client.get(path)
        assert answer.status == 200
        expect_same(book.client.get(path), answer)


def expect_same(near, far):
    assert (far.status, lasting_fields(far), content(far)) == (near.status, lasting_fields(near), content(near))


def lasting_fields(answer):
    """The fields of an answer but for those that differ each time or are between neighbours."""
    return sorted((name.lower(), value) for name, value in answer.headers.items()
                  if name.lower() not in ("date", "connection"))


def content(answer):
    """What an answer says, whatever the time and the order of members."""
    if "json" in answer.headers.get("Content-Type", ""):
        return answer.json
    return re.sub(rb'data-server-time="\d+"', b"", answer.body)


def test_post_passes_untouched(book, proxy, client):
    one = venue()
    answer, _ = post(client, one)
    assert answer.status == 200 and outcome(answer) == ["accepted"]
    assert answer.json["results"][0]["id"] == one["id"]
    assert is_in_book(book, one)
    assert proxy.log == [("POST", "/journal", None, 200)]


def test_large_posts_pass_whole_and_are_refused_like_without_the_proxy(book, client):
    many = [{**venue(), "address": "Quay " * 30} for _ in range(200)]
    assert outcome(client.journal(batch(*many))) == ["accepted"] * 200
    assert client.journal(b"[" * 2_000_000).status == 413


def test_server_sees_the_address_that_the_browser_sees(book, proxy, client):
    def ask(origin):
        body = json.dumps(batch(venue())).encode()
        return client.ask("POST", "/journal", body, {"Content-Type": "application/json", "Origin": origin}).status

    assert ask(proxy.base) == 200
    assert ask(book.base) == 403


def test_many_at_once_are_kept_apart(proxy, client):
    proxy.faults(0.5, [Fault.DROP_AFTER, Fault.ERROR_503, Fault.GARBLED])
    answers, entries = {}, [venue() for _ in range(40)]

    def work(mine):
        for one in mine:
            answers[one["id"]] = post(client, one)[0]

    threads = [threading.Thread(target=work, args=[entries[number::8]]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(proxy.log) == sum(proxy.counts.values()) == len(answers) == 40
    own = [one for one, answer in answers.items() if answer and answer.status == 200
           and answer.json["results"][0]["id"] == one]
    assert len(own) == proxy.counts[None] < 40
    assert sum(answer is None for answer in answers.values()) == proxy.counts[Fault.DROP_AFTER]


# Feeds


def test_feed_streams_through(book, proxy, client):
    with open_feed(client) as feed:
        for _ in range(3):
            one = venue()
            book.post(one)
            hear(feed, one)
        assert proxy.log[-1] == ("GET", "/feed", None, 200)


def test_feed_that_nobody_hears_any_more_is_let_go(book, proxy, client):
    one = venue()
    with open_feed(client) as feed:
        book.post(one)
        hear(feed, one)
        assert len(proxy.servers) == 1
    until(lambda: not proxy.servers and not proxy.clients, patience=SOON)


def test_feed_ends_with_the_server(book, client):
    with open_feed(client) as feed:
        book.server.kill()
        expect_end(feed)
    assert client.get("/health").status == 502
    book.server.start()
    assert client.get("/health").status == 200


def expect_end(feed):
    with contextlib.suppress(*CUT_OFF):
        while feed.readline():
            pass


# Faults


def test_every_fault_is_tried():
    assert {fault for fault, _, _ in EFFECTS} == set(ALL)


EFFECTS = [
    (Fault.DROP_BEFORE, None, None),
    (Fault.DROP_AFTER, None, None),
    (Fault.DELAY, 200, "accepted"),
    (Fault.ERROR_500, 500, "<h1>Internal Server Error</h1>"),
    (Fault.ERROR_503, 503, "<h1>Service Unavailable</h1>"),
    (Fault.ERROR_502_AFTER, 502, "<h1>Bad Gateway</h1>"),
    (Fault.LOGIN_PAGE, 200, "Please Sign In</h1>"),
    (Fault.LOGIN_JSON, 200, '{"results": []}'),
    (Fault.LOGIN_JSON_OK, 200, '{"ok":true}'),
    (Fault.HALF_REPLY, None, None),
    (Fault.HALF_REQUEST, None, None),
    (Fault.GARBLED, 200, "accepted"),
    (Fault.SLOW, 200, "accepted"),
]


@pytest.mark.parametrize(("fault", "status", "text"), EFFECTS, ids=[fault.name for fault, _, _ in EFFECTS])
def test_fault_has_its_effect_once(book, proxy, client, fault, status, text):
    proxy.next(fault)
    one = venue()
    answer, seconds = post(client, one)
    assert (answer and answer.status) == status
    assert answer is None or text in answer.text
    assert seconds >= (0.5 if fault in (Fault.DELAY, Fault.SLOW) else 0)
    assert is_in_book(book, one) == fault.reaches_server
    assert [(kind, path) for _, path, kind, _ in proxy.log] == [(fault, "/journal")]
    again, _ = post(client, one)
    assert outcome(again) == ["duplicate" if fault.reaches_server else "accepted"]
    assert is_in_book(book, one)


@pytest.mark.parametrize("fault", [Fault.LOGIN_PAGE, Fault.ERROR_500, Fault.ERROR_502_AFTER, Fault.LOGIN_JSON])
def test_forged_answers_say_what_they_are(proxy, client, fault):
    proxy.next(fault)
    kind = post(client, venue())[0].headers["Content-Type"]
    assert kind == ("application/json" if fault is Fault.LOGIN_JSON else "text/html; charset=utf-8")


def test_half_a_reply_has_the_length_of_the_whole(proxy, client):
    proxy.next(Fault.HALF_REPLY)
    with contextlib.closing(client.connect()) as connection:
        body = json.dumps(batch(venue())).encode()
        connection.request("POST", "/journal", body, {**client.headers, "Content-Type": "application/json"})
        response = connection.getresponse()
        assert response.status == 200
        with pytest.raises(http.client.IncompleteRead) as cut:
            response.read()
    assert abs(len(cut.value.partial) - cut.value.expected) <= 1 < len(cut.value.partial)
    with pytest.raises(ValueError):
        json.loads(cut.value.partial)


def test_garbled_answer_is_for_other_entries(proxy, client):
    proxy.next(Fault.GARBLED)
    entries = [venue(), venue()]
    answer = client.journal(batch(*entries))
    assert outcome(answer) == ["accepted"] * 2
    assert not {one["id"] for one in entries} & {result["id"] for result in answer.json["results"]}


def test_queued_faults_come_in_order_and_spare_other_requests(proxy, client):
    proxy.next(Fault.ERROR_500, None, Fault.DROP_BEFORE)
    seen = []
    for _ in range(4):
        assert client.get("/more").status == 200
        answer, _ = post(client, venue())
        seen.append(answer and answer.status)
    assert seen == [500, 200, None, 200]
    assert [fault for method, _, fault, _ in proxy.log if method == "POST"] == [
        Fault.ERROR_500, None, Fault.DROP_BEFORE, None]
    assert proxy.counts == {Fault.ERROR_500: 1, Fault.DROP_BEFORE: 1, None: 6}


def test_whoever_chooses_sees_the_request(book):
    def choose(request):
        return Fault.ERROR_503 if b"venue.saved" in request.body or request.path == "/more" else None

    with FaultProxy(book.server.port, choose=choose, matches=lambda request: request.path != "/health") as proxy:
        client = beyond(proxy, book)
        assert [client.get(path).status for path in ("/health", "/more?x=1", "/students")] == [200, 503, 200]
        assert post(client, venue())[0].status == 503


def test_fault_of_a_feed_does_not_wait_for_its_end(book):
    with FaultProxy(book.server.port, matches=lambda request: request.path == "/feed") as proxy:
        client = beyond(proxy, book)
        proxy.next(Fault.DROP_AFTER, Fault.DELAY)
        proxy.delay = 0.2
        with pytest.raises(CUT_OFF):
            client.get("/feed")
        with open_feed(client) as feed:
            assert feed.readline().startswith(b"retry:")


def test_fault_can_be_waited_for(proxy, client):
    proxy.next(Fault.DROP_AFTER)
    threading.Thread(target=post, args=[client, venue()]).start()
    proxy.wait_for(Fault.DROP_AFTER)
    assert proxy.counts == {Fault.DROP_AFTER: 1}


# Chance


POST = Request("POST", "/journal", b"", b"")


def chosen(seed, count=1000, **options):
    """What a proxy would do to so many posts; no server is asked."""
    with FaultProxy(1, seed) as proxy:
        proxy.faults(**options)
        return [proxy.fault(POST) for _ in range(count)]


def test_chance_is_the_same_for_a_seed():
    assert chosen(7, share=0.3) == chosen(7, share=0.3)
    assert chosen(7, share=0.3) != chosen(8, share=0.3)


def test_share_and_kinds_are_as_told():
    faults = chosen(1, share=0.3)
    assert 250 < sum(fault is not None for fault in faults) < 350
    assert set(faults) == {None, *ALL}
    kinds = {Fault.SLOW, Fault.DELAY}
    assert set(chosen(1, share=1, kinds=kinds)) == kinds
    assert set(chosen(1, share=0)) == {None}


def test_share_of_posts_fails_in_the_same_way_again(book):
    def run():
        with FaultProxy(book.server.port, seed=3, delay=0.01, slow=0.01) as proxy:
            proxy.faults(share=0.3)
            client = beyond(proxy, book)
            for _ in range(30):
                post(client, venue())
            return proxy.log

    first = run()
    assert first == run()
    assert 3 <= sum(fault is not None for _, _, fault, _ in first) <= 15


def test_only_posts_to_the_journal_match_by_default():
    requests = [("POST", "/journal"), ("GET", "/journal"), ("POST", "/journals"), ("POST", "/")]
    assert [is_journal_post(Request(*one, b"", b"")) for one in requests] == [True, False, False, False]


# No signal, captive portals, and the end


def test_nothing_comes_through_without_signal(book, proxy, client):
    with open_feed(client) as feed:
        feed.readline()
        proxy.down = True
        expect_end(feed)
    one = venue()
    answer, seconds = post(client, one)
    assert answer is None and seconds < SOON
    with pytest.raises(CUT_OFF):
        client.get("/health")
    assert not is_in_book(book, one)
    assert proxy.refused == 2 and not any(happened.method == "POST" for happened in proxy.log)
    proxy.down = False
    assert outcome(post(client, one)[0]) == ["accepted"]


def test_signal_lost_while_the_answer_is_held_back(book, proxy, client):
    proxy.delay = PATIENCE
    proxy.next(Fault.DELAY)
    one, answers = venue(), []
    poster = threading.Thread(target=lambda: answers.append(post(client, one)[0]))
    with open_feed(book.client) as feed:
        poster.start()
        hear(feed, one)
    proxy.down = True
    poster.join(SOON)
    assert answers == [None]
    assert is_in_book(book, one)


def test_portal_answers_everything(book, proxy, client):
    proxy.portal = True
    one = venue()
    answers = [post(client, one)[0], client.get("/more"), client.get("/feed"), client.get("/assets/any.css")]
    assert {(answer.status, answer.headers["Content-Type"]) for answer in answers} == {
        (200, "text/html; charset=utf-8")}
    assert proxy.counts == {Fault.LOGIN_PAGE: 4}
    proxy.portal = False
    assert not is_in_book(book, one)
    assert outcome(post(client, one)[0]) == ["accepted"]


def test_all_ends_at_once(book):
    with contextlib.ExitStack() as stack:
        proxy = stack.enter_context(FaultProxy(book.server.port, delay=600))
        client = beyond(proxy, book)
        proxy.next(Fault.DELAY)
        one, answers = venue(), []
        waiting = threading.Thread(target=lambda: answers.append(post(client, one)[0]))
        with open_feed(book.client) as feed:
            waiting.start()
            hear(feed, one)
        with open_feed(client) as feed, socket.create_connection(("127.0.0.1", proxy.port)) as idle:
            feed.readline()
            began = time.monotonic()
            stack.close()
            assert time.monotonic() - began < SOON
            assert idle.recv(1) == b""
    waiting.join(SOON)
    assert answers == [None] and not proxy.threads
    with pytest.raises(ConnectionRefusedError):
        client.get("/health")
