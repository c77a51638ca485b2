"""The field for the university: what it finds, and how it is used by hand, by keyboard and by ear."""

import pytest
from playwright.sync_api import expect

LIST = """\
# Canada
Queen's University
# Norway
Universitetet i Tromsø = UiT
# Switzerland
EPFL = École polytechnique fédérale de Lausanne
ETH Zürich = Eidgenössische Technische Hochschule; Swiss Federal Institute of Technology Zurich
Pädagogische Hochschule Zürich
Universität Zürich = UZH; University of Zurich
# United States
Bethany College
University of California, Berkeley = UC Berkeley
""" + "".join(f"Zz College {number}\n" for number in range(60))


@pytest.fixture
def page(book, blank_phone):
    blank_phone.route("**/universities.txt", lambda route: route.fulfill(body=LIST, content_type="text/plain"))
    with blank_phone.expect_response("**/universities.txt"):
        blank_phone.goto(f"{book.base}/register/new")
    return blank_phone


def field(page):
    return page.get_by_role("combobox", name="University")


def country(page):
    return page.locator("input[name=country]").input_value()


def offered(page):
    return page.get_by_role("option").locator("span:first-child").all_inner_texts()


def own(page):
    return page.get_by_role("option", name="Use “")


@pytest.mark.parametrize("text, expected", [
    ("eth", ["ETH Zürich"]),
    ("zurich", ["ETH Zürich", "Pädagogische Hochschule Zürich", "Universität Zürich"]),
    ("ZÜRICH", ["ETH Zürich", "Pädagogische Hochschule Zürich", "Universität Zürich"]),
    ("uni zur", ["Universität Zürich"]),
    ("swiss inst", ["ETH Zürich"]),
    ("swi uni", ["Universität Zürich"]),
    ("tromso", ["Universitetet i Tromsø"]),
    ("queens", ["Queen's University"]),
    ("queen’s", ["Queen's University"]),
    # The beginning of the name first, then of another name, then a word of the name, then the country.
    ("sw", ["ETH Zürich", "EPFL", "Pädagogische Hochschule Zürich", "Universität Zürich"]),
    ("univ", ["Universitetet i Tromsø", "Universität Zürich", "University of California, Berkeley",
              "Queen's University"]),
    ("e", ["EPFL", "ETH Zürich"]),
    ("college bethany", ["Bethany College"]),
    ("thany", []),
])
def test_what_is_found(page, text, expected):
    field(page).fill(text)
    expect(own(page)).to_be_visible()
    assert offered(page) == expected
    count = {0: "No universities", 1: "1 university"}.get(len(expected), f"{len(expected)} universities")
    expect(page.get_by_role("status").filter(has_text=count)).to_have_count(1)


def test_at_most_fifty_are_offered(page):
    field(page).fill("zz")
    expect(page.get_by_role("option")).to_have_count(51)
    expect(page.get_by_role("status").filter(has_text="60 universities, the first 50 are shown")).to_have_count(1)


def test_by_keyboard(page):
    field(page).press_sequentially("zur")
    expect(field(page)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    active = field(page).get_attribute("aria-activedescendant")
    expect(page.locator(f"#{active}")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("option", selected=True)).to_contain_text("Pädagogische Hochschule Zürich")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(field(page)).to_have_value("ETH Zürich")
    assert country(page) == "Switzerland"
    expect(field(page)).to_have_attribute("aria-expanded", "false")
    expect(field(page)).to_be_focused()
    page.keyboard.press("Backspace")
    assert country(page) == ""
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("option", selected=True)).to_have_text("Use “ETH Züric”")
    page.keyboard.press("Home")
    expect(page.get_by_role("option", selected=True)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("option")).to_have_count(0)
    expect(field(page)).to_have_value("ETH Züric")


def test_tab_accepts_nothing(page):
    field(page).press_sequentially("zur")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(field(page)).to_have_value("zur")
    expect(page.get_by_role("option")).to_have_count(0)
    assert country(page) == ""


def test_by_touch(page):
    field(page).fill("lausanne")
    option = page.get_by_role("option", name="EPFL")
    assert option.bounding_box()["height"] >= 44
    option.tap()
    expect(field(page)).to_have_value("EPFL")
    assert country(page) == "Switzerland"


def test_any_other_is_taken_too(page):
    field(page).fill("Hogwarts <b>")
    expect(page.get_by_role("option")).to_have_count(1)
    own(page).tap()
    expect(field(page)).to_have_value("Hogwarts <b>")
    assert country(page) == ""
    # What is on the list needs no own entry, however it is written.
    field(page).fill("eth zurich")
    expect(page.get_by_role("option", name="ETH Zürich")).to_be_visible()
    expect(own(page)).to_have_count(0)


def test_without_the_list(book, blank_phone):
    blank_phone.route("**/universities.txt", lambda route: route.abort("internetdisconnected"))
    blank_phone.goto(f"{book.base}/register/new")
    field(blank_phone).fill("ETH")
    own(blank_phone).tap()
    expect(field(blank_phone)).to_have_value("ETH")
