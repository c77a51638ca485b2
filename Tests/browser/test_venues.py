"""Venues under More: added and edited from anywhere, hidden, and merged."""

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import PHONE
from steps import button, check_in, dialog, notice, tab, undo


@pytest.fixture
def page(book, phone):
    book.venue("Riverside Studio", "12 Quay Street", latitude=47.3686, longitude=8.5391)
    tab(phone, "More").click()
    phone.get_by_role("link", name="Venues").click()
    expect(phone.get_by_role("heading", name="Venues", level=1)).to_be_visible()
    return phone


def names(book, search=""):
    return [venue["name"] for venue in book.page(f"/venues?{search}")["venues"]]


def named(book, name):
    [venue] = [one for one in book.page("/venues")["venues"] if one["name"] == name]
    return book.page(venue["href"])


def test_a_search_in_vain_leads_to_all(book, page):
    page.get_by_role("searchbox", name="Search venues").fill("zzz")
    expect(page.get_by_text("No matches")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(page.get_by_role("link", name="Riverside Studio")).to_be_visible()
    page.get_by_role("link", name="Add Venue").click()
    expect(page.get_by_label("Position")).to_have_attribute("placeholder", "For example 41.3874, 2.1686")


def add(page, **fields):
    page.get_by_role("link", name="Add Venue").click()
    for label, text in fields.items():
        page.get_by_label(label).fill(text)
    button(page, "Add Venue").click()


@pytest.mark.parametrize("text", ["41.3874, 2.1686", "41°23'14.64\"N 2°10'6.96\"E", "https://maps.apple.com/?ll=41.3874%2C2.1686&q=Room"])
def test_venue_is_added_from_elsewhere(book, page, text):
    add(page, Name="Catalina Room", Address="Student Centre", Position=text)
    expect(notice(page, "Catalina Room added")).to_be_visible()
    expect(page.get_by_role("link", name="Catalina Room Student Centre")).to_be_visible()
    venue = named(book, "Catalina Room")
    assert (venue["position"], venue["radius"]) == ("41.3874, 2.1686", 100)
    undo(page, "Catalina Room added")
    expect(page.get_by_role("link", name="Catalina Room")).to_have_count(0)
    assert names(book) == ["Riverside Studio"]


def test_venue_is_added_without_a_position(book, page):
    add(page, Name="Somewhere")
    expect(notice(page, "Somewhere added")).to_be_visible()
    expect(page.get_by_role("link", name="Somewhere No position")).to_be_visible()


def test_venue_is_added_where_one_stands(book, devices):
    here = {"latitude": 47.37634561, "longitude": -8.5478, "accuracy": 12}
    page = devices.open(permissions=["geolocation"], geolocation=here, **PHONE)
    assert page.context.request.get(book.link).ok
    page.goto(f"{book.base}/venues/new")
    page.get_by_label("Name").fill("Here")
    button(page, "Use My Position").click()
    expect(page.get_by_text("This is your position, accurate to 12 m.")).to_be_visible()
    expect(page.get_by_label("Position")).to_have_value("47.376346, -8.5478")
    button(page, "Add Venue").click()
    expect(notice(page, "Here added")).to_be_visible()
    assert named(book, "Here")["longitude"] == -8.5478


def test_form_says_what_is_wrong(book, page):
    before = book.sequence
    add(page, Name="", Position="near the river")
    position = page.get_by_label("Position")
    expect(position).to_be_focused()
    expect(page.get_by_text("Shala cannot read this position.")).to_be_visible()
    position.fill("")
    page.get_by_label("Radius").fill("5")
    button(page, "Add Venue").click()
    expect(page.get_by_label("Name")).to_be_focused()
    expect(page.get_by_text("This must be from 10 to 10000.")).to_be_visible()
    assert book.sequence == before


def test_venue_is_edited_and_taken_back(book, page):
    page.get_by_role("link", name="Riverside Studio").click()
    page.get_by_label("Name").fill("Quay Studio")
    page.get_by_label("Position").fill("")
    page.get_by_label("Radius").fill("40")
    button(page, "Save").click()
    expect(notice(page, "Venue saved")).to_be_visible()
    venue = named(book, "Quay Studio")
    assert (venue["position"], venue["radius"], venue["address"]) == ("", 40, "12 Quay Street")
    undo(page, "Venue saved")
    venue = named(book, "Riverside Studio")
    assert (venue["position"], venue["radius"]) == ("47.3686, 8.5391", 100)


def test_what_others_changed_meanwhile_stays(book, page):
    page.get_by_role("link", name="Riverside Studio").click()
    page.get_by_label("Name").fill("Quay Studio")
    button(page, "Save").click()
    expect(notice(page, "Venue saved")).to_be_visible()
    venue = named(book, "Quay Studio")["id"]
    book.post(entry("venue.saved", venue=venue, name="Riverside", address="14 Quay Street", radius=60, keepsName=True,
                    keepsPosition=True))
    undo(page, "Venue saved")
    found = named(book, "Riverside Studio")
    assert (found["address"], found["radius"], found["position"]) == ("14 Quay Street", 60, "47.3686, 8.5391")


def test_venue_is_hidden_and_shown_again(book, page):
    session = book.session(named(book, "Riverside Studio")["id"])
    book.venue("Old Mill")
    page.get_by_role("link", name="Riverside Studio").click()
    button(page, "Hide").click()
    expect(page.get_by_text("This venue is hidden.")).to_be_visible()
    undo(page, "Riverside Studio hidden")
    button(page, "Hide").click()
    expect(notice(page, "Riverside Studio hidden")).to_be_visible()
    assert [venue["name"] for venue in book.page("/class")["venues"]] == ["Old Mill"]
    assert [one["label"] for one in book.page("/courses/new")["venues"]] == ["Old Mill"]
    assert book.page(f"/classes/{session}")["session"]["venue"] == "Riverside Studio"
    page.get_by_role("link", name="Back").click()
    page.get_by_role("link", name="Hidden Venues").click()
    expect(page.get_by_role("heading", name="Hidden Venues")).to_be_visible()
    page.get_by_role("link", name="Riverside Studio").click()
    button(page, "Show Again").click()
    expect(notice(page, "Riverside Studio shown again")).to_be_visible()
    assert names(book) == ["Old Mill", "Riverside Studio"]


def test_two_venues_that_are_one_are_merged(book, page):
    double = book.venue("Riverside", "Quay Street 12")
    session = book.session(double)
    course = book.course(venue=double)
    page.reload()
    page.get_by_role("link", name="Riverside Quay Street 12").click()
    button(page, "Merge…").click()
    sheet = dialog(page, "Merge Venues")
    sheet.get_by_label("Is the same place as").select_option("Riverside Studio, 12 Quay Street")
    button(sheet, "Merge").click()
    expect(notice(page, "Riverside merged with Riverside Studio")).to_be_visible()
    expect(page.get_by_role("heading", name="Riverside Studio", level=1)).to_be_visible()
    expect(page.get_by_role("list", name="Merged with this venue")).to_contain_text("Riverside")
    assert book.page(f"/classes/{session}")["session"]["venue"] == "Riverside Studio"
    assert book.page(f"/courses/{course}")["course"]["venue"] == "Riverside Studio"
    assert names(book) == ["Riverside Studio"]
    undo(page, "merged with")
    expect(page.get_by_role("heading", name="Riverside", level=1, exact=True)).to_be_visible()
    assert book.page(f"/classes/{session}")["session"]["venue"] == "Riverside"


def test_merged_venue_is_separated_later(book, page):
    [studio] = book.page("/venues")["venues"]
    double = book.venue("Riverside")
    book.post(entry("venue.merged", venue=double, into=studio["id"]))
    page.get_by_role("link", name="Riverside Studio").click()
    button(page, "Separate Riverside").click()
    expect(notice(page, "Riverside is a venue of its own again")).to_be_visible()
    expect(button(page, "Separate Riverside")).to_have_count(0)
    assert names(book) == ["Riverside", "Riverside Studio"]
    undo(page, "Riverside is a venue of its own again")
    expect(button(page, "Separate Riverside")).to_be_visible()


def test_list_is_searched(book, page):
    book.venue("Old Mill", "3 Mill Lane")
    page.get_by_role("searchbox", name="Search venues").fill("lane")
    expect(page.get_by_role("link", name="Old Mill")).to_be_visible()
    expect(page.get_by_role("link", name="Riverside Studio")).to_have_count(0)


def test_new_venue_is_offered_at_check_in(book, page):
    add(page, Name="Mill")
    expect(notice(page, "Mill added")).to_be_visible()
    tab(page, "Class").click()
    check_in(page, "Mill")
