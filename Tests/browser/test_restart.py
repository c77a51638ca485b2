"""Reloads, restarts and lost connections in the middle of a class."""

import re

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from http_client import events
from steps import (attendees, button, duration, expect_marked, expect_not_reloaded, notice, open_roster, remember, row,
                   sign)

NO_SERVER = "ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_NETWORK|ERR_SOCKET|ERR_INTERNET|fetching the script"


# Resolves once the scripts of all behaviours on the page have come.
ATTACHED = """() => {
  const { src } = document.querySelector('script[type=module]');
  const names = [...document.querySelectorAll('[data-behaviour]')].flatMap(one => one.dataset.behaviour.split(' '));
  return Promise.all(names.map(name => import(src.replace('app.js', `behaviours/${name}.js`)))).then(() => {});
}"""


@pytest.fixture
def people(book):
    return book.people("Ann Fleming", "Søren Østergaard")


@pytest.fixture
def session(book):
    """A class that began 45 minutes ago."""
    return book.started(book.venue(), ago=45)


@pytest.fixture
def page(book, people, session, devices):
    page = devices.open(expected_errors=NO_SERVER, **PHONE)
    page.goto(book.link)
    return page


def expect_going_on(page):
    assert 45 * 60 <= duration(page) < 46 * 60
    expect(button(page, "Pause")).to_be_visible()


def test_reload_keeps_the_duration(page):
    expect_going_on(page)
    page.reload()
    expect_going_on(page)


def test_restart_keeps_the_duration_and_the_page_comes_back_by_itself(page, book, session, people):
    expect_going_on(page)
    remember(page)
    book.server.restart()
    book.mark(session, people[0])
    expect(attendees(page)).to_contain_text(["Ann Fleming"])
    expect_going_on(page)
    expect_not_reloaded(page)
    page.reload()
    expect_going_on(page)


def test_pause_counts_the_same_after_a_restart(page, book, session):
    book.step("paused", session, ago=30)
    expect(button(page, "Resume")).to_be_visible()
    before = duration(page)
    # Its begin and its pause were written in whole seconds.
    assert abs(before - 15 * 60) <= 1
    book.server.restart()
    page.reload()
    assert duration(page) == before


def test_mark_made_while_the_server_is_down_arrives_once(page, book, session, people):
    sheet = open_roster(page)
    page.evaluate(ATTACHED)
    assert book.server.stop() == 0
    row(sheet, "Ann Fleming").tap()
    expect_marked(sheet, "Ann Fleming")
    expect(sign(page)).to_have_text("Offline · 1 change waiting")
    row(sheet, "Søren Østergaard").tap()
    expect(sign(page)).to_have_text("Offline · 2 changes waiting")
    expect(notice(page, "Søren Østergaard marked")).to_be_visible()
    book.server.start()
    expect(sign(page)).to_be_hidden()
    assert book.present(session) == {"Ann Fleming", "Søren Østergaard"}
    with book.client.feed(f"/classes/{session}/feed?after=0") as feed:
        kinds = [event["kind"] for event in events(feed, 3)]
    assert kinds == ["class.started", "attendance.marked", "attendance.marked"]


def test_pause_without_connection_stops_the_clock_at_once(page, book, session):
    before = duration(page)
    page.context.set_offline(True)
    button(page, "Pause").tap()
    expect(sign(page)).to_have_text("Offline · 1 change waiting")
    stopped = duration(page)
    assert stopped - before < 60
    page.context.set_offline(False)
    expect(button(page, "Resume")).to_be_visible()
    assert abs(duration(page) - stopped) <= 1
    assert abs(book.page("/class")["worked"] / 1000 - stopped) <= 1


def test_control_whose_script_got_lost_on_the_way_works_at_the_tap(book, people, session, devices):
    page = devices.open(expected_errors="ERR_FAILED|Failed to fetch dynamically imported module", **PHONE)
    page.goto(book.link)
    page.route("**/behaviours/marks.js", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed"):
        sheet = open_roster(page)
    row(sheet, "Ann Fleming").tap()
    expect_marked(sheet, "Ann Fleming")
    expect(notice(page, "Ann Fleming marked")).to_be_visible()


OCCUPY = """() => import('/assets/js/journal/storage.js').then(({ transact, answer }) => {
  void transact('entries', 'readwrite', async transaction => {
    for (;;) await answer(transaction.objectStore('entries').count());
  });
})"""


def test_mark_arrives_while_another_page_keeps_the_outbox_busy(page, book, session, people):
    sheet = open_roster(page)
    other = page.context.new_page()
    other.goto(f"{book.base}/more")
    other.evaluate(OCCUPY)
    row(sheet, "Ann Fleming").tap()
    expect(notice(page, "Ann Fleming marked")).to_be_visible()
    assert book.present(session) == {"Ann Fleming"}
    other.close()
    row(sheet, "Søren Østergaard").tap()
    expect(notice(page, "Søren Østergaard marked")).to_be_visible()


def test_feed_brings_what_came_while_offline(page, book, session, people):
    remember(page)
    expect(page.get_by_text("Nobody marked yet")).to_be_visible()
    page.context.set_offline(True)
    book.mark(session, *people)
    page.context.set_offline(False)
    expect(attendees(page)).to_have_count(2)
    expect_not_reloaded(page)


def test_feed_goes_on_after_the_last_number(book, session, people):
    book.mark(session, *people)
    last = book.sequence
    with book.client.feed(f"/feed?after={last - 2}") as feed:
        missed = events(feed, 2)
        book.step("paused", session)
        [now] = events(feed, 1)
    assert [event["sequence"] for event in (*missed, now)] == [last - 1, last, last + 1]
    assert [event["person"] for event in missed] == people
    assert now["kind"] == "class.paused"
