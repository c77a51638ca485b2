"""Student IDs for everybody who is new, at once."""

from playwright.sync_api import expect

from book import entry, new_id
from steps import button


def register(book, *names):
    people = sorted(new_id() for _ in names)
    for person, name in zip(people, names):
        book.post(entry("person.registered", person=person, firstName=name, lastName="New", email="a@example.org",
                        gender="other", university="ETH Zürich"))
    return people


def test_ids_for_all(book, phone):
    register(book, "Ann", "Bo", "Cy")
    phone.goto(f"{book.base}/students")
    button(phone, "Give IDs to All").click()
    question = phone.get_by_role("alertdialog", name="Give 3 students the IDs 10000002 to 10000004?")
    expect(question).to_be_visible()
    button(question, "Cancel").click()
    expect(phone.get_by_role("region", name="New")).to_be_visible()
    button(phone, "Give IDs to All").click()
    button(question, "Give IDs").click()
    expect(phone.get_by_role("region", name="New")).to_have_count(0)
    for name, number in (("Ann", "10000002"), ("Bo", "10000003"), ("Cy", "10000004")):
        expect(phone.get_by_role("link", name=f"{name} New")).to_contain_text(number)


def test_the_question_follows_who_is_new(book, phone):
    register(book, "Ann")
    phone.goto(f"{book.base}/students")
    button(phone, "Give IDs to All").click()
    expect(phone.get_by_role("alertdialog", name="Give 1 student the ID 10000002?")).to_be_visible()
    button(phone, "Cancel").click()
    register(book, "Bo")
    expect(phone.get_by_role("link", name="Bo New")).to_be_visible()
    button(phone, "Give IDs to All").click()
    expect(phone.get_by_role("alertdialog", name="Give 2 students the IDs 10000002 to 10000003?")).to_be_visible()
