"""Phones and wide screens."""

import pytest
from playwright.sync_api import expect

from conftest import LAPTOP, PHONE
from pictures import pixels
from steps import button, dialog, sign_in, tab


def place_of(page):
    return page.get_by_role("navigation", name="Main").bounding_box()


def test_phone_has_its_tabs_at_the_bottom(phone):
    bar = place_of(phone)
    assert (bar["x"], bar["width"]) == (0, 390)
    assert bar["y"] + bar["height"] == 844
    tabs = phone.get_by_role("navigation", name="Main").get_by_role("list").get_by_role("link")
    expect(tabs).to_have_text(["Courses", "Sessions", "Class", "Students", "More"])
    middles = [tabs.nth(place).bounding_box() for place in range(5)]
    assert abs(middles[2]["x"] + middles[2]["width"] / 2 - 195) <= 1, "Class is in the middle."
    assert all(box["height"] >= 44 and box["width"] >= 44 for box in middles)


def test_laptop_has_the_same_tabs_beside_the_page(laptop):
    bar, main = place_of(laptop), laptop.get_by_role("main").bounding_box()
    assert (bar["x"], bar["y"]) == (0, 0) and bar["height"] == 800
    assert bar["x"] + bar["width"] <= main["x"] + 1
    tabs = laptop.get_by_role("navigation", name="Main").get_by_role("list").get_by_role("link")
    expect(tabs).to_have_text(["Courses", "Sessions", "Class", "Students", "More"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dialog_dims_the_screen_up_to_its_edge(laptop, scheme):
    """Where the scroll bar was, too."""
    laptop.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    tab(laptop, "Class").click()
    button(laptop, "Check In").click()
    expect(dialog(laptop, "Choose a Venue")).to_be_visible()
    [line] = pixels(laptop.screenshot(clip={"x": 1180, "y": 780, "width": 100, "height": 1}))
    assert all(abs(one - other) <= 1 for pixel in line for one, other in zip(pixel, line[0]))


def test_tabs_lead_to_their_pages(phone):
    for name in ("Courses", "Sessions", "Class", "Students", "More"):
        tab(phone, name).click()
        expect(phone.get_by_role("heading", name=name, level=1)).to_be_visible()
        current = phone.get_by_role("navigation", name="Main").locator("[aria-current=page]")
        expect(current).to_have_text([name])


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_class_is_one_glance(book, devices, size):
    session = book.started(book.venue(), ago=10)
    book.mark(session, *book.people("Ann Fleming", "Priya Raghavan"))
    page = devices.open(**size)
    page.goto(book.link)
    for what in (page.get_by_role("timer"), page.get_by_role("button", name="Pause"),
                 page.get_by_role("heading", name="Riverside Studio"), page.get_by_role("heading", name="Attendees 2")):
        expect(what).to_be_in_viewport(ratio=1)
    largest = page.evaluate("""() => Math.max(...[...document.querySelectorAll('main *')]
        .map(one => parseFloat(getComputedStyle(one).fontSize)))""")
    assert page.get_by_role("timer").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") == largest


@pytest.mark.parametrize("size", [PHONE, {**PHONE, "viewport": {"width": 844, "height": 390}}, LAPTOP],
                         ids=["phone", "phone on its side", "laptop"])
def test_way_into_the_classroom_is_one_glance(book, devices, size):
    [ann] = book.people("Ann Fleming")
    venue = book.venue()
    session = book.opened(book.course(venue=venue, students=[ann]), venue)
    page = sign_in(devices.open(**size), book, ann)
    page.goto(f"{book.base}/classes/{session}")
    for what in (page.locator("[data-room]"), page.get_by_text("Drag yourself into the classroom"),
                 page.get_by_role("button", name="Your picture"), page.get_by_role("button", name="I Am Here")):
        expect(what).to_be_visible()
        what.scroll_into_view_if_needed()
        expect(what).to_be_in_viewport(ratio=1)
    room, self = (one.bounding_box() for one in (page.locator("[data-room]"), page.get_by_role("button", name="Your picture")))
    # What is dragged and where it goes are on the screen at the same time.
    top, bottom = min(room["y"], self["y"]), max(room["y"] + room["height"], self["y"] + self["height"])
    assert bottom - top <= page.viewport_size["height"]
