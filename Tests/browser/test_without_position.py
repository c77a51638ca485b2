"""Venues without a position, providers that do not answer, and what needs signal: said for what they are."""

import pytest
from playwright.sync_api import expect

from book import Book
from conftest import AMPLE, OFFLINE, PHONE
from provider_server import Outside
from steps import (OUTBOX, button, dialog, let_use_location, notice, prepared, sign, sign_in, tab, until, with_signal,
                   without_signal)

NO_FENCE = "This venue has no position"


def choice(page, label):
    return page.get_by_label(label).locator("option:checked")


def test_a_course_without_a_venue_is_told_to_choose_one(book, phone):
    phone.goto(f"{book.base}/courses/new")
    phone.get_by_label("Title").fill("Morning Vinyasa")
    button(phone, "Create Course").click()
    expect(phone.get_by_label("Venue")).to_have_accessible_description("Choose a venue.")
    expect(phone.get_by_label("Venue")).to_be_focused()


def test_a_new_course_asks_for_no_location_where_none_can_be_checked(book, phone):
    book.venue("A Basement")
    book.venue("Riverside Studio", latitude=47.4, longitude=8.5)
    phone.goto(f"{book.base}/courses/new")
    expect(choice(phone, "What proves presence")).to_have_text("Code on your screen")
    expect(phone.get_by_text(NO_FENCE).locator("visible=true")).to_have_text(["This venue has no position, so no location is asked for there."])
    phone.get_by_label("Venue").select_option(label="Riverside Studio")
    expect(choice(phone, "What proves presence")).to_have_text("Geofence")
    expect(phone.get_by_text(NO_FENCE).locator("visible=true")).to_have_count(0)
    phone.get_by_label("Venue").select_option(label="A Basement")
    expect(choice(phone, "What proves presence")).to_have_text("Code on your screen")
    phone.get_by_label("What proves presence").select_option(label="Geofence")
    expect(phone.get_by_text("every student would need your confirmation")).to_be_visible()
    phone.get_by_label("Title").fill("Morning Vinyasa")
    button(phone, "Create Course").click()
    expect(phone.get_by_role("heading", name="Morning Vinyasa", level=1)).to_be_visible()


def test_a_class_elsewhere_asks_for_no_location_where_none_can_be_checked(book, phone):
    book.venue("A Basement")
    course = book.course(venue=book.venue("Riverside Studio", latitude=47.4, longitude=8.5))
    phone.goto(f"{book.base}/courses/{course}/schedule")
    expect(choice(phone, "What proves presence")).to_have_text("As in the course")
    phone.get_by_label("Venue").select_option(label="A Basement")
    expect(choice(phone, "What proves presence")).to_have_text("Code on your screen")
    button(phone, "Schedule").click()
    expect(notice(phone, "Class scheduled")).to_be_visible()
    [session] = book.page(f"/courses/{course}")["coming"]
    phone.goto(f"{book.base}{session['href']}/schedule")
    expect(choice(phone, "What proves presence")).to_have_text("Code on your screen")


@pytest.fixture
def slow_world():
    outside = Outside()
    # Longer than the service worker waits for a page.
    outside.timeout = "4"
    outside.overpass.mode = "slow"
    yield outside
    outside.close()


@pytest.mark.usefixtures("service_worker")
def test_a_provider_that_does_not_answer_is_no_lack_of_signal(serve, slow_world, devices):
    book = Book(serve("book", *AMPLE, environment=slow_world.environment()))
    book.venue("Riverside Studio", latitude=47.3686, longitude=8.5391)
    page = devices.open(**PHONE, geolocation={"latitude": 47.3686, "longitude": 8.5391}, permissions=["geolocation"])
    prepared(opened(page, book))
    button(page, "Check In").click()
    sheet = dialog(page, "Choose a Venue")
    expect(sheet.get_by_text("Nearest first. Looking for more nearby…")).to_be_visible()
    said = "Nearest first. OpenStreetMap did not answer in time. Only saved venues are shown."
    expect(sheet.get_by_role("status")).to_have_text(said, timeout=15_000)
    expect(sign(page)).to_be_hidden()


def opened(page, book):
    page.goto(book.link)
    return page


@pytest.mark.usefixtures("service_worker")
class TestWithoutSignal:
    def test_a_new_course_is_kept_and_shown(self, book, phone):
        book.venue("Riverside Studio")
        phone.goto(f"{book.base}/courses/new")
        prepared(phone)
        tab(phone, "Courses").click()
        phone.goto(f"{book.base}/courses/new")
        without_signal(phone)
        phone.get_by_label("Title").fill("Morning Vinyasa")
        button(phone, "Create Course").click()
        expect(phone.get_by_role("heading", name="Morning Vinyasa", level=1)).to_be_visible()
        expect(notice(phone, "Course created. It is kept on this device until there is signal.")).to_be_visible()
        tab(phone, "Courses").click()
        expect(phone.get_by_text("Morning Vinyasa")).to_have_count(1)
        with_signal(phone)
        expect(phone.get_by_role("list", name="Courses").get_by_role("link", name="Morning Vinyasa")).to_be_visible()

    def test_a_sign_in_code_needs_signal_and_says_so(self, book, phone):
        ann = book.person("Ann", "Fleming")
        phone.goto(f"{book.base}/people/{ann}")
        prepared(phone)
        without_signal(phone)
        button(phone, "New Sign-In Code").click()
        expect(notice(phone, "This needs a signal, and there is none. Nothing was changed.")).to_be_visible()
        expect(phone).to_have_url(f"{book.base}/people/{ann}")
        expect(phone.get_by_role("heading", name="Ann Fleming")).to_be_visible()
        phone.context.set_offline(False)
        until(phone, "() => document.documentElement.dataset.offline === undefined")
        phone.reload()
        button(phone, "New Sign-In Code").click()
        expect(phone.get_by_role("region", name="Sign-in card")).to_be_visible()


class TestTimes:
    ZONE = {"timezone_id": "Asia/Tokyo"}

    @pytest.fixture
    def room(self, book):
        """A class that a student on the other side of the world takes."""
        ann = book.person("Ann", "Fleming")
        venue = book.venue("Riverside Studio", latitude=47.4, longitude=8.5)
        return ann, book.opened(book.course(venue=venue, students=[ann], timeZone="America/New_York"), venue, ago=5)

    def test_the_zone_is_said_where_it_is_another(self, book, room, devices):
        ann, session = room
        abroad = sign_in(devices.open(**PHONE, **self.ZONE), book, ann)
        abroad.goto(f"{book.base}/classes/{session}")
        expect(abroad.get_by_text("Times are in America/New_York.")).to_be_visible()
        at_home = sign_in(devices.open(**PHONE, timezone_id="America/New_York"), book, ann)
        at_home.goto(f"{book.base}/classes/{session}")
        expect(button(at_home, "I Am Here")).to_be_visible()
        expect(at_home.get_by_text("Times are in")).to_be_hidden()
        # From then on the page comes with the note or without it: nothing moves once it is there.
        for device, is_abroad in ((abroad, True), (at_home, False)):
            answer = device.context.request.get(f"{book.base}/classes/{session}", headers={"Accept": "application/json"})
            assert answer.json()["isAbroad"] is is_abroad

    @pytest.mark.usefixtures("service_worker")
    def test_a_claim_has_one_time(self, book, room, devices):
        ann, session = room
        page = sign_in(devices.open(f"{OFFLINE}|ERR_FAILED", **PHONE, **self.ZONE, geolocation={"latitude": 47.4, "longitude": 8.5, "accuracy": 5},
                                    permissions=["geolocation"]), book, ann)
        page.goto(f"{book.base}/classes/{session}")
        until(page, "() => navigator.serviceWorker?.controller !== null")
        without_signal(page)
        button(page, "I Am Here").click()
        words = page.locator("[data-reason]:visible")
        let_use_location(page, words.filter(has_text="You marked yourself present at"))
        expect(words).to_contain_text("You marked yourself present at")
        expect(page.locator("[data-status]:visible")).to_have_text("Waiting for signal")
        waiting = words.inner_text().split(" at ")[1][:5]
        page.context.set_offline(False)
        expect(page.locator("[data-status]:visible")).to_have_text("You are present")
        expect(words).to_contain_text(waiting)
        assert page.evaluate(OUTBOX) == []

    def test_on_a_slow_line_it_is_being_sent(self, book, room, devices):
        ann, session = room
        page = sign_in(devices.open(**PHONE, geolocation={"latitude": 47.4, "longitude": 8.5, "accuracy": 5},
                                    permissions=["geolocation"]), book, ann)
        page.goto(f"{book.base}/classes/{session}")
        held = []
        page.route("**/journal", lambda route: held.append(route))
        button(page, "I Am Here").click()
        let_use_location(page, page.get_by_text("Sending…"))
        expect(page.locator("[data-status]:visible")).to_have_text("Sending…")
        for route in held:
            route.continue_()
        page.unroute("**/journal")
        expect(page.locator("[data-status]:visible")).to_have_text("You are present")
