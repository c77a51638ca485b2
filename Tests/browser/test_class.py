import re

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import PHONE
from steps import attendees, button, check_in, duration, expect_marked, fact, notice, open_roster, row, tab, undo

@pytest.fixture
def venue(book):
    return book.venue("Riverside Studio", "12 Quay Street")


@pytest.fixture
def people(book):
    return book.people("Ann Fleming", "Søren Østergaard", "健一 井上")


@pytest.fixture
def running(book, venue, people, blank_phone):
    """The phone, in a class that began ten minutes ago."""
    book.started(venue, ago=10)
    blank_phone.goto(book.base)
    return blank_phone


def test_class_shows_what_is_going_on(venue, phone):
    check_in(phone, "Riverside Studio")
    expect(phone.get_by_role("dialog")).to_be_hidden()
    expect(phone.get_by_role("paragraph").filter(has_text="12 Quay Street")).to_be_visible()
    expect(phone.get_by_text("In session")).to_be_visible()
    expect(phone.get_by_text(re.compile(r"Started \d\d:\d\d"))).to_be_visible()
    expect(phone.get_by_text("Outside temperature unavailable")).to_be_visible()
    expect(phone.get_by_text("Nobody marked yet")).to_be_visible()
    expect(button(phone, "Pause")).to_have_accessible_description("Hold to save at once")
    expect(button(phone, "Check In")).to_have_count(0)
    expect(phone.get_by_role("timer", name="Duration")).to_have_text(re.compile(r"^0:00:(0[2-9]|[1-5]\d)$"))


def test_tap_marks_and_another_unmarks(book, running):
    sheet = open_roster(running)
    row(sheet, "Ann Fleming").tap()
    expect_marked(sheet, "Ann Fleming")
    expect(notice(running, "Ann Fleming marked")).to_be_visible()
    row(sheet, "Søren Østergaard").tap()
    expect(notice(running, "Søren Østergaard marked")).to_be_visible()
    assert book.present(book.page("/class")["id"]) == {"Ann Fleming", "Søren Østergaard"}
    row(sheet, "Ann Fleming").tap()
    expect_marked(sheet, "Ann Fleming", False)
    expect(notice(running, "Ann Fleming cleared")).to_be_visible()
    button(sheet, "Done").click()
    expect(attendees(running)).to_have_count(1)
    expect(attendees(running)).to_contain_text("Søren Østergaard")
    expect(running.get_by_role("heading", name="Attendees 1")).to_be_visible()


def test_mark_is_undone(book, running):
    sheet = open_roster(running)
    row(sheet, "Ann Fleming").tap()
    undo(running, "Ann Fleming marked")
    expect_marked(sheet, "Ann Fleming", False)
    assert book.page("/class")["attending"] == 0


def test_search_in_the_roster(running):
    sheet = open_roster(running)
    search = sheet.get_by_role("searchbox", name="Search students")
    for typed, name in [("oster", "Søren Østergaard"), ("FLEM", "Ann Fleming"), ("井上", "健一 井上")]:
        search.press_sequentially(typed)
        expect(sheet.locator("[data-person]")).to_have_count(1)
        row(sheet, name).tap()
        expect_marked(sheet, name)
        search.fill("")
        expect(sheet.locator("[data-person]")).to_have_count(4)
        expect_marked(sheet, name)


def names(sheet, title):
    return sheet.get_by_role("list", name=title).locator(".row-title")


def test_students_come_before_instructors(running):
    sheet = open_roster(running)
    expect(names(sheet, "Roster")).to_have_text(["Ann Fleming", "Søren Østergaard", "健一 井上", re.compile(".+")])
    expect(sheet.get_by_role("heading", name="Came Lately")).to_have_count(0)


def test_the_whole_roster_is_reached_by_scrolling(book, running):
    book.people(*(f"Pupil Number{number:03}" for number in range(230)))
    sheet = open_roster(running)
    expect(sheet.locator("[data-person]")).to_have_count(100)
    last = sheet.locator("[data-person]").last
    last.scroll_into_view_if_needed()
    last.hover()
    running.mouse.wheel(0, 400)
    # The next part may end on the screen, and so fetch the one after.
    expect(sheet.locator("[data-person]").nth(199)).to_be_attached()
    last.scroll_into_view_if_needed()
    last.hover()
    running.mouse.wheel(0, 400)
    expect(sheet.locator("[data-person]")).to_have_count(234)
    expect(sheet.get_by_role("link", name="Show next")).to_have_count(0)
    row(sheet, "Pupil Number229").tap()
    expect_marked(sheet, "Pupil Number229")


def test_who_came_lately_is_on_top(book, venue, people, running):
    ann, soren, kenichi = people
    book.session(venue, soren, kenichi, ago=3_000)
    book.session(venue, kenichi, ago=2_000)
    book.session(book.venue("Elsewhere"), ann, ago=1_000)
    sheet = open_roster(running)
    expect(names(sheet, "Came Lately")).to_have_text(["Søren Østergaard", "健一 井上"])
    expect(names(sheet, "Others")).to_have_text(["Ann Fleming", re.compile(".+")])
    row(sheet, "健一 井上").tap()
    expect_marked(sheet, "健一 井上")
    expect(names(sheet, "Came Lately")).to_have_text(["Søren Østergaard", "健一 井上"])
    sheet.get_by_role("searchbox", name="Search students").fill("soren")
    expect(names(sheet, "Roster")).to_have_text(["Søren Østergaard"])


def test_search_clears_once_who_was_looked_for_is_marked(running):
    sheet = open_roster(running)
    search = sheet.get_by_role("searchbox", name="Search students")
    search.fill("ann")
    expect(sheet.locator("[data-person]")).to_have_count(1)
    row(sheet, "Ann Fleming").tap()
    expect(search).to_have_value("")
    expect(search).to_be_focused()
    expect(sheet.locator("[data-person]")).to_have_count(4)
    expect_marked(sheet, "Ann Fleming")
    expect(sheet.get_by_text("1 present")).to_be_visible()


def test_what_is_typed_after_a_tap_stays(running):
    sheet = open_roster(running)
    search = sheet.get_by_role("searchbox", name="Search students")
    search.fill("ann")
    expect(sheet.locator("[data-person]")).to_have_count(1)
    answers = []
    running.route("**/journal", lambda route: answers.append(route))
    with running.expect_request("**/journal"):
        row(sheet, "Ann Fleming").tap()
    search.fill("oster")
    for route in answers:
        route.continue_()
    expect(notice(running, "Ann Fleming marked")).to_be_visible()
    expect(row(sheet, "Søren Østergaard")).to_be_visible()
    expect(search).to_have_value("oster")


def test_student_can_be_added_from_the_sheet(book, running):
    sheet = open_roster(running)
    sheet.get_by_role("searchbox", name="Search students").fill("Walk  In Inn")
    expect(sheet.get_by_text("Nobody found")).to_be_visible()
    button(sheet, "Add Student").click()
    expect(sheet.get_by_label("First name")).to_have_value("Walk In")
    expect(sheet.get_by_label("Last name")).to_have_value("Inn")
    sheet.get_by_label("First name").fill("Walk")
    button(sheet, "Save and Mark").click()
    expect(row(sheet, "Walk Inn")).to_contain_text("10000005")
    expect(sheet.get_by_text("1 present")).to_be_visible()
    expect(sheet.get_by_role("searchbox", name="Search students")).to_have_value("")
    expect(notice(running, "Walk Inn added and marked")).to_be_visible()
    button(sheet, "Done").click()
    expect(attendees(running)).to_contain_text(["Walk Inn"])
    assert book.present(book.page("/class")["id"]) == {"Walk Inn"}


@pytest.mark.parametrize("number", ["10000002", "00000000"])
def test_student_without_an_id_of_their_own_is_not_added(book, running, number):
    before = book.sequence
    sheet = open_roster(running)
    button(sheet, "Add Student").click()
    sheet.get_by_label("First name").fill("Walk")
    sheet.get_by_label("Student ID").fill(number)
    button(sheet, "Save and Mark").click()
    expect(sheet.get_by_label("Student ID")).to_have_attribute("aria-invalid", "true")
    expect(sheet.get_by_label("Student ID")).to_be_focused()
    expect(sheet.get_by_label("First name")).to_have_value("Walk")
    assert book.sequence == before


def test_pause_and_resume(running):
    button(running, "Pause").tap()
    expect(running.get_by_text("Paused", exact=True)).to_be_visible()
    expect(button(running, "Pause")).to_have_count(0)
    stopped = duration(running)
    running.reload()
    assert abs(duration(running) - stopped) <= 1
    button(running, "Resume").tap()
    expect(button(running, "Pause")).to_be_visible()
    later = "|".join(f"{second:02d}" for second in range(stopped % 60 + 2, 60))
    expect(running.get_by_role("timer")).to_have_text(re.compile(rf"^0:10:({later})$"))


def test_saved_class_is_a_session(book, venue, people, blank_phone):
    phone = blank_phone
    session = book.started(venue, ago=50)
    book.mark(session, *people[:2], ago=45)
    book.step("paused", session, ago=30)
    book.step("resumed", session, ago=25)
    phone.goto(f"{book.base}/class")
    button(phone, "Pause").tap()
    button(phone, "Save Class").tap()
    expect(notice(phone, "Class saved")).to_be_visible()
    expect(phone).to_have_url(f"{book.base}/classes/{session}")
    expect(phone.get_by_role("heading", name="Riverside Studio", level=1)).to_be_visible()
    expect(phone.get_by_text("12 Quay Street")).to_be_visible()
    expect(fact(phone, "Started")).to_have_text(re.compile(r"^\w{3} \d{1,2} \w{3} \d{4}, \d\d:\d\d$"))
    expect(fact(phone, "Ended")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(fact(phone, "Duration")).to_have_text(re.compile("^4[56] min$"))
    expect(fact(phone, "Paused")).to_have_text("5 min")
    expect(fact(phone, "Temperature")).to_have_text("unavailable")
    expect(phone.get_by_role("region", name="2 students").get_by_role("link")).to_contain_text(
        ["Edit attendees", "Ann Fleming", "Søren Østergaard"])
    tab(phone, "Class").click()
    expect(button(phone, "Check In")).to_be_visible()


def test_save_is_undone(running):
    button(running, "Pause").tap()
    button(running, "Save Class").tap()
    expect(notice(running, "Class saved")).to_be_visible()
    undo(running, "Class saved")
    expect(button(running, "Resume")).to_be_visible()
    assert 600 <= duration(running) < 660
    tab(running, "Sessions").click()
    expect(running.get_by_text("No sessions yet")).to_be_visible()


def test_delete_asks_again(running):
    button(running, "Pause").tap()
    button(running, "Delete Class").tap()
    asks = running.get_by_role("alertdialog", name="Delete this class?")
    expect(button(asks, "Cancel")).to_be_focused()
    button(asks, "Cancel").tap()
    expect(asks).to_have_count(0)
    expect(button(running, "Resume")).to_be_visible()
    button(running, "Delete Class").tap()
    running.keyboard.press("Escape")
    expect(asks).to_have_count(0)
    expect(button(running, "Resume")).to_be_visible()


def delete(page):
    button(page, "Delete Class").click()
    button(page.get_by_role("alertdialog", name="Delete this class?"), "Delete").click()
    expect(notice(page, "Class deleted")).to_be_visible()


def test_delete_and_its_undo(book, running, people):
    book.mark(book.page("/class")["id"], people[0])
    button(running, "Pause").tap()
    delete(running)
    expect(button(running, "Check In")).to_be_visible()
    undo(running, "Class deleted")
    expect(button(running, "Resume")).to_be_visible()
    expect(attendees(running)).to_contain_text(["Ann Fleming"])
    assert 600 <= duration(running) < 660


def test_deleted_class_leaves_no_trace(book, running, people):
    book.mark(book.page("/class")["id"], people[0])
    button(running, "Pause").tap()
    delete(running)
    tab(running, "Sessions").click()
    expect(running.get_by_text("No sessions yet")).to_be_visible()
    assert book.page(f"/people/{people[0]}")["person"]["attended"] == 0


def test_class_that_is_restored_comes_back_where_it_is_open(book, devices):
    session = book.scheduled(book.course(), ago=10)
    book.post(entry("class.started", **{"class": session}, venue=book.venue("Riverside Studio")))
    page = devices.open(expected_errors="404", **PHONE)
    assert page.context.request.get(book.link).ok
    page.goto(f"{book.base}/classes/{session}")
    expect(button(page, "Close Attendance")).to_be_visible()
    book.post(entry("class.deleted", **{"class": session}))
    expect(page.get_by_text("This class was deleted.")).to_be_visible()
    book.post(entry("class.restored", **{"class": session}))
    expect(button(page, "Close Attendance")).to_be_visible()


def test_a_student_is_told_that_a_class_was_deleted(book, people, devices):
    session = book.scheduled(book.course(students=people), ago=-30)
    page = devices.open(expected_errors="404", **PHONE)
    page.goto(f"{book.base}/sign-in/{book.sign_in_code(people[0])}")
    page.goto(f"{book.base}/classes/{session}")
    expect(button(page, "I Am Here")).to_be_visible()
    book.post(entry("class.unscheduled", **{"class": session}))
    expect(page.get_by_text("This class was deleted.")).to_be_visible()
    expect(page.get_by_role("link", name="Find Courses")).to_have_count(0)
