"""On a wide screen, a list stays beside its entries."""

import re

import pytest
from playwright.sync_api import expect

from steps import prepared, until, without_signal


@pytest.fixture
def people(book):
    return book.people("Ann Fleming", "Ben Okafor", "Cleo Wójcik")


def beside(page, name):
    return page.get_by_role("complementary", name=name)


def heading(page, name):
    return page.get_by_role("main").get_by_role("heading", name=name, level=1)


def test_people_are_shown_beside_the_list(book, people, laptop):
    page = laptop
    page.goto(f"{book.base}/students")
    page.get_by_role("searchbox", name="Search students").fill("1")
    expect(page.get_by_role("link", name="Ben Okafor")).to_be_visible()
    expect(page).to_have_url(re.compile("search=1"))
    page.get_by_role("link", name="Ann Fleming").click()
    expect(heading(page, "Ann Fleming")).to_be_visible()
    students = beside(page, "Students")
    search = students.get_by_role("searchbox", name="Search students")
    expect(search).to_have_value("1")
    expect(students.locator("[aria-current]")).to_contain_text("Ann Fleming")
    page.evaluate("() => { window.isStillHere = true; }")
    students.get_by_role("link", name="Ben Okafor").click()
    expect(heading(page, "Ben Okafor")).to_be_visible()
    expect(page).to_have_title("Ben Okafor · Shala")
    expect(page).to_have_url(f"{book.base}/people/{people[1]}")
    expect(students.locator("[aria-current]")).to_have_count(1)
    expect(students.locator("[aria-current]")).to_contain_text("Ben Okafor")
    expect(students.get_by_role("status").filter(has_text="Ben Okafor")).to_have_count(1)
    search.fill("cleo")
    expect(students.get_by_role("link", name="Ben Okafor")).to_have_count(0)
    students.get_by_role("link", name="Cleo Wójcik").click()
    expect(heading(page, "Cleo Wójcik")).to_be_visible()
    page.go_back()
    expect(heading(page, "Ben Okafor")).to_be_visible()
    assert page.evaluate("window.isStillHere"), "The page was loaded anew."
    page.reload()
    expect(heading(page, "Ben Okafor")).to_be_visible()
    expect(students.locator("[aria-current]")).to_contain_text("Ben Okafor")


def test_what_changes_is_shown_on_both_sides(book, people, laptop):
    page = laptop
    page.goto(f"{book.base}/people/{people[0]}")
    students = beside(page, "Students")
    expect(students.get_by_role("link", name="Ben Okafor")).to_be_visible()
    page.get_by_label("Last name").fill("Flemming")
    # Left by a press on another row, as by any other.
    students.get_by_role("link", name="Ben Okafor").click()
    expect(heading(page, "Ben Okafor")).to_be_visible()
    expect(page.get_by_label("Last name")).to_have_value("Okafor")
    expect(beside(page, "Students").get_by_role("link", name="Ann Flemming")).to_be_visible()
    assert book.page(f"/people/{people[0]}")["person"]["name"] == "Ann Flemming"


def with_a_wrong_id(page, book, people):
    """Types an ID for Ann that will be refused; returns the link to Ben, who is beside her."""
    page.goto(f"{book.base}/people/{people[0]}")
    ben = beside(page, "Students").get_by_role("link", name="Ben Okafor")
    expect(ben).to_be_visible()
    page.get_by_label("Student ID").fill("00000000")
    return ben


def test_what_is_refused_is_not_left(book, people, laptop):
    page, ben = laptop, with_a_wrong_id(laptop, book, people)
    ben.click()
    expect(page.get_by_label("Student ID")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Student ID")).to_be_focused()
    expect(heading(page, "Ann Fleming")).to_be_visible()


# A press on a link as soon as a field is refused, before anybody can have read why.
PRESSED_AT_ONCE = """async link => {
  const field = document.querySelector('#student-id');
  field.blur();
  while (!field.hasAttribute('aria-invalid')) await new Promise(requestAnimationFrame);
  link.click();
}"""


def test_what_was_refused_while_a_link_was_pressed_is_not_left(book, people, laptop):
    page, ben = laptop, with_a_wrong_id(laptop, book, people)
    ben.evaluate(PRESSED_AT_ONCE)
    expect(page.get_by_label("Student ID")).to_be_focused()
    expect(heading(page, "Ann Fleming")).to_be_visible()
    # Whoever has read it may leave.
    until(page, "since => Date.now() - since > 1000", page.evaluate("Date.now()"))
    ben.click()
    expect(heading(page, "Ben Okafor")).to_be_visible()


def test_classes_are_shown_beside_the_sessions(book, people, laptop):
    page = laptop
    book.session(book.venue("Riverside Studio"), people[0], ago=3000)
    course = book.course("Morning Vinyasa", book.venue("Old Mill"), people)
    session = book.opened(course, book.venue("Hall"), ago=2000)
    book.step("saved", session, ago=1990)
    page.goto(f"{book.base}/sessions")
    page.get_by_role("link", name="Morning Vinyasa").click()
    expect(heading(page, "Morning Vinyasa")).to_be_visible()
    sessions = beside(page, "Sessions")
    expect(sessions.locator("[aria-current]")).to_contain_text("Morning Vinyasa")
    sessions.get_by_role("link", name="Riverside Studio").click()
    expect(heading(page, "Riverside Studio")).to_be_visible()
    sessions.get_by_role("link", name="Morning Vinyasa").click()
    expect(heading(page, "Morning Vinyasa")).to_be_visible()
    # From the course, the class has the whole width.
    page.goto(f"{book.base}/classes/{session}")
    expect(heading(page, "Morning Vinyasa")).to_be_visible()
    expect(sessions).to_have_count(0)


def test_a_phone_has_one_thing_at_a_time(book, people, phone):
    asked = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(f"{book.base}/people/{people[0]}")
    expect(heading(phone, "Ann Fleming")).to_be_visible()
    expect(phone.get_by_role("link", name="Back", exact=True)).to_be_visible()
    phone.wait_for_load_state("networkidle")
    assert f"{book.base}/students" not in asked
    expect(beside(phone, "Students")).to_have_count(0)


def test_rows_are_in_columns(book, people, laptop):
    page = laptop
    book.session(book.venue("Riverside Studio"), people[0], ago=3000)
    for path, facts in (("/students", [".of-id", ".row-end"]), ("/sessions", [".of-start", ".of-duration", ".of-students"])):
        page.goto(book.base + path)
        for fact in facts:
            tops = page.locator(".compared li:last-child .row").first.evaluate(
                "(row, fact) => [row.querySelector('.row-title'), row.querySelector(fact)].map(one => { const { top, bottom } = one.getBoundingClientRect(); return (top + bottom) / 2; })", fact)
            assert abs(tops[0] - tops[1]) < 4, (path, fact, tops)


@pytest.mark.usefixtures("service_worker")
def test_list_is_beside_an_entry_never_opened_without_signal(book, people, laptop):
    prepared(laptop)
    without_signal(laptop)
    laptop.goto(f"{book.base}/people/{people[0]}")
    expect(heading(laptop, "Ann Fleming")).to_be_visible()
    students = beside(laptop, "Students")
    expect(students.locator("[aria-current]")).to_contain_text("Ann Fleming")
    students.get_by_role("link", name="Ben Okafor").click()
    expect(heading(laptop, "Ben Okafor")).to_be_visible()
    expect(students.locator("[aria-current]")).to_contain_text("Ben Okafor")
