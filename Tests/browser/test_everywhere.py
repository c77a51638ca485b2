"""What must hold on every page, in every dialog and sheet, on phones and on wide screens."""

import pytest

import judges
from book import Book
from conftest import LAPTOP, PHONE, Devices
from server import Server
from tour import everywhere

PLACES = 117
STATUSES = "status of 40[034]"
TEXT_SIZE = 16


class Walk:
    """One way through everything on one device, with a book of its own, and what was found where."""

    def __init__(self, chromium, folder, *asked, prepare, **options):
        self.found = {judge.__name__: {} for judge in asked}
        self.policies, self.failed, self.places = set(), [], 0
        expected = f"{STATUSES}|{judges.AXE_ERRORS}"
        server, devices = Server(folder / "book").start(), Devices(chromium)
        try:
            # What moves need not be waited for.
            page = devices.open(expected_errors=expected, reduced_motion="reduce", **options)
            page.on("response", self.note)
            prepare(page)
            self.go(page, Book(server), asked)
        finally:
            devices.close()
            self.errors = devices.errors
            assert server.stop() == 0

    def go(self, page, book, asked):
        for place in everywhere(page, book):
            self.places += 1
            for judge in asked:
                if problems := judge(page):
                    self.found[judge.__name__][place] = problems

    def note(self, response):
        if response.request.resource_type == "document":
            self.policies.add(response.headers.get("content-security-policy"))
        # What was being taken along for whoever was signed in before is not for the next. A page that says that it is not there
        # looks whether it is by now.
        elif response.status >= 400 and response.status != 403 and response.url != response.frame.url:
            self.failed.append(response.url)


def together(value, name):
    """A device whose walk is gone once: its tests stay in one process."""
    return pytest.param(value, id=name, marks=pytest.mark.xdist_group(name))


# Screens with little room: their widths, and how much larger than usual a person has set the text. What is narrow comes last,
# since the text is as usual afterwards.
TIGHT = {"large text on a laptop": (1280, 2), "large text on a phone": (390, 2), "narrow": (320, 1)}
HEIGHT = 844


class Tight:
    """Looks at each place on all screens with little room as well."""

    def prepare(self, page):
        self.session, self.usual, self.times = page.context.new_cdp_session(page), page.viewport_size, 1

    def overflow(self, page):
        found = [(name, one) for name, size in TIGHT.items() for one in self.overflow_at(page, *size)]
        self.show(page, 1, **self.usual)
        return found

    def overflow_at(self, page, width, times):
        self.show(page, times, width, HEIGHT)
        found, size = page.evaluate("[innerWidth, parseFloat(getComputedStyle(document.documentElement).fontSize)]")
        assert (found, round(size / TEXT_SIZE)) == (width, times)
        # Switches move along with the size of the text.
        page.evaluate(judges.REST)
        return judges.overflow(page)

    def show(self, page, times, width, height):
        page.set_viewport_size({"width": width, "height": height})
        if times != self.times:
            # As a person does in the browser's settings.
            self.session.send("Page.setFontSizes", {"fontSizes": {kind: times * TEXT_SIZE for kind in ("standard", "fixed")}})
            self.times = times


@pytest.fixture(scope="module", params=[together(PHONE, "phone"), together(LAPTOP, "laptop")])
def walk(request, chromium, tmp_path_factory):
    tight = Tight()
    # Both ways lead to the same places: all screens with little room are looked at on one of them.
    overflow = tight.overflow if request.param is LAPTOP else judges.overflow
    asked = [judges.headings, judges.fingers, judges.focus, judges.guidelines, overflow]
    return Walk(chromium, tmp_path_factory.mktemp("walk"), *asked, prepare=tight.prepare, **request.param)


def test_no_page_violates_the_guidelines(walk):
    assert walk.found["guidelines"] == {}
    assert walk.places >= PLACES


def test_tab_reaches_everything_and_the_focus_is_always_seen(walk):
    assert walk.found["focus"] == {}


def test_what_a_finger_taps_is_large_enough(walk):
    assert walk.found["fingers"] == {}


def test_every_page_has_a_heading_and_a_title(walk):
    assert walk.found["headings"] == {}


def test_no_page_scrolls_sideways(walk):
    assert walk.found["overflow"] == {}


def test_nothing_is_wrong_on_the_console(walk):
    assert walk.errors == []
    assert walk.failed == []


def test_every_page_has_the_same_strict_policy(walk):
    [policy] = walk.policies
    assert "default-src 'self'" in policy and "'unsafe" not in policy
    for rule in ("base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "object-src 'none'"):
        assert rule in policy
