import pytest
from playwright.sync_api import expect

from steps import button, notice, tab, undo


@pytest.fixture
def page(book, phone):
    guest = book.student_type("Guest")
    book.person("Ann", "Fleming", type=guest)
    tab(phone, "More").click()
    phone.get_by_role("link", name="Student Types").click()
    expect(phone.get_by_role("textbox", name="Name of Guest")).to_be_visible()
    return phone


def types(book):
    return {one["name"]: one["count"] for one in book.page("/student-types")["types"]}


def add(page, name):
    page.get_by_role("textbox", name="New type").fill(name)
    button(page, "Add Type").click()


def test_type_is_added_and_assigned(book, page):
    add(page, "Regular")
    expect(notice(page, "Regular added")).to_be_visible()
    expect(page.get_by_role("textbox", name="New type")).to_have_value("")
    tab(page, "Students").click()
    expect(page.get_by_role("combobox", name="Type").get_by_role("option")).to_have_text(
        ["All Types", "Guest", "Regular"])
    page.get_by_role("link", name="Ann Fleming").click()
    page.get_by_label("Student type").select_option("Regular")
    expect(notice(page, "Student type changed")).to_be_visible()
    assert types(book) == {"Guest": 0, "Regular": 1}


def test_adding_is_undone(book, page):
    add(page, "Regular")
    undo(page, "Regular added")
    expect(page.get_by_role("textbox", name="Name of Regular")).to_have_count(0)
    assert types(book) == {"Guest": 1}


def test_type_is_renamed_in_place(book, page):
    page.get_by_role("textbox", name="Name of Guest").fill("Visitor")
    page.keyboard.press("Enter")
    expect(notice(page, "Name changed")).to_be_visible()
    expect(page.get_by_role("textbox", name="Name of Visitor")).to_be_visible()
    assert types(book) == {"Visitor": 1}
    undo(page, "Name changed")
    assert types(book) == {"Guest": 1}


def test_type_is_deleted_and_comes_back_with_its_people(book, page):
    button(page, "Delete Guest").click()
    expect(page.get_by_text("No student types yet")).to_be_visible()
    assert types(book) == {}
    undo(page, "Guest deleted")
    expect(page.get_by_role("textbox", name="Name of Guest")).to_be_visible()
    assert types(book) == {"Guest": 1}


@pytest.mark.parametrize("name, words", [("guest", "of this name exists already"), ("  ", "must not be empty")])
def test_type_needs_a_name_of_its_own(book, page, name, words):
    before = book.sequence
    add(page, name)
    field = page.get_by_role("textbox", name="New type")
    expect(field).to_be_focused()
    expect(page.locator("#new-type-problem")).to_contain_text(words)
    expect(field).to_have_value(name)
    assert book.sequence == before
