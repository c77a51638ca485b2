"""Devices whose clocks are wrong: what is done on them happened when it did, with signal and without."""

import re
import time

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import PHONE
from http_client import events
from positions import fix, located
from steps import button, check_in, enter, expect_sent, notice, prepared, sign_in, until, with_signal, without_signal
from test_attendance import Room, here, says
from test_offline_class import milliseconds

pytestmark = pytest.mark.usefixtures("service_worker")

HOUR = 3_600_000

# The device's clock, which a test can set; it is as it was set after a reload too.
CLOCK = """(() => {
  const Right = Date;
  const error = () => { try { return Number(localStorage.getItem('test clock') ?? FAST); } catch { return FAST; } };
  globalThis.Date = class extends Right {
    constructor(...parts) { if (parts.length) super(...parts); else super(Right.now() + error()); }
    static now() { return Right.now() + error(); }
  };
})()"""

# How fast the clock is at first, without signal, and once there is signal again; in hours.
AWAY = {
    "3 hours fast": (3, 3, 3), "1 day slow": (-24, -24, -24),
    "3 hours fast until there is signal": (3, 3, 0), "1 day slow until there is signal": (-24, -24, 0),
    "3 hours fast without signal": (0, 3, 3), "1 day slow without signal": (0, -24, -24),
}

# By how many milliseconds an entry may be dated otherwise, and how long it is kept at least.
TOLERANCE = 2_500
KEPT = 4_000


def device(devices, fast, **options):
    page = devices.open(expected_errors="ERR_|fetching the script|Failed to load resource|EventSource", **PHONE, **options)
    page.context.add_init_script(CLOCK.replace("FAST", str(fast * HOUR)))
    return page


def set_clock(page, fast):
    page.evaluate("fast => localStorage.setItem('test clock', String(fast))", fast * HOUR)


def expect_happened(book, kind, since, until):
    """By the book it happened between these two, in milliseconds since 1970."""
    with book.client.feed("/feed?after=0") as feed:
        found = [one for one in events(feed, book.sequence) if one["kind"] == kind]
    at = milliseconds(found[-1]["at"])
    assert since - TOLERANCE < at < until + TOLERANCE, (kind, at - since, at - until)


def now():
    return round(time.time() * 1000)


def keep(page):
    """Some time passes, so that when something was sent is not when it happened."""
    end = page.evaluate("performance.now()") + KEPT + TOLERANCE
    until(page, "end => performance.now() > end", end)


@pytest.mark.parametrize("clocks", AWAY.values(), ids=AWAY)
def test_class_held_without_signal(book, devices, clocks):
    book.venue("Riverside Studio", "12 Quay Street")
    first, then, at_last = clocks
    phone = device(devices, first)
    sign_in(phone, book)
    phone.goto(book.base)
    prepared(phone)
    without_signal(phone)
    set_clock(phone, then)
    since = now()
    check_in(phone, "Riverside Studio")
    started = now()
    keep(phone)
    button(phone, "Pause").click()
    expect(button(phone, "Resume")).to_be_visible()
    paused = now()
    keep(phone)
    set_clock(phone, at_last)
    with_signal(phone)
    expect_happened(book, "class.started", since, started)
    expect_happened(book, "class.paused", started + KEPT, paused)
    button(phone, "Save Class").click()
    expect(notice(phone, "Class saved")).to_be_visible()
    expect_happened(book, "class.saved", paused, now())
    session = book.saved_classes()[0]
    assert since - TOLERANCE < milliseconds(session["started"]) < started + TOLERANCE, session


@pytest.mark.parametrize("fast", [3, -24])
def test_class_held_with_signal(book, devices, fast):
    book.venue("Riverside Studio", "12 Quay Street")
    phone = device(devices, fast)
    sign_in(phone, book)
    phone.goto(book.base)
    since = now()
    check_in(phone, "Riverside Studio")
    expect_sent(phone)
    expect_happened(book, "class.started", since, now())
    button(phone, "Pause").click()
    button(phone, "Save Class").click()
    expect(notice(phone, "Class saved")).to_be_visible()
    expect_happened(book, "class.saved", since, now())


def student(devices, room, fast):
    return room.opened(enter(device(devices, fast, **located(20)), room.book, room.ann))


@pytest.mark.parametrize("clocks", AWAY.values(), ids=AWAY)
def test_claim_made_without_signal(book, devices, clocks):
    room = Room(book, devices).start()
    first, then, at_last = clocks
    phone = prepared(student(devices, room, first))
    without_signal(phone)
    set_clock(phone, then)
    since = now()
    here(phone).tap()
    says(phone, "Waiting for signal")
    claimed = now()
    keep(phone)
    set_clock(phone, at_last)
    with_signal(phone)
    says(phone, "You are present")
    expect_happened(book, "attendance.claimed", since, claimed)
    book.post(entry("attendance.cleared", **room.named, person=room.ann))
    assert room.state("Ann Fleming") == "absent"


@pytest.mark.parametrize("fast", [3, -24])
def test_claim_made_with_signal(book, devices, fast):
    room = Room(book, devices).start()
    phone = student(devices, room, fast)
    since = now()
    here(phone).tap()
    says(phone, "You are present")
    expect_happened(book, "attendance.claimed", since, now())
    book.post(entry("attendance.cleared", **room.named, person=room.ann))
    assert room.state("Ann Fleming") == "absent"


def test_claim_before_the_class_started_without_signal_too(book, devices):
    """The instructor's device comes back later than the student's, and finds the claim."""
    room = Room(book, devices)
    phone = prepared(student(devices, room, 0))
    without_signal(phone)
    here(phone).tap()
    says(phone, "Waiting for signal")
    keep(phone)
    keep(phone)
    with_signal(phone)
    says(phone, "Needs confirmation", re.compile("That was before the class started."))
    book.post(entry("class.started", 10, **room.named, venue=room.venue))
    assert room.state("Ann Fleming") == "present"
    says(phone, "You are present")


def test_who_was_late_is_confirmed_at_a_saved_class(book, devices):
    room = Room(book, devices)
    book.post(entry("class.started", 60, **room.named, venue=room.venue), entry("class.saved", 5, **room.named))
    assert room.claim(room.ann, ago=10, **fix(20))["outcome"] == "accepted"
    laptop = room.instructor()
    expect(laptop.get_by_role("heading", name="Needs confirmation")).to_be_visible()
    button(laptop, "Confirm Ann Fleming").click()
    expect(laptop.get_by_role("heading", name="Needs confirmation")).to_be_hidden()
    assert room.state("Ann Fleming") == "present"


LEARN = """async by => {
  const here = document.querySelector('script[type=module]').src;
  const { learn, reading } = await import(here.replace('app.js', 'signal/clock.js'));
  const before = JSON.stringify(reading());
  learn(document, Date.now(), Date.now() + by);
  return JSON.stringify(reading()) === before;
}"""


@pytest.mark.parametrize("hours, is_nothing_learned", [(0, False), (3, True), (-24, True)])
def test_a_clock_set_while_an_answer_is_awaited_measures_nothing(book, devices, hours, is_nothing_learned):
    phone = device(devices, 0)
    phone.goto(book.link)
    assert phone.evaluate(LEARN, hours * HOUR) == is_nothing_learned
