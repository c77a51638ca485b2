"""A control works at its first press, though leaving the field before changes the page."""


import pytest
from playwright.sync_api import expect

from registrations import fill_form
from steps import button, notice, outbox

SIZES = {"390×844": (390, 844), "375×667": (375, 667), "320×568": (320, 568)}


def middle(place):
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(page, place):
    """A press as people make it: the button goes up a while after it went down."""
    page.mouse.move(*middle(place))
    page.mouse.down()
    page.wait_for_timeout(80)
    page.mouse.up()


def by_touch(page, place):
    page.touchscreen.tap(*middle(place))


WAYS = {"mouse": by_mouse, "touch": by_touch}


@pytest.fixture(params=SIZES.values(), ids=SIZES)
def form(request, book, blank_phone):
    width, height = request.param
    blank_phone.set_viewport_size({"width": width, "height": height})
    blank_phone.goto(f"{book.base}/register/new")
    with blank_phone.expect_response("**/universities.txt"):
        blank_phone.reload()
    return blank_phone


class TestUniversities:
    def offer(self, page):
        field = page.get_by_role("combobox", name="University")
        field.fill("")
        field.press_sequentially("univ")
        expect(page.get_by_role("option")).to_have_count(51)

    @pytest.mark.parametrize("press", WAYS.values(), ids=WAYS)
    def test_save(self, form, press):
        fill_form(form)
        self.offer(form)
        press(form, button(form, "Save"))
        expect(form.get_by_role("heading", name="Register Students")).to_be_visible()
        assert [one["university"] for one in outbox(form)] == ["univ"]

    @pytest.mark.parametrize("press", WAYS.values(), ids=WAYS)
    def test_gender(self, form, press):
        self.offer(form)
        other = form.get_by_role("radio", name="Other")
        press(form, form.locator("label").filter(has=other))
        expect(other).to_be_checked()
        expect(form.get_by_role("option")).to_have_count(0)

    @pytest.mark.parametrize("press", WAYS.values(), ids=WAYS)
    def test_cancel(self, form, press):
        self.offer(form)
        press(form, form.get_by_role("link", name="Cancel"))
        expect(form.get_by_role("heading", name="Register Students")).to_be_visible()

    def test_all_of_the_list_is_in_reach(self, form):
        self.offer(form)
        options = form.get_by_role("listbox", name="Universities")
        box = options.bounding_box()
        bar = form.get_by_role("navigation", name="Main").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= bar["y"] + 1
        form.keyboard.press("ArrowUp")
        chosen = form.get_by_role("option", selected=True).bounding_box()
        assert chosen["y"] + chosen["height"] <= box["y"] + box["height"] + 1
        form.keyboard.press("Enter")
        expect(form.get_by_role("combobox", name="University")).to_have_value("univ")


@pytest.mark.parametrize("press", WAYS.values(), ids=WAYS)
class TestLeavingAField:
    """What leaving a field says, or keeps, moves nothing from under the press that leaves it."""

    def expect_said(self, page):
        expect(page.get_by_text("This must not be empty.")).to_be_visible()

    def test_of_a_person(self, book, blank_phone, press):
        person = book.person("Ann", "Fleming")
        blank_phone.goto(f"{book.base}/people/{person}")
        active = blank_phone.get_by_role("switch", name="Active")
        expect(active).to_be_checked()
        active.scroll_into_view_if_needed()
        blank_phone.get_by_label("Student ID").fill("")
        press(blank_phone, active)
        self.expect_said(blank_phone)
        expect(active).not_to_be_checked()
        expect(notice(blank_phone, "Now inactive")).to_be_visible()

    def test_of_a_student_type(self, book, blank_phone, press):
        book.student_type("Guest")
        blank_phone.goto(f"{book.base}/student-types")
        blank_phone.get_by_label("New type").fill("Regular")
        blank_phone.get_by_label("Name of Guest").fill("")
        press(blank_phone, button(blank_phone, "Add Type"))
        self.expect_said(blank_phone)
        expect(blank_phone.get_by_label("Name of Regular")).to_be_visible()

    def test_of_a_name_that_changes_the_order(self, book, blank_phone, press):
        for name in ("Alpha", "Beta", "Gamma"):
            book.student_type(name)
        blank_phone.goto(f"{book.base}/student-types")
        blank_phone.get_by_label("Name of Alpha").fill("Omega")
        press(blank_phone, button(blank_phone, "Delete Beta"))
        expect(notice(blank_phone, "Beta")).to_be_visible()
        blank_phone.mouse.move(2, 2)
        expect(blank_phone.get_by_label("Name of Beta")).to_have_count(0)
        expect(blank_phone.get_by_label("Name of Omega")).to_be_visible()
        expect(blank_phone.get_by_label("Name of Gamma")).to_be_visible()
