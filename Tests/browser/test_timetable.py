"""From the Class tab: the class whose time it is, the usual venue, and one screen for all classes; and the list of sessions."""

import pytest
from playwright.sync_api import expect

from conftest import LAPTOP, PHONE
from steps import (button, duration, expect_sent, notice, prepared, tab, undo, until, with_signal,
                   without_signal)


@pytest.fixture
def room(book):
    return book.venue("Riverside Studio", "12 Quay Street")


@pytest.fixture
def people(book):
    return book.people("Ann Fleming", "Bea Okafor")


@pytest.fixture
def hatha(book, room, people):
    return book.course("Gentle Hatha", venue=room, students=people)


@pytest.fixture(params=[PHONE, LAPTOP], ids=["phone", "laptop"])
def teacher(request, devices, book):
    def open_class():
        page = devices.open(**request.param)
        page.goto(book.link)
        return page
    return open_class


def test_due_class_starts_with_one_tap(book, room, hatha, teacher):
    book.scheduled(hatha, ago=90)
    due, after = book.scheduled(hatha, ago=-20), book.scheduled(hatha, ago=-60 * 26)
    page = teacher()
    start = book.page("/class")["due"][0]["startText"]
    assert start.startswith("Start Gentle Hatha, ")
    expect(page.get_by_text("Next: Gentle Hatha")).to_be_visible()
    button(page, start).click()
    expect(page.get_by_role("heading", name="Gentle Hatha", level=1)).to_be_attached()
    expect(button(page, "Close Attendance")).to_be_visible()
    expect(tab(page, "Class")).to_have_attribute("aria-current", "page")
    expect_sent(page)
    assert book.page("/class")["card"]["id"] == due
    assert book.page("/class")["clock"]["isRunning"]
    book.step("saved", due)
    assert book.page("/class")["due"] == [] and book.page("/class")["next"]["id"] == after


def test_usual_venue_starts_with_one_tap(book, room, teacher):
    book.session(room, ago=60 * 24 * 7 + 30)
    book.session(book.venue("Elsewhere"), ago=60 * 24 * 3)
    page = teacher()
    button(page, "Start at Riverside Studio").click()
    expect(page.get_by_role("heading", name="Riverside Studio", level=1)).to_be_visible()
    expect(button(page, "Pause")).to_be_visible()


def test_class_of_a_course_has_the_clock_of_every_class(book, room, hatha, teacher):
    session = book.opened(hatha, room, ago=10)
    page = teacher()
    assert 600 <= duration(page) < 660
    button(page, "Pause").click()
    expect(page.get_by_text("Paused · attendance is open")).to_be_visible()
    expect(button(page, "End Class")).to_have_count(0)
    button(page, "Resume").click()
    expect(page.get_by_text("In session · attendance is open")).to_be_visible()
    button(page, "Pause").focus()
    page.keyboard.down(" ")
    expect(notice(page, "Class saved")).to_be_visible()
    page.keyboard.up(" ")
    assert book.page(f"/classes/{session}")["card"]["phase"] == "saved"
    undo(page, "Class saved")
    expect(button(page, "Pause")).to_be_visible()
    button(page, "Pause").click()
    button(page, "Delete Class").click()
    button(page.get_by_role("alertdialog", name="Delete this class?"), "Delete").click()
    undo(page, "Class deleted")
    expect(button(page, "Resume")).to_be_visible()
    button(page, "Save Class").click()
    expect(page.get_by_text("Ended").first).to_be_visible()


@pytest.mark.usefixtures("service_worker")
def test_due_class_never_opened_runs_without_signal(book, room, people, hatha, devices):
    session = book.scheduled(hatha, ago=-20)
    phone = devices.open(expected_errors="ERR_|Failed to load resource|EventSource", **PHONE)
    phone.goto(f"{book.base}/sign-in/{book.code}")
    prepared(phone)
    without_signal(phone)
    phone.goto(f"{book.base}/class")
    phone.get_by_role("button", name="Start Gentle Hatha").tap()
    expect(phone.get_by_role("heading", name="Gentle Hatha", level=1)).to_be_visible()
    expect(button(phone, "Pause")).to_be_visible()
    button(phone, "Absent 2").tap()
    button(phone, "Ann Fleming").tap()
    expect(button(phone, "Present 1")).to_be_visible()
    phone.goto(f"{book.base}/classes/{session}")
    expect(phone.get_by_role("heading", name="Gentle Hatha", level=1)).to_be_visible()
    button(phone, "Pause").tap()
    expect(button(phone, "Resume")).to_be_visible()
    with_signal(phone)
    expect(button(phone, "Close Attendance")).to_be_visible()
    assert book.attendance(session) == {"Ann Fleming": "present", "Bea Okafor": "absent"}
    assert book.page(f"/classes/{session}")["clock"]["isPaused"]


@pytest.fixture
def held(book, room, hatha):
    """Classes of a course and drop-in classes, of three months."""
    for days in (70, 40, 2):
        session = book.opened(hatha, room, ago=60 * 24 * days)
        book.step("saved", session, ago=60 * 24 * days - 60)
    book.session(book.venue("Park Hall"), ago=60 * 24 * 5)


def rows(page):
    return page.get_by_role("main").get_by_role("list").get_by_role("listitem")


def test_sessions_by_month_found_and_filtered(book, held, teacher):
    page = teacher()
    tab(page, "Sessions").click()
    months = [group["title"] for group in book.page("/sessions")["groups"]]
    expect(page.get_by_role("heading", level=2)).to_have_text(months)
    expect(rows(page)).to_have_count(4)
    page.get_by_label("Search sessions").fill("hatha")
    expect(rows(page)).to_have_count(3)
    page.get_by_label("Search sessions").fill("park")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text(["Park Hall"])
    page.get_by_label("Search sessions").fill("nowhere")
    expect(page.get_by_text("No matches")).to_be_visible()
    page.get_by_label("Search sessions").fill("")
    page.get_by_role("combobox", name="Show").select_option(label="Drop-in")
    expect(rows(page)).to_have_count(1)
    page.get_by_role("combobox", name="Show").select_option(label="Courses")
    page.get_by_role("combobox", name="Sort by").select_option(label="Venue")
    expect(page.get_by_role("heading", level=2)).to_have_text(["Riverside Studio"])


def test_back_leads_to_the_list_as_it_was(book, held, teacher):
    page = teacher()
    tab(page, "Sessions").click()
    page.get_by_label("Search sessions").fill("hatha")
    expect(rows(page)).to_have_count(3)
    until(page, "() => location.search.includes('hatha')")
    rows(page).first.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Gentle Hatha", level=1)).to_be_visible()
    expect(tab(page, "Sessions")).to_have_attribute("aria-current", "page")
    beside = page.get_by_role("complementary", name="Sessions", exact=True)
    if beside.count():
        expect(beside.get_by_label("Search sessions")).to_have_value("hatha")
        page.go_back()
    else:
        page.get_by_role("link", name="Sessions").and_(page.locator(".back")).click()
    expect(page.get_by_label("Search sessions")).to_have_value("hatha")
    expect(rows(page)).to_have_count(3)
