import re

import pytest
from playwright.sync_api import expect

from book import entry
from http_client import events
from steps import button, notice, tab, undo
from waiting import until


@pytest.fixture
def ann(book):
    return book.person("Ann", "Fleming", joined="2026-01-31")


@pytest.fixture
def page(book, ann, blank_phone):
    blank_phone.goto(f"{book.base}/people/{ann}")
    expect(blank_phone.get_by_role("heading", name="Ann Fleming", level=1)).to_be_visible()
    return blank_phone


def known(book, person):
    return book.page(f"/people/{person}")


@pytest.mark.parametrize("label, value, key", [
    ("First name", "Anneli", "firstName"), ("Last name", "de la Cruz y Ñáñez", "lastName"),
    ("Student ID", "A-7", "studentID"),
])
def test_field_is_kept_on_leaving_it(book, page, ann, label, value, key):
    page.get_by_label(label).fill(value)
    page.keyboard.press("Tab")
    expect(notice(page, f"{label} changed")).to_be_visible()
    assert known(book, ann)["person"][key] == value


def test_github_type_and_date_are_kept(book, page, ann):
    book.student_type("Guest")
    page.reload()
    page.get_by_label("GitHub username").fill("ann-fleming")
    page.get_by_label("GitHub username").press("Enter")
    expect(notice(page, "GitHub username changed")).to_be_visible()
    page.get_by_label("Student type").select_option("Guest")
    expect(notice(page, "Student type changed")).to_be_visible()
    page.get_by_label("Date joined").fill("2025-02-28")
    page.get_by_label("Date joined").blur()
    expect(notice(page, "Date joined changed")).to_be_visible()
    page.reload()
    expect(page.get_by_label("GitHub username")).to_have_value("ann-fleming")
    expect(page.get_by_label("Student type").locator("option:checked")).to_have_text("Guest")
    expect(page.get_by_label("Date joined")).to_have_value("2025-02-28")
    page.get_by_label("Student type").select_option("None")
    # The message of the change before is gone by then.
    until(lambda: not known(book, ann)["person"].get("type"))
    undo(page, "Student type changed")
    assert known(book, ann)["person"]["type"] == "Guest"


@pytest.mark.parametrize("label, before", [("First name", "Ann"), ("Student ID", "10000002"), ("GitHub username", "")])
def test_edit_is_undone(book, page, ann, label, before):
    page.get_by_label(label).fill("another")
    page.get_by_label(label).press("Enter")
    undo(page, f"{label} changed")
    expect(page.get_by_label(label)).to_have_value(before)
    assert known(book, ann)["person"]["firstName"] == "Ann"
    assert known(book, ann)["person"]["studentID"] == "10000002"
    assert known(book, ann)["github"] == ""


def test_undo_leaves_what_somebody_else_has_written_since(book, page, ann):
    page.get_by_label("First name").fill("Anna")
    page.get_by_label("First name").press("Enter")
    message = notice(page, "First name changed")
    expect(message).to_be_visible()
    book.post(entry("person.edited", person=ann, firstName="Anneke"))
    undo(page, "First name changed")
    expect(page.get_by_label("First name")).to_have_value("Anneke")
    assert known(book, ann)["person"]["firstName"] == "Anneke"


def by_tab(page, book):
    tab(page, "Sessions").click()
    expect(page.get_by_role("heading", name="Sessions", level=1)).to_be_visible()


def by_address(page, book):
    page.goto(f"{book.base}/courses")


def by_reload(page, book):
    page.reload()


def by_history(page, book):
    page.go_back()


def by_closing(page, book):
    page.close(run_before_unload=True)


@pytest.mark.parametrize("leave", [by_tab, by_address, by_reload, by_history, by_closing])
def test_leaving_the_page_at_once_keeps_what_was_typed(book, page, ann, leave):
    before = book.sequence
    page.get_by_label("Last name").press("End")
    page.keyboard.type("-Østergaard")
    leave(page, book)
    with book.client.feed(f"/feed?after={before}") as feed:
        [event] = events(feed, 1)
    assert (event["kind"], event["person"]) == ("person.edited", ann)
    assert known(book, ann)["person"]["lastName"] == "Fleming-Østergaard"
    assert book.sequence == before + 1


def test_message_and_undo_come_along_to_the_next_page(book, page, ann):
    page.get_by_label("First name").fill("Anneli")
    by_tab(page, book)
    undo(page, "First name changed")
    assert known(book, ann)["person"]["firstName"] == "Ann"


@pytest.mark.parametrize("label, value, words", [
    ("First name", "Ann\u202eeil", "characters that cannot be shown"),
    ("GitHub username", "-ann-", "only letters, digits"),
    ("Student ID", "10000001", "Maya Lindqvist’s already"), ("Student ID", "", "must not be empty"),
])
def test_problem_is_said_at_the_field_and_nothing_is_lost(book, page, label, value, words):
    before = book.sequence
    field = page.get_by_label(label)
    field.fill(value)
    field.press("Enter")
    expect(field).to_have_accessible_description(re.compile(words))
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value(value)
    assert book.sequence == before


def test_person_keeps_a_name(book, page):
    page.get_by_label("First name").fill("")
    page.get_by_label("First name").press("Enter")
    expect(page.get_by_role("heading", name="Fleming", exact=True, level=1)).to_be_visible()
    page.get_by_label("Last name").fill("")
    page.get_by_label("Last name").press("Enter")
    expect(page.get_by_label("Last name")).to_have_accessible_description("Please enter a name.")


def test_refused_field_holds_back_the_way_to_another_page(page):
    page.get_by_label("Student ID").fill("10000001")
    tab(page, "Sessions").click()
    expect(page.get_by_label("Student ID")).to_be_focused()
    expect(page.get_by_label("Student ID")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("heading", name="Ann Fleming", level=1)).to_be_visible()


def test_keyboard_stops_typing_at_the_limit(book, page, ann):
    page.get_by_label("First name").fill("")
    page.get_by_label("First name").press_sequentially("x" * 101)
    page.get_by_label("First name").press("Enter")
    expect(notice(page, "First name changed")).to_be_visible()
    assert known(book, ann)["person"]["firstName"] == "x" * 100


def test_escape_brings_back_what_was_there(book, page):
    before = book.sequence
    page.get_by_label("First name").fill("Wrong")
    page.keyboard.press("Escape")
    expect(page.get_by_label("First name")).to_have_value("Ann")
    by_tab(page, book)
    assert book.sequence == before


def test_active_switch(book, page, ann):
    page.get_by_role("switch", name="Active").uncheck()
    expect(notice(page, "Now inactive")).to_be_visible()
    tab(page, "Students").click()
    expect(page.get_by_role("link", name="Ann Fleming")).to_have_count(0)
    undo(page, "Now inactive")
    expect(page.get_by_role("link", name="Ann Fleming")).to_be_visible()


def test_nobody_deactivates_themselves(book, phone):
    phone.goto(f"{book.base}/more")
    phone.get_by_role("region", name="You").get_by_role("link").click()
    switch = phone.get_by_role("switch", name="Active")
    switch.click()
    expect(notice(phone, "You cannot deactivate yourself.")).to_be_visible()
    expect(switch).to_be_checked()


def change_first_name(page):
    page.clock.install()
    page.reload()
    page.get_by_label("First name").fill("Anneli")
    page.get_by_label("First name").press("Enter")
    expect(notice(page, "First name changed")).to_be_visible()


def test_undo_is_offered_for_ten_seconds(page):
    change_first_name(page)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.clock.run_for(6_000)
    expect(button(notice(page, "First name changed"), "Undo")).to_be_visible()
    page.clock.run_for(4_000)
    expect(notice(page, "First name changed")).to_have_count(0)


def test_undo_stays_as_long_as_it_has_the_focus(page):
    change_first_name(page)
    button(notice(page, "First name changed"), "Undo").focus()
    page.clock.run_for(30_000)
    expect(notice(page, "First name changed")).to_be_visible()
    page.get_by_label("Last name").focus()
    page.clock.run_for(11_000)
    expect(notice(page, "First name changed")).to_have_count(0)
