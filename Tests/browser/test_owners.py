"""Owners keep the book: roles, owners, and who sees what of it."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from book import entry
from conftest import LAPTOP, PHONE
from http_client import Client
from server import shala, succeed
from steps import button, enter, notice, undo

SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}


@pytest.fixture
def noor(book):
    return book.person("Noor", "Haddad", role="instructor")


def person(book, one):
    return book.page(f"/people/{one}")["person"]


def confirm(page, question, answer):
    """Answers what is asked before a role changes."""
    ask = page.get_by_role("alertdialog", name=question)
    expect(ask.locator("#role-dialog-text")).to_be_visible()
    button(ask, answer).click()


def test_what_is_not_confirmed_does_not_change(book, noor, laptop):
    before = book.sequence
    laptop.goto(f"{book.base}/people/{noor}")
    switch, role = laptop.get_by_role("switch", name="Owner"), laptop.get_by_label("Role")
    switch.check()
    confirm(laptop, "Make Noor Haddad an owner?", "Cancel")
    expect(switch).not_to_be_checked()
    role.select_option("Student")
    expect(laptop.get_by_role("alertdialog", name="Make Noor Haddad a student?")).to_be_visible()
    laptop.keyboard.press("Escape")
    expect(role).to_have_value("instructor")
    assert book.sequence == before


def test_owner_makes_an_owner_and_takes_it_back(book, noor, laptop):
    laptop.goto(f"{book.base}/people/{noor}")
    switch = laptop.get_by_role("switch", name="Owner")
    expect(switch).not_to_be_checked()
    switch.check()
    confirm(laptop, "Make Noor Haddad an owner?", "Make Owner")
    expect(notice(laptop, "Now an owner")).to_be_visible()
    assert person(book, noor)["isOwner"]
    undo(laptop, "Now an owner")
    expect(switch).not_to_be_checked()
    assert not person(book, noor)["isOwner"]


def test_owner_changes_a_role(book, laptop):
    ann = book.person("Ann", "Fleming")
    laptop.goto(f"{book.base}/people/{ann}")
    expect(laptop.get_by_role("switch", name="Owner")).to_have_count(0)
    laptop.get_by_label("Role").select_option("Instructor")
    confirm(laptop, "Make Ann Fleming an instructor?", "Make Instructor")
    expect(notice(laptop, "Role changed")).to_be_visible()
    switch = laptop.get_by_role("switch", name="Owner")
    switch.check()
    confirm(laptop, "Make Ann Fleming an owner?", "Make Owner")
    expect(notice(laptop, "Now an owner")).to_be_visible()
    laptop.get_by_label("Role").select_option("Student")
    confirm(laptop, "Make Ann Fleming a student?", "Make Student")
    expect(laptop.get_by_text("Make the person no owner first.")).to_be_visible()
    assert person(book, ann)["role"] == "instructor"
    expect(laptop.get_by_label("Role")).to_have_value("instructor")
    switch.uncheck()
    confirm(laptop, "Take ownership from Ann Fleming?", "Take Ownership")
    expect(notice(laptop, "No longer an owner")).to_be_visible()
    laptop.reload()
    laptop.get_by_label("Role").select_option("Student")
    confirm(laptop, "Make Ann Fleming a student?", "Make Student")
    undo(laptop, "Role changed")
    assert person(book, ann)["role"] == "instructor"


def test_other_instructors_see_the_role_as_a_fact(book, noor, devices):
    page = enter(devices.open(**LAPTOP), book, noor)
    owner = book.page("/offline")["instructor"]
    page.goto(f"{book.base}/people/{owner}")
    expect(page.get_by_role("definition").filter(has_text="Instructor and owner")).to_be_visible()
    for role, name in [("combobox", "Role"), ("switch", "Owner"), ("switch", "Active"), ("button", "New Sign-In Code")]:
        expect(page.get_by_role(role, name=name)).to_have_count(0)
    page.goto(f"{book.base}/more")
    expect(page.get_by_role("link", name="Export")).to_be_visible()
    page.get_by_role("link", name="Sign-In Codes").click()
    expect(page.get_by_role("heading", name="Noor Haddad", level=1)).to_be_visible()
    expect(page.get_by_text("Made by Maya Lindqvist")).to_be_in_viewport()
    expect(button(page, "New Sign-In Code")).to_be_visible()


@pytest.mark.parametrize("options", [PHONE, SMALL], ids=["phone", "small phone"])
def test_person_page_of_an_owner_fits_and_is_accessible(book, noor, devices, options, tmp_path):
    page = enter(devices.open(**options), book, book.page("/offline")["instructor"])
    book.sign_in_code(noor)
    for one in (noor, book.page("/offline")["instructor"]):
        page.goto(f"{book.base}/people/{one}")
        expect(page.get_by_text("Made by Maya Lindqvist").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert Axe().run(page).response["violations"] == []


def test_command_makes_owners_and_keeps_one(book, noor):
    data = book.server.data
    refused = shala("people", "owner", book.number, "--remove", data=data)
    assert refused.returncode > 0 and "at least one owner" in refused.stderr
    assert succeed("people", "owner", noor, data=data) == "Noor Haddad is an owner of the book."
    assert succeed("people", "owner", book.number, "--remove", data=data) == "Maya Lindqvist is no owner any more."
    [result] = book.send(entry("person.roleChanged", person=noor, isOwner=False))
    assert result["problems"][0]["message"] == "Only an owner of this book can do this."
    ann = book.person("Ann", "Fleming")
    succeed("people", "owner", ann, data=data)
    assert (person(book, ann)["role"], person(book, ann)["isOwner"]) == ("instructor", True)


def test_key_that_is_lost_is_told_and_cards_are_made_anew(book):
    server, data = book.server, book.server.data
    key = data / "sign-in.key"
    assert key.stat().st_size == 32 and key.stat().st_mode & 0o777 == 0o600
    assert server.stop() == 0
    key.rename(data / "elsewhere.key")
    refused = shala("sign-in-codes", data=data)
    assert refused.returncode > 0 and "--sign-in-key" in refused.stderr and not key.exists()
    assert "1 " in succeed("people", "export", data / "roster.csv", data=data), "What needs no key goes on."
    server.start()
    assert "make new cards: shala sign-in-codes" in server.log.read_text()
    assert Client(book.base).get(f"/sign-in/{book.code}").status == 400
    code = re.search(r"\w{4}-\w{4}-\w{4}", succeed("sign-in-codes", data=data))[0]
    assert Client(book.base).get(f"/sign-in/{code}").status == 200
    # The old one, found again, is good for what was made under it.
    assert server.stop() == 0
    (data / "elsewhere.key").replace(key)
    server.start()
    assert Client(book.base).get(f"/sign-in/{book.code}").status == 200


def test_another_books_key_makes_no_codes(book, tmp_path):
    (tmp_path / "other.key").write_bytes(bytes(32))
    (tmp_path / "short.key").write_bytes(b"short")
    for name, words in [("other.key", "is not the key"), ("short.key", "5 bytes instead of 32")]:
        done = shala("sign-in-codes", "--person", book.number, "--sign-in-key", tmp_path / name, data=book.server.data)
        assert done.returncode > 0 and words in done.stderr
    environment = {"SHALA_SIGN_IN_KEY": str(tmp_path / "other.key")}
    assert "is not the key" in shala("token", book.number, data=book.server.data, environment=environment).stderr
