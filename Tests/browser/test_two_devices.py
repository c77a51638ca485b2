"""A phone in the hand and a laptop at the front, both of one instructor."""

import pytest
from playwright.sync_api import expect

from steps import (attendees, button, check_in, duration, expect_marked, expect_not_reloaded, notice, open_roster,
                   prepared, remember, row, sign, tab)

pytestmark = pytest.mark.usefixtures("service_worker")


@pytest.fixture
def people(book):
    return book.people("Ann Fleming", "Søren Østergaard", "Priya Raghavan")


@pytest.fixture
def both(book, people, blank_phone, blank_laptop):
    """Both on the class page, before a class."""
    book.venue("Riverside Studio", "12 Quay Street")
    for page in (blank_phone, blank_laptop):
        page.goto(book.base)
        expect(button(page, "Check In")).to_be_visible()
        remember(page)
    return blank_phone, blank_laptop


def test_class_begun_on_the_phone_is_on_the_laptop_at_once(both):
    phone, laptop = both
    check_in(phone, "Riverside Studio")
    expect(laptop.get_by_role("heading", name="Riverside Studio", level=1)).to_be_visible()
    expect(button(laptop, "Pause")).to_be_visible()
    expect(laptop.get_by_text("12 Quay Street")).to_be_visible()
    assert abs(duration(laptop) - duration(phone)) <= 1
    expect_not_reloaded(laptop)
    expect_not_reloaded(phone)


def test_marks_go_both_ways(both):
    phone, laptop = both
    check_in(phone, "Riverside Studio")
    expect(button(laptop, "Pause")).to_be_visible()
    sheets = open_roster(phone), open_roster(laptop)
    row(sheets[0], "Ann Fleming").tap()
    expect_marked(sheets[1], "Ann Fleming")
    row(sheets[1], "Søren Østergaard").click()
    expect_marked(sheets[0], "Søren Østergaard")
    row(sheets[1], "Ann Fleming").click()
    expect_marked(sheets[0], "Ann Fleming", False)
    for page, sheet in zip(both, sheets):
        button(sheet, "Done").click()
        expect(attendees(page)).to_contain_text(["Søren Østergaard"])
        expect_not_reloaded(page)


def test_pause_resume_and_save_show_on_the_other(both):
    phone, laptop = both
    check_in(phone, "Riverside Studio")
    button(laptop, "Pause").click()
    expect(button(phone, "Resume")).to_be_visible()
    button(phone, "Resume").tap()
    expect(button(laptop, "Pause")).to_be_visible()
    button(laptop, "Pause").click()
    expect(button(phone, "Save Class")).to_be_visible()
    button(phone, "Save Class").tap()
    expect(notice(phone, "Class saved")).to_be_visible()
    expect(button(laptop, "Check In")).to_be_visible()
    expect(notice(laptop, "This class was ended on another device.")).to_be_visible()
    expect_not_reloaded(laptop)


def test_new_student_appears_on_the_open_list_and_in_the_open_sheet(book, both):
    phone, laptop = both
    tab(laptop, "Students").click()
    expect(laptop.get_by_role("heading", name="Students", level=1)).to_be_visible()
    remember(laptop)
    check_in(phone, "Riverside Studio")
    sheet = open_roster(phone)
    # Nobody is about to press a row.
    phone.mouse.move(1, 1)
    book.person("Walk", "Inn")
    expect(row(sheet, "Walk Inn")).to_be_visible()
    expect(laptop.get_by_role("link", name="Walk Inn")).to_be_visible()
    expect_not_reloaded(laptop)


def test_search_in_the_sheet_survives_news(book, both):
    phone, laptop = both
    check_in(phone, "Riverside Studio")
    sheet = open_roster(phone)
    search = sheet.get_by_role("searchbox", name="Search students")
    search.press_sequentially("ann")
    expect(sheet.locator("[data-person]")).to_have_count(1)
    book.person("Anna", "Later")
    expect(row(sheet, "Anna Later")).to_be_visible()
    expect(sheet.locator("[data-person]")).to_have_count(2)
    expect(search).to_have_value("ann")
    expect(search).to_be_focused()


def test_half_typed_name_survives_news(book, people, both):
    phone, laptop = both
    for page in both:
        page.goto(f"{book.base}/people/{people[0]}")
    phone.get_by_label("First name").fill("Anneli")
    for label, value in (("First name", "Annabel"), ("Last name", "Forster")):
        laptop.get_by_label(label).fill(value)
        laptop.get_by_label(label).press("Enter")
    expect(phone.get_by_role("heading", name="Annabel Forster", level=1)).to_be_visible()
    expect(phone.get_by_label("Last name")).to_have_value("Forster")
    expect(phone.get_by_label("First name")).to_have_value("Anneli")
    expect(phone.get_by_label("First name")).to_be_focused()
    phone.get_by_label("First name").press("Enter")
    expect(laptop.get_by_label("First name")).to_have_value("Anneli")
    expect(laptop.get_by_role("heading", name="Anneli Forster", level=1)).to_be_visible()


def test_same_person_marked_on_both_is_marked_once(book, both):
    phone, laptop = both
    check_in(phone, "Riverside Studio")
    expect(button(laptop, "Pause")).to_be_visible()
    for page in both:
        # So that what is taken along is as new as the class.
        page.reload()
    sheets = open_roster(phone), open_roster(laptop)
    for page in both:
        prepared(page)
        page.context.set_offline(True)
    for page, sheet in zip(both, sheets):
        row(sheet, "Ann Fleming").click()
        expect_marked(sheet, "Ann Fleming")
        expect(sign(page)).to_have_text("Offline · 1 change waiting")
    for page in both:
        page.context.set_offline(False)
        expect(sign(page)).to_be_hidden()
    button(sheets[0], "Done").click()
    expect(attendees(phone)).to_have_count(1)
    assert book.page("/class")["attending"] == 1


def test_each_keeps_the_class_that_it_started(book, both):
    """The phone's class began without signal, before the laptop's, of which the phone did not know."""
    phone, laptop = both
    book.venue("Hilltop Hall", "1 Hill Road")
    phone.reload()
    prepared(phone)
    phone.context.set_offline(True)
    check_in(phone, "Riverside Studio")
    sheet = open_roster(phone)
    row(sheet, "Ann Fleming").tap()
    button(sheet, "Done").tap()
    expect(attendees(phone)).to_have_count(1)
    check_in(laptop, "Hilltop Hall")
    phone.context.set_offline(False)
    expect(sign(phone)).to_be_hidden()
    own = phone.get_by_role("heading", name="Riverside Studio", level=1)
    expect(phone.get_by_text("Also in session")).to_be_visible()
    for again in (False, True):
        if again:
            tab(phone, "Class").tap()
        expect(own).to_be_visible()
        expect(attendees(phone)).to_have_count(1)
    button(phone, "Pause").tap()
    expect(button(phone, "Resume")).to_be_visible()
    # Nor does the phone's class come to be on the laptop's screen.
    expect(laptop.get_by_role("heading", name="Hilltop Hall", level=1)).to_be_visible()
    expect(button(laptop, "Pause")).to_be_visible()
    prepared(phone)
    phone.context.set_offline(True)
    phone.reload()
    expect(own).to_be_visible()
    button(phone, "Save Class").tap()
    expect(notice(phone, "Class saved")).to_be_visible()
    tab(phone, "Class").tap()
    expect(phone.get_by_role("heading", name="Hilltop Hall", level=1)).to_be_visible()
