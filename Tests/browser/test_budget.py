"""Whoever writes too much too fast waits: nothing is lost, and it goes on by itself."""

import re

import pytest
from playwright.sync_api import expect

from book import Book, batch, entry, new_id
from conftest import PHONE, signed_in
from registrations import expect_pending, hold, registered, upload_button
from steps import expect_sent, notice


@pytest.fixture
def frugal(serve):
    """A server that takes an entry every five seconds, of at most 720."""
    return Book(serve("frugal", "--instructor-entries-per-hour", "720"))


def venues(count):
    return batch(*(entry("venue.saved", venue=new_id(), name=f"Venue {number}") for number in range(count)))


def spend(book):
    """Writes until nothing more is taken."""
    while (answer := book.client.journal(venues(200))).status == 200:
        pass
    while (answer := book.client.journal(venues(1))).status == 200:
        pass
    return answer


def test_a_batch_too_many_changes_nothing(frugal):
    answer = spend(frugal)
    before = frugal.sequence
    assert 700 < before < 740
    assert answer.status == 429 and 1 <= int(answer.headers["Retry-After"]) <= 5
    assert answer.headers["Content-Type"] == "application/problem+json" and "Shala accepts more" in answer.json["detail"]
    assert frugal.client.journal(venues(200)).status == 429 and frugal.sequence == before
    frugal.page("/students")


def test_the_outbox_waits_and_goes_on(frugal, devices):
    ann = frugal.person("Ann", "Fleming")
    page = signed_in(devices, frugal, {**PHONE, "expected_errors": "429"})
    page.goto(f"{frugal.base}/people/{ann}")
    page.evaluate("""async () => {
      const app = document.querySelector('script[type=module]').src;
      window.journal = await import(app.replace('app.js', 'journal/journal.js'));
    }""")
    spend(frugal)
    # Two, of which the server may take one by now.
    with page.expect_response(lambda response: response.url.endswith("/journal") and response.status == 429):
        page.evaluate("""ann => void window.journal.record(
          { kind: 'person.edited', person: ann, firstName: 'Anna' }, { kind: 'person.edited', person: ann, phone: '1' })""", ann)
    expect_sent(page)
    assert frugal.page(f"/people/{ann}")["person"]["name"] == "Anna Fleming"


def test_an_upload_says_when_it_can_go_on(serve, devices):
    book = Book(serve("miserly", "--instructor-entries-per-hour", "60"))
    page = signed_in(devices, book, {**PHONE, "expected_errors": "429"})
    page.goto(f"{book.base}/register")
    hold(page, *(registered(number) for number in range(5)))
    expect_pending(page, 5)
    spend(book)
    upload_button(page).click()
    said = re.compile(r"^0 students uploaded\. The server takes more in [45] minutes\. The others stay on this device\.")
    expect(notice(page, said).first).to_be_visible()
    expect_pending(page, 5)
    expect(upload_button(page)).to_be_enabled()
