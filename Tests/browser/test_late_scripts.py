"""Controls that are used before their scripts have come, as on a slow line."""

import pytest
from playwright.sync_api import expect

from book import entry, new_id
from conftest import LAPTOP, PHONE
from pictures import photo
from steps import button, dialog, sign_in, until, until_some

# Whether the script of a behaviour comes late, or the whole app.
LATE = ["behaviours/{}.js", "js/app.js"]


@pytest.fixture(params=LATE, ids=["behaviour", "app"])
def hold(request):
    """Holds back the script of a behaviour; returns what lets it through."""

    def start(page, behaviour):
        held = []
        page.route(f"**/{request.param.format(behaviour)}", lambda route: held.append(route))

        def let_through():
            for route in until_some(page, held):
                route.continue_()

        return let_through

    return start


@pytest.fixture
def page(book, blank_phone):
    return blank_phone


def test_choice_is_kept(book, page, hold):
    let_through = hold(page, "unit")
    page.goto(f"{book.base}/more", wait_until="commit")
    units = page.get_by_label("Temperatures in")
    units.select_option("°F")
    let_through()
    until(page, "() => localStorage.getItem('unit') === 'F'")
    page.unroute_all()
    page.reload()
    expect(units).to_have_value("F")


def test_code_is_formatted(book, devices, hold):
    page = devices.open(**PHONE)
    let_through = hold(page, "sign-in-code")
    page.goto(book.base, wait_until="commit")
    code = page.get_by_role("textbox", name="Sign-in code")
    code.press_sequentially("k7qf2m9xrt4d")
    let_through()
    expect(code).to_have_value("K7QF-2M9X-RT4D")


def test_radio_button_shows_the_tap_at_once(book, page, hold):
    let_through = hold(page, "registration-form")
    page.goto(f"{book.base}/register/new", wait_until="commit")
    page.get_by_role("radio", name="Female", exact=True).check()
    let_through()
    for name, text in (("First name", "Ann"), ("Last name", "Fleming"), ("E-mail", "ann@example.org"), ("University", "Hogwarts")):
        page.get_by_label(name).fill(text)
    button(page, "Save").click()
    expect(page.get_by_role("heading", name="Register Students", level=1)).to_be_visible()


def test_chosen_picture_is_taken(book, page, hold):
    let_through = hold(page, "photo")
    page.goto(f"{book.base}/people/{book.person('Ann', 'Fleming')}", wait_until="commit")
    picture = {"name": "photo.png", "mimeType": "image/png", "buffer": photo(640, 480)}
    page.get_by_label("Photo Library").set_input_files(picture)
    let_through()
    expect(dialog(page, "Move and Scale")).to_be_visible()


def test_typed_end_of_a_forgotten_class_is_on_the_button(book, page, hold):
    session = new_id()
    book.post(entry("class.started", 2 * 24 * 60, **{"class": session}, venue=book.venue("Quay")))
    let_through = hold(page, "forgotten")
    page.goto(f"{book.base}/class", wait_until="commit")
    page.get_by_label("End", exact=True).fill("19:15")
    let_through()
    expect(button(page, "Save as ended at 19:15")).to_be_visible()


def test_class_shows_those_looked_for(book, page, hold):
    venue, people = book.venue("Quay"), book.people("Ann Fleming", "Ben Ito")
    session = book.opened(book.course("Tango", venue, people), venue)
    book.mark(session, *people)
    let_through = hold(page, "attendance")
    page.goto(f"{book.base}/classes/{session}", wait_until="commit")
    page.get_by_role("searchbox", name="Search this class").fill("ben")
    let_through()
    expect(page.get_by_role("listitem").filter(has_text="Ann Fleming")).to_be_hidden()
    expect(page.get_by_role("listitem").filter(has_text="Ben Ito")).to_be_visible()


def test_focus_is_where_tab_stops(book, devices, hold):
    page = sign_in(devices.open(**LAPTOP), book)
    venue, people = book.venue("Quay"), book.people("Ann Fleming", "Ben Ito")
    course = book.course("Tango", venue, people)
    book.opened(course, venue)
    let_through = hold(page, "matrix")
    page.goto(f"{book.base}/courses/{course}/attendance", wait_until="commit")
    box = page.get_by_role("button", name="Ben Ito, ")
    box.focus()
    let_through()
    expect(page.locator(".matrix button[tabindex='0']")).to_have_count(1)
    expect(box).to_have_attribute("tabindex", "0")
    expect(box).to_be_focused()
