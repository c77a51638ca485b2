"""Small phones: what is needed in class is in reach without scrolling."""

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from steps import button, dialog, enter, sign_in


def size(width, height):
    return {**PHONE, "viewport": {"width": width, "height": height}}


@pytest.mark.parametrize("width, height", [(390, 844), (375, 667), (320, 568)])
def test_the_way_into_the_classroom_is_in_reach(book, devices, width, height):
    ann = book.person("Ann", "Fleming")
    venue = book.venue("Riverside Studio", "12 Quay Street, behind the library", latitude=47.4, longitude=8.5)
    session = book.opened(book.course(venue=venue, students=[ann]), venue, ago=5)
    page = sign_in(devices.open(**size(width, height)), book, ann)
    page.goto(f"{book.base}/classes/{session}")
    bar = page.get_by_role("navigation", name="Main").bounding_box()["y"]
    for what in (page.locator("[data-room]"), page.get_by_role("button", name="Your picture"), page.get_by_role("button", name="I Am Here")):
        expect(what).to_be_in_viewport(ratio=1)
        box = what.bounding_box()
        assert box["y"] + box["height"] <= bar, "It lies under the tabs."


@pytest.mark.parametrize("width, height", [(375, 667), (320, 568)])
def test_who_has_checked_in_sees_the_clock(book, devices, width, height):
    book.venue("Riverside Studio", "12 Quay Street")
    page = sign_in(devices.open(**size(width, height)), book)
    page.goto(f"{book.base}/class")
    page.evaluate("scrollTo(0, 1000)")
    button(page, "Check In").click()
    dialog(page, "Choose a Venue").get_by_role("button", name="Riverside Studio").click()
    expect(page.get_by_role("timer", name="Duration")).to_be_in_viewport(ratio=1)
    expect(button(page, "Pause")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [390, 320])
def test_answers_to_requests_stand_beside_or_below_the_name(book, devices, width):
    course = book.course("Morning Vinyasa")
    ann = book.person("Wolfgang Amadeus", "Österreicher-Schwarzenberg")
    student = enter(devices.open(**PHONE), book, ann)
    student.goto(f"{book.base}/courses/catalogue")
    student.get_by_role("button", name="Register for Morning Vinyasa").click()
    expect(student.get_by_text("Requested")).to_be_visible()
    page = sign_in(devices.open(**size(width, 700)), book)
    page.goto(f"{book.base}/courses/{course}/students")
    accept = page.get_by_role("button", name="Accept")
    left = page.locator(".row-answer .row-title").bounding_box()["x"]
    assert accept.bounding_box()["x"] >= left, "It lies under the picture."


@pytest.mark.parametrize("width", [390, 320])
def test_labels_of_tabs_grow_with_the_text(book, devices, width):
    page = sign_in(devices.open(**size(width, 700)), book)
    page.goto(f"{book.base}/class")
    label = page.get_by_role("navigation", name="Main").get_by_text("Students")
    read = "one => [parseFloat(getComputedStyle(one).fontSize), one.scrollWidth > one.parentElement.clientWidth]"
    before, _ = label.evaluate(read)
    page.evaluate("document.documentElement.style.fontSize = '212.5%'")
    after, is_cut = label.evaluate(read)
    assert after >= before * 1.3 and not is_cut
