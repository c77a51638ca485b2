"""The first run: from an empty folder to a saved class, in the browser alone."""

import re

import pytest
from playwright.sync_api import expect

from conftest import LAPTOP, PHONE
from http_client import Client
from judges import on_screens
from steps import button, dialog, expect_sent, notice, tab
from test_import_preview import do_import

SET_UP = re.compile(r"The book is empty\. Set it up at (http://127\.0\.0\.1:\d+/set-up/[0-9a-f]{32}), which is good once\.")


@pytest.fixture
def server(serve):
    return serve()


@pytest.fixture
def link(server):
    [link] = SET_UP.fullmatch(server.line()).groups()
    return link


def set_up(page, link, first="Maya", last="Lindqvist", school="Harbour Yoga", zone="Europe/Zurich"):
    page.goto(link)
    page.get_by_label("Your first name").fill(first)
    page.get_by_label("Your last name").fill(last)
    page.get_by_label("Your school or studio").fill(school)
    page.get_by_label("Time zone").fill(zone)
    button(page, "Set Up").click()


def test_names_of_a_list_get_ids_after_the_owners(server, link, devices):
    page = devices.open(**PHONE)
    set_up(page, link)
    expect(page.get_by_role("heading", name="Your Card")).to_be_visible()
    # The card is shown once; the page goes on to what comes next.
    page.reload()
    expect(page.get_by_role("heading", name="Getting Started")).to_be_visible()
    tab(page, "Students").click()
    page.get_by_role("link", name="Paste or Type Names").click()
    names = [f"Student {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXY"]
    page.get_by_role("textbox", name="Names").fill("\n".join(names))
    button(page, "Preview").click()
    expect(page.get_by_text("25 people would be added.")).to_be_visible()
    do_import(page)
    page.goto(f"{server.base}/students")
    expect(page.get_by_role("link", name="Student Y")).to_contain_text("00000026")


@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_from_an_empty_folder_to_a_saved_class(link, devices, device):
    page = devices.open(timezone_id="Europe/Lisbon", **device)
    page.goto(link)
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Lisbon")
    expect(page.get_by_label("Your first name")).to_be_focused()
    set_up(page, link)
    expect(page.get_by_role("heading", name="Your Card")).to_be_visible()
    card = page.get_by_role("region", name="Sign-in card")
    expect(card).to_contain_text("Maya Lindqvist")
    expect(card.get_by_text(re.compile(r"^\w{4}-\w{4}-\w{4}$"))).to_be_visible()
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_role("heading", name="Getting Started")).to_be_visible()
    page.get_by_role("link", name="Add Them One by One").click()
    button(page, "Add Student").click()
    page.get_by_label("First name").fill("Ann")
    page.get_by_label("Last name").fill("Fleming")
    button(page, "Save").click()
    expect(page.get_by_role("link", name="Ann Fleming")).to_be_visible()
    expect_sent(page)
    tab(page, "Class").click()
    button(page, "Check In").click()
    sheet = dialog(page, "Choose a Venue")
    button(sheet, "Add Venue").click()
    sheet.get_by_label("Venue name").fill("Riverside Studio")
    button(sheet, "Save Venue").click()
    sheet.get_by_role("button", name="Riverside Studio").click()
    expect(button(page, "Pause")).to_be_visible()
    button(page, "Pause").click()
    button(page, "Save Class").click()
    expect(notice(page, "Class saved")).to_be_visible()
    tab(page, "More").click()
    page.get_by_role("link", name="Getting Started").click()
    for title in ("1. Bring Your People · Done", "2. Add a Venue · Done", "3. Teach · Done"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    print_register(page)


def print_register(page):
    """The end of the film: a course, and its register on paper."""
    tab(page, "Courses").click()
    page.get_by_role("main").get_by_role("link", name="New Course").last.click()
    page.get_by_label("Title").fill("Morning Vinyasa")
    button(page, "Create Course").click()
    expect(page.get_by_role("heading", name="Morning Vinyasa", level=1)).to_be_visible()
    expect_sent(page)
    page.get_by_role("link", name="Enrolment").click()
    page.get_by_role("searchbox", name="Search students").fill("Ann")
    button(page, "Add Ann Fleming").click()
    expect(page.get_by_text("1 student", exact=True)).to_be_visible()
    expect_sent(page)
    page.get_by_role("link", name="Morning Vinyasa").click()
    page.get_by_role("link", name="Attendance", exact=True).click()
    page.get_by_role("link", name="Print Register").click()
    page.get_by_role("combobox", name="Contents").select_option(label="Empty boxes")
    expect(page.locator("tbody .register-box")).to_have_count(12)
    page.emulate_media(media="print")
    paper = page.get_by_role("table")
    for words in ("Harbour Yoga", "Morning Vinyasa", "Times are in Europe/Zurich", "Ann Fleming"):
        expect(paper).to_contain_text(words)
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", landscape=True))) == 1


def test_link_is_good_once(server, link, devices):
    page = devices.open(**PHONE)
    set_up(page, link)
    expect(page.get_by_role("heading", name="Your Card")).to_be_visible()
    other = devices.open(**PHONE)
    other.goto(link)
    expect(other.get_by_role("heading", name="Sign in to Shala")).to_be_visible()
    client = Client(server.base)
    again = client.ask("POST", link.removeprefix(server.base), "firstName=Eve&lastName=X&school=Y&timeZone=UTC",
                       {"Content-Type": "application/x-www-form-urlencoded"})
    assert (again.status, again.headers["Location"]) == (303, "/sign-in")


def test_wrong_link_opens_nothing(server, link):
    client = Client(server.base)
    assert client.get("/set-up/" + "0" * 32).status == 404
    assert client.get("/set-up/x").status == 404


def test_what_is_wrong_is_said_at_its_field(link, devices):
    page = devices.open(expected_errors="status of 400", **PHONE)
    set_up(page, link, zone="Europe/Atlantis")
    expect(page.get_by_role("alert")).to_have_text("This time zone does not exist.")
    expect(page.get_by_label("Time zone")).to_be_focused()
    expect(page.get_by_label("Your first name")).to_have_value("Maya")
    set_up(page, link, first="x" * 100, school="\N{ZERO WIDTH SPACE}")
    expect(page.get_by_label("Your school or studio")).to_have_attribute("aria-invalid", "true")
    assert page.get_by_role("alert").count() == 1


def test_school_and_its_time_zone_can_be_changed(server, link, devices):
    page = devices.open(timezone_id="Europe/Lisbon", **PHONE)
    set_up(page, link)
    page.get_by_role("link", name="Continue").click()
    tab(page, "More").click()
    page.get_by_role("link", name="School Harbour Yoga").click()
    page.get_by_label("Name").fill("Harbour Yoga and Pilates")
    page.get_by_label("Time zone").fill("Nowhere")
    button(page, "Save").click()
    expect(page.get_by_text("This time zone does not exist.")).to_be_visible()
    page.get_by_label("Time zone").fill("Asia/Tokyo")
    button(page, "Save").click()
    expect(notice(page, "School saved")).to_be_visible()
    page.goto(f"{server.base}/courses/new")
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")


def test_where_ids_are_typed_a_student_needs_one(server, link, devices):
    page = devices.open(**PHONE)
    set_up(page, link)
    page.goto(f"{server.base}/students")
    button(page, "Add Student").click()
    expect(page.get_by_placeholder("Given by itself")).to_be_visible()
    page.goto(f"{server.base}/school")
    page.get_by_role("switch", name="Student IDs are typed").check()
    button(page, "Save").click()
    expect(notice(page, "School saved")).to_be_visible()
    expect(page.get_by_role("switch", name="Student IDs are typed")).to_be_checked()
    page.goto(f"{server.base}/students")
    button(page, "Add Student").click()
    page.get_by_label("First name").fill("Ann")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Type the student ID.")).to_be_visible()
    expect(page.get_by_label("Student ID")).to_have_attribute("placeholder", "Required")
    page.get_by_label("Student ID").fill("20260001")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Ann")).to_contain_text("20260001")


def test_first_pages_on_all_screens(server, link, devices):
    page = devices.open(expected_errors=".*", reduced_motion="reduce", **PHONE)
    page.goto(link)
    assert on_screens(page) == []
    page.get_by_label("Time zone").fill("Nowhere")
    set_up(page, link, zone="Nowhere")
    expect(page.get_by_role("alert")).to_be_visible()
    assert on_screens(page) == []
    set_up(page, link)
    expect(page.get_by_role("heading", name="Your Card")).to_be_visible()
    assert on_screens(page) == []
    for path in ("/welcome", "/school", "/more"):
        page.goto(server.base + path)
        assert on_screens(page) == [], path


def test_students_and_instructors_who_keep_no_book_do_not_see_these(book):
    ann, = book.people("Ann Fleming")
    for path in ("/welcome", "/school"):
        assert book.client_of(ann).get(path).status == 403
