import re

import pytest
from playwright.sync_api import expect

from book import entry
from steps import button, dialog, expect_sent, notice, open_roster, row, tab


def names(page, group):
    return page.get_by_role("region", name=group, exact=True).locator(".row-title")


def new_student(book, page):
    """Somebody without an ID of their own, on their page."""
    person = book.person("First", "Last", studentID="00000000")
    page.goto(f"{book.base}/people/{person}")
    expect(page.get_by_role("heading", name="First Last", level=1)).to_be_visible()


def test_added_student_has_a_name_and_is_given_an_id(book, phone):
    book.person("Ann", "Fleming", studentID="10007839")
    before = book.sequence
    tab(phone, "Students").click()
    button(phone, "Add Student").click()
    sheet = dialog(phone, "Add Student")
    expect(sheet.get_by_label("First name")).to_be_focused()
    button(sheet, "Save").click()
    expect(sheet.get_by_label("First name")).to_have_attribute("aria-invalid", "true")
    assert book.sequence == before
    sheet.get_by_label("First name").fill("Bea")
    sheet.get_by_label("Last name").fill("Okafor")
    button(sheet, "Save").click()
    expect(sheet).to_be_hidden()
    expect(names(phone, "Students")).to_have_text(["Ann Fleming", "Bea Okafor"])
    expect(phone.get_by_text("10007840")).to_be_visible()
    button(notice(phone, "Bea Okafor added"), "Undo").click()
    expect(notice(phone, "Bea Okafor is removed")).to_be_visible()


def test_person_without_an_id_is_new(book, phone):
    new_student(book, phone)
    expect(phone.get_by_label("Student ID")).to_have_attribute("placeholder", "00000000")
    expect(phone.get_by_text("New: not on the roster until it has a student ID.")).to_be_visible()
    tab(phone, "Students").click()
    expect(names(phone, "New")).to_have_text(["First Last"])


def test_new_student_cannot_be_marked_until_it_has_an_id(book, phone):
    session = book.started(book.venue())
    new_student(book, phone)
    person = phone.url.split("/people/")[1].split("#")[0]
    [result] = book.send(entry("attendance.marked", **{"class": session}, person=person))
    assert result["outcome"] == "rejected"
    tab(phone, "Class").click()
    sheet = open_roster(phone)
    expect(row(sheet, book.instructor)).to_be_visible()
    expect(row(sheet, "First Last")).to_have_count(0)
    book.post(entry("person.numbered", person=person, studentID="777"))
    row(sheet, "First Last").tap()
    expect(notice(phone, "First Last marked")).to_be_visible()


def test_suggested_id_puts_the_student_on_the_roster(book, phone):
    book.person("Ann", "Fleming", studentID="10007839")
    new_student(book, phone)
    button(phone, "Use 10007840").tap()
    expect(notice(phone, "On the roster as 10007840")).to_be_visible()
    expect(phone.get_by_label("Student ID")).to_have_value("10007840")
    expect(phone.get_by_text("New: not on the roster")).to_have_count(0)
    tab(phone, "Students").click()
    expect(names(phone, "Students")).to_have_text(["Ann Fleming", "First Last"])
    expect(phone.get_by_role("region", name="New", exact=True)).to_have_count(0)


@pytest.mark.parametrize("number, words", [
    ("00000000", "not 00000000"), ("10000002", "The ID 10000002 is Ann Fleming’s already"),
])
def test_id_that_is_not_ones_own_is_refused_at_the_field(book, phone, number, words):
    book.person("Ann", "Fleming")
    new_student(book, phone)
    field = phone.get_by_label("Student ID")
    field.fill(number)
    field.press("Enter")
    expect(field).to_have_accessible_description(re.compile(words))
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value(number)
    field.fill("4711")
    field.press("Enter")
    expect(notice(phone, "Student ID changed")).to_be_visible()
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("")


def test_half_typed_text_survives_what_others_do(book, phone):
    new_student(book, phone)
    expect_sent(phone)
    field = phone.get_by_label("Last name")
    field.fill("Flem")
    book.post(entry("person.numbered", person=phone.url.split("/")[-1].split("#")[0], studentID="10000777"))
    expect(phone.get_by_text("New: not on the roster")).to_have_count(0)
    expect(field).to_be_focused()
    expect(field).to_have_value("Flem")


def test_script_that_comes_late_does_not_take_the_focus_away(book, phone):
    underway = []
    phone.route("**/behaviours/field.js", lambda route: underway.append(route))
    with phone.expect_request("**/behaviours/field.js"):
        new_student(book, phone)
    first, last = phone.get_by_label("First name"), phone.get_by_label("Last name")
    first.fill("Ann")
    last.press_sequentially("Flem")
    with phone.expect_event("requestfinished", lambda request: request.url.endswith("field.js")):
        underway.pop().continue_()
    expect(notice(phone, "First name changed")).to_be_visible()
    expect(last).to_be_focused()
    phone.keyboard.type("ing")
    last.press("Enter")
    expect(phone.get_by_role("heading", name="Ann Fleming", level=1)).to_be_visible()


def test_refusal_that_comes_late_is_shown_at_the_field(book, phone):
    book.person("Ann", "Fleming")
    new_student(book, phone)
    expect_sent(phone)
    underway = []
    phone.route("**/journal", lambda route: underway.append(route))
    field = phone.get_by_label("Student ID")
    field.fill("10000002")
    field.press("Enter")
    # Nobody waits that long: it is taken for good.
    expect(notice(phone, "Student ID changed")).to_be_visible()
    for route in underway:
        route.continue_()
    expect(field).to_have_accessible_description("The ID 10000002 is Ann Fleming’s already.")
    expect(field).to_have_value("10000002")
    expect(notice(phone, "Student ID changed")).to_be_hidden()


@pytest.fixture
def roster(book):
    """People of several scripts, and who was how often there."""
    people = {first: book.person(first, last) for first, last in [
        ("Siobhán", "O’Brien"), ("Łukasz", "Đặng"), ("健一", "井上"), ("Леонід", "Деревʼянко"), ("पीताम्बर", "यादव"),
        ("محمد", "الفاسي"), ("Zoë", "Nuñez"), ("Anna", "Bell"), ("Ann", "Bell"), ("Björk", ""),
    ]}
    venue = book.venue()
    book.session(venue, people["Zoë"], people["健一"], ago=500)
    book.session(venue, people["Zoë"], ago=300)
    return people


SEARCHES = {
    "siobhan": ["Siobhán O’Brien"], "o'brien": ["Siobhán O’Brien"], "LUKASZ dang": ["Łukasz Đặng"], "井": ["健一 井上"],
    "дерев": ["Леонід Деревʼянко"], "यादव": ["पीताम्बर यादव"], "الفاسي": ["محمد الفاسي"], "nunez zo": ["Zoë Nuñez"],
    "bell": ["Ann Bell", "Anna Bell"], "10000011": ["Björk"], "bjork": ["Björk"],
}


def test_search(roster, phone):
    tab(phone, "Students").click()
    for typed, found in SEARCHES.items():
        phone.get_by_role("searchbox", name="Search students").fill("")
        phone.get_by_role("searchbox", name="Search students").press_sequentially(typed)
        expect(phone.get_by_text(re.compile(rf"^{len(found)} (person|people)$"))).to_be_visible()
        expect(names(phone, "Students")).to_have_text(found)


@pytest.mark.parametrize("typed", ["bell", "zoe nunez", "100 + 1 & more?"])
def test_search_stays_in_the_address(roster, phone, typed):
    tab(phone, "Students").click()
    search = phone.get_by_role("searchbox", name="Search students")
    with phone.expect_response("**/students?search=*"):
        search.fill(typed)
    phone.reload()
    expect(search).to_have_value(typed)


def test_search_that_finds_nobody(roster, phone):
    tab(phone, "Students").click()
    phone.get_by_role("searchbox", name="Search students").fill("zzz")
    expect(phone.get_by_text("No matches")).to_be_visible()
    phone.get_by_role("link", name="Show all").click()
    expect(names(phone, "Students")).to_have_count(10)


def test_sorts(roster, phone):
    tab(phone, "Students").click()
    expect(names(phone, "Students")).to_have_text([
        "Ann Bell", "Anna Bell", "Björk", "Łukasz Đặng", "Zoë Nuñez", "Siobhán O’Brien", re.compile("Леонід"),
        re.compile("محمد"), re.compile("पीताम्बर"), re.compile("健一")])
    phone.get_by_role("combobox", name="Sort by").select_option("Sessions Attended")
    expect(names(phone, "Students").first).to_have_text("Zoë Nuñez")
    expect(names(phone, "Students").nth(1)).to_have_text("健一 井上")
    expect(phone.get_by_role("link", name="Zoë Nuñez")).to_contain_text("2 sessions")


def test_filters(book, roster, phone):
    guest, member = book.student_type("Guest"), book.student_type("Member")
    book.post(
        entry("person.edited", person=roster["Ann"], type=guest),
        entry("person.edited", person=roster["Anna"], type=member),
        entry("person.edited", person=roster["Zoë"], type=guest),
        entry("person.deactivated", person=roster["Zoë"]))
    tab(phone, "Students").click()
    kind, show = phone.get_by_role("combobox", name="Type"), phone.get_by_role("combobox", name="Show")
    kind.select_option("Guest")
    expect(names(phone, "Students")).to_have_text(["Ann Bell"])
    show.select_option("All")
    expect(names(phone, "Students")).to_have_text(["Ann Bell", "Zoë Nuñez"])
    show.select_option("Inactive")
    expect(names(phone, "Students")).to_have_text(["Zoë Nuñez"])
    expect(phone.get_by_role("link", name="Zoë Nuñez")).to_contain_text("Inactive")
    kind.select_option("All Types")
    expect(names(phone, "Students")).to_have_text(["Zoë Nuñez"])
    show.select_option("Active")
    expect(names(phone, "Students")).to_have_count(9)


def test_instructors_and_students_are_told_apart(book, roster, phone):
    book.person("Noor", "Haddad", role="instructor")
    tab(phone, "Students").click()
    expect(names(phone, "Instructors")).to_have_text(["Noor Haddad", "Maya Lindqvist"])
    expect(phone.get_by_role("link", name="Noor Haddad")).to_contain_text("Instructor")
    expect(phone.get_by_role("link", name="Ann Bell")).not_to_contain_text("Instructor")
    expect(phone.get_by_role("link", name="Ann Bell").locator(".avatar")).to_have_css("border-radius", "50%")
    expect(phone.get_by_role("link", name="Ann Bell").locator(".avatar")).to_have_text("AB")


def test_empty_roster_invites(phone):
    tab(phone, "Students").click()
    expect(phone.get_by_text("The roster is empty")).to_be_visible()
    phone.get_by_role("link", name="Import a Roster").click()
    expect(phone.get_by_role("heading", name="Import and Export")).to_be_visible()


def test_markup_in_a_name_is_only_text(book, phone):
    book.person("<img src=x onerror=alert(1)>", "{{name}} &amp; “quotes”")
    tab(phone, "Students").click()
    name = "<img src=x onerror=alert(1)> {{name}} &amp; “quotes”"
    phone.get_by_text(name, exact=True).click()
    expect(phone.get_by_role("heading", name=name, exact=True, level=1)).to_be_visible()
    expect(phone.get_by_label("First name")).to_have_value("<img src=x onerror=alert(1)>")


def test_long_roster_goes_on_and_keeps_its_place_when_news_come(book, phone):
    book.post(*(entry("person.added", person=entry("x")["id"], firstName="Student", lastName=f"{number:03d}",
                      studentID=f"S{number}") for number in range(150)))
    tab(phone, "Students").click()
    expect(phone.get_by_role("main").get_by_role("listitem")).to_have_count(100)
    phone.get_by_role("link", name="Show next").click()
    expect(phone.get_by_role("main").get_by_role("listitem")).to_have_count(151)
    book.person("Student", "149 and a half")
    # Under the pointer nothing moves until that is wanted.
    button(phone, "1 new").click()
    expect(names(phone, "Students").get_by_text("Student 149 and a half")).to_be_visible()
    expect(phone.get_by_role("main").get_by_role("listitem")).to_have_count(152)
