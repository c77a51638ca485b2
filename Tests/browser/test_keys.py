"""Single keys on a computer."""

import pytest
from playwright.sync_api import expect

from steps import button, open_roster, row


@pytest.fixture
def students(book, laptop):
    for first in ("Ann", "Ben", "Cleo"):
        book.person(first, "Fleming")
    laptop.goto(f"{book.base}/students")
    expect(laptop.get_by_role("link", name="Ann Fleming")).to_be_visible()
    return laptop


def test_slash_goes_to_the_search_and_the_arrows_along_the_list(students):
    page = students
    search = page.get_by_role("searchbox", name="Search students")
    page.keyboard.press("/")
    expect(search).to_be_focused()
    expect(search).to_have_value("")
    page.keyboard.type("fleming/")
    expect(search).to_have_value("fleming/")
    page.keyboard.press("Backspace")
    expect(page.get_by_role("status").filter(has_text="3 people")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name="Ann Fleming")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name="Cleo Fleming")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("link", name="Ben Fleming")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("First name")).to_have_value("Ben")


def test_keys_lead_along_the_list_beside_an_entry(students):
    page = students
    page.get_by_role("link", name="Ann Fleming").click()
    beside = page.get_by_role("complementary", name="Students")
    expect(beside.get_by_role("link", name="Ben Fleming")).to_be_visible()
    page.keyboard.press("/")
    expect(beside.get_by_role("searchbox", name="Search students")).to_be_focused()
    page.keyboard.type("ben")
    expect(beside.get_by_role("link", name="Ann Fleming")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(beside.get_by_role("link", name="Ben Fleming")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ben Fleming", level=1)).to_be_visible()
    expect(beside.get_by_role("link", name="Ben Fleming")).to_be_focused()


def test_a_field_keeps_its_keys(students):
    page = students
    page.get_by_role("link", name="Ann Fleming").click()
    name = page.get_by_label("First name")
    name.fill("")
    name.press_sequentially("A/?")
    expect(name).to_have_value("A/?")
    expect(name).to_be_focused()


def test_question_mark_loses_nothing_that_was_typed(book, laptop):
    laptop.goto(f"{book.base}/venues/new")
    name = laptop.get_by_label("Name", exact=True)
    name.fill("Old Mill")
    laptop.get_by_role("heading", name="New Venue").click()
    laptop.keyboard.press("?")
    expect(name).to_have_value("Old Mill")
    name.fill("")
    laptop.get_by_role("heading", name="New Venue").click()
    laptop.keyboard.press("?")
    expect(laptop.get_by_role("heading", name="Keyboard")).to_be_visible()


def test_question_mark_shows_the_keys_which_can_be_turned_off(students, book):
    page = students
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keyboard")).to_be_visible()
    expect(page.get_by_text("Search on this page")).to_be_visible()
    page.get_by_role("switch", name="Single keys").click()
    page.goto(f"{book.base}/students")
    expect(page.get_by_role("link", name="Ann Fleming")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Search students")).not_to_be_focused()
    page.goto(f"{book.base}/keyboard")
    expect(page.get_by_role("switch", name="Single keys")).not_to_be_checked()
    page.get_by_role("switch", name="Single keys").click()
    page.goto(f"{book.base}/students")
    expect(page.get_by_role("link", name="Ann Fleming")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Search students")).to_be_focused()


def test_in_a_sheet_the_keys_are_the_sheets(book, laptop):
    book.person("Ann", "Fleming")
    book.started(book.venue())
    laptop.goto(f"{book.base}/class")
    sheet = open_roster(laptop)
    expect(row(sheet, "Ann Fleming")).to_be_visible()
    laptop.keyboard.press("/")
    expect(sheet.get_by_role("searchbox", name="Search students")).to_be_focused()
    laptop.keyboard.press("ArrowDown")
    laptop.keyboard.press("Space")
    expect(row(sheet, "Ann Fleming")).to_have_attribute("aria-pressed", "true")
    laptop.keyboard.press("?")
    expect(button(sheet, "Done")).to_be_visible()
