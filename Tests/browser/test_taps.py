"""How many taps the commonest jobs take on a phone. Correcting an old mark is counted in test_matrix.py."""

import re

import pytest
from playwright.sync_api import expect

from steps import attendees, button, dialog, expect_marked, notice, row

PUPILS = [f"Pupil {letter}." for letter in "ABCDEFGHIJKL"]


class Finger:
    """Taps, and counts."""

    def __init__(self):
        self.taps = 0

    def tap(self, control):
        self.taps += 1
        control.tap()

    def hold(self, page, control):
        self.taps += 1
        control.hover()
        page.mouse.down()
        expect(page.get_by_role("heading", name="Attendees")).to_have_count(0)
        page.mouse.up()


@pytest.fixture
def finger():
    return Finger()


def test_check_in_is_one_tap_or_two(book, blank_phone, finger):
    venue = book.venue("Riverside Studio")
    book.scheduled(book.course("Gentle Hatha", venue), ago=-20)
    page = blank_phone
    page.goto(f"{book.base}/class")
    finger.tap(page.get_by_role("button", name=re.compile("^Start Gentle Hatha")))
    expect(page.get_by_role("heading", name="Gentle Hatha", level=1)).to_have_count(1)
    expect(button(page, "Pause")).to_be_visible()
    assert finger.taps == 1


def test_check_in_elsewhere_is_two_taps(book, blank_phone, finger):
    book.venue("Riverside Studio")
    page = blank_phone
    page.goto(f"{book.base}/class")
    finger.tap(button(page, "Check In"))
    finger.tap(dialog(page, "Choose a Venue").get_by_role("button", name="Riverside Studio"))
    expect(button(page, "Pause")).to_be_visible()
    assert finger.taps == 2


def test_ten_people_are_eleven_taps_and_saving_is_one(book, blank_phone, finger):
    book.people(*PUPILS)
    session = book.started(book.venue(), ago=30)
    page = blank_phone
    page.goto(f"{book.base}/class")
    finger.tap(page.get_by_role("link", name="Add attendees"))
    sheet = dialog(page, "Attendees")
    for name in PUPILS[:10]:
        finger.tap(row(sheet, name))
        expect_marked(sheet, name)
    assert finger.taps == 11
    button(sheet, "Done").click()
    expect(attendees(page)).to_have_count(10)
    finger.taps = 0
    finger.hold(page, button(page, "Pause"))
    expect(page).to_have_url(re.compile("/sessions$|/classes/"))
    assert finger.taps == 1
    assert book.page(f"/classes/{session}")["saved"]


def test_walk_in_is_three_taps_and_a_name(book, blank_phone, finger):
    book.people(*PUPILS[:3])
    session = book.started(book.venue())
    page = blank_phone
    page.goto(f"{book.base}/class")
    page.get_by_role("link", name="Add attendees").tap()
    sheet = dialog(page, "Attendees")
    finger.tap(sheet.get_by_role("searchbox", name="Search students"))
    page.keyboard.type("Walk Inn")
    expect(sheet.get_by_text("Nobody found")).to_be_visible()
    finger.tap(button(sheet, "Add Student"))
    finger.tap(button(sheet, "Save and Mark"))
    expect(notice(page, "Walk Inn added and marked")).to_be_visible()
    assert finger.taps == 3
    assert book.present(session) == {"Walk Inn"}
