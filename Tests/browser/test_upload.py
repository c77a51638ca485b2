"""Uploading many students where connections are as bad as they can be: each arrives, and once."""

import itertools
import random

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from fault_proxy import ALL, Fault, FaultProxy, is_journal_post
from registrations import (browser, corrections, entries_on_server, expect_pending, hold, kept, kept_count, on_server,
                           progress, registered, upload_button)
from steps import button, notice
from waiting import until

BATCH = 200
FAILURES = "Failed to load resource|load module script|net::ERR|fetching the script|unsupported MIME type|connection"

# Seconds for all of one test's presses.
LONG = 150

# What faults are made of here: short ones, since it is their number that counts.
BRIEF = {"delay": 0.2, "slow": 0.2}


@pytest.fixture
def proxy(book):
    with FaultProxy(book.server.port, **BRIEF) as proxy:
        yield proxy


@pytest.fixture
def page(book, devices, proxy):
    """The start screen, beyond a bad network."""
    page = devices.open(expected_errors=FAILURES, **PHONE)
    sign_in(page, book, proxy)
    yield page
    page.goto("about:blank")


def sign_in(page, book, proxy):
    page.goto(book.link.replace(book.base, proxy.base))
    page.goto(f"{proxy.base}/register")


def students(count):
    return [registered(number) for number in range(count)]


def ids(entries):
    return sorted(one["id"] for one in entries)


def is_uploading(page):
    return progress(page).is_visible()


def press_again(page):
    """What a person does who sees that it has ended, with some left. It may end, and the button go, at any moment."""
    upload_button(page).evaluate_all("buttons => buttons.filter(one => !one.disabled).forEach(one => one.click())")


def expect_each_once(book, entries):
    assert entries_on_server(book) == ids(entries)
    assert on_server(book) == sorted(one["email"] for one in entries)


def test_progress_is_in_records_and_batches(book, page, proxy):
    entries = students(3 * BATCH + 50)
    hold(page, *entries)
    expect_pending(page, 650)
    proxy.delay = 1
    proxy.next(*[Fault.DELAY] * 4)
    upload_button(page).click()
    for batch in range(4):
        expect(progress(page)).to_contain_text(f"{batch * BATCH} of 650 students")
        expect(progress(page)).to_contain_text(f"Batch {batch + 1} of 4")
        expect(button(page, "Cancel")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("progressbar", name="Uploading")).to_have_attribute("max", "650")
        assert page.get_by_role("progressbar").evaluate("bar => bar.value") == batch * BATCH
    expect(notice(page, "650 students uploaded.")).to_be_visible()
    expect(progress(page)).to_be_hidden()
    expect_pending(page, 0)
    assert [one.status for one in proxy.log if one.path == "/journal"] == [200] * 4
    expect_each_once(book, entries)


@pytest.mark.long
def test_ten_thousand_through_every_fault_with_cancelling(book, page, proxy):
    entries = students(10_000)
    hold(page, *entries)
    expect_pending(page, 10_000)
    chance = random.Random(7)
    # Each kind in its turn.
    kinds = itertools.cycle(chance.sample(ALL, len(ALL)))
    proxy.choose = lambda _: next(kinds) if chance.random() < 0.3 else None
    cancelled = 0
    while kept_count(page):
        press_again(page)
        seen = len(proxy.log) + chance.randint(1, 8)
        until(lambda: len(proxy.log) >= seen or not is_uploading(page), LONG)
        if is_uploading(page) and cancelled < 12:
            button(page, "Cancel").click()
            cancelled += 1
            expect(progress(page)).to_be_hidden()
    expect(progress(page)).to_be_hidden()
    expect_pending(page, 0)
    assert cancelled >= 4
    assert set(proxy.counts) >= set(ALL), proxy.counts
    expect_each_once(book, entries)


def test_browser_is_closed_in_the_middle(book, proxy, chromium, tmp_path):
    entries = students(2_000)
    folder, closed = tmp_path / "browser", 0
    with browser(chromium, folder, **PHONE) as context:
        sign_in(context.pages[0], book, proxy)
        hold(context.pages[0], *entries)
    # Four times it is closed in the middle, and then it may go on to the end: the server may have everything before that, but
    # the device has not heard of it.
    while len(entries_on_server(book)) < len(entries) or closed <= 4:
        # Answers are held back, so that the end comes between the server's commit and the device hearing of it.
        proxy.next(*[None] * closed, Fault.DELAY)
        delays = proxy.counts[Fault.DELAY] + 1
        with browser(chromium, folder, **PHONE) as context:
            page = context.pages[0]
            page.goto(f"{proxy.base}/register")
            if not kept_count(page):
                break
            press_again(page)
            if closed < 4:
                until(lambda: proxy.counts[Fault.DELAY] >= delays or not is_uploading(page))
            else:
                expect_pending(page, 0)
        closed += 1
    assert closed >= 4
    with browser(chromium, folder, **PHONE) as context:
        page = context.pages[0]
        page.goto(f"{proxy.base}/register")
        expect_pending(page, 0)
        assert kept_count(page) == 0
    expect_each_once(book, entries)


def test_cancel_loses_and_doubles_nothing(book, page, proxy):
    entries = students(2 * BATCH)
    hold(page, *entries)
    proxy.delay = 30
    proxy.next(Fault.DELAY)
    expect_pending(page, 400)
    upload_button(page).click()
    # The server has the first batch, and the device has not heard of it.
    until(lambda: len(entries_on_server(book)) == BATCH)
    button(page, "Cancel").click()
    expect(notice(page, "Stopped. 0 students uploaded. The others stay on this device.")).to_be_visible()
    expect_pending(page, 400)
    expect(upload_button(page)).to_be_focused()
    upload_button(page).click()
    expect(notice(page, "400 students uploaded.")).to_be_visible()
    expect_pending(page, 0)
    expect_each_once(book, entries)


def test_one_page_at_a_time(book, page, proxy):
    hold(page, *students(BATCH))
    other = page.context.new_page()
    other.goto(f"{proxy.base}/register")
    expect_pending(other, BATCH)
    proxy.delay = 2
    proxy.next(Fault.DELAY)
    upload_button(page).click()
    expect(progress(page)).to_be_visible()
    upload_button(other).click()
    expect(notice(other, "Another tab is uploading already.")).to_be_visible()
    expect(notice(page, f"{BATCH} students uploaded.")).to_be_visible()
    for one in (page, other):
        expect_pending(one, 0)
    assert len([one for one in proxy.log if one.path == "/journal"]) == 1
    other.goto("about:blank")


def test_captive_portal_takes_nothing(book, page, proxy):
    entries = students(5)
    hold(page, *entries)
    expect_pending(page, 5)
    proxy.portal = True
    upload_button(page).click()
    expect(progress(page)).to_contain_text("Trying again…")
    expect(progress(page)).to_contain_text("0 of 5 students")
    expect(notice(page, "No connection. 0 students uploaded.")).to_be_visible(timeout=40_000)
    expect_pending(page, 5)
    assert on_server(book) == []
    proxy.portal = False
    upload_button(page).click()
    expect_pending(page, 0)
    expect_each_once(book, entries)


def test_batch_the_server_fails_on_does_not_hold_up_the_others(book, page, proxy):
    entries = students(3 * BATCH)
    entries[BATCH]["email"] = "poison@example.org"
    hold(page, *entries)
    expect_pending(page, 600)
    proxy.matches = lambda request: is_journal_post(request) and b"poison@" in request.body
    proxy.choose = lambda _: Fault.ERROR_500
    upload_button(page).click()
    words = "400 students uploaded. 200 stay on this device until next time."
    expect(notice(page, words)).to_be_visible(timeout=40_000)
    expect_pending(page, 200)
    proxy.choose = None
    upload_button(page).click()
    expect_pending(page, 0)
    expect_each_once(book, entries)


def test_rejected_ones_do_not_hold_up_the_others(book, page):
    entries = students(2 * BATCH)
    wrong = [number for number in range(len(entries)) if number % 7 == 0]
    for number in wrong:
        entries[number]["email"] = "nobody"
    hold(page, *entries)
    upload_button(page).click()
    expect(corrections(page)).to_have_count(len(wrong))
    expect(notice(page, f"{400 - len(wrong)} students uploaded. {len(wrong)} to be corrected.")).to_be_visible()
    assert ids(one["entry"] for one in kept(page)) == ids(entries[number] for number in wrong)
    expect_each_once(book, [one for one in entries if one["email"] != "nobody"])
