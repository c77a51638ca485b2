"""How often people come: by person and by course, with a chart by weeks."""

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import LAPTOP
from steps import button, enter, notice, prepared, until, with_signal, without_signal

DAY = 24 * 60


@pytest.fixture
def course(book):
    book.ann, book.ben = book.people("Ann Fleming", "Ben Okafor")
    course = book.course("Morning Vinyasa")
    book.post(*(entry("enrolment.accepted", 60 * DAY, course=course, person=person) for person in (book.ann, book.ben)))
    for days, present in ((30, [book.ann, book.ben]), (20, [book.ann]), (10, [book.ann]), (3, [])):
        session = book.scheduled(course, ago=days * DAY)
        book.post(entry("class.started", days * DAY, **{"class": session}, venue=book.page(f"/courses/{course}/edit")["venues"][0]["value"]))
        if present:
            book.mark(session, *present, ago=days * DAY - 1)
        book.step("saved", session, days * DAY - 60)
    return course


def test_course_shows_who_was_not_seen_for_long(book, course, phone):
    phone.goto(f"{book.base}/courses/{course}/attendance")
    phone.get_by_role("link", name="Who Comes").click()
    expect(phone.get_by_role("heading", name="Who Comes", level=1)).to_be_visible()
    rows = phone.get_by_role("list", name="Longest not seen first").get_by_role("link")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Ben Okafor")
    expect(rows.nth(0)).to_contain_text("Not seen since")
    expect(rows.nth(0)).to_contain_text("1 of 4")
    expect(rows.nth(0)).to_contain_text("25 %")
    expect(rows.nth(1)).to_contain_text("Last seen")
    chart = phone.get_by_role("img", name="Present by week: the numbers are in the table after this drawing")
    expect(chart).to_be_visible()
    phone.get_by_text("Table", exact=True).click()
    expect(phone.get_by_role("table", name="Present by week").get_by_role("row")).to_have_count(27)
    numbers = [week["numbers"][0] for week in book.page(f"/courses/{course}/attendance/rates")["chart"]["weeks"]]
    assert sum(numbers) == 4
    rows.nth(0).click()
    expect(phone.get_by_role("heading", name="Attendance", level=1)).to_be_visible()
    expect(phone.get_by_role("definition").filter(has_text="Not seen since")).to_be_visible()
    expect(phone.get_by_role("definition").filter(has_text="1 of 4 classes, 25 %")).to_have_count(2)
    expect(phone.get_by_role("img", name="Classes by week")).to_be_visible()


def test_without_signal_it_is_there_though_never_opened(book, course, service_worker, blank_phone):
    phone = blank_phone
    phone.goto(book.base)
    prepared(phone)
    until(phone, "() => localStorage.getItem('near')")
    without_signal(phone)
    phone.goto(f"{book.base}/courses/{course}/attendance")
    phone.get_by_role("link", name="Who Comes").click()
    rows = phone.get_by_role("list", name="Longest not seen first").get_by_role("link")
    expect(rows).to_contain_text(["Ben Okafor", "Ann Fleming"])
    expect(rows.nth(0)).to_contain_text("Not seen since")
    expect(rows.nth(0)).to_contain_text("1 of 4")
    expect(phone.get_by_text("The last 26 weeks: 4 classes.")).to_be_visible()
    rows.nth(1).click()
    expect(phone.get_by_role("definition").filter(has_text="3 of 4 classes, 75 %")).to_have_count(2)
    expect(phone.get_by_text("The last 26 weeks.")).to_be_visible()
    phone.goto(f"{book.base}/courses/{course}/attendance")
    # At the last class, where nobody was.
    phone.get_by_role("row").filter(has_text="Ben Okafor").get_by_role("button").first.tap()
    expect(notice(phone, "Ben Okafor is present")).to_be_visible()
    for _ in ("on the device", "by the server"):
        phone.goto(f"{book.base}/courses/{course}/attendance/rates")
        expect(rows).to_contain_text(["Ann Fleming", "Ben Okafor"])
        expect(rows.nth(1)).to_contain_text("2 of 4")
        expect(rows.nth(1)).to_contain_text("Last seen")
        with_signal(phone)


def test_students_see_their_own_alone(book, course, devices):
    page = enter(devices.open(**LAPTOP), book, book.ann)
    page.goto(f"{book.base}/people/{book.ann}")
    page.get_by_role("link", name="Attendance").click()
    expect(page.get_by_role("definition").filter(has_text="3 of 4 classes, 75 %")).to_have_count(2)
    client = book.client_of(book.ann)
    assert client.get(f"/people/{book.ben}/attendance").status == 404
    assert client.get(f"/courses/{course}/attendance/rates").status == 403
