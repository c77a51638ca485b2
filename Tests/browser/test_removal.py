"""People added by mistake: removed, found again, and put back."""

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import LAPTOP, OFFLINE, PHONE
from steps import button, enter, notice, prepared, tab, with_signal, without_signal


@pytest.fixture
def double(book):
    """Ann, who was added twice, and was at a class."""
    ann = book.person("Ann", "Fleming", studentID="70000001")
    book.session(book.venue(), ann, book.person("Ben", "Okafor"))
    return ann


def attending(book):
    return book.saved_classes()[0]["attending"]


def remove(page, name="Ann Fleming", answer="Remove"):
    button(page, "Remove Person…").click()
    button(page.get_by_role("alertdialog", name=f"Remove {name}?"), answer).click()


def show(page, whom):
    page.get_by_role("combobox", name="Show").select_option(whom)


def test_removes_and_puts_back(book, double, phone):
    phone.goto(f"{book.base}/people/{double}")
    remove(phone, answer="Cancel")
    expect(phone.get_by_role("alertdialog")).to_have_count(0)
    assert book.page(f"/people/{double}")["person"]["attended"] == 1
    remove(phone)
    expect(notice(phone, "Ann Fleming removed")).to_be_visible()
    expect(phone.get_by_role("heading", name="Students", level=1)).to_be_visible()
    expect(phone.get_by_role("link", name="Ben Okafor")).to_be_visible()
    expect(phone.get_by_role("link", name="Ann Fleming")).to_have_count(0)
    assert attending(book) == 1
    show(phone, "Removed")
    row = phone.get_by_role("link", name="Ann Fleming")
    expect(row).to_contain_text("70000001")
    row.click()
    expect(phone.get_by_role("region", name="Removed")).to_contain_text("Can be put back until")
    expect(phone.get_by_label("First name")).to_have_count(0)
    button(phone, "Put Back").click()
    expect(notice(phone, "Ann Fleming is back")).to_be_visible()
    expect(phone.get_by_label("Student ID")).to_have_value("70000001")
    assert book.page(f"/people/{double}")["person"]["attended"] == 1
    assert attending(book) == 2


def test_is_undone_from_the_notice(book, double, laptop):
    laptop.goto(f"{book.base}/people/{double}")
    remove(laptop)
    notice(laptop, "Ann Fleming removed").get_by_role("button", name="Undo").click()
    expect(notice(laptop, "Ann Fleming is back")).to_be_visible()
    expect(laptop.get_by_role("heading", name="Ann Fleming", level=1)).to_be_visible()
    assert attending(book) == 2


def test_who_may_remove_whom(book, double, devices):
    noor = book.person("Noor", "Haddad", role="instructor")
    me = book.page("/offline")["instructor"]
    page = enter(devices.open(**LAPTOP), book, noor)
    for person, number in [(double, 1), (noor, 0), (me, 0)]:
        page.goto(f"{book.base}/people/{person}")
        expect(button(page, "Remove Person…")).to_have_count(number)
    # Nobody removes themselves.
    assert not book.page(f"/people/{me}")["mayRemove"]


def test_sign_in_ends(book, double, devices):
    page = enter(devices.open(f"{OFFLINE}|EventSource", **PHONE), book, double)
    book.post(entry("person.removed", person=double))
    # The page hears of it, and goes there by itself.
    expect(page.get_by_role("textbox", name="Sign-in code")).to_be_visible()


def test_what_stands_against_it_is_said(book, double, laptop):
    laptop.goto(f"{book.base}/people/{double}")
    remove(laptop)
    expect(notice(laptop, "Ann Fleming removed")).to_be_visible()
    book.person("Ann", "Fleming", studentID="70000001")
    laptop.goto(f"{book.base}/people/{double}")
    button(laptop, "Put Back").click()
    expect(notice(laptop, "The ID 70000001 is Ann Fleming’s already.")).to_be_visible()
    expect(button(laptop, "Put Back")).to_be_visible()


@pytest.mark.usefixtures("service_worker")
def test_works_without_signal(book, double, phone):
    prepared(phone)
    without_signal(phone)
    phone.goto(f"{book.base}/people/{double}")
    remove(phone)
    expect(phone.get_by_role("heading", name="Students", level=1)).to_be_visible()
    expect(phone.get_by_role("link", name="Ben Okafor")).to_be_visible()
    expect(phone.get_by_role("link", name="Ann Fleming")).to_have_count(0)
    show(phone, "Removed")
    phone.get_by_role("link", name="Ann Fleming").click()
    expect(button(phone, "Put Back")).to_be_visible()
    tab(phone, "Sessions").click()
    expect(phone.get_by_text("1 student", exact=True)).to_be_visible()
    with_signal(phone)
    assert attending(book) == 1
    assert [one["name"] for one in book.page("/students?activity=removed")["groups"][0]["people"]] == ["Ann Fleming"]
