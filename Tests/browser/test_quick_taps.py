"""A tap on a name counts when the finger leaves, and once: browsers tell of it later, as of a mouse's press."""

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from steps import absent, button, dialog, notice, present, sign_in, until

# Notes whether the name was pressed when an event of the finger had been dealt with.
NOTE = """control => {
  window.noted = [];
  const name = control.textContent;
  const isPressed = () => [...document.querySelectorAll('[data-person]')].find(one => one.textContent === name).ariaPressed;
  const note = ({ type }) => window.noted.push([type, isPressed()]);
  addEventListener('pointerup', note);
  addEventListener('mouseup', note, { capture: true });
}"""

# As long as nothing may have moved before a tap, and until it is no tap any more. Milliseconds.
REST, LONG = 300, 450


class Finger:
    def __init__(self, page, control):
        self.page = page
        control.scroll_into_view_if_needed()
        page.wait_for_timeout(REST)
        box = control.bounding_box()
        self.x, self.y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.screen = page.context.new_cdp_session(page)
        control.evaluate(NOTE)

    def touch(self, kind, *points):
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": self.x, "y": self.y + by} for by in points]})

    def tap(self, stay=0):
        self.touch("touchStart", 0)
        self.page.wait_for_timeout(stay)
        self.touch("touchEnd")

    def expect_noted(self, *events):
        until(self.page, "([number]) => window.noted.length >= number", [len(events)])
        assert self.page.evaluate("window.noted") == [list(event) for event in events]


def list_of_class(book, page, people):
    venue = book.venue()
    session = book.opened(book.course(students=people, venue=venue), venue)
    page.goto(f"{book.base}/classes/{session}")
    page.get_by_role("button", name="Absent").first.click()
    return absent(page, "Zoe Zorn"), present(page, "Zoe Zorn"), "Zoe Zorn is present"


def sheet_of_attendees(book, page, people):
    page.goto(f"{book.base}/classes/{book.started(book.venue())}")
    page.get_by_role("link", name="Add attendees").click()
    name = dialog(page, "Attendees").get_by_role("button", name="Zoe Zorn")
    return name, name, "Zoe Zorn marked"


@pytest.fixture(params=[list_of_class, sheet_of_attendees])
def names(request, book, devices):
    """A name on a list that can be scrolled, its finger, the name when it is marked, and what is said of that."""
    people = book.people("Zoe Zorn", *(f"Pupil {number}." for number in range(30)))
    page = devices.open(**PHONE)
    sign_in(page, book)
    name, marked, words = request.param(book, page, people)
    return name, Finger(page, name), marked, words


def marks(book, before):
    return book.sequence - before


def test_it_counts_when_the_finger_leaves(book, names):
    _, finger, marked, words = names
    before = book.sequence
    finger.tap()
    finger.expect_noted(("pointerup", "true"), ("mouseup", "true"))
    expect(notice(finger.page, words)).to_be_visible()
    expect(marked).to_have_attribute("aria-pressed", "true")
    assert marks(book, before) == 1


def test_two_taps_count_twice(book, names):
    name, finger, _, words = names
    before = book.sequence
    finger.tap()
    finger.tap()
    finger.expect_noted(*[("pointerup", "true"), ("mouseup", "true"), ("pointerup", "false"), ("mouseup", "false")])
    expect(notice(finger.page, words.replace("present", "absent").replace("marked", "cleared"))).to_be_visible()
    expect(name).to_have_attribute("aria-pressed", "false")
    assert marks(book, before) == 2


def test_a_touch_that_stops_the_list_is_for_the_browser_to_judge(book, names):
    _, finger, marked, words = names
    before = book.sequence
    finger.page.evaluate("dispatchEvent(new Event('scroll'))")
    finger.tap()
    finger.expect_noted(("pointerup", "false"), ("mouseup", "false"))
    expect(notice(finger.page, words)).to_be_visible()
    assert marks(book, before) == 1


def test_a_long_press_is_for_the_browser_to_judge(names):
    _, finger, _, _ = names
    finger.tap(LONG)
    until(finger.page, "() => window.noted.length > 0")
    assert finger.page.evaluate("window.noted[0]") == ["pointerup", "false"]


def test_a_finger_that_scrolls_marks_nobody(book, names):
    name, finger, _, _ = names
    before = book.sequence
    finger.touch("touchStart", 0)
    for by in range(-5, -60, -5):
        finger.touch("touchMove", by)
    finger.touch("touchEnd")
    finger.page.wait_for_timeout(REST)
    expect(name).to_have_attribute("aria-pressed", "false")
    assert marks(book, before) == 0
