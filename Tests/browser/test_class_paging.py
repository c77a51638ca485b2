"""Going through the classes of a course: by a swipe, by the arrow keys, by buttons."""

import re

import pytest
from playwright.sync_api import expect

import judges
from book import entry, new_id, time_text
from conftest import LAPTOP, PHONE
from steps import expect_not_reloaded, remember, sign_in, slide, until

DAY = 24 * 60
IN_PLACE = """() => {
  const pager = document.getElementById('pager');
  const current = pager.querySelector('[data-current]');
  return pager.hasAttribute('data-own-ready') && Math.abs(pager.scrollLeft - current.offsetLeft) < 2 && location.pathname === current.dataset.href;
}"""


def planned(book, course, count):
    """So many classes of a course, a day apart, the first tomorrow."""
    sessions = [new_id() for _ in range(count)]
    for first in range(0, count, 200):
        book.post(*(entry("class.scheduled", course=course, start=time_text(-DAY * (number + 1)), minutes=60,
                          **{"class": session}) for number, session in enumerate(sessions[first:first + 200], first)))
    return sessions


@pytest.fixture
def ann(book):
    return book.person("Ann", "Fleming")


@pytest.fixture
def course(book, ann):
    return book.course(students=[ann])


@pytest.fixture
def sessions(book, course):
    return planned(book, course, 5)


@pytest.fixture(params=["student's phone", "instructor's laptop"])
def page(request, book, ann, sessions, devices):
    """In the middle of the course's classes."""
    options = PHONE if request.param == "student's phone" else LAPTOP
    page = devices.open(expected_errors=judges.AXE_ERRORS, **options)
    sign_in(page, book, ann) if options == PHONE else sign_in(page, book)
    page.goto(f"{book.base}/classes/{sessions[2]}")
    at(page, book, sessions[2], 3, 5)
    remember(page)
    return page


def at(page, book, session, number, count):
    """The class is in view, whole, and the address says so."""
    expect(page.get_by_text(re.compile(f"^{number} of {count}"))).to_be_visible()
    expect(page).to_have_url(f"{book.base}/classes/{session}")
    until(page, IN_PLACE)
    expect(page.locator("#pager [data-current]")).to_have_attribute("data-key", session)
    expect(page.locator("#pager [data-current]")).to_be_in_viewport()


def turn(page, way):
    return page.get_by_role("link", name=re.compile(f"^{way} class, "))


def swipe(page, distance):
    """A finger moves that far to the right."""
    box = page.locator("#pager").bounding_box()
    x, y = box["x"] + box["width"] / 2 - distance / 2, box["y"] + 60
    slide(page, (x, y), (x + distance, y))


def test_arrow_keys_and_buttons(book, sessions, page):
    page.keyboard.press("ArrowRight")
    at(page, book, sessions[3], 4, 5)
    page.keyboard.press("ArrowLeft")
    at(page, book, sessions[2], 3, 5)
    turn(page, "Previous").click()
    at(page, book, sessions[1], 2, 5)
    turn(page, "Next").click()
    at(page, book, sessions[2], 3, 5)
    expect_not_reloaded(page)
    page.reload()
    at(page, book, sessions[2], 3, 5)


def test_swipes(book, ann, sessions, devices):
    page = sign_in(devices.open(**PHONE), book, ann)
    page.goto(f"{book.base}/classes/{sessions[2]}")
    at(page, book, sessions[2], 3, 5)
    remember(page)
    swipe(page, -300)
    at(page, book, sessions[3], 4, 5)
    swipe(page, 300)
    at(page, book, sessions[2], 3, 5)
    # One that is too far goes on by one.
    swipe(page, -380)
    swipe(page, -380)
    until(page, IN_PLACE)
    assert page.url.rsplit("/", 1)[1] in sessions[3:]
    expect_not_reloaded(page)


def test_back_goes_to_the_course(book, course, sessions, page):
    page.goto(f"{book.base}/courses/{course}")
    page.get_by_role("list", name="Coming").get_by_role("link").nth(1).click()
    at(page, book, sessions[1], 2, 5)
    for number in (2, 3):
        page.keyboard.press("ArrowRight")
        at(page, book, sessions[number], number + 1, 5)
    page.go_back()
    expect(page).to_have_url(f"{book.base}/courses/{course}")
    page.go_forward()
    at(page, book, sessions[3], 4, 5)


@pytest.mark.parametrize("way, key, end, number", [("Next", "ArrowRight", 4, 5), ("Previous", "ArrowLeft", 0, 1)])
def test_ends(book, sessions, page, way, key, end, number):
    inner = (end + 2) // 2
    turn(page, way).focus()
    page.keyboard.press("Enter")
    at(page, book, sessions[inner], inner + 1, 5)
    expect(turn(page, way)).to_be_focused()
    page.keyboard.press("Enter")
    at(page, book, sessions[end], number, 5)
    expect(turn(page, way)).to_have_count(0)
    expect(page.locator("#pager")).to_be_focused()
    page.keyboard.press(key)
    other = "Previous" if way == "Next" else "Next"
    page.keyboard.press("ArrowLeft" if way == "Next" else "ArrowRight")
    at(page, book, sessions[inner], inner + 1, 5)
    expect(turn(page, other)).to_be_visible()
    expect_not_reloaded(page)


def test_arrow_keys_in_a_field_stay_there(book, sessions, laptop):
    laptop.goto(f"{book.base}/classes/{sessions[2]}")
    laptop.get_by_role("button", name="Start Class").click()
    laptop.get_by_role("button", name="Start Now").click()
    field = laptop.get_by_role("searchbox", name="Search this class")
    field.fill("ann")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight"):
        field.press(key)
    assert field.evaluate("one => one.selectionStart") == 2
    # Started days before its plan, it is the first now.
    at(laptop, book, sessions[2], 1, 5)


def test_news_do_not_move_what_is_in_view(book, course, sessions, page):
    # It is moved to be the last.
    book.post(entry("class.scheduled", course=course, start=time_text(-DAY * 30), **{"class": sessions[1]}))
    at(page, book, sessions[2], 2, 5)
    book.post(entry("class.scheduled", course=course, start=time_text(-DAY * 31), **{"class": sessions[3]}))
    expect(turn(page, "Next")).to_have_attribute("href", f"/classes/{sessions[4]}")
    at(page, book, sessions[2], 2, 5)
    page.keyboard.press("ArrowRight")
    at(page, book, sessions[4], 3, 5)
    expect_not_reloaded(page)


def test_course_of_300_classes_is_as_light_as_one_of_10(book, ann, devices):
    long, short = (planned(book, book.course(title, students=[ann]), count)
                   for title, count in (("Daily Practice", 300), ("Daily Prelude", 10)))
    client = book.client_of(ann)
    for who in (client, book.client):
        sizes = [len(who.get(f"/classes/{sessions[len(sessions) // 2]}", "text/html").body) for sessions in (long, short)]
        assert sizes[0] <= 1.3 * sizes[1]
    page = sign_in(devices.open(**PHONE), book, ann)
    page.goto(f"{book.base}/classes/{long[149]}")
    at(page, book, long[149], 150, 300)
    expect(page.locator("#pager > section")).to_have_count(3)
    for number in (150, 151, 152):
        page.keyboard.press("ArrowRight")
        at(page, book, long[number], number + 1, 300)
        expect(page.locator("#pager > section")).to_have_count(3)


# The browser has laid the page out and told of it.
FRAMES = "async () => { for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame); }"
SIZES = [(844, 390), (390, 844), (320, 568), (1280, 800), (667, 375), (390, 844)]


def test_a_turned_phone_stays_at_its_class(book, ann, sessions, devices):
    page = sign_in(devices.open(**PHONE), book, ann)
    page.goto(f"{book.base}/classes/{sessions[2]}")
    at(page, book, sessions[2], 3, 5)
    remember(page)
    for turn, (width, height) in enumerate(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FRAMES)
        until(page, IN_PLACE)
        # Had another class come into view meanwhile, this would lead from there.
        page.keyboard.press("ArrowLeft" if turn % 2 else "ArrowRight")
        number = 2 if turn % 2 else 3
        at(page, book, sessions[number], number + 1, 5)
    expect_not_reloaded(page)


# A narrower screen, as when a phone is turned upright. WebKit says that the pager was scrolled before it says how wide the pager
# is; other engines put the panel in view back into its place before that.
NARROWER = """() => {
  const pager = document.getElementById('pager');
  pager.style.scrollSnapType = 'none';
  pager.style.inlineSize = '40vw';
  pager.dispatchEvent(new Event('scroll'));
}"""


def test_scrolling_told_of_before_the_width_leads_nowhere(book, ann, sessions, devices):
    page = sign_in(devices.open(**PHONE), book, ann)
    page.goto(f"{book.base}/classes/{sessions[2]}")
    at(page, book, sessions[2], 3, 5)
    page.evaluate(NARROWER)
    page.evaluate(FRAMES)
    until(page, IN_PLACE)
    # Had another class come into view meanwhile, this would lead from there.
    page.keyboard.press("ArrowRight")
    at(page, book, sessions[3], 4, 5)


# The key is pressed, and where the pager is at once is where it will be, or not yet.
PRESS = """() => {
  const pager = document.getElementById('pager');
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
  return pager.lastElementChild.offsetLeft - pager.scrollLeft < 2;
}"""


@pytest.mark.parametrize("motion, is_there", [("reduce", True), ("no-preference", False)])
def test_reduced_motion(book, ann, sessions, devices, motion, is_there):
    page = sign_in(devices.open(reduced_motion=motion, **PHONE), book, ann)
    page.goto(f"{book.base}/classes/{sessions[2]}")
    at(page, book, sessions[2], 3, 5)
    assert page.evaluate(PRESS) is is_there
    at(page, book, sessions[3], 4, 5)


def test_guidelines(page):
    for judge in (judges.guidelines, judges.headings, judges.fingers, judges.focus, judges.overflow):
        assert judge(page) == [], judge.__name__
