"""A lecture hall full of students who all say at once that they are there."""

import re
import threading
import time

from playwright.sync_api import expect

from book import batch, entry, new_id
from conftest import LAPTOP
from http_client import events
from positions import RADIUS, STUDIO, fix
from steps import button, expect_not_reloaded, remember, sign_in

STUDENTS = 200
SECONDS = 5


def crowd(book, count):
    """Students of a course, and their programs."""
    people = [new_id() for _ in range(count)]
    book.post(*(entry("person.added", person=one, firstName=f"Student{number:03}", lastName="Crowd",
                      studentID=f"3{number:07}") for number, one in enumerate(people)))
    return people


def claim_all(claims):
    """Sends each batch by its own client, all over the given seconds; gives the results, and when the last was sent."""
    results, sent_at, began = [None] * len(claims), [0.0] * len(claims), time.monotonic()

    def send(number):
        client, sent = claims[number]
        # Spread over the time, so that the instructor's page has to follow rather than to wait for the end.
        time.sleep(max(0, began + SECONDS * 0.8 * number / len(claims) - time.monotonic()))
        sent_at[number] = time.monotonic() - began
        results[number] = client.journal(sent).json["results"][0]

    threads = [threading.Thread(target=send, args=(number,)) for number in range(len(claims))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results, max(sent_at)


def test_200_students_claim_within_five_seconds(book, devices):
    people = crowd(book, STUDENTS)
    venue = book.venue("Aula", **STUDIO, radius=RADIUS)
    session = book.opened(book.course("Mechanics", venue=venue, students=people), venue)
    clients = [book.client_of(person) for person in people]
    page = devices.open(**LAPTOP)
    sign_in(page, book)
    page.goto(f"{book.base}/classes/{session}")
    expect(button(page, f"Absent {STUDENTS}")).to_be_visible()
    remember(page)
    before = book.sequence
    inside = [number % 2 == 0 for number in range(STUDENTS)]
    # By clocks that are a minute fast: however slow the machine, what comes is of now, and none is let off for having waited.
    claims = [(client, batch(entry("attendance.claimed", -1, **{"class": session}, **fix(20 if is_in else 300))))
              for client, is_in in zip(clients, inside)]
    results, last = claim_all(claims)
    assert last <= SECONDS
    assert [result["outcome"] for result in results] == ["accepted" if is_in else "rejected" for is_in in inside]
    half = STUDENTS // 2
    expect(button(page, f"Present {half}")).to_be_visible()
    expect(button(page, f"Absent {STUDENTS - half}")).to_be_visible()
    rows = page.get_by_role("list", name="Students").get_by_role("listitem")
    expect(rows).to_have_text([re.compile(f"Student{number:03} Crowd") for number in range(0, STUDENTS, 2)])
    expect_not_reloaded(page)
    state = book.attendance(session)
    assert sorted(state.values()) == ["absent"] * (STUDENTS - half) + ["present"] * half
    assert book.page(f"/classes/{session}")["card"]["attending"] == half
    assert book.sequence == before + half
    with book.client.feed(f"/classes/{session}/feed?after={before}") as feed:
        told = events(feed, half)
    assert {one["id"] for one in told} == {sent["entries"][0]["id"] for (_, sent), is_in in zip(claims, inside) if is_in}
    assert [one["sequence"] for one in told] == list(range(before + 1, before + half + 1))
    # Again, as devices do that have heard no answer: nothing is counted twice.
    again, _ = claim_all(claims[:40])
    assert {result["outcome"] for result in again} == {"duplicate", "rejected"}
    assert (book.sequence, book.page(f"/classes/{session}")["card"]["attending"]) == (before + half, half)
