"""What instructors know of a person: edited on the person's page, and shown at a class to instructors alone."""

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import PHONE
from steps import attendees, button, enter, notice, open_roster, row, undo


@pytest.fixture
def ann(book):
    return book.person("Ann", "Fleming")


@pytest.fixture
def page(book, ann, blank_phone):
    blank_phone.goto(f"{book.base}/people/{ann}")
    expect(blank_phone.get_by_role("heading", name="For Instructors Only")).to_be_visible()
    return blank_phone


def details(book, person):
    return book.page(f"/people/{person}")["details"]


@pytest.mark.parametrize("label, value, key", [
    ("E-mail", "ann@example.org", "email"), ("Phone", "+41 44 123 45 67", "phone"), ("Note", "Left hip.\nNo jumps.", "note"),
])
def test_field_is_kept_on_leaving_it(book, page, ann, label, value, key):
    page.get_by_label(label, exact=True).fill(value)
    page.get_by_label(label, exact=True).blur()
    expect(notice(page, f"{label} changed")).to_be_visible()
    assert details(book, ann)[key] == value
    undo(page, f"{label} changed")
    assert details(book, ann)[key] == ""


def test_note_is_kept_on_leaving_the_page(book, page, ann):
    page.get_by_label("Note").fill("Asthma: has a spray.")
    page.get_by_role("link", name="Back").click()
    expect(notice(page, "Note changed")).to_be_visible()
    assert details(book, ann)["note"] == "Asthma: has a spray."


def test_note_that_another_device_wrote_stays_when_the_page_is_left(book, page, ann):
    book.post(entry("person.edited", person=ann, note="Asthma", phone="1"))
    expect(page.get_by_label("Phone")).to_have_value("1")
    expect(page.get_by_label("Note")).to_have_value("Asthma")
    page.goto(f"{book.base}/students")
    assert details(book, ann)["note"] == "Asthma"


def test_what_is_typed_for_one_who_is_merged_is_not_the_others(book, page, ann):
    other = book.person("Anna", "Fleming")
    book.post(entry("person.edited", person=other, note="Bad knee"))
    page.get_by_label("Note").fill("note of Ann")
    book.post(entry("person.merged", person=ann, into=other))
    expect(page).to_have_url(f"{book.base}/people/{other}")
    expect(page.get_by_label("Note")).to_have_value("Bad knee")
    expect(notice(page, "Note not kept: note of Ann")).to_be_visible()
    assert details(book, other)["note"] == "Bad knee"


def test_tag_that_is_there_is_not_added_again(book, page, ann):
    book.post(entry("person.edited", person=ann, tagAdded="Injury"))
    expect(button(page, "Remove tag Injury")).to_be_visible()
    page.get_by_label("New tag").fill("INJURY ")
    page.get_by_label("New tag").press("Enter")
    expect(page.get_by_text("This tag is there already.")).to_be_visible()


def test_tag_that_was_not_added_yet_is_kept_on_leaving_the_page(book, page, ann):
    page.get_by_label("New tag").fill("Asthma")
    page.get_by_role("link", name="Back").click()
    expect(notice(page, "Tag Asthma added")).to_be_visible()
    assert details(book, ann)["tags"] == ["Asthma"]
    undo(page, "Tag Asthma added")
    assert details(book, ann)["tags"] == []


def test_wrong_address_is_told_at_the_field(book, page, ann):
    page.get_by_label("E-mail").fill("ann@")
    page.get_by_label("E-mail").blur()
    expect(page.get_by_text("This is not an e-mail address")).to_be_visible()
    assert details(book, ann)["email"] == ""


def test_tags_are_added_suggested_and_removed(book, page, ann):
    book.post(entry("person.edited", person=book.person("Ben", "Okafor"), tagAdded="Knee"))
    page.reload()
    expect(page.locator("#known-tags option")).to_have_count(1)
    page.get_by_label("New tag").fill("Left-handed")
    page.keyboard.press("Enter")
    expect(notice(page, "Tag Left-handed added")).to_be_visible()
    tags = page.get_by_role("list", name="Tags")
    expect(tags.get_by_role("button")).to_have_text(["Remove tag Left-handed"])
    button(page, "Remove tag Left-handed").click()
    expect(tags.get_by_role("button")).to_have_count(0)
    undo(page, "Tag Left-handed removed")
    expect(button(page, "Remove tag Left-handed")).to_be_visible()
    assert details(book, ann)["tags"] == ["Left-handed"]
    button(page, "Add Tag").click()
    expect(page.get_by_text("This must not be empty.")).to_be_visible()


def test_tags_are_shown_at_a_class(book, ann, phone):
    book.post(entry("person.edited", person=ann, tagAdded="Knee"))
    session = book.started(book.venue())
    book.mark(session, ann)
    phone.goto(f"{book.base}/class")
    expect(attendees(phone).filter(has_text="Ann Fleming")).to_contain_text("Tag: Knee")
    sheet = open_roster(phone)
    expect(row(sheet, "Ann Fleming")).to_contain_text("Tag: Knee")


def test_students_see_nothing_of_it(book, ann, devices):
    book.post(entry("person.edited", person=ann, tagAdded="Knee", note="Old injury", phone="0791234567"))
    page = enter(devices.open(**PHONE), book, ann)
    page.goto(f"{book.base}/people/{ann}")
    expect(page.get_by_role("heading", name="Ann Fleming", level=1)).to_be_visible()
    for text in ("Knee", "Old injury", "0791234567", "For Instructors Only"):
        expect(page.get_by_text(text)).to_have_count(0)
