"""Where there is no signal, a device refuses what the server would refuse, at once and in the same words; and its forms are
there for classes that were never opened."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from steps import button, check_in, dialog, notice, outbox, prepared, row, undo, with_signal, without_signal

pytestmark = pytest.mark.usefixtures("service_worker")


@pytest.fixture
def people(book):
    return book.people("Ann Fleming", "Mateo Ruiz")


@pytest.fixture
def hall(book):
    return book.venue("Hall")


@pytest.fixture
def course(book, hall, people):
    book.venue("Park Bench")
    return book.course("Morning Vinyasa", hall, people, timeZone="UTC")


@pytest.fixture
def basement(course, planned, phone):
    prepared(phone)
    without_signal(phone)
    return phone


@pytest.fixture
def planned(book, course):
    """A class that was never opened on the phone."""
    return book.scheduled(course, ago=5)


def test_second_class_is_refused_at_once(book, basement, planned):
    check_in(basement, "Park Bench")
    basement.goto(f"{book.base}/classes/{planned}")
    button(basement, "Start Class").click()
    expect(notice(basement, "You have a class in session at Park Bench. End it first.")).to_be_visible()
    expect(button(basement, "Start Class")).to_be_visible()
    assert [one["kind"] for one in outbox(basement)] == ["class.started"]
    with_signal(basement)
    assert book.page(f"/classes/{planned}")["card"]["phase"] == "scheduled"


def test_what_was_ended_elsewhere_keeps_nobody_from_the_next(book, hall, people, phone, course, planned):
    """The device has not heard that its class was ended on another: it can be ended here too."""
    other = book.started(hall, ago=90)
    phone.reload()
    expect(button(phone, "Pause")).to_be_visible()
    prepared(phone)
    without_signal(phone)
    book.step("saved", other, ago=1)
    phone.goto(f"{book.base}/classes/{planned}")
    button(phone, "Start Class").click()
    notice(phone, "You have a class in session at Hall. End it first.").get_by_role("link").click()
    button(phone, "Pause").focus()
    phone.keyboard.down("Space")
    expect(notice(phone, "Class saved")).to_be_visible()
    phone.keyboard.up("Space")
    phone.goto(f"{book.base}/classes/{planned}")
    button(phone, "Start Class").click()
    expect(notice(phone, "The class has started")).to_be_visible()
    with_signal(phone)
    assert book.page(f"/classes/{planned}")["card"]["phase"] == "running"
    assert book.page(f"/classes/{other}")["session"]["endedText"]


def test_student_id_of_somebody_else_is_refused_at_the_field(book, basement, people):
    number = book.page(f"/people/{people[0]}")["person"]["studentID"]
    basement.goto(f"{book.base}/students")
    button(basement, "Add Student").click()
    sheet = dialog(basement, "Add Student")
    sheet.get_by_label("First name").fill("Otto")
    sheet.get_by_label("Last name").fill("Neu")
    sheet.get_by_label("Student ID").fill(number)
    button(sheet, "Save").click()
    expect(sheet.get_by_label("Student ID")).to_have_accessible_description(
        re.compile(f"The ID {number} is Ann Fleming’s already"))
    assert outbox(basement) == []


def test_forms_of_a_class_never_opened(book, basement, course, hall, people):
    """Scheduled, moved, added afterwards and corrected, all without signal."""
    page = basement
    page.goto(f"{book.base}/courses/{course}/schedule")
    page.get_by_label("Date").fill(str(datetime.date.today() + datetime.timedelta(days=3)))
    page.get_by_label("Venue").select_option("Park Bench")
    button(page, "Schedule").click()
    expect(page.get_by_role("heading", name="Morning Vinyasa", level=1)).to_be_visible()
    [scheduled] = [one["class"] for one in outbox(page)]
    page.goto(f"{book.base}/classes/{scheduled}/schedule")
    expect(page.get_by_label("Venue").locator("option:checked")).to_have_text("Park Bench")
    page.get_by_label("Time").fill("07:15")
    button(page, "Move Class").click()
    expect(page.get_by_role("main")).to_contain_text("07:15")
    page.goto(f"{book.base}/classes/new")
    page.get_by_label("Venue").select_option("Park Bench")
    page.get_by_label("Course").select_option("Morning Vinyasa")
    button(page, "Add Class").click()
    link = page.get_by_role("main").get_by_role("link", name="Park Bench")
    past = re.search("/classes/([0-9a-f-]{36})", link.get_attribute("href"))[1]
    for end, asked in (("19:30", "19:00"), ("19:45", "19:30")):
        page.goto(f"{book.base}/classes/{past}/correct")
        expect(page.get_by_label("End")).to_have_value(asked)
        page.get_by_label("End").fill(end)
        button(page, "Save Correction").click()
        expect(page.get_by_role("main")).to_contain_text(end)
    with_signal(page)
    assert "07:15" in book.page(f"/classes/{scheduled}")["card"]["whenText"]
    held = book.page(f"/classes/{past}")
    assert held["course"]["title"] == "Morning Vinyasa" and "19:45" in str(held)


def test_form_that_was_kept_says_what_the_device_knows(book, hall, people, phone):
    session = book.session(hall, people[0], ago=60 * 24)
    phone.goto(f"{book.base}/classes/{session}/correct")
    paused = phone.get_by_label("Minutes paused")
    expect(paused).to_have_value("0")
    prepared(phone)
    without_signal(phone)
    phone.reload()
    paused.fill("7")
    button(phone, "Save Correction").click()
    expect(phone.get_by_role("main")).to_contain_text("7 min")
    phone.goto(f"{book.base}/classes/{session}/correct")
    expect(paused).to_have_value("7")


def test_undone_mark_is_as_it_was(book, basement, planned):
    """Taking back the instructor's word brings back what stood before it, in the counts too."""
    page = basement
    page.goto(f"{book.base}/classes/{planned}")
    button(page, "Start Class").click()
    expect(button(page, "End Class")).to_be_visible()
    page.locator('[data-show="absent"]').click()
    students = page.get_by_role("list", name="Students")
    row(students, "Ann Fleming").click()
    expect(page.locator('[data-count="present"]')).to_have_text("1")
    undo(page, "Ann Fleming is present")
    expect(page.locator('[data-count="present"]')).to_have_text("0")
    expect(page.locator('[data-count="absent"]')).to_have_text("2")
    with_signal(page)
    assert book.attendance(planned) == {"Ann Fleming": "absent", "Mateo Ruiz": "absent"}


def test_edit_on_leaving_stays_behind_those_that_wait(book, basement, people):
    """The last name wins, though a page that is left could send it sooner."""
    page, person = basement, people[0]
    page.goto(f"{book.base}/people/{person}")
    page.get_by_label("First name").fill("Early")
    page.get_by_label("Last name").click()
    expect(notice(page, "First name changed")).to_be_visible()
    page.get_by_label("First name").fill("Latest")
    page.get_by_role("link", name="Students").first.click()
    expect(page.get_by_role("heading", name="Students", level=1)).to_be_visible()
    with_signal(page)
    assert book.page(f"/people/{person}")["person"]["firstName"] == "Latest"


def test_what_waits_says_of_whom_though_they_are_not_in_the_book(book, phone, hall):
    """Of a walk-in who is not in the book yet, or was refused, a mark says who it was."""
    session = book.started(hall)
    prepared(phone)
    without_signal(phone)
    phone.evaluate("""async session => {
      const here = document.querySelector('script[type=module]').src;
      const outbox = await import(here.replace('app.js', 'journal/outbox.js'));
      const { maker } = document.documentElement.dataset;
      const at = new Date().toISOString();
      const entries = [
        { id: crypto.randomUUID(), at, kind: 'person.added', person: crypto.randomUUID(), firstName: 'Walk', lastName: 'Inn', studentID: '1' },
      ];
      entries.push({ id: crypto.randomUUID(), at, kind: 'attendance.marked', class: session, person: entries[0].person });
      await outbox.keep(entries.map(entry => ({ maker, device: crypto.randomUUID(), held: false, entry })));
    }""", session)
    phone.goto(f"{book.base}/offline")
    rows = phone.get_by_role("list", name="Waiting").get_by_role("listitem")
    expect(rows).to_contain_text(["Student added: Walk Inn", "Marked present: Walk Inn"])


def test_both_classes_in_session_are_named(book, hall, phone, laptop):
    """Two devices that did not know of each other: the screen says that there is another."""
    bench = book.venue("Park Bench")
    prepared(phone)
    without_signal(phone)
    check_in(phone, "Hall")
    later = book.started(bench)
    with_signal(phone)
    phone.goto(f"{book.base}/class")
    expect(phone.get_by_role("heading", name="Hall", level=1)).to_be_visible()
    phone.get_by_role("link", name="Also in session: Park Bench").click()
    expect(phone.get_by_role("heading", name="Park Bench", level=1)).to_be_visible()
    expect(phone.get_by_role("link", name="Also in session: Hall")).to_be_visible()
    # Who started neither sees the newest.
    assert book.page("/class")["id"] == later
