"""The button that pauses when tapped and saves when held."""

import re

import pytest
from playwright.sync_api import expect

from steps import button, expect_sent, notice, until, until_some

HOLD = 800
TAP = 400


@pytest.fixture
def session(book):
    return book.started(book.venue(), ago=10)


@pytest.fixture
def page(book, session, blank_laptop):
    blank_laptop.goto(book.base)
    expect(button(blank_laptop, "Pause")).to_be_visible()
    return blank_laptop


def centre(page):
    box = button(page, "Pause").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page):
    page.mouse.move(*centre(page))
    page.mouse.down()
    expect(button(page, "Pause")).to_have_attribute("data-holding", "")


# Counts the entries that the page is told of.
HEARING = """(() => {
  globalThis.heard = 0;
  globalThis.EventSource = class extends EventSource {
    constructor(...parts) {
      super(...parts);
      this.addEventListener('entry', () => { globalThis.heard += 1; });
    }
  };
})()"""


def stop_time(page):
    """From here on only the test lets the page's time go on."""
    page.clock.install()
    page.add_init_script(HEARING)
    page.reload()
    expect(button(page, "Pause")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))


def expect_saved(page, book, session):
    expect(page).to_have_url(f"{book.base}/classes/{session}")
    expect(notice(page, "Class saved")).to_be_visible()
    assert [row["id"] for row in book.saved_classes()] == [session]


def expect_nothing_happened(page, book, before):
    """What has been refused shows in that the next tap is the first thing to happen."""
    expect(button(page, "Pause")).not_to_have_attribute("data-holding", "")
    page.clock.resume()
    button(page, "Pause").click()
    expect(button(page, "Resume")).to_be_visible()
    expect_sent(page)
    assert book.sequence == before + 1


def test_long_press_saves_without_questions(page, book, session):
    press(page)
    expect_saved(page, book, session)
    page.mouse.up()


def test_long_press_with_a_finger(book, session, blank_phone):
    phone = blank_phone
    phone.goto(book.base)
    expect(button(phone, "Pause")).to_be_visible()
    x, y = centre(phone)
    finger = phone.context.new_cdp_session(phone)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(button(phone, "Pause")).to_have_attribute("data-holding", "")
    expect_saved(phone, book, session)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_press_that_began_before_the_script_came(book, session, blank_laptop):
    late = []
    blank_laptop.route("**/behaviours/hold.js", lambda route: late.append(route))
    blank_laptop.goto(book.base)
    until_some(blank_laptop, late)
    blank_laptop.mouse.move(*centre(blank_laptop))
    blank_laptop.mouse.down()
    late[0].continue_()
    expect_saved(blank_laptop, book, session)
    blank_laptop.mouse.up()


def test_space_held_saves(page, book, session):
    button(page, "Pause").focus()
    page.keyboard.down(" ")
    expect(button(page, "Pause")).to_have_attribute("data-holding", "")
    expect_saved(page, book, session)
    page.keyboard.up(" ")


def test_long_press_is_undone(page, book, session):
    press(page)
    expect_saved(page, book, session)
    page.mouse.up()
    notice(page, "Class saved").get_by_role("button", name="Undo").click()
    expect(page).to_have_url(f"{book.base}/class")
    expect(button(page, "Pause")).to_be_visible()
    assert book.page("/class")["phase"] == "running"


@pytest.mark.parametrize("key", [" ", "Enter"])
def test_key_pauses(page, book, key):
    button(page, "Pause").focus()
    page.keyboard.press(key)
    expect(button(page, "Resume")).to_be_visible()
    expect(button(page, "Resume")).to_be_focused()


def test_short_tap_pauses_at_once(page, book):
    stop_time(page)
    press(page)
    page.clock.run_for(TAP - 50)
    page.mouse.up()
    page.clock.resume()
    expect(button(page, "Resume")).to_be_visible()


@pytest.mark.parametrize("held", [TAP + 50, HOLD - 50])
def test_letting_go_early_cancels(page, book, held):
    before = book.sequence
    stop_time(page)
    press(page)
    page.clock.run_for(held)
    page.mouse.up()
    expect_nothing_happened(page, book, before)


def test_letting_go_of_space_early_cancels(page, book):
    before = book.sequence
    stop_time(page)
    button(page, "Pause").focus()
    page.keyboard.down(" ")
    expect(button(page, "Pause")).to_have_attribute("data-holding", "")
    page.clock.run_for(HOLD - 50)
    page.keyboard.up(" ")
    expect_nothing_happened(page, book, before)


def test_moving_away_cancels(page, book):
    before = book.sequence
    stop_time(page)
    press(page)
    page.mouse.move(5, 5)
    expect(button(page, "Pause")).not_to_have_attribute("data-holding", "")
    page.clock.run_for(2 * HOLD)
    page.mouse.up()
    expect_nothing_happened(page, book, before)


def test_escape_cancels(page, book):
    before = book.sequence
    stop_time(page)
    button(page, "Pause").focus()
    page.keyboard.down(" ")
    page.keyboard.press("Escape")
    expect(button(page, "Pause")).not_to_have_attribute("data-holding", "")
    page.clock.run_for(2 * HOLD)
    page.keyboard.up(" ")
    expect_nothing_happened(page, book, before)


def test_ring_fills_while_held_and_empties_after(page):
    ring = page.locator(".hold-fill")
    expect(ring).to_have_css("stroke-dashoffset", re.compile("^100"))
    stop_time(page)
    press(page)
    expect(ring).to_have_css("opacity", "1")
    expect(ring).to_have_css("stroke-dashoffset", re.compile("^0"))
    page.clock.run_for(TAP + 50)
    page.mouse.up()
    expect(ring).to_have_css("opacity", "0")
    expect(ring).to_have_css("stroke-dashoffset", re.compile("^100"))


def test_entry_from_elsewhere_does_not_disturb_a_hold(page, book, session):
    stop_time(page)
    press(page)
    book.mark(session, book.person("Ann", "Fleming"))
    # The person, and the mark.
    until(page, "() => window.heard >= 2")
    page.clock.run_for(HOLD - 100)
    expect(page.get_by_role("heading", name="Attendees 1")).to_be_visible()
    expect(button(page, "Pause")).to_have_attribute("data-holding", "")
    page.clock.run_for(200)
    expect_saved(page, book, session)
    page.mouse.up()
