"""A book larger than what a device takes along: pages made on the device say that somebody is left out."""

import pytest
from playwright.sync_api import expect

from book import entry, new_id
from conftest import PHONE
from steps import prepared, tab, without_signal

pytestmark = pytest.mark.usefixtures("service_worker")

OTHERS = "The others are there when there is signal."
SLOW = 120_000
NO_NETWORK = "ERR_INTERNET_DISCONNECTED|fetching the script|Failed to load resource"


def fill(book, count):
    """So many students, as many as go into one batch at a time."""
    for first in range(0, count, 200):
        book.post(*(entry("person.added", person=new_id(), firstName="Student", lastName=f"No {number}", studentID=str(20_000_000 + number))
                    for number in range(first, min(first + 200, count))))


@pytest.fixture
def crowd(book):
    venue = book.venue()
    for number in range(201):
        book.session(venue, ago=400_000 - number * 100)
    # With the instructor, one more than are taken along.
    fill(book, 10_000)
    return book


@pytest.mark.long
def test_who_is_left_out_is_said(crowd, devices):
    phone = devices.open(NO_NETWORK, **PHONE)
    # Ten thousand rows take a slow machine a while.
    phone.set_default_timeout(SLOW)
    phone.goto(crowd.link)
    prepared(phone)
    without_signal(phone)
    tab(phone, "Students").click()
    expect(phone.get_by_text(f"The first 10,000 people are on this device. {OTHERS}")).to_be_visible(timeout=SLOW)
    search = phone.get_by_role("searchbox", name="Search students")
    search.fill("nobody of that name")
    expect(phone.get_by_text("No matches")).to_be_visible(timeout=SLOW)
    expect(phone.get_by_text(f"Only the 10,000 people on this device were searched. {OTHERS}")).to_be_visible(timeout=SLOW)
    tab(phone, "Sessions").click()
    expect(phone.get_by_text(f"The newest 200 classes are on this device. {OTHERS}")).to_be_visible(timeout=SLOW)


def test_nothing_is_said_of_a_book_that_is_all_there(book, blank_phone):
    book.people("Ann Fleming")
    blank_phone.goto(book.base)
    prepared(blank_phone)
    without_signal(blank_phone)
    tab(blank_phone, "Students").click()
    expect(blank_phone.get_by_role("link", name="Ann Fleming")).to_be_visible()
    expect(blank_phone.get_by_text("on this device")).to_have_count(0)
