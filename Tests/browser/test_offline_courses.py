"""Courses and venues, as an instructor keeps them where there is no signal: what was done is seen, and done once."""

import pytest
from playwright.sync_api import expect

from book import entry, new_id
from conftest import PHONE
from steps import (absent, button, expect_sent, fact, notice, outbox, prepared, sign, sign_in, tab, undo, until, with_signal,
                   without_signal)

pytestmark = pytest.mark.usefixtures("service_worker")


@pytest.fixture
def hall(book):
    return book.venue("Hall", "1 Hill Road")


@pytest.fixture
def course(book, hall):
    return book.course("Vinyasa", hall, book.people("Ann Fleming"))


def go_down(phone):
    """Takes the phone, once it is prepared, to where there is no signal."""
    prepared(phone)
    until(phone, "() => localStorage.getItem('near')")
    without_signal(phone)


@pytest.fixture
def basement(book, hall, course, phone):
    """The phone where there is no signal, with what was taken along: no page of a venue or of who takes a course was opened."""
    go_down(phone)
    return phone


def names(page, title):
    """Of the rows of a list. One that is gone keeps its place for a while, for nobody."""
    return page.get_by_role("list", name=title).locator("[data-key]:not([data-own-gone]) .row-title")


def kinds(page):
    return sorted(one["kind"] for one in outbox(page))


def test_enrolment(book, hall, course, blank_phone):
    phone = blank_phone
    tom, kim, lea = book.people("Tom Fox", "Kim Lee", "Lea Roth")
    for one in (kim, tom):
        book.post_by(one, entry("enrolment.requested", course=course))
    phone.goto(book.base)
    go_down(phone)
    phone.goto(f"{book.base}/courses/{course}/students")
    expect(names(phone, "Asked to Join")).to_have_text(["Kim Lee", "Tom Fox"])
    expect(names(phone, "1 student")).to_have_text(["Ann Fleming"])
    button(phone, "Accept Tom Fox").click()
    expect(names(phone, "2 students")).to_have_text(["Ann Fleming", "Tom Fox"])
    button(phone, "Decline Kim Lee").click()
    expect(phone.get_by_text("No pending requests.")).to_be_visible()
    button(phone, "Remove Ann Fleming").click()
    expect(names(phone, "1 student")).to_have_text(["Tom Fox"])
    phone.get_by_role("searchbox", name="Search students").fill("lea")
    button(phone, "Add Lea Roth").click()
    expect(names(phone, "2 students")).to_have_text(["Tom Fox", "Lea Roth"])
    phone.goto(f"{book.base}/courses/{course}")
    expect(phone.get_by_role("link", name="2 students")).to_be_visible()
    assert kinds(phone) == ["enrolment.accepted"] * 2 + ["enrolment.declined"] * 2
    phone.goto(f"{book.base}/offline")
    expect(phone.get_by_text("Not enrolled: Kim Lee")).to_be_visible()
    with_signal(phone)
    expect_sent(phone)
    there = book.page(f"/courses/{course}/students")
    assert ([one["name"] for one in there["enrolled"]], there["requested"]) == (["Tom Fox", "Lea Roth"], [])


def test_facts_of_a_course(book, hall, course, basement):
    phone = basement
    phone.goto(f"{book.base}/courses/{course}/edit")
    phone.get_by_label("Title").fill("Slow Flow")
    button(phone, "Save").click()
    expect(phone.get_by_role("heading", name="Slow Flow", level=1)).to_be_visible()
    phone.goto(f"{book.base}/courses/{course}/edit")
    expect(phone.get_by_label("Title")).to_have_value("Slow Flow")
    phone.goto(f"{book.base}/courses")
    expect(phone.get_by_role("link", name="Slow Flow")).to_be_visible()
    phone.goto(f"{book.base}/courses/{course}")
    button(phone, "Archive Course").click()
    notice(phone, "Slow Flow archived")
    expect(phone.get_by_text("Vinyasa")).to_have_count(0)
    phone.goto(f"{book.base}/courses")
    expect(phone.get_by_role("link", name="Slow Flow")).to_have_count(0)
    phone.goto(f"{book.base}/courses/{course}")
    button(phone, "Put Back Into the Lists").click()
    phone.goto(f"{book.base}/courses")
    expect(phone.get_by_role("link", name="Slow Flow")).to_be_visible()
    with_signal(phone)
    expect_sent(phone)
    assert book.page(f"/courses/{course}")["title"] == "Slow Flow"


def test_course_is_made(book, hall, course, phone):
    go_down(phone)
    phone.goto(f"{book.base}/courses/new")
    phone.get_by_label("Title").fill("Aerial")
    button(phone, "Create Course").click()
    expect(phone.get_by_role("heading", name="Aerial", level=1)).to_be_visible()
    phone.goto(f"{book.base}/courses")
    expect(phone.get_by_role("link", name="Aerial")).to_be_visible()
    with_signal(phone)
    expect_sent(phone)
    assert [one["title"] for one in book.page("/courses")["courses"]] == ["Aerial", "Vinyasa"]


def test_who_teaches(book, hall, course, blank_phone):
    phone = blank_phone
    book.person("Noor", "Haddad", role="instructor")
    phone.goto(book.base)
    go_down(phone)
    phone.goto(f"{book.base}/courses/{course}/instructors")
    button(phone, "Add Noor Haddad").click()
    expect(button(phone, "Remove Noor Haddad")).to_be_visible()
    undo(phone, "Noor Haddad added")
    expect(button(phone, "Add Noor Haddad")).to_be_visible()
    button(phone, "Add Noor Haddad").click()
    phone.goto(f"{book.base}/courses/{course}")
    expect(phone.get_by_role("link", name="Noor Haddad")).to_be_visible()
    with_signal(phone)
    expect_sent(phone)
    assert "Noor Haddad" in [one["name"] for one in book.page(f"/courses/{course}")["instructors"]]


def test_what_waits_names_the_class(book, hall, devices):
    """By its course and its time in the zone of the course, wherever the phone is."""
    course = book.course("Evening Tango", hall, timeZone="America/New_York")
    book.venue("Cellar")
    first, second, third = new_id(), new_id(), new_id()
    for session, day in ((first, "01"), (second, "08"), (third, "15")):
        start = f"2097-06-{day}T22:30:00Z"
        book.post(entry("class.scheduled", course=course, start=start, minutes=60, **{"class": session}))
    phone = sign_in(devices.open("ERR_|Failed to load resource|EventSource", timezone_id="Asia/Kolkata", **PHONE), book)
    phone.goto(f"{book.base}/courses/{course}")
    prepared(phone)
    without_signal(phone)
    phone.goto(f"{book.base}/courses/{course}/schedule")
    phone.get_by_label("Date").fill("2097-06-22")
    phone.get_by_label("Time", exact=True).fill("18:00")
    button(phone, "Schedule").tap()
    expect(notice(phone, "Class scheduled")).to_be_visible()
    phone.goto(f"{book.base}/classes/{first}/schedule")
    phone.get_by_label("Date").fill("2097-06-02")
    button(phone, "Move Class").tap()
    expect(phone).to_have_url(f"{book.base}/classes/{first}")
    phone.goto(f"{book.base}/classes/{second}/schedule")
    phone.get_by_label("Venue").select_option(label="Cellar")
    button(phone, "Move Class").tap()
    expect(phone).to_have_url(f"{book.base}/classes/{second}")
    phone.goto(f"{book.base}/classes/{third}")
    button(phone, "Cancel Class").tap()
    expect(notice(phone, "Class cancelled")).to_be_visible()
    phone.goto(f"{book.base}/offline")
    expect(phone.get_by_role("list", name="Waiting").locator(".row-title")).to_have_text([
        "Class planned: Evening Tango, Sat 22 Jun 2097, 18:00", "Class moved: Evening Tango, Sun 2 Jun 2097, 18:30",
        "Class moved: Evening Tango, Sat 8 Jun 2097, 18:30", "Class cancelled: Evening Tango, Sat 15 Jun 2097, 18:30"])
    with_signal(phone)


def test_a_mark_that_waits_names_the_class(book, hall, phone):
    course = book.course("Evening Tango", hall, students=book.people("Tom Fox"))
    session = book.opened(course, hall, ago=5)
    phone.goto(f"{book.base}/classes/{session}")
    prepared(phone)
    without_signal(phone)
    button(phone, "Absent 1").tap()
    absent(phone, "Tom Fox").tap()
    expect(sign(phone)).to_have_text("Offline · 1 change waiting")
    [shown] = book.page(f"/courses/{course}")["coming"]
    phone.goto(f"{book.base}/offline")
    expect(phone.get_by_text(f"Marked present: Tom Fox, Evening Tango, {shown['startText']}", exact=True)).to_be_visible()
    with_signal(phone)


def test_what_is_on_the_device_is_counted_there(book, hall, phone):
    """The copy is newer than the page that says how much it holds."""
    book.people("Tom Fox")
    phone.goto(f"{book.base}/students")
    expect(phone.get_by_role("link", name="Tom Fox")).to_be_visible()
    prepared(phone)
    before = len(book.page("/offline")["people"])
    book.people("Kai Berg", "Mia Sand")
    expect(phone.get_by_role("link", name="Mia Sand")).to_be_visible()
    prepared(phone)
    without_signal(phone)
    phone.goto(f"{book.base}/offline")
    expect(fact(phone, "People")).to_have_text(str(before + 2))
    expect(fact(phone, "Classes")).to_have_text("none")


def test_venues(book, hall, course, basement):
    phone = basement
    phone.goto(f"{book.base}/venues")
    expect(names(phone, "Venues")).to_have_text(["Hall"])
    phone.goto(f"{book.base}/venues/{hall}")
    phone.get_by_label("Name").fill("Great Hall")
    button(phone, "Save").click()
    expect(names(phone, "Venues")).to_have_text(["Great Hall"])
    phone.get_by_role("link", name="Great Hall").click()
    expect(phone.get_by_label("Name")).to_have_value("Great Hall")
    button(phone, "Hide").click()
    notice(phone, "Great Hall hidden")
    expect(button(phone, "Show Again")).to_be_visible()
    phone.goto(f"{book.base}/venues")
    expect(phone.get_by_text("No venues yet")).to_be_visible()
    phone.get_by_role("link", name="Hidden Venues").click()
    expect(names(phone, "Hidden Venues")).to_have_text(["Great Hall"])
    with_signal(phone)
    expect_sent(phone)
    assert [one["name"] for one in book.page("/venues?hidden=1")["venues"]] == ["Great Hall"]


def test_course_that_one_leaves(book, hall, course, blank_phone):
    phone = blank_phone
    other = book.person("Noor", "Haddad", role="instructor")
    book.post(entry("course.edited", course=course, instructorAdded=other))
    book.scheduled(course, ago=-10)
    phone.goto(book.base)
    prepared(phone)
    expect(phone.get_by_role("button", name="Start Vinyasa")).to_be_visible()
    without_signal(phone)
    phone.goto(f"{book.base}/courses/{course}/instructors")
    button(phone, "Remove Maya Lindqvist").click()
    notice(phone, "Maya Lindqvist removed")
    phone.goto(f"{book.base}/courses")
    expect(phone.get_by_role("link", name="Vinyasa")).to_have_count(0)
    tab(phone, "Class").click()
    expect(button(phone, "Check In")).to_be_visible()
    expect(phone.get_by_role("button", name="Start Vinyasa")).to_have_count(0)


def test_venue_that_was_merged_is_separated(book, hall, course, blank_phone):
    phone = blank_phone
    annex = book.venue("Annex", "Behind the Hall")
    flow = book.course("Flow", annex)
    book.post(entry("venue.merged", venue=annex, into=hall))
    phone.goto(book.base)
    prepared(phone)
    without_signal(phone)
    phone.goto(f"{book.base}/courses/{flow}")
    expect(phone.get_by_text("Hall, 1 Hill Road")).to_be_visible()
    phone.goto(f"{book.base}/venues/{hall}")
    button(phone, "Separate Annex").click()
    notice(phone, "Annex is a venue of its own again")
    phone.goto(f"{book.base}/courses/{flow}")
    expect(phone.get_by_text("Annex, Behind the Hall")).to_be_visible()
    with_signal(phone)
    expect_sent(phone)
    assert book.page(f"/courses/{flow}")["course"]["venue"] == "Annex"


def test_venue_saved_without_a_change_says_nothing(book, hall, phone):
    before = book.sequence
    phone.goto(f"{book.base}/venues/{hall}")
    button(phone, "Save").click()
    expect(names(phone, "Venues")).to_have_text(["Hall"])
    assert book.sequence == before


def test_archived_courses(book, hall, course, blank_phone):
    phone = blank_phone
    book.post(entry("course.archived", course=book.course("Ashtanga", hall)))
    phone.goto(book.base)
    go_down(phone)
    phone.goto(f"{book.base}/courses/{course}")
    button(phone, "Archive Course").click()
    expect(phone.get_by_text("This course is archived.")).to_be_visible()
    tab(phone, "Courses").click()
    phone.get_by_role("link", name="Archived Courses").click()
    expect(phone.get_by_role("heading", name="Archived Courses", level=1)).to_be_visible()
    for title in ("Ashtanga", "Vinyasa"):
        expect(phone.get_by_role("main").get_by_role("link", name=title)).to_be_visible()
    phone.go_back()
    expect(phone.get_by_role("main").get_by_role("link", name="Vinyasa")).to_have_count(0)
    with_signal(phone)
    assert [one["title"] for one in book.page("/courses?archived=1")["courses"]] == ["Ashtanga", "Vinyasa"]
