"""Whoever writes too much too fast waits: nothing is lost, and it goes on by itself."""

import pytest

from book import Book, batch, entry, new_id
from conftest import PHONE, signed_in
from steps import expect_sent


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
    spend(frugal)
    with page.expect_response(lambda response: response.url.endswith("/journal") and response.status == 429):
        page.evaluate("""async ann => {
          const app = document.querySelector('script[type=module]').src;
          const { record } = await import(app.replace('app.js', 'journal.js'));
          void record({ kind: 'person.edited', person: ann, firstName: 'Anna' });
        }""", ann)
    expect_sent(page)
    assert frugal.page(f"/people/{ann}")["person"]["name"] == "Anna Fleming"
