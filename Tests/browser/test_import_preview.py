import pytest
from playwright.sync_api import expect

from judges import guidelines, overflow
from book import entry
from steps import button, fact, notice, tab

SCREENS = [(390, 844), (375, 667), (320, 568), (1280, 800)]


def choose(page, content, name="list.csv"):
    page.get_by_label("File", exact=True).set_input_files({"name": name, "mimeType": "text/csv", "buffer": content})
    expect(page.get_by_role("heading", name="Preview", exact=True)).to_be_visible()


def do_import(page):
    button(page, "Import").click()
    expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()


def type_names(page, book, text):
    page.goto(f"{book.base}/people/paste")
    page.get_by_role("textbox", name="Names").fill(text)
    button(page, "Preview").click()
    expect(page.get_by_role("heading", name="Preview", exact=True)).to_be_visible()


def names(book):
    groups = book.page("/students?activity=all")["groups"]
    return sorted(person["name"] for group in groups for person in group["people"])


def column(page, heading):
    return page.get_by_role("combobox", name=heading)


@pytest.mark.parametrize("device", ["blank_phone", "blank_laptop"])
def test_names_are_typed_from_getting_started(book, request, device):
    page = request.getfixturevalue(device)
    page.goto(f"{book.base}/welcome")
    expect(page.get_by_role("link", name="From a File or a Spreadsheet")).to_be_visible()
    page.get_by_role("link", name="Paste or Type Names").click()
    before = names(book)
    page.get_by_role("textbox", name="Names").fill("Ann Fleming\nOkafor, Sam\nPlato")
    button(page, "Preview").click()
    expect(page.get_by_role("heading", name="Will be added: 3")).to_be_visible()
    expect(page.get_by_text("3 people would be added.")).to_be_visible()
    assert names(book) == before
    do_import(page)
    assert names(book) == sorted([*before, "Ann Fleming", "Sam Okafor", "Plato"])
    assert not [group for group in book.page("/students")["groups"] if group["title"] == "New"]
    button(page, "Take Back").click()
    expect(page.get_by_text("Taken back: the people added are removed")).to_be_visible()


def test_student_types_that_nobody_else_has_go_with_the_import(book, laptop):
    book.student_type("Guest")
    laptop.goto(f"{book.base}/people/import")
    choose(laptop, b"Name,Type\nAnn Fleming,Guest\nBen Okafor,Member\nCy Young,Regular\n")
    do_import(laptop)

    def types():
        return sorted(one["name"] for one in book.page("/student-types")["types"])

    assert types() == ["Guest", "Member", "Regular"]
    # Somebody is given one of them meanwhile.
    regular = next(one["id"] for one in book.page("/student-types")["types"] if one["name"] == "Regular")
    book.person("Di", "Ng", type=regular, studentID="31000001")
    button(laptop, "Take Back").click()
    words = "Taken back: the people added are removed"
    expect(notice(laptop, words)).to_be_visible()
    assert types() == ["Guest", "Regular"]
    button(notice(laptop, words), "Undo").click()
    expect(notice(laptop, "Added once more")).to_be_visible()
    assert types() == ["Guest", "Member", "Regular"]
    groups = book.page("/students")["groups"]
    assert {person["name"]: person["type"] for group in groups for person in group["people"] if person.get("type")} == {
        "Ann Fleming": "Guest", "Ben Okafor": "Member", "Cy Young": "Regular", "Di Ng": "Regular"}


def test_changes_are_taken_back_with_who_was_added(book, laptop):
    ann, ben = (book.person(first, last, studentID=number)
                for first, last, number in (("Ann", "Fleming", "31000001"), ("Ben", "Okafor", "31000002")))

    def known():
        active = [one["name"] for group in book.page("/students")["groups"] for one in group["people"]]
        return book.page(f"/people/{ann}")["person"]["firstName"], book.page(f"/people/{ben}").get("github"), "Cy Young" in active

    laptop.goto(f"{book.base}/people/import")
    choose(laptop, b"First Name,Last Name,Student ID,GitHub Username\nAnne,Fleming,31000001,\nBen,Okafor,31000002,ben-o\nCy,Young,31000003,\n")
    button(laptop, "Apply All").click()
    do_import(laptop)
    assert known() == ("Anne", "ben-o", True)
    # Somebody changes one of them meanwhile.
    book.post(entry("person.edited", person=ben, github="ben"))
    button(laptop, "Take Back").click()
    words = "Taken back: the people added are removed, and what was changed is as before"
    expect(notice(laptop, words)).to_be_visible()
    assert known() == ("Ann", "ben", False)
    button(notice(laptop, words), "Undo").click()
    expect(notice(laptop, "Added once more")).to_be_visible()
    assert known() == ("Anne", "ben", True)


def test_nothing_typed_is_said_at_the_field(book, blank_phone):
    blank_phone.goto(f"{book.base}/people/paste")
    blank_phone.get_by_role("textbox", name="Names").fill("  \n ")
    button(blank_phone, "Preview").click()
    expect(blank_phone.get_by_text("Type a name first.")).to_be_visible()
    expect(blank_phone.get_by_role("textbox", name="Names")).to_be_focused()


def test_a_preview_of_other_names_goes(book, blank_phone):
    type_names(blank_phone, book, "Ann Fleming")
    blank_phone.get_by_role("textbox", name="Names").press_sequentially("x")
    expect(button(blank_phone, "Import")).to_have_count(0)


def test_rows_of_a_spreadsheet_are_pasted(book, blank_laptop):
    type_names(blank_laptop, book, "Surname\tFirst name\tE-mail\nFleming\tAnn\tann@example.org\n")
    blank_laptop.get_by_text("3 of 3 columns are kept.").click()
    expect(column(blank_laptop, "E-mail")).to_have_value("email")
    expect(column(blank_laptop, "E-mail").locator("option:checked")).to_have_text("E-mail")
    expect(column(blank_laptop, "Surname").locator("option:checked")).to_have_text("Last Name")
    do_import(blank_laptop)
    assert "Ann Fleming" in names(book)


def test_somebody_who_is_there_is_left_or_added_nevertheless(book, blank_phone):
    book.person("Zoë", "O’Brien")
    type_names(blank_phone, book, "zoe o'brien\nAnn Fleming")
    expect(blank_phone.get_by_role("heading", name="Already on the roster: 1")).to_be_visible()
    expect(blank_phone.get_by_role("heading", name="Will be added: 1")).to_be_visible()
    blank_phone.get_by_role("combobox", name="zoe o'brien, row 1").select_option(label="Add as another person")
    expect(blank_phone.get_by_role("heading", name="Will be added: 2")).to_be_visible()
    do_import(blank_phone)
    expect(fact(blank_phone, "Added")).to_have_text("2")
    type_names(blank_phone, book, "Ann Fleming")
    expect(blank_phone.get_by_text("Nothing would change.")).to_be_visible()
    expect(button(blank_phone, "Import")).to_have_count(0)


def test_differences_are_left_or_applied(book, blank_phone):
    for number, first in enumerate(("Anna", "Bo", "Cy"), start=31):
        book.client.import_roster(f"First Name,Last Name,Student ID\n{first},Lee,{number}\n".encode())
    blank_phone.goto(f"{book.base}/people/import")
    choose(blank_phone, b"First Name,Last Name,Student ID\nAnne,Lee,31\nBob,Lee,32\nCy,Lee,33\n")
    expect(blank_phone.get_by_role("heading", name="Different on the roster: 2")).to_be_visible()
    expect(blank_phone.get_by_text("First name: Anna → Anne")).to_be_visible()
    expect(button(blank_phone, "Import")).to_have_count(0)
    button(blank_phone, "Apply All").click()
    expect(blank_phone.get_by_text("2 people would be changed.")).to_be_visible()
    button(blank_phone, "Leave All").click()
    expect(button(blank_phone, "Import")).to_have_count(0)
    row = blank_phone.get_by_role("combobox", name="Anne Lee, row 2")
    row.focus()
    row.select_option(label="Apply")
    expect(blank_phone.get_by_text("1 person would be changed.")).to_be_visible()
    expect(row).to_be_focused()
    do_import(blank_phone)
    expect(fact(blank_phone, "Changed")).to_have_text("1")
    assert [name for name in names(book) if name.endswith(" Lee")] == ["Anne Lee", "Bo Lee", "Cy Lee"]


def test_columns_are_told_by_hand(book, blank_phone):
    blank_phone.goto(f"{book.base}/people/import")
    choose(blank_phone, "31;7;Lee, Ann;x9\n32;8;Li, Bo;y8\n".encode("utf-16-le"))
    column(blank_phone, "Column 1").select_option(label="Student ID")
    expect(blank_phone.get_by_text("2 of 4 columns are kept.")).to_be_visible()
    blank_phone.get_by_role("switch", name="First row names the columns").check()
    expect(blank_phone.get_by_role("heading", name="Will be added: 1")).to_be_visible()
    blank_phone.get_by_role("switch", name="First row names the columns").uncheck()
    expect(blank_phone.get_by_role("heading", name="Will be added: 2")).to_be_visible()
    do_import(blank_phone)
    tab(blank_phone, "Students").click()
    expect(blank_phone.get_by_role("link", name="Ann Lee 31")).to_be_visible()


def test_unknown_columns_are_asked_for(book, blank_phone):
    blank_phone.goto(f"{book.base}/people/import")
    choose(blank_phone, b"K1,K2\n1a1,2\n")
    expect(blank_phone.get_by_text("Say which column has the names.")).to_be_visible()
    expect(button(blank_phone, "Import")).to_have_count(0)
    column(blank_phone, "Column 1").select_option(label="Full Name")
    expect(button(blank_phone, "Import")).to_be_visible()


def test_impossible_columns_are_refused_in_words(book, devices):
    page = devices.open(expected_errors="status of 400")
    page.goto(book.link)
    page.goto(f"{book.base}/people/import")
    choose(page, b"Ann,Lee\n")
    page.get_by_text("2 of 2 columns are kept.").click()
    column(page, "Column 2").select_option(label="First Name")
    expect(page.get_by_text("Two columns cannot both be “First Name”.")).to_be_visible()


@pytest.mark.parametrize("width, height", SCREENS)
def test_previews_follow_the_guidelines(book, blank_laptop, width, height):
    book.client.import_roster(b"First Name,Last Name,Student ID\nAnna,Lee,31\nCy,Ma,32\n")
    blank_laptop.set_viewport_size({"width": width, "height": height})
    blank_laptop.goto(f"{book.base}/people/import")
    choose(blank_laptop, b"First Name,Last Name,Student ID,Picture,A long heading of a column that nobody keeps\n"
           b"Anne,Lee,31,,a@example.org\nCy,Ma,,,c@example.org\nDi,Ng,,AAAA,d@example.org\nEd,Oh,33,,\nFi,Ra,33,,\n")
    blank_laptop.get_by_text("Columns:").click()
    assert guidelines(blank_laptop) == []
    assert not overflow(blank_laptop)
    type_names(blank_laptop, book, "Gil Ito\nAnna Lee")
    # Of nothing but names there are no columns to be told.
    expect(blank_laptop.get_by_text("Columns:")).to_be_hidden()
    assert guidelines(blank_laptop) == []
    assert not overflow(blank_laptop)


def test_names_that_are_in_the_list_twice(book, blank_phone):
    type_names(blank_phone, book, "Gil Ito\nDr. Eva Müller, eva@example.org\nGil Ito\n")
    expect(blank_phone.get_by_text("2 people would be added. 1 row repeats a name of the list.")).to_be_visible()
    expect(blank_phone.get_by_role("heading", name="Repeated in the list: 1")).to_be_visible()
    expect(blank_phone.get_by_role("heading", name="Already on the roster")).to_have_count(0)
    do_import(blank_phone)
    [eva] = [one for group in book.page("/students?search=eva")["groups"] for one in group["people"]]
    assert (eva["firstName"], eva["lastName"]) == ("Dr. Eva", "Müller")
