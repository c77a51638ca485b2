"""How soon everybody who listens has been told."""

import asyncio
import json
import statistics
import time
import uuid

from books import batch

LISTENERS = 1000


async def listen(base, path, token):
    """A line of the feed, open."""
    host, port = base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    await reader.readuntil(b"retry: 2000")
    return reader, writer


async def mark_delays(base, hall, rounds=5):
    """Milliseconds from posting one mark to each of the listeners having read it, in order."""
    book, session = hall.book, hall.classes[0]
    lines = [await listen(base, f"/classes/{session}/feed", book.token) for _ in range(LISTENERS)]
    delays = []
    for number in range(rounds):
        told = [asyncio.create_task(reader.readuntil(b"event: entry")) for reader, _ in lines]
        sent = time.perf_counter()
        for one in told:
            one.add_done_callback(lambda _: delays.append((time.perf_counter() - sent) * 1000))
        mark = {"kind": "attendance.marked", "class": session, "person": hall.people[-1 - number]}
        await asyncio.to_thread(book.post, base, [mark])
        await asyncio.gather(*told)
    for _, writer in lines:
        writer.close()
    return sorted(delays)


async def vote(base, token, session, question):
    """Posts one vote by a connection that is open already; returns what sends it."""
    host, port = base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    body = batch([{"kind": "question.voted", "class": session, "question": question, "vote": 1}])
    head = (f"POST /journal HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")

    async def send():
        writer.write(head.encode() + body)
        answer = await reader.read()
        writer.close()
        assert b'"accepted"' in answer, answer
    return send


async def votes(base, hall, rounds=5):
    """Milliseconds until 200 votes that come at once are stored and told to 200 listeners, in order."""
    session, times = hall.classes[0], []
    for _ in range(rounds):
        question = str(uuid.uuid4())
        asked = {"kind": "question.asked", "class": session, "question": question, "text": "Why?"}
        # By somebody who does not vote.
        hall.book.post(base, [asked], hall.asker)
        lines = [await listen(base, f"/classes/{session}/feed", token) for token in hall.tokens]
        sends = [await vote(base, token, session, question) for token in hall.tokens]

        async def told(reader):
            for _ in hall.tokens:
                await reader.readuntil(b"event: entry")

        begun = time.perf_counter()
        await asyncio.gather(*(send() for send in sends), *(told(reader) for reader, _ in lines))
        times.append((time.perf_counter() - begun) * 1000)
        for _, writer in lines:
            writer.close()
    return sorted(times)


def rows(base, hall):
    hall.asker = hall.book.token_of("20000499")
    delays = asyncio.run(mark_delays(base, hall))
    told = asyncio.run(votes(base, hall))
    return [
        (f"one mark to {LISTENERS:,} listeners, p99", f"{delays[int(len(delays) * 0.99)]:.0f} ms", "wanted 50 ms"),
        (f"{len(hall.tokens)} votes at once, stored and told to {len(hall.tokens)} listeners",
         f"{statistics.median(told):.0f} ms ({told[0]:.0f}–{told[-1]:.0f})", "wanted 250 ms"),
    ]
