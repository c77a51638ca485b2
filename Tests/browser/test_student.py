"""What a student sees: their own page, and nothing of anybody else's."""

import pytest
from playwright.sync_api import expect

from book import batch, entry
from conftest import PHONE
from http_client import events
from steps import enter, tab


@pytest.fixture
def student(book):
    """Ann, who was at one session."""
    ann = book.person("Ann", "Fleming", github="ann-fleming")
    book.session(book.venue(), ann)
    return ann


@pytest.fixture
def page(book, student, devices):
    page = devices.open(expected_errors="status of 40[34]", **PHONE)
    return enter(page, book, student)


def test_own_page_is_for_reading(book, page, student):
    expect(page).to_have_url(f"{book.base}/courses")
    tab(page, "Me").click()
    expect(page).to_have_url(f"{book.base}/people/{student}")
    expect(page.get_by_role("heading", name="Ann Fleming", level=1)).to_be_visible()
    expect(page.get_by_text("1 session", exact=True)).to_be_visible()
    expect(page.get_by_text("ann-fleming")).to_be_visible()
    expect(page.get_by_role("region", name="Sessions attended")).to_contain_text("Riverside Studio")
    for role in ("textbox", "combobox", "switch", "button"):
        expect(page.get_by_role(role)).to_have_count(0)


def test_tabs(page, book):
    tabs = page.get_by_role("navigation", name="Main").get_by_role("list").get_by_role("link")
    expect(tabs).to_have_text(["Courses", "Training", "Me", "More"])
    tab(page, "More").click()
    expect(page.get_by_role("button", name="Sign Out")).to_be_visible()
    expect(page.get_by_role("link", name="Import and Export")).to_have_count(0)
    tab(page, "Me").click()
    expect(page.get_by_role("heading", name="Ann Fleming", level=1)).to_be_visible()


def test_pages_for_instructors_are_closed(page, book):
    for path in ("/class", "/sessions", "/students", "/courses/new", "/people/import", "/student-types", "/people/export.csv"):
        assert page.goto(book.base + path).status == 403
        expect(page.get_by_role("heading", name="Not allowed")).to_be_visible()
    page.get_by_role("link", name="Go to Start").click()
    expect(page.get_by_role("heading", name="Courses", level=1)).to_be_visible()


def test_others_are_not_there(page, book):
    other = book.person("Bea", "Other")
    assert page.goto(f"{book.base}/people/{other}").status == 404
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()
    expect(page.get_by_text("Bea")).to_have_count(0)


def test_nothing_can_be_changed(book, student):
    client, before = book.client_of(student), book.sequence
    sent = [
        entry("person.edited", person=student, firstName="Queen"), entry("venue.saved", venue=student, name="Mine"),
        entry("attendance.marked", **{"class": student}, person=student),
    ]
    results = client.journal(batch(*sent)).json["results"]
    assert [result["outcome"] for result in results] == ["rejected"] * 3
    assert book.sequence == before
    assert client.ask("POST", f"/people/{student}/sign-in-codes", "").status == 403
    assert client.import_roster(b"First Name,Last Name,Student ID\r\nA,B,1\r\n").status == 403


def test_feed_tells_of_nobody_else(book, student):
    other = book.person("Bea", "Other")
    course, foreign = book.course(students=[student]), book.course("Evening Yin", students=[other])
    before = book.sequence
    book.post(entry("person.edited", person=other, lastName="Changed"))
    book.scheduled(foreign)
    book.person("New", "Here")
    session = book.scheduled(course)
    with book.client_of(student).feed(f"/feed?after={before}") as feed:
        [told] = events(feed, 1)
    assert (told["kind"], told["course"], told["class"]) == ("class.scheduled", course, session)
