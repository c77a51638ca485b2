"""What a screen does when its feed has missed too much, or is one too many."""

import contextlib

from playwright.sync_api import expect

from book import entry, new_id
from http_client import events
from steps import until

SOURCES = """window.sources = [];
window.EventSource = class extends EventSource {
  constructor(...all) {
    super(...all);
    window.sources.push(this);
  }
};"""


def opened(page, book):
    page.add_init_script(SOURCES)
    page.goto(f"{book.base}/students")
    until(page, "() => window.sources.length === 1 && window.sources[0].readyState === 1")


def test_what_missed_too_much_reads_all_anew(book, blank_laptop):
    opened(blank_laptop, book)
    blank_laptop.evaluate("window.sources[0].close()")
    book.person("Ann", "Fleming")
    blank_laptop.evaluate("last => window.sources[0].dispatchEvent(new MessageEvent('reload', { lastEventId: last }))",
                          str(book.sequence))
    expect(blank_laptop.get_by_role("link", name="Ann Fleming")).to_be_visible()


def test_a_feed_too_many_comes_back_when_it_is_looked_at(book, blank_laptop):
    opened(blank_laptop, book)
    with contextlib.ExitStack() as stack:
        for _ in range(16):
            stack.enter_context(book.client.feed("/feed")).readline()
        # Left alone, the browser would connect again, and end another.
        until(blank_laptop, "() => window.sources[0].readyState === 2")
        blank_laptop.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        until(blank_laptop, "() => window.sources.length === 2 && window.sources[1].readyState === 1")
        book.person("Ann", "Fleming")
        expect(blank_laptop.get_by_role("link", name="Ann Fleming")).to_be_visible()


def test_who_was_away_long_is_not_told_all(book):
    for _ in range(26):
        book.post(*(entry("venue.saved", venue=new_id(), name="Mill") for _ in range(200)))
    with book.client.feed(f"/feed?after={book.sequence - 1}") as feed:
        events(feed, 1)
    with book.client.feed("/feed?after=1") as feed:
        lines = [feed.readline().decode().strip() for _ in range(5)]
        assert lines[2:] == [f"id: {book.sequence}", "event: reload", "data:"], lines
        book.person("Ann", "Fleming")
        assert feed.readline() == b"\n" and feed.readline().decode().strip() == f"id: {book.sequence}"
