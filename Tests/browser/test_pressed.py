"""A control shows what was pressed on it until the page has it, whatever page comes meanwhile."""

import pytest
from playwright.sync_api import expect

from book import entry
from steps import expect_sent, notice, sign_in, until_some

NO_STORAGE = "IDBFactory.prototype.open = () => { throw new DOMException('Not here.', 'SecurityError'); };"


# Notes in which states a row is from now on.
SEEN = """row => {
  window.seen = [];
  new MutationObserver(() => window.seen.push(row.dataset.state)).observe(row, { attributeFilter: ['data-state'] });
}"""


@pytest.fixture
def room(book):
    venue = book.venue()
    people = book.people("Ann Fleming", "Bea Okafor", "Cid Moreau")
    course = book.course(venue=venue, students=people)
    return course, book.opened(course, venue), people


def opened(book, page, session):
    """The page of the class, with those who are absent on the screen, as it is after news have come."""
    page.goto(f"{book.base}/classes/{session}")
    page.get_by_role("button", name="Absent").first.click()
    return page


def row(page, name):
    return page.locator(f'[data-students] > [data-words^="{name}"]')


def held(page):
    """Keeps entries on their way; returns them."""
    found = []
    page.route("**/journal", lambda route: found.append(route))
    return found


def test_counts_go_with_the_rows(book, room, blank_laptop):
    page, (course, session, _) = blank_laptop, room
    opened(book, page, session)
    # Nothing is made on the device while somebody has typed.
    page.get_by_role("searchbox", name="Search this class").fill("o")
    routes = held(page)
    row(page, "Bea").get_by_role("button").click()
    until_some(page, routes)
    book.post(entry("course.edited", course=course, title="Evening Yin"))
    expect(page.get_by_role("link", name="Evening Yin")).to_be_visible()
    # Before the answer is given up.
    assert row(page, "Bea").get_attribute("data-state") == "present"
    assert page.locator("[data-count]").all_inner_texts()[:2] == ["1", "2"]
    routes[0].continue_()
    expect_sent(page)
    assert book.attendance(session) == {"Ann Fleming": "absent", "Bea Okafor": "present", "Cid Moreau": "absent"}


def test_what_is_pressed_on_a_list_under_a_pointer_stays(book, room, blank_laptop):
    page, (course, session, people) = blank_laptop, room
    opened(book, page, session)
    book.mark(session, people[2])
    expect(row(page, "Cid")).to_have_attribute("data-state", "present")
    page.get_by_role("searchbox", name="Search this class").fill("a")
    row(page, "Ann").hover()
    dee = book.person("Dana", "Larsen")
    book.post(entry("enrolment.accepted", course=course, person=dee))
    expect(page.get_by_role("button", name="1 new")).to_be_visible()
    routes = held(page)
    row(page, "Ann").get_by_role("button").click()
    until_some(page, routes)
    row(page, "Ann").evaluate(SEEN)
    page.mouse.move(0, 0)
    expect(row(page, "Dana")).to_be_visible()
    assert page.evaluate("window.seen") == []
    assert row(page, "Ann").get_attribute("data-state") == "present"
    routes[0].continue_()
    expect_sent(page)
    assert book.attendance(session)["Ann Fleming"] == "present"


@pytest.mark.parametrize("path", ["", "/roster"])
def test_what_is_not_taken_is_put_back(book, room, devices, path):
    """Neither storage nor connection, so no other page comes."""
    _, session, _ = room
    page = devices.open("ERR_|Failed to load resource|EventSource|SecurityError")
    page.add_init_script(NO_STORAGE)
    sign_in(page, book)
    if path:
        page.goto(f"{book.base}/classes/{session}{path}")
        name = page.get_by_role("button", name="Ann Fleming")
    else:
        name = row(opened(book, page, session), "Ann").get_by_role("button")
    expect(name).to_have_attribute("aria-pressed", "false")
    page.context.set_offline(True)
    name.click()
    expect(notice(page, "There is also no connection, so this has not been saved.")).to_be_visible()
    expect(name).to_have_attribute("aria-pressed", "false")


def test_a_box_that_is_not_taken_is_put_back(book, room, devices):
    course, session, _ = room
    page = devices.open("ERR_|Failed to load resource|EventSource|SecurityError")
    page.add_init_script(NO_STORAGE)
    sign_in(page, book).goto(f"{book.base}/courses/{course}/attendance")
    box = page.locator("[data-state]").first
    before = [box.get_attribute("aria-label"), box.inner_text()]
    page.context.set_offline(True)
    box.click()
    expect(notice(page, "There is also no connection, so this has not been saved.")).to_be_visible()
    expect(box).to_have_attribute("data-state", "none")
    assert [box.get_attribute("aria-label"), box.inner_text()] == before


def test_undo_is_about_who_was_tapped_last(book, room, blank_laptop):
    page, (_, session, _) = blank_laptop, room
    opened(book, page, session)
    row(page, "Ann").get_by_role("button").click()
    expect(notice(page, "Ann Fleming is present")).to_be_visible()
    routes = held(page)
    row(page, "Bea").get_by_role("button").click()
    until_some(page, routes)
    expect(notice(page, "Ann Fleming is present")).to_have_count(0)
    routes[0].continue_()
    expect(notice(page, "Bea Okafor is present")).to_be_visible()


def test_who_was_found_and_marked_is_a_match(book, room, blank_laptop):
    page, (_, session, _) = blank_laptop, room
    opened(book, page, session)
    search = page.get_by_role("searchbox", name="Search this class")
    search.fill("bea")
    row(page, "Bea").get_by_role("button").click()
    expect(notice(page, "Bea Okafor is present")).to_be_visible()
    expect(row(page, "Bea")).to_be_visible()
    expect(page.get_by_text("No matches")).to_be_hidden()
    page.mouse.move(0, 0)
    expect(row(page, "Bea")).to_be_hidden()
    expect(page.get_by_text("No matches here, but 1 among the others.")).to_be_visible()
    search.fill("zzz")
    expect(page.get_by_text("No matches.")).to_be_visible()


def test_who_is_absent_is_not_among_the_present_before_the_script(book, room, blank_phone):
    page, (_, session, people) = blank_phone, room
    book.mark(session, people[0])
    page.route("**/attendance.js", lambda route: None)
    page.goto(f"{book.base}/classes/{session}")
    expect(row(page, "Ann")).to_be_visible()
    expect(row(page, "Bea")).to_be_hidden()
    expect(page.get_by_role("button", name="Present 1")).to_be_visible()
