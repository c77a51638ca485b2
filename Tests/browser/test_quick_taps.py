"""A tap on a name counts when the finger leaves, and once: browsers tell of it later, as of a mouse's press."""

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from steps import absent, dialog, expect_sent, notice, present, sign_in, until

# Notes whether the name was pressed when an event of the finger had been dealt with.
NOTE = """control => {
  window.noted = [];
  const { person } = control.dataset;
  const isPressed = () => document.querySelector(`[data-person="${person}"]`).ariaPressed;
  const note = ({ type }) => window.noted.push([type, isPressed()]);
  addEventListener('pointerup', note);
  addEventListener('mouseup', note, { capture: true });
}"""

# What moves on until a finger comes.
MOVING = "addEventListener('pointerdown', () => dispatchEvent(new Event('scroll')), { capture: true })"

# Nothing may have moved for so long before a tap, and it is no tap any more. Milliseconds.
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

    def tap(self):
        self.page.touchscreen.tap(self.x, self.y)

    def touch(self, kind, *points):
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

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
    expect_sent(finger.page)
    assert marks(book, before) == 1


def test_two_taps_count_twice(book, names):
    name, finger, _, words = names
    before = book.sequence
    finger.tap()
    finger.tap()
    finger.expect_noted(*[("pointerup", "true"), ("mouseup", "true"), ("pointerup", "false"), ("mouseup", "false")])
    expect(notice(finger.page, words.replace("present", "absent").replace("marked", "cleared"))).to_be_visible()
    expect(name).to_have_attribute("aria-pressed", "false")
    expect_sent(finger.page)
    assert marks(book, before) == 2


def test_a_touch_that_stops_the_list_is_for_the_browser_to_judge(book, names):
    _, finger, marked, words = names
    before = book.sequence
    finger.page.evaluate(MOVING)
    finger.tap()
    finger.expect_noted(("pointerup", "false"), ("mouseup", "false"))
    expect(notice(finger.page, words)).to_be_visible()
    expect_sent(finger.page)
    assert marks(book, before) == 1


def test_a_long_press_is_for_the_browser_to_judge(names):
    _, finger, _, _ = names
    finger.touch("touchStart", (finger.x, finger.y))
    finger.page.wait_for_timeout(LONG)
    finger.touch("touchEnd")
    until(finger.page, "() => window.noted.length > 0")
    assert finger.page.evaluate("window.noted[0]") == ["pointerup", "false"]


def test_what_is_enlarged_is_for_the_browser_to_judge(names):
    _, finger, _, _ = names
    finger.screen.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 1.1})
    until(finger.page, "() => visualViewport.scale > 1")
    control = finger.page.locator("[data-person]", has_text="Zoe Zorn").bounding_box()
    offset = finger.page.evaluate("[visualViewport.offsetLeft, visualViewport.offsetTop]")
    finger.x, finger.y = ((control[side] - start + 10) * 1.1 for side, start in zip("xy", offset))
    finger.tap()
    finger.expect_noted(("pointerup", "false"), ("mouseup", "false"))


@pytest.mark.parametrize("place", [lambda y: 20, lambda y: y + 60], ids=["elsewhere", "next name"])
def test_two_fingers_mark_nobody(book, names, place):
    name, finger, _, _ = names
    before = book.sequence
    first, second = (finger.x, finger.y), (finger.x, place(finger.y))
    finger.touch("touchStart", first)
    finger.touch("touchStart", first, second)
    finger.touch("touchEnd")
    until(finger.page, "() => window.noted.length > 0")
    finger.page.wait_for_timeout(REST)
    expect(name).to_have_attribute("aria-pressed", "false")
    assert book.sequence == before


def test_the_browser_may_tell_of_it_late(book, names):
    """It is busy for longer than anything else takes."""
    _, finger, marked, _ = names
    finger.page.evaluate("""() => {
      const busy = () => { for (const end = performance.now() + 1500; performance.now() < end;); };
      addEventListener('touchend', busy, { capture: true, once: true });
    }""")
    finger.tap()
    finger.expect_noted(("pointerup", "true"), ("mouseup", "true"))
    finger.page.wait_for_timeout(REST)
    expect(marked).to_have_attribute("aria-pressed", "true")


def test_what_went_under_the_finger_is_not_meant(book, names):
    name, finger, _, _ = names
    before = book.sequence
    finger.touch("touchStart", (finger.x, finger.y))
    name.evaluate("name => { name.parentElement.inert = true; }")
    finger.touch("touchEnd")
    until(finger.page, "() => window.noted.length > 0")
    finger.page.wait_for_timeout(REST)
    assert finger.page.evaluate("window.noted.every(([, pressed]) => pressed === 'false')")
    assert book.sequence == before
