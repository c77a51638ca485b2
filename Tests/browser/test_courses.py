"""Courses: made, changed, planned, found and left."""

import datetime
import re
import zoneinfo

import pytest
from playwright.sync_api import expect

from book import batch, entry, new_id, time_text
from conftest import LAPTOP, PHONE
from steps import (button, dialog, enter, expect_not_reloaded, expect_sent, fact, notice, prepared, remember, sign_in, tab, undo, until, until_some,
                   with_signal, without_signal)

COURSE = "Morning Vinyasa"
DAY = 24 * 60
BAD_LINKS = ["javascript:alert(1)", "JavaScript:alert(1)//https://", "data:text/html,hello", "ftp://example.org/", "https://",
             "https://me@example.org/", "example.org"]


@pytest.fixture
def venue(book):
    return book.venue("Riverside Studio", "12 Quay Street")


@pytest.fixture
def ann(book):
    return book.person("Ann", "Fleming")


@pytest.fixture
def student(book, ann, devices):
    """Ann's phone, on the first page."""
    return enter(devices.open(**PHONE), book, ann)


def expect_problem(page, label, words):
    """The field is red, says why, and has the focus."""
    field = page.get_by_label(label)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(words)
    expect(field).to_be_focused()
    well = page.locator("form .field").filter(has=field)
    assert well.evaluate("one => getComputedStyle(one.querySelector('label')).color") == page.evaluate("""() => {
      const sample = document.body.appendChild(document.createElement('p'));
      sample.style.color = 'var(--danger)';
      const { color } = getComputedStyle(sample);
      sample.remove();
      return color;
    }""")


def pages_of(book, address, name):
    """A list of a page, with all that "Show next" brings."""
    found, more = [], f"more{name.capitalize()}"
    while address:
        page = book.page(address)
        found, address = found + page[name], page.get(more)
    return found


def coming(book, course):
    return pages_of(book, f"/courses/{course}", "coming")


def starts(book, course):
    return [datetime.datetime.fromisoformat(one["start"]) for one in coming(book, course)]


def course_of(page):
    return page.url.rsplit("/", 1)[1]


def phases(book, course):
    return [one["phase"] for one in coming(book, course)]


def weekly_at(book, course, zone, date, time, times):
    """Classes every week at the same local time."""
    first = datetime.datetime.fromisoformat(f"{date}T{time}").replace(tzinfo=zoneinfo.ZoneInfo(zone))
    all_times = [first + datetime.timedelta(weeks=week) for week in range(times)]
    for one in all_times:
        start = one.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        book.post(entry("class.scheduled", course=course, start=start, minutes=60, **{"class": new_id()}))
    return all_times


def take_back(page, text, words):
    button(notice(page, text), "Undo").click()
    expect(notice(page, words)).to_be_visible()


def several(page, book, course):
    page.goto(f"{book.base}/courses/{course}")
    page.get_by_role("link", name="Change Several…").tap()
    return dialog(page, "Change Several Classes")


def moving(page, sheet, count):
    button(sheet, "Move Classes…").tap()
    return dialog(page, f"Move {count} Classes")


def plan(page, book, course, **fields):
    page.goto(f"{book.base}/courses/{course}/schedule")
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(value)


def weekly(page, times):
    page.get_by_label("Repeats").select_option(label="Every week")
    page.get_by_label("How many times").fill(str(times))


class TestMaking:
    def test_first_course_on_the_phone(self, book, venue, phone):
        tab(phone, "Courses").click()
        expect(phone.get_by_text("No courses yet")).to_be_visible()
        phone.get_by_role("main").get_by_role("link", name="New Course").last.tap()
        phone.get_by_label("Title").fill(COURSE)
        phone.get_by_label("Description").fill("An hour of flow.")
        phone.get_by_label("Time zone").fill("Europe/Zurich")
        phone.get_by_label("Training category").select_option(label="Mobility")
        phone.get_by_label("GPS accuracy needed (m)").fill("50")
        phone.get_by_label("Anyone can join").check()
        phone.get_by_label("Survey link").fill("https://example.org/survey?a=1")
        button(phone, "Create Course").tap()
        expect(phone.get_by_role("heading", name=COURSE, level=1)).to_be_visible()
        expect(notice(phone, "Course created")).to_be_visible()
        expect(fact(phone, "Next class")).to_have_text("No class scheduled")
        expect(fact(phone, "Place")).to_have_text("Riverside Studio, 12 Quay Street")
        expect(fact(phone, "Instructors")).to_have_text("Maya Lindqvist")
        expect(fact(phone, "Training")).to_have_text("Mobility")
        tab(phone, "Courses").click()
        expect(phone.get_by_role("list", name="Courses").get_by_role("link")).to_have_count(1)
        phone.get_by_role("link", name=COURSE).tap()
        expect(phone.get_by_role("heading", name=COURSE, level=1)).to_be_visible()
        phone.get_by_role("link", name="Edit").tap()
        expect(phone.get_by_label("Anyone can join")).to_be_checked()
        expect(phone.get_by_label("GPS accuracy needed (m)")).to_have_value("50")

    def test_what_is_missing_or_wrong_is_said_at_its_field(self, book, venue, phone):
        phone.goto(f"{book.base}/courses/new")
        before = book.sequence
        button(phone, "Create Course").tap()
        expect_problem(phone, "Title", "This must not be empty.")
        phone.get_by_label("Title").fill(COURSE)
        for link in BAD_LINKS:
            phone.get_by_label("Survey link").fill(link)
            button(phone, "Create Course").tap()
            expect_problem(phone, "Survey link", "This must be an address that begins with https:// or http://.")
            expect(phone.get_by_label("Title")).not_to_have_attribute("aria-invalid", "true")
        phone.get_by_label("Survey link").fill("")
        for zone, words in (("Middle Earth", "This must be a time zone such as Europe/Zurich."),
                            ("Middle/Earth", "This time zone does not exist.")):
            phone.get_by_label("Time zone").fill(zone)
            button(phone, "Create Course").tap()
            expect_problem(phone, "Time zone", words)
        for accuracy in ("", "4", "101"):
            phone.get_by_label("Time zone").fill("Europe/Zurich")
            phone.get_by_label("GPS accuracy needed (m)").fill(accuracy)
            button(phone, "Create Course").tap()
            expect(phone.get_by_label("GPS accuracy needed (m)")).to_be_focused()
            expect(phone.get_by_label("GPS accuracy needed (m)")).to_have_attribute("aria-invalid", "true")
        assert book.sequence == before

    def test_no_other_link_gets_in_by_a_program(self, book, venue):
        for link in BAD_LINKS:
            course = {"course": new_id(), "title": COURSE, "venue": venue, "timeZone": "Europe/Zurich"}
            [result] = book.send(entry("course.created", **course, survey=link))
            assert [one["field"] for one in result["problems"]] == ["survey"], link

    def test_course_is_changed(self, book, venue, phone):
        cellar = book.venue("Cellar", "1 Deep Street")
        course = book.course(venue=venue, survey="https://example.org/")
        phone.goto(f"{book.base}/courses/{course}/edit")
        phone.get_by_label("Title").fill("Evening Yin")
        phone.get_by_label("Venue").select_option(label="Cellar")
        phone.get_by_label("What proves presence").select_option(label="Only your mark")
        phone.get_by_label("Survey link").fill("")
        button(phone, "Save").tap()
        expect(phone.get_by_role("heading", name="Evening Yin", level=1)).to_be_visible()
        expect(notice(phone, "Course saved")).to_be_visible()
        expect(fact(phone, "Place")).to_have_text("Cellar, 1 Deep Street")
        expect(phone.get_by_role("link", name="Survey")).to_have_count(0)
        known = book.page(f"/courses/{course}")["course"]
        assert (known["title"], known.get("survey")) == ("Evening Yin", None)
        assert book.page(f"/classes/{book.scheduled(course)}")["card"]["venue"] == "Cellar" and cellar

    def test_another_teaches_it_too(self, book, laptop):
        book.person("Noor", "Haddad", role="instructor")
        course = book.course()
        laptop.goto(f"{book.base}/courses/{course}")
        fact(laptop, "Instructors").get_by_role("link", name="Maya Lindqvist").click()
        place = laptop.get_by_role("list", name="Instructors")
        expect(button(place, "Remove Maya Lindqvist")).to_have_count(0)
        place.get_by_role("button", name="Add Noor Haddad").click()
        expect(button(place, "Remove Noor Haddad")).to_be_visible()
        undo(laptop, "Noor Haddad added")
        expect(place.get_by_role("button", name="Add Noor Haddad")).to_be_visible()
        place.get_by_role("button", name="Add Noor Haddad").click()
        button(place, "Remove Noor Haddad").click()
        undo(laptop, "Noor Haddad removed")
        expect(button(place, "Remove Noor Haddad")).to_be_visible()
        expect_sent(laptop)
        assert len(book.page(f"/courses/{course}")["instructors"]) == 2


    def test_an_owner_takes_over_what_somebody_taught_alone(self, book, phone):
        otto = book.person("Otto", "Other", role="instructor")
        course = new_id()
        created = entry("course.created", course=course, title="Evening Tango", venue=book.venue(), timeZone="Europe/Zurich")
        assert book.client_of(otto).journal(batch(created)).json["results"][0]["outcome"] == "accepted"
        phone.goto(f"{book.base}/people/{otto}")
        expect(phone.get_by_role("region", name="Teaches alone").get_by_role("link", name="Evening Tango")).to_be_visible()
        button(phone, "Remove Person…").tap()
        ask = phone.get_by_role("alertdialog", name="Remove Otto Other?")
        expect(ask).to_contain_text("Nobody else teaches Evening Tango: as an owner you can take that over.")
        button(ask, "Remove").tap()
        expect(notice(phone, "Otto Other removed")).to_be_visible()
        tab(phone, "Courses").tap()
        phone.get_by_role("link", name="All Courses").tap()
        row = phone.get_by_role("listitem").filter(has_text="Evening Tango")
        expect(row.get_by_text("No instructor")).to_be_visible()
        row.get_by_role("link", name="Open Evening Tango").tap()
        expect(phone.get_by_text("Nobody teaches this course now.")).to_be_visible()
        button(phone, "Take Over This Course").tap()
        undo(phone, "You teach this course now")
        expect(phone.get_by_text("You become one of its instructors.")).to_be_visible()
        button(phone, "Take Over This Course").tap()
        expect(button(phone, "Take Over This Course")).to_have_count(0)
        phone.get_by_role("link", name="Open Course").tap()
        expect(phone.get_by_role("heading", name="Evening Tango", level=1)).to_be_visible()

    def test_a_course_is_given_to_somebody(self, book, laptop):
        otto, noor = (book.person(first, "Other", role="instructor") for first in ("Otto", "Noor"))
        course = new_id()
        created = entry("course.created", course=course, title="Evening Tango", venue=book.venue(), timeZone="Europe/Zurich")
        assert book.client_of(otto).journal(batch(created)).json["results"][0]["outcome"] == "accepted"
        laptop.goto(f"{book.base}/people/{otto}")
        laptop.get_by_role("link", name="Evening Tango").click()
        button(laptop, "Add Noor Other").click()
        button(laptop, "Remove Otto Other").click()
        expect(notice(laptop, "Otto Other removed")).to_be_visible()
        expect(button(laptop, "Remove Noor Other")).to_have_count(0)
        assert book.client_of(noor).get(f"/courses/{course}").json["course"]["title"] == "Evening Tango"


class TestPlanning:
    def test_what_takes_place_at_the_same_time_is_said(self, book, venue, phone):
        tango, yoga = book.course("Evening Tango", venue=venue), book.course("Morning Yoga")
        book.post(entry("class.scheduled", course=tango, start="2027-06-01T16:00:00Z", minutes=60, **{"class": new_id()}))
        plan(phone, book, yoga, Date="2027-06-01", Time="18:30")
        said = phone.get_by_role("status").filter(has_text="At the same time: Evening Tango, Tue 1 Jun 2027, 18:00–19:00, ")
        expect(said).to_be_visible()
        phone.get_by_label("Time", exact=True).fill("19:00")
        expect(said).to_have_count(0)
        phone.get_by_label("Date").fill("2027-05-25")
        phone.get_by_label("Time", exact=True).fill("18:00")
        weekly(phone, 2)
        expect(said).to_be_visible()
        # Nothing is forbidden.
        button(phone, "Schedule").tap()
        expect(notice(phone, "2 classes scheduled")).to_be_visible()

    def test_once(self, book, venue, phone):
        course = book.course(venue=venue)
        phone.goto(f"{book.base}/courses/{course}")
        phone.get_by_role("link", name="Schedule Classes").tap()
        phone.get_by_label("Date").fill("2027-06-01")
        phone.get_by_label("Time", exact=True).fill("18:30")
        phone.get_by_label("Minutes").fill("75")
        button(phone, "Schedule").tap()
        expect(notice(phone, "Class scheduled")).to_be_visible()
        row = phone.get_by_role("region", name="Coming").get_by_role("link")
        expect(row).to_contain_text(["Tue 1 Jun 2027, 18:30"])
        row.tap()
        expect(phone.get_by_role("heading", name="Tue 1 Jun 2027, 18:30–19:45", level=2)).to_be_visible()
        expect(phone.get_by_text("Not started yet")).to_be_visible()
        assert [one["start"] for one in coming(book, course)] == ["2027-06-01T16:30:00.000Z"]

    def test_what_is_missing_or_wrong_is_said_at_its_field(self, book, phone):
        course = book.course()
        plan(phone, book, course, Date="", Minutes="")
        button(phone, "Schedule").tap()
        expect_problem(phone, "Date", "Enter a date and a time.")
        plan(phone, book, course, Date="2027-06-01", Minutes="4", Own_survey_link="javascript:alert(1)")
        button(phone, "Schedule").tap()
        expect(phone.get_by_label("Minutes")).to_have_attribute("aria-invalid", "true")
        expect(phone.get_by_label("Own survey link")).to_have_attribute("aria-invalid", "true")
        expect(phone.get_by_label("Minutes")).to_be_focused()
        plan(phone, book, course, Date="2027-06-01")
        weekly(phone, 61)
        button(phone, "Schedule").tap()
        expect_problem(phone, "How many times", "This must be a whole number from 2 to 60.")
        assert coming(book, course) == []

    @pytest.mark.parametrize("zone, date, time, times", [
        ("Europe/Zurich", "2027-03-23", "18:30", 33), ("America/New_York", "2027-03-09", "07:15", 37),
        # On Sundays, in the hour that one night leaves out and another has twice.
        ("Europe/Zurich", "2027-03-21", "02:30", 33), ("America/New_York", "2027-03-07", "01:30", 37),
        ("America/New_York", "2027-03-07", "02:30", 37),
    ])
    def test_every_week_at_the_same_local_time(self, book, devices, zone, date, time, times):
        course = book.course(timeZone=zone)
        # Wherever the device is.
        page = devices.open(timezone_id="Asia/Kolkata", **PHONE)
        page.goto(book.link)
        plan(page, book, course, Date=date, Time=time)
        expect(page.get_by_text(f"Times are in {zone}.")).to_be_visible()
        weekly(page, times)
        shown = page.get_by_role("list", name="Classes", exact=True).get_by_role("listitem")
        expect(shown).to_have_count(times)
        first = datetime.datetime.fromisoformat(f"{date}T{time}").replace(tzinfo=zoneinfo.ZoneInfo(zone))
        expected = [first + datetime.timedelta(weeks=week) for week in range(times)]
        previewed = shown.all_inner_texts()
        button(page, "Schedule").tap()
        expect(notice(page, f"{times} classes scheduled")).to_be_visible()
        kept = coming(book, course)
        assert starts(book, course) == [one.astimezone(datetime.timezone.utc) for one in expected]
        assert [one["startText"] for one in kept] == previewed
        assert len({one.utcoffset() for one in expected}) == 2
        gaps = [one for one in expected if one.astimezone(datetime.timezone.utc).astimezone(one.tzinfo).hour != one.hour]
        assert len(gaps) == (time == "02:30")
        assert sum(not one["startText"].endswith(time) for one in kept) == len(gaps)

    def test_moved(self, book, devices, phone):
        cellar = book.venue("Cellar")
        course = book.course()
        session = book.scheduled(course, ago=-600, survey="https://example.org/one")
        phone.goto(f"{book.base}/classes/{session}")
        phone.get_by_role("link", name="Move").tap()
        expect(phone.get_by_label("Own survey link")).to_have_value("https://example.org/one")
        phone.get_by_label("Date").fill("2097-07-05")
        phone.get_by_label("Time", exact=True).fill("07:15")
        phone.get_by_label("Minutes").fill("45")
        phone.get_by_label("Venue").select_option(label="Cellar")
        button(phone, "Move Class").tap()
        expect(notice(phone, "Class moved")).to_be_visible()
        expect(phone.get_by_role("heading", name="Fri 5 Jul 2097, 07:15–08:00", level=2)).to_be_visible()
        expect(phone.get_by_text("Cellar")).to_be_visible()
        [kept] = coming(book, course)
        assert (kept["id"], kept["start"], kept["minutes"]) == (session, "2097-07-05T05:15:00.000Z", 45) and cellar

    def test_a_class_is_not_moved_into_the_past(self, book, phone):
        course = book.course()
        session = book.scheduled(course, ago=-7 * DAY)
        [before] = starts(book, course)
        phone.goto(f"{book.base}/classes/{session}/schedule")
        date = phone.get_by_label("Date")
        planned = datetime.date.fromisoformat(date.input_value())
        date.fill((planned - datetime.timedelta(days=14)).isoformat())
        button(phone, "Move Class").tap()
        expect_problem(phone, "Date", "The class would begin in the past.")
        assert starts(book, course) == [before]
        later = planned + datetime.timedelta(days=14)
        date.fill(later.isoformat())
        button(phone, "Move Class").tap()
        expect(notice(phone, "Class moved")).to_be_visible()
        assert [one.astimezone(zoneinfo.ZoneInfo("Europe/Zurich")).date() for one in starts(book, course)] == [later]
        undo(phone, "Class moved")
        expect_sent(phone)
        assert starts(book, course) == [before]

    def test_a_class_that_nobody_started_is_changed_where_it_stands(self, book, phone):
        """Its start, which is over, was not touched."""
        session = book.scheduled(book.course(), ago=2 * DAY)
        book.venue("Cellar")
        phone.goto(f"{book.base}/classes/{session}/schedule")
        phone.get_by_label("Venue").select_option(label="Cellar")
        button(phone, "Move Class").tap()
        expect(notice(phone, "Class moved")).to_be_visible()
        expect(phone.get_by_text("Cellar")).to_be_visible()

    def test_several_are_cancelled_together(self, book, phone):
        course = book.course(timeZone="Europe/Zurich")
        weekly_at(book, course, "Europe/Zurich", "2027-10-05", "18:30", 5)
        weekly_at(book, course, "Europe/Zurich", "2027-10-14", "18:30", 1)
        sheet = several(phone, book, course)
        boxes = sheet.get_by_role("list", name="Classes to come").get_by_role("checkbox")
        expect(boxes).to_have_count(6)
        for name in ("Cancel Classes", "Move Classes…", "Same Weekday and Time"):
            expect(button(sheet, name)).to_be_disabled()
        # From this one on.
        boxes.nth(1).check()
        button(sheet, "Same Weekday and Time").tap()
        expect(sheet.get_by_text("4 of 6 classes selected")).to_be_visible()
        assert [box.is_checked() for box in boxes.all()] == [False, True, False, True, True, True]
        button(sheet, "Select All").tap()
        button(sheet, "Select None").tap()
        expect(sheet.get_by_text("Nothing is selected.")).to_be_visible()
        button(sheet, "Select All").tap()
        boxes.nth(0).uncheck()
        button(sheet, "Cancel Classes").tap()
        alert = phone.get_by_role("alertdialog", name="Cancel 5 classes?")
        texts = [one["startText"] for one in coming(book, course)]
        expect(alert).to_have_accessible_description(
            f"The first is on {texts[1]}, the last on {texts[-1]}. Students are told. You can undo this for ten seconds.")
        button(alert, "Keep").tap()
        expect(alert).to_be_hidden()
        assert phases(book, course) == ["scheduled"] * 6
        button(sheet, "Cancel Classes").tap()
        before = book.sequence
        button(alert, "Cancel Classes").tap()
        expect(sheet).to_be_hidden()
        expect(phone.get_by_role("region", name="Coming").get_by_text("Cancelled")).to_have_count(5)
        assert phases(book, course) == ["scheduled"] + ["cancelled"] * 5
        assert book.sequence == before + 5
        take_back(phone, "5 classes cancelled", "5 classes take place after all")
        assert phases(book, course) == ["scheduled"] * 6

    @pytest.mark.parametrize("zone, date, time", [
        ("Europe/Zurich", "2027-10-17", "18:30"), ("America/New_York", "2027-10-24", "07:15"),
        # In the hour that one night has twice, and at whose edge the moved ones are.
        ("America/New_York", "2027-10-24", "01:30")])
    def test_several_are_moved_together_at_the_same_local_time(self, book, devices, zone, date, time):
        cellar = book.venue("Cellar")
        course = book.course(timeZone=zone)
        old = weekly_at(book, course, zone, date, time, 4)
        before = [(one["start"], one["minutes"], one["venue"]) for one in coming(book, course)]
        page = devices.open(timezone_id="Asia/Kolkata", **PHONE)
        page.goto(book.link)
        sheet = several(page, book, course)
        button(sheet, "Select All").tap()
        move = moving(page, sheet, 4)
        expect(move.get_by_text("Nothing would change.")).to_be_visible()
        button(move, "Move Classes").tap()
        expect_problem(page, "Days", "Nothing would change.")
        move.get_by_label("Days").fill("366")
        button(move, "Move Classes").tap()
        expect_problem(page, "Days", "This must be a whole number from 0 to 365.")
        move.get_by_label("Days").fill("360")
        move.get_by_label("Direction").select_option(label="Earlier")
        button(move, "Move Classes").tap()
        expect(move.get_by_label("Days")).to_have_accessible_description(re.compile("would begin in the past"))
        move.get_by_label("Days").fill("2")
        move.get_by_label("Direction").select_option(label="Later")
        new = [one + datetime.timedelta(days=2) for one in old]
        button(move, "Move Classes").tap()
        expect(sheet).to_be_hidden()
        expect(notice(page, "4 classes moved")).to_be_visible()
        assert starts(book, course) == [one.astimezone(datetime.timezone.utc) for one in new]
        assert len({one.utcoffset() for one in new}) == 2
        take_back(page, "4 classes moved", "4 classes moved back")
        assert [(one["start"], one["minutes"], one["venue"]) for one in coming(book, course)] == before
        # Another time, length and place, on the same day.
        sheet = several(page, book, course)
        button(sheet, "Select All").tap()
        move = moving(page, sheet, 4)
        move.get_by_label("New time").fill("20:15")
        move.get_by_label("New length (min)").fill("4")
        move.get_by_label("New venue").select_option(label="Cellar")
        button(move, "Move Classes").tap()
        expect_problem(page, "New length (min)", "This must be a number from 5 to 1440.")
        move.get_by_label("New length (min)").fill("90")
        button(move, "Move Classes").tap()
        expect(sheet).to_be_hidden()
        expect(notice(page, "4 classes moved")).to_be_visible()
        later = [one.replace(hour=20, minute=15) for one in old]
        assert starts(book, course) == [one.astimezone(datetime.timezone.utc) for one in later]
        assert {(one["minutes"], one["venue"]) for one in coming(book, course)} == {(90, "Cellar")} and cellar
        take_back(page, "4 classes moved", "4 classes moved back")
        assert [(one["start"], one["minutes"], one["venue"]) for one in coming(book, course)] == before

    def test_what_began_meanwhile_stays(self, book, venue, phone):
        course = book.course(venue=venue)
        first, second = (book.scheduled(course, ago=-hours * 60) for hours in (1, 30))
        phone.goto(f"{book.base}/courses/{course}/several")
        button(phone, "Select All").tap()
        button(phone, "Cancel Classes").tap()
        book.post(entry("class.started", **{"class": first}, venue=venue))
        button(phone.get_by_role("alertdialog"), "Cancel Classes").tap()
        expect(notice(phone, "1 class cancelled. 1 class is as before: This class is running.")).to_be_visible()
        assert phases(book, course) == ["running", "cancelled"] and second
        # A class whose time has come is not offered.
        now = book.scheduled(course, ago=1)
        assert now not in [one["id"] for one in book.page(f"/courses/{course}/several")["classes"]]

    def test_of_several_some_are_taken_back(self, book, phone):
        venue = book.venue("Gym")
        course = book.course(venue=venue)
        first, second = [book.scheduled(course, ago=-hours * 60) for hours in (1, 30)]
        sheet = several(phone, book, course)
        button(sheet, "Select All").tap()
        form = moving(phone, sheet, 2)
        form.get_by_label("New length (min)").fill("75")
        button(form, "Move Classes").tap()
        expect(notice(phone, "2 classes moved")).to_be_visible()
        book.post(entry("class.started", **{"class": first}, venue=venue))
        button(notice(phone, "2 classes moved"), "Undo").click()
        expect(notice(phone, "1 undone, 1 not: This class has started already.")).to_be_visible()
        assert {one["id"]: one["minutes"] for one in coming(book, course)} == {first: 75, second: 60}

    @pytest.mark.usefixtures("service_worker")
    def test_several_are_cancelled_without_signal(self, book, devices):
        course = book.course()
        first, _ = [book.scheduled(course, ago=-days * 1440) for days in (2, 100)]
        phone = devices.open(expected_errors="ERR_|Failed to load resource|EventSource", **PHONE)
        phone.goto(book.link)
        until(phone, "() => localStorage.getItem('near')")
        # Never opened before.
        without_signal(phone)
        phone.goto(f"{book.base}/courses/{course}")
        plan(phone, book, course, Date="2099-10-01")
        button(phone, "Schedule").tap()
        expect(notice(phone, "Class scheduled. This is kept on this device until there is signal.")).to_be_visible()
        # Somebody else moves a class meanwhile: another length leaves it there.
        moved = time_text(-3 * 1440)
        book.post(entry("class.scheduled", course=course, start=moved, **{"class": first}))
        sheet = several(phone, book, course)
        expect(sheet.get_by_role("checkbox")).to_have_count(3)
        button(sheet, "Select All").tap()
        move = moving(phone, sheet, 3)
        move.get_by_label("New length").fill("75")
        button(move, "Move Classes").tap()
        expect(notice(phone, "3 classes moved. This is kept on this device until there is signal.")).to_be_visible()
        sheet = several(phone, book, course)
        expect(sheet.get_by_text("75 min")).to_have_count(3)
        button(sheet, "Select All").tap()
        button(sheet, "Cancel Classes").tap()
        button(phone.get_by_role("alertdialog"), "Cancel Classes").tap()
        expect(notice(phone, "3 classes cancelled. This is kept on this device until there is signal.")).to_be_visible()
        assert phases(book, course) == ["scheduled"] * 2
        with_signal(phone)
        expect_sent(phone)
        assert phases(book, course) == ["cancelled"] * 3
        card = book.page(f"/classes/{first}")["card"]
        assert card["minutes"] == 75
        assert datetime.datetime.fromisoformat(card["start"]) == datetime.datetime.fromisoformat(moved)

    @pytest.mark.usefixtures("service_worker")
    def test_pages_that_only_the_server_makes_are_fetched_again_after_a_change(self, book, ann, devices):
        course = book.course(students=[ann])
        address = f"/courses/{course}/attendance"
        phone = devices.open(**PHONE)
        phone.clock.install()
        phone.goto(book.link)
        until(phone, "() => localStorage.getItem('near')")
        phone.goto(f"{book.base}{address}")
        phone.goto(f"{book.base}/courses/{course}")
        expect(phone.get_by_text("No class scheduled").first).to_be_visible()
        session = book.opened(course, book.venue())
        expect(phone.get_by_text("No class scheduled")).to_have_count(0)
        kept = "async ([address, id]) => (await (await caches.match(address, { ignoreVary: true })).text()).includes(id)"
        assert not phone.evaluate(kept, [address, session])
        phone.clock.run_for(61_000)
        until(phone, kept, [address, session])

    def test_cancelled_and_held_after_all(self, book, ann, student, phone):
        course = book.course(students=[ann])
        session = book.scheduled(course, ago=-60)
        for page in (phone, student):
            page.goto(f"{book.base}/classes/{session}")
            remember(page)
        button(phone, "Cancel Class").tap()
        expect(phone.get_by_text("Cancelled", exact=True)).to_be_visible()
        expect(student.get_by_text("This class is cancelled")).to_be_visible()
        undo(phone, "Class cancelled")
        expect(button(phone, "Start Class")).to_be_visible()
        expect(student.get_by_text("Attendance is not open yet")).to_be_visible()
        button(phone, "Cancel Class").tap()
        expect(button(phone, "Start Class")).to_have_count(0)
        phone.reload()
        button(phone, "Reinstate Class").tap()
        expect(button(phone, "Start Class")).to_be_visible()
        expect(student.get_by_text("Attendance is not open yet")).to_be_visible()
        expect_not_reloaded(student)


class TestEnrolment:
    def test_asked_and_accepted(self, book, ann, student, laptop):
        for title in (COURSE, "Evening Yin", "Lunch Pilates"):
            course = book.course(title)
        expect(student.get_by_text("You have no courses yet")).to_be_visible()
        student.get_by_role("main").get_by_role("link", name="Find Courses").last.tap()
        rows = student.get_by_role("list", name="All courses").get_by_role("listitem")
        expect(rows).to_have_count(3)
        student.get_by_role("searchbox", name="Search courses").fill("pila")
        expect(rows).to_have_count(1)
        laptop.goto(f"{book.base}/courses/{course}/students")
        expect(laptop.get_by_text("No pending requests.")).to_be_visible()
        for page in (student, laptop):
            remember(page)
        button(student, "Register for Lunch Pilates").tap()
        expect(rows.get_by_text("Requested")).to_be_visible()
        expect(notice(student, "You have asked to join Lunch Pilates")).to_be_visible()
        assert book.client_of(ann).get("/courses").json["requestedText"] == "Lunch Pilates"
        button(laptop, "Accept Ann Fleming").click()
        expect(notice(laptop, "Ann Fleming has joined the course")).to_be_visible()
        expect(laptop.get_by_role("heading", name="1 student")).to_be_visible()
        expect(student.get_by_role("link", name="Open Lunch Pilates")).to_be_visible()
        for page in (student, laptop):
            expect_not_reloaded(page)
        assert book.client_of(ann).get("/courses").json.get("requestedText") is None
        student.get_by_role("link", name="Open Lunch Pilates").tap()
        expect(student.get_by_role("heading", name="Lunch Pilates", level=1)).to_be_visible()

    def test_asked_and_declined(self, book, ann, student, laptop):
        course = book.course()
        student.goto(f"{book.base}/courses/catalogue")
        button(student, f"Register for {COURSE}").tap()
        expect(student.get_by_text("Requested")).to_be_visible()
        remember(student)
        laptop.goto(f"{book.base}/courses/{course}/students")
        button(laptop, "Decline Ann Fleming").click()
        expect(notice(laptop, "Ann Fleming declined")).to_be_visible()
        expect(laptop.get_by_text("No pending requests.")).to_be_visible()
        expect(button(student, f"Register for {COURSE}")).to_be_visible()
        expect_not_reloaded(student)

    @pytest.mark.parametrize("is_open", [True, False])
    def test_request_is_taken_back(self, book, ann, student, is_open):
        book.course(isOpen=is_open)
        student.goto(f"{book.base}/courses/catalogue")
        register = button(student, f"Register for {COURSE}")
        register.tap()
        expect(register).to_have_count(0)
        undo(student, COURSE)
        expect(register).to_be_visible()
        assert book.client_of(ann).get("/courses").json["courses"] == []

    def test_a_button_says_that_its_answer_is_on_the_way(self, book, ann, student):
        book.course(isOpen=True)
        student.goto(f"{book.base}/courses/catalogue")
        held = []
        student.route("**/journal", lambda route: held.append(route))
        register = button(student, f"Register for {COURSE}")
        register.tap()
        expect(register).to_have_css("opacity", "0.6")
        until_some(student, held)
        held[0].continue_()
        expect(student.get_by_role("link", name=f"Open {COURSE}")).to_be_visible()
        expect(student.locator("[aria-busy=true]")).to_have_count(0)

    def test_open_to_all_and_left_again(self, book, ann, student):
        book.course(isOpen=True)
        student.goto(f"{book.base}/courses/catalogue")
        button(student, f"Register for {COURSE}").tap()
        student.get_by_role("link", name=f"Open {COURSE}").tap()
        button(student, "Leave Course").tap()
        sheet = student.get_by_role("alertdialog", name="Leave this course?")
        button(sheet, "Cancel").tap()
        expect(sheet).to_be_hidden()
        button(student, "Leave Course").tap()
        button(sheet, "Leave").tap()
        expect(notice(student, "You have left the course")).to_be_visible()
        expect(student.get_by_text("You have no courses yet")).to_be_visible()

    def test_instructor_adds_and_removes(self, book, ann, student, laptop):
        course = book.course()
        remember(student)
        laptop.goto(f"{book.base}/courses/{course}/students")
        laptop.get_by_role("searchbox", name="Search students").fill("flem")
        button(laptop, "Add Ann Fleming").click()
        expect(button(laptop, "Remove Ann Fleming")).to_be_visible()
        expect(student.get_by_role("link", name=COURSE)).to_be_visible()
        button(laptop, "Remove Ann Fleming").click()
        expect(student.get_by_text("You have no courses yet")).to_be_visible()
        undo(laptop, "Ann Fleming removed")
        expect(button(laptop, "Remove Ann Fleming")).to_be_visible()
        expect(student.get_by_role("link", name=COURSE)).to_be_visible()
        expect_not_reloaded(student)

    def test_student_sees_name_place_time_and_survey(self, book, venue, ann, student):
        course = book.course(venue=venue, students=[ann], survey="https://example.org/survey?a=1&b=2")
        book.course("Evening Yin")
        start = datetime.datetime(2027, 3, 1, 8, 0, tzinfo=datetime.timezone.utc)
        session = new_id()
        book.post(entry("class.scheduled", course=course, start=start.isoformat().replace("+00:00", "Z"), minutes=60,
                        **{"class": session}))
        tab(student, "Courses").click()
        row = student.get_by_role("list", name="Courses").get_by_role("link")
        expect(row).to_have_count(1)
        for words in (COURSE, "Riverside Studio", "Mon 1 Mar 2027, 09:00"):
            expect(row).to_contain_text(words)
        row.tap()
        expect(student).to_have_url(f"{book.base}/courses/{course}")
        for path in (f"/courses/{course}", f"/classes/{session}"):
            student.goto(book.base + path)
            link = student.get_by_role("link", name="Survey")
            expect(link).to_have_attribute("href", "https://example.org/survey?a=1&b=2")
            expect(link).to_have_attribute("target", "_blank")
            assert "noopener" in link.get_attribute("rel").split()
        book.post(entry("class.scheduled", course=course, start=time_text(-60), survey="https://example.org/own",
                        **{"class": session}))
        expect(student.get_by_role("link", name="Survey")).to_have_attribute("href", "https://example.org/own")


class TestAccess:
    def test_course_of_somebody_else_is_not_there(self, book, devices, ann):
        page = enter(devices.open(expected_errors="status of 40[34]", **PHONE), book, ann)
        course = book.course()
        session = book.scheduled(course)
        for path in (f"/courses/{course}", f"/classes/{session}", f"/courses/{new_id()}", f"/classes/{new_id()}"):
            assert page.goto(book.base + path).status == 404
            expect(page.get_by_role("heading", name="Not found")).to_be_visible()
            expect(page.get_by_text(COURSE)).to_have_count(0)
        for path in ("/courses/new", f"/courses/{course}/edit", f"/courses/{course}/students", f"/courses/{course}/schedule",
                     f"/classes/{session}/schedule", f"/classes/{session}/roster"):
            assert page.goto(book.base + path).status == 403
            expect(page.get_by_role("heading", name="Not allowed")).to_be_visible()

    def test_who_has_left_or_only_asked_sees_no_class(self, book, devices, ann):
        page = enter(devices.open(expected_errors="status of 404", **PHONE), book, ann)
        course = book.course()
        session = book.scheduled(course)
        student = book.client_of(ann)
        for kind, status in (("requested", 404), ("accepted", 200), ("declined", 404)):
            if kind == "requested":
                student.journal({"device": new_id(), "entries": [entry("enrolment.requested", course=course)]})
            else:
                book.post(entry(f"enrolment.{kind}", course=course, person=ann))
            for path in (f"/courses/{course}", f"/classes/{session}"):
                assert page.goto(book.base + path).status == status, (kind, path)

    def test_another_instructor_has_nothing_to_do_with_it(self, book, devices):
        noor = book.person("Noor", "Haddad", role="instructor")
        page = enter(devices.open(expected_errors="status of 404", **LAPTOP), book, noor)
        course = book.course()
        session = book.scheduled(course)
        for path in (f"/courses/{course}", f"/courses/{course}/edit", f"/courses/{course}/students",
                     f"/courses/{course}/schedule", f"/classes/{session}", f"/classes/{session}/schedule"):
            assert page.goto(book.base + path).status == 404

    def test_visitor_is_led_to_sign_in(self, book, devices):
        page = devices.open(**PHONE)
        course = book.course()
        for path in ("/courses", "/courses/catalogue", f"/courses/{course}", f"/classes/{book.scheduled(course)}"):
            page.goto(book.base + path)
            expect(page).to_have_url(f"{book.base}/sign-in?next={path}")
            expect(page.get_by_role("textbox", name="Sign-in code")).to_be_visible()


def test_a_class_that_has_begun_elsewhere_is_not_cancelled(book, devices):
    venue = book.venue()
    session = book.scheduled(book.course(venue=venue), ago=-30)
    deaf = sign_in(devices.open(expected_errors="EventSource", **PHONE), book)
    deaf.route("**/feed?*", lambda route: route.fulfill(status=204))
    deaf.goto(f"{book.base}/classes/{session}")
    cancel = button(deaf, "Cancel Class")
    cancel.click(trial=True)
    # Nor does it learn of the start when it looks again by itself.
    held = []
    deaf.route(f"**/classes/{session}", lambda route: held.append(route))
    book.post(entry("class.started", **{"class": session}, venue=venue))
    cancel.click()
    deaf.unroute(f"**/classes/{session}")
    for route in held:
        route.continue_()
    expect(notice(deaf, "This class")).to_be_visible()
    expect(deaf.get_by_role("button", name="Pause")).to_be_visible()
    assert book.page(f"/classes/{session}")["clock"]["phase"] == "running"


def test_form_changes_only_what_was_changed_in_it(book, venue, laptop):
    """Two have the form open: neither takes back what the other has saved."""
    course = book.course("Morning Vinyasa", venue)
    laptop.goto(f"{book.base}/courses/{course}/edit")
    before = laptop.get_by_label("Description").input_value()
    book.post(entry("course.edited", course=course, title="Evening Vinyasa", isOpen=True))
    laptop.get_by_label("Description").fill("Slow.")
    button(laptop, "Save").click()
    expect(laptop.get_by_role("heading", name="Evening Vinyasa", level=1)).to_be_visible()
    shown = book.page(f"/courses/{course}")["course"]
    assert (shown["title"], shown["description"], shown["isOpen"]) == ("Evening Vinyasa", "Slow.", True)
    undo(laptop, "Course saved")
    expect(laptop.get_by_text("Slow.")).to_have_count(0)
    shown = book.page(f"/courses/{course}")["course"]
    assert (shown["title"], shown["description"], shown["isOpen"]) == ("Evening Vinyasa", before, True)


def add_venue_on_the_way(page, book):
    page.get_by_label("Title").fill(COURSE)
    page.get_by_label("Description").fill("Gentle flow & breath")
    page.get_by_label("Anyone can join").check()
    page.get_by_role("link", name="Add the First Venue").click()
    page.get_by_label("Name").fill("Riverside Studio")
    button(page, "Add Venue").click()
    expect(page.get_by_role("heading", name="New Course")).to_be_visible()
    expect(notice(page, "Riverside Studio added")).to_be_visible()
    expect(page.get_by_label("Venue")).to_contain_text("Riverside Studio")
    expect(page.get_by_label("Title")).to_have_value(COURSE)
    expect(page.get_by_label("Description")).to_have_value("Gentle flow & breath")
    expect(page.get_by_label("Anyone can join")).to_be_checked()


def test_a_venue_is_added_on_the_way_to_a_course(book, phone):
    """What was typed of the course is there again, until it is saved."""
    phone.goto(f"{book.base}/courses/new")
    add_venue_on_the_way(phone, book)
    button(phone, "Create Course").click()
    expect(phone.get_by_role("heading", name=COURSE)).to_be_visible()
    phone.goto(f"{book.base}/courses/new")
    expect(phone.get_by_label("Title")).to_have_value("")
    # Who comes from elsewhere goes back there.
    phone.goto(f"{book.base}/venues/new")
    phone.get_by_label("Name").fill("Hall")
    button(phone, "Add Venue").click()
    expect(phone.get_by_role("heading", name="Venues")).to_be_visible()


def test_a_venue_is_added_on_the_way_to_a_course_without_signal(book, service_worker, blank_phone):
    """The page of the course was kept from before there was a venue."""
    blank_phone.goto(book.link)
    blank_phone.goto(f"{book.base}/courses/new")
    prepared(blank_phone)
    without_signal(blank_phone)
    add_venue_on_the_way(blank_phone, book)
    button(blank_phone, "Create Course").click()
    expect(blank_phone.get_by_role("heading", name=COURSE)).to_be_visible()
    with_signal(blank_phone)
    [course] = book.page("/courses")["courses"]
    assert (course["title"], course["venue"], course["isOpen"]) == (COURSE, "Riverside Studio", True)
