import re

import pytest
from playwright.sync_api import expect

from conftest import LAPTOP, PHONE
from steps import button, check_in, dialog, notice

HERE = {"latitude": 47.3763, "longitude": 8.5478, "accuracy": 12}


@pytest.fixture
def venues(book):
    book.venue("Riverside Studio", "12 Quay Street", latitude=47.3686, longitude=8.5391)
    book.venue("Catalina Room", "Student Centre, 2nd floor", latitude=47.3763, longitude=8.5480)
    book.venue("Old Mill Basement", "3 Mill Lane", latitude=47.3906, longitude=8.5155)
    book.venue("Anywhere Hall", "No position known")


@pytest.fixture
def located(book, venues, devices):
    """A phone that tells its position."""
    page = devices.open(permissions=["geolocation"], geolocation=HERE, **PHONE)
    page.goto(book.link)
    return page


def offered(page):
    """The names of the venues offered, in their order."""
    return dialog(page, "Choose a Venue").locator("[data-venue] .row-title")


def test_first_of_all_the_page_invites(book, phone):
    expect(phone.get_by_text("No class is in session")).to_be_visible()
    button(phone, "Check In").click()
    expect(dialog(phone, "Choose a Venue").get_by_text("No venues yet")).to_be_visible()
    button(phone, "Cancel").click()
    expect(dialog(phone, "Choose a Venue")).to_have_count(0)


def test_nearest_venue_comes_first(located):
    button(located, "Check In").click()
    expect(offered(located)).to_have_text(["Catalina Room", "Riverside Studio", "Old Mill Basement", "Anywhere Hall"])
    sheet = dialog(located, "Choose a Venue")
    expect(sheet.get_by_text("Nearest first.")).to_be_visible()
    expect(sheet.get_by_role("button", name="Catalina Room")).to_contain_text(re.compile(r"\b15 m"))
    expect(sheet.get_by_role("button", name="Old Mill Basement")).to_contain_text(re.compile(r"2\.\d km"))
    expect(sheet.get_by_role("button", name="Anywhere Hall")).not_to_contain_text(re.compile(r"\d k?m"))


def test_nearest_follows_the_position(located):
    located.context.set_geolocation({"latitude": 47.3906, "longitude": 8.5155})
    button(located, "Check In").click()
    expect(offered(located).first).to_have_text("Old Mill Basement")


def test_without_permission_the_venues_are_still_offered(venues, phone):
    button(phone, "Check In").click()
    sheet = dialog(phone, "Choose a Venue")
    expect(sheet.get_by_role("status")).to_contain_text("does not have permission to use your location. Only saved venues are shown")
    expect(offered(phone)).to_have_text(["Anywhere Hall", "Catalina Room", "Old Mill Basement", "Riverside Studio"])
    sheet.get_by_role("button", name="Old Mill Basement").click()
    expect(phone.get_by_role("heading", name="Old Mill Basement", level=1)).to_be_visible()


def test_typing_filters(venues, phone):
    button(phone, "Check In").click()
    sheet = dialog(phone, "Choose a Venue")
    search = sheet.get_by_role("searchbox", name="Search venues")
    for typed, found in [("mill", "Old Mill Basement"), ("QUAY", "Riverside Studio"), ("cat stud", "Catalina Room")]:
        search.press_sequentially(typed)
        expect(offered(phone)).to_have_text([found])
        search.fill("")
        expect(offered(phone)).to_have_count(4)
    search.fill("zzz")
    expect(sheet.get_by_text("No matching venues")).to_be_visible()
    expect(offered(phone)).to_have_count(0)


def test_filter_keeps_the_nearest_first(located):
    button(located, "Check In").click()
    expect(offered(located).first).to_have_text("Catalina Room")
    dialog(located, "Choose a Venue").get_by_role("searchbox", name="Search venues").press_sequentially("st")
    expect(offered(located)).to_have_text(["Catalina Room", "Riverside Studio"])


def add_venue(page, name, address="", radius=None):
    sheet = dialog(page, "Choose a Venue")
    button(sheet, "Add Venue").click()
    sheet.get_by_label("Venue name").fill(name)
    sheet.get_by_label("Address").fill(address)
    if radius is not None:
        sheet.get_by_label("Radius in metres").fill(radius)
    button(sheet, "Save Venue").click()


def test_venue_added_by_hand_lies_where_the_phone_is(book, located):
    located.context.set_geolocation({"latitude": 47.4, "longitude": 8.6, "accuracy": 5})
    button(located, "Check In").click()
    expect(dialog(located, "Choose a Venue").get_by_text("Nearest first.")).to_be_visible()
    add_venue(located, "Rooftop Ölberg", "Top of 1 Hill Road", "50")
    row = dialog(located, "Choose a Venue").get_by_role("button", name="Rooftop Ölberg")
    expect(row).to_be_focused()
    expect(offered(located).first).to_have_text("Rooftop Ölberg")
    [venue] = [one for one in book.page("/class")["venues"] if one["name"] == "Rooftop Ölberg"]
    assert (venue["latitude"], venue["longitude"], venue["radius"]) == (47.4, 8.6, 50)
    row.click()
    expect(located.get_by_role("heading", name="Rooftop Ölberg", level=1)).to_be_visible()
    expect(located.get_by_role("paragraph").filter(has_text="Top of 1 Hill Road")).to_be_visible()


def test_venue_can_be_added_without_a_position(book, phone):
    button(phone, "Check In").click()
    add_venue(phone, "Cellar")
    dialog(phone, "Choose a Venue").get_by_role("button", name="Cellar").click()
    expect(phone.get_by_role("heading", name="Cellar", level=1)).to_be_visible()
    assert "latitude" not in book.page("/class")


def test_problem_is_said_at_its_field(book, phone):
    before = book.sequence
    button(phone, "Check In").click()
    sheet = dialog(phone, "Choose a Venue")
    button(sheet, "Add Venue").click()
    for name, radius, field in [
        ("", "100", "Venue name"), ("Cellar", "9", "Radius in metres"), ("", "50", "Venue name"),
        ("Cellar", "10001", "Radius in metres"), ("  ", "50", "Venue name"), ("Cellar", "", "Radius in metres"),
    ]:
        sheet.get_by_label("Venue name").fill(name)
        sheet.get_by_label("Radius in metres").fill(radius)
        button(sheet, "Save Venue").click()
        expect(sheet.get_by_label(field)).to_be_focused()
        expect(sheet.get_by_label(field)).to_have_attribute("aria-invalid", "true")
        expect(sheet.get_by_label(field)).to_have_accessible_description(re.compile(r"\w{4}"))
        expect(sheet.locator("[aria-invalid]")).to_have_count(1)
    assert book.sequence == before


def test_venue_filter_is_gone_once_a_venue_is_added(venues, phone):
    button(phone, "Check In").click()
    dialog(phone, "Choose a Venue").get_by_role("searchbox", name="Search venues").fill("mill")
    expect(offered(phone)).to_have_count(1)
    add_venue(phone, "Cellar")
    expect(offered(phone)).to_have_count(5)


def test_only_one_class_at_a_time(book, venues, devices):
    deaf = devices.open(expected_errors="EventSource", **PHONE)
    deaf.route("**/feed?*", lambda route: route.fulfill(status=204))
    deaf.goto(book.link)
    button(deaf, "Check In").click()
    expect(offered(deaf)).to_have_count(4)
    mill = dialog(deaf, "Choose a Venue").get_by_role("button", name="Old Mill Basement")
    mill.click(trial=True)
    session = book.started(book.venue("Elsewhere"))
    mill.click()
    expect(deaf.get_by_role("heading", name="Elsewhere", level=1)).to_be_visible()
    expect(notice(deaf, "You have a class in session at Elsewhere")).to_be_visible()
    assert book.page("/class")["id"] == session


def test_class_begun_elsewhere_takes_the_place_of_the_venues(book, venues, phone):
    button(phone, "Check In").click()
    expect(offered(phone)).to_have_count(4)
    book.started(book.venue("Elsewhere"))
    expect(phone.get_by_role("heading", name="Elsewhere", level=1)).to_be_visible()
    expect(dialog(phone, "Choose a Venue")).to_have_count(0)
    expect(button(phone, "Pause")).to_be_visible()


def test_each_instructor_has_a_class_of_their_own(book, venues, laptop, devices):
    other = book.person("Noor", "Haddad", role="instructor")
    check_in(laptop, "Catalina Room")
    page = devices.open(expected_errors="status of 404", **LAPTOP)
    page.goto(f"{book.base}/sign-in/{book.sign_in_code(other)}")
    check_in(page, "Old Mill Basement")
    laptop.reload()
    expect(laptop.get_by_role("heading", name="Catalina Room", level=1)).to_be_visible()
    session = book.page("/class")["id"]
    assert page.goto(f"{book.base}/classes/{session}").status == 404
