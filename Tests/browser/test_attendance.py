"""Attendance at a class of a course: students say that they are there, and the instructor sees it."""

import re

import pytest
from playwright.sync_api import expect

from book import batch, entry, new_id
from conftest import LAPTOP, PHONE
from positions import RADIUS, STUDIO, fix, located, move
from steps import (absent, button, dialog, enter, expect_not_reloaded, expect_sent, notice, outbox, permit_position,
                   prepared, present, remember, sign, sign_in, slide, undo, until_some, with_signal, without_signal)

NO_NETWORK = "ERR_INTERNET_DISCONNECTED|fetching the script|Failed to load resource"
DENIED = "Shala does not have permission to use your location. Allow it in the settings of your browser or phone, and try again."


class Room:
    """A course's class of today, its students, its instructor on a laptop, and Ann on her phone."""

    def __init__(self, book, devices, **course):
        self.book, self.devices = book, devices
        self.ann, self.bea = book.people("Ann Fleming", "Bea Okafor")
        self.venue = book.venue("Catalina Room", "Level 2", radius=RADIUS, **STUDIO)
        self.course = book.course(venue=self.venue, students=[self.ann, self.bea], **course)
        self.session = book.scheduled(self.course, ago=5)
        self.address = f"{book.base}/classes/{self.session}"

    def start(self):
        self.book.post(entry("class.started", **self.named, venue=self.venue))
        return self

    @property
    def named(self):
        return {"class": self.session}

    def instructor(self, **options):
        page = self.devices.open(**{**LAPTOP, **options})
        return self.opened(sign_in(page, self.book))

    def student(self, metres=20, accuracy=8, **options):
        """Ann's phone, so many metres from the room."""
        page = self.devices.open(**{**PHONE, **located(metres, accuracy), **options})
        return self.opened(sign_in(page, self.book, self.ann))

    def opened(self, page):
        page.goto(self.address)
        remember(page)
        return page

    def claim(self, person, *, ago=0.0, **fields):
        """What becomes of a claim that somebody's program makes."""
        sent = entry("attendance.claimed", ago, **self.named, **fields)
        return self.book.client_of(person).journal(batch(sent)).json["results"][0]

    def state(self, name):
        return self.book.attendance(self.session)[name]


@pytest.fixture
def room(book, devices):
    return Room(book, devices)


@pytest.fixture
def open_room(room):
    return room.start()


def self_of(page):
    """The student's own avatar on the doorstep."""
    return page.get_by_role("button", name="Your picture: drag it into the classroom, or press")


def here(page):
    return button(page, "I Am Here")


def says(page, status, reason=""):
    """What the student is told."""
    expect(page.locator("[data-status]:visible")).to_have_text(status)
    if reason:
        expect(page.locator("[data-reason]:visible")).to_have_text(reason)


def middle(place):
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(page):
    page.mouse.move(*middle(self_of(page)))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("[data-room]")), steps=5)
    expect(page.locator("[data-room]")).to_have_attribute("data-own-over", "")
    page.mouse.up()


def by_touch(page):
    slide(page, middle(self_of(page)), middle(page.locator("[data-room]")))


def by_key(key):
    def press(page):
        self_of(page).focus()
        page.keyboard.press(key)
    return press


WAYS = {
    "mouse": by_mouse, "touch": by_touch, "Enter": by_key("Enter"), "Space": by_key(" "), "arrow": by_key("ArrowUp"),
    "tap": lambda page: self_of(page).tap(), "button": lambda page: here(page).tap(),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_student_marks_themselves_present(open_room, way):
    student, laptop = open_room.student(), open_room.instructor()
    expect(laptop.get_by_text("Nobody is present.")).to_be_visible()
    says(student, "Drag yourself into the classroom", "You need to be at Catalina Room.")
    way(student)
    says(student, "You are present", re.compile(r"^By your location at \d\d:\d\d, 20 m away, ±10 m\.$"))
    expect(self_of(student)).to_have_count(0)
    expect(student.locator("[data-room] .avatar")).to_be_visible()
    # The feed brings it at once: what takes longer than a second has missed it.
    expect(present(laptop, "Ann Fleming")).to_be_visible(timeout=1000)
    expect(present(laptop, "Ann Fleming")).to_contain_text("20 m away, ±10 m")
    expect(button(laptop, "Present 1")).to_be_visible()
    expect(button(laptop, "Absent 1")).to_be_visible()
    assert open_room.state("Ann Fleming") == "present"
    for page in (student, laptop):
        expect_not_reloaded(page)


def test_drag_that_ends_elsewhere_is_none(open_room):
    student = open_room.student()
    student.mouse.move(*middle(self_of(student)))
    student.mouse.down()
    student.mouse.move(*middle(student.locator("[data-room]")), steps=5)
    student.mouse.move(*middle(here(student)), steps=5)
    student.mouse.up()
    expect(student.locator("[data-own-over]")).to_have_count(0)
    expect(self_of(student)).to_be_visible()
    says(student, "Drag yourself into the classroom")
    assert open_room.state("Ann Fleming") == "absent"


def test_class_from_its_start_to_its_end(room):
    student, laptop = room.student(), room.instructor()
    says(student, "Attendance is not open yet", "It opens when your instructor starts the class.")
    expect(here(student)).to_be_disabled()
    expect(self_of(student)).to_have_attribute("aria-disabled", "true")
    button(laptop, "Start Class").click()
    expect(notice(laptop, "The class has started")).to_be_visible()
    expect(here(student)).to_be_enabled()
    expect(student.get_by_text("In session · attendance is open")).to_be_visible()
    button(laptop, "Close Attendance").click()
    says(student, "Attendance is closed", "Ask your instructor to mark you.")
    expect(here(student)).to_be_disabled()
    assert room.claim(room.ann, **fix(10))["problems"][0]["code"] == "closed"
    button(laptop, "Open Attendance").click()
    here(student).tap()
    says(student, "You are present")
    expect(present(laptop, "Ann Fleming")).to_be_visible()
    button(laptop, "End Class").click()
    button(dialog_of(laptop), "Cancel").click()
    expect(button(laptop, "Close Attendance")).to_be_visible()
    button(laptop, "End Class").click()
    button(dialog_of(laptop), "End Class").click()
    expect(notice(laptop, "Class ended")).to_be_visible()
    for page in (student, laptop):
        expect(page.get_by_role("paragraph").filter(has_text=re.compile("^Ended$"))).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Attendance$"))).to_have_count(0)
        expect_not_reloaded(page)
    says(student, "You are present", re.compile("^By your location at "))
    expect(present(laptop, "Ann Fleming")).to_contain_text("20 m away")
    button(laptop, "Absent 1").click()
    expect(absent(laptop, "Bea Okafor")).to_be_visible()
    bea = room.devices.open(**PHONE)
    enter(bea, room.book, room.bea).goto(room.address)
    says(bea, "You were absent", "Nobody marked you present.")
    bea.goto(f"{room.book.base}/courses/{room.course}")
    expect(bea.get_by_role("list", name="Past classes").get_by_role("link")).to_contain_text("Absent")
    student.goto(f"{room.book.base}/courses/{room.course}")
    expect(student.get_by_role("list", name="Past classes").get_by_role("link")).to_contain_text("Present")


def dialog_of(laptop, name="End this class?"):
    return laptop.get_by_role("alertdialog", name=name)


def test_whoever_starts_a_class_early_is_asked(book, room):
    later = book.scheduled(room.course, ago=-3 * 60)
    laptop = room.instructor()
    laptop.goto(f"{book.base}/classes/{later}")
    button(laptop, "Start Class").click()
    asks = dialog_of(laptop, "Start this class now?")
    expect(asks).to_contain_text("It is planned for ")
    button(asks, "Cancel").click()
    expect(button(laptop, "Close Attendance")).to_have_count(0)
    button(laptop, "Start Class").click()
    button(asks, "Start Now").click()
    expect(notice(laptop, "The class has started")).to_be_visible()
    expect(button(laptop, "Close Attendance")).to_be_visible()


@pytest.mark.usefixtures("service_worker")
@pytest.mark.parametrize("signal", [True, False], ids=["with", "without"])
def test_start_is_taken_back(room, signal):
    student, laptop = room.student(), prepared(room.instructor())
    if not signal:
        without_signal(laptop)
    button(laptop, "Start Class").click()
    expect(button(laptop, "Close Attendance")).to_be_visible()
    undo(laptop, "The class has started")
    expect(button(laptop, "Close Attendance")).to_have_count(0)
    expect(button(laptop, "Start Class")).to_be_visible()
    if not signal:
        with_signal(laptop)
    expect_sent(laptop)
    says(student, "Attendance is not open yet")
    assert room.book.page(f"/classes/{room.session}")["card"]["phase"] == "scheduled"
    button(laptop, "Start Class").click()
    here(student).tap()
    says(student, "You are present")
    undo(laptop, "The class has started")
    expect(notice(laptop, "Somebody is marked already. End the class instead.")).to_be_visible()
    expect(button(laptop, "Close Attendance")).to_be_visible()


def test_end_is_taken_back(open_room):
    student, laptop = open_room.student(), open_room.instructor()
    button(laptop, "End Class").click()
    button(dialog_of(laptop), "End Class").click()
    says(student, "You were absent")
    undo(laptop, "Class ended")
    expect(here(student)).to_be_enabled()
    here(student).tap()
    expect(present(laptop, "Ann Fleming")).to_be_visible()


class TestWhere:
    @pytest.mark.parametrize("metres, words", [(240, "240 m"), (1240, "1.2 km"), (35_000, "35 km")])
    def test_outside(self, open_room, metres, words):
        student = open_room.student(metres)
        here(student).tap()
        says(student, f"You are {words} from Catalina Room", "Come closer and try again.")
        expect(self_of(student)).to_have_css("filter", "grayscale(1)")
        assert open_room.state("Ann Fleming") == "absent"
        expect(button(student, "Ask for Confirmation")).to_be_visible()
        move(student, 20)
        here(student).tap()
        says(student, "You are present")

    def test_borderline_is_confirmed_live(self, open_room):
        student, laptop = open_room.student(metres=30, accuracy=95), open_room.instructor()
        here(student).tap()
        says(student, "Needs confirmation", re.compile("not accurate enough .* Your instructor sees this and can confirm you.$"))
        doubts = laptop.get_by_role("region", name="Needs confirmation 1")
        expect(doubts.get_by_role("listitem")).to_contain_text(["30 m away, ±95 m"])
        button(doubts, "Confirm Ann Fleming").click()
        says(student, "You are present", re.compile(r"^Marked by Maya Lindqvist at \d\d:\d\d\.$"))
        expect(doubts).to_have_count(0)
        expect(present(laptop, "Ann Fleming")).to_contain_text("by hand")
        for page in (student, laptop):
            expect_not_reloaded(page)

    def test_outside_while_a_confirmation_is_pending(self, open_room):
        student = open_room.student(accuracy=95)
        here(student).tap()
        says(student, "Needs confirmation")
        move(student, 240)
        here(student).tap()
        says(student, "You are 240 m from Catalina Room", "Come closer and try again. Your instructor has been asked already.")
        expect(button(student, "Ask for Confirmation")).to_be_hidden()
        assert open_room.state("Ann Fleming") == "unconfirmed"

    def test_borderline_is_not_confirmed(self, open_room):
        student, laptop = open_room.student(accuracy=95), open_room.instructor()
        here(student).tap()
        button(laptop, "Mark Ann Fleming absent").click()
        expect(laptop.get_by_role("region", name="Needs confirmation")).to_have_count(0)
        says(student, "Drag yourself into the classroom")
        # What the instructor has said stands until the instructor says otherwise.
        move(student, 10)
        here(student).tap()
        says(student, "Needs confirmation", re.compile("Your instructor had marked you absent before"))
        assert open_room.state("Ann Fleming") == "unconfirmed"

    @pytest.mark.parametrize("answer", ["Confirm Ann Fleming", "Mark Ann Fleming absent"])
    def test_answer_is_taken_back(self, open_room, answer):
        student, laptop = open_room.student(metres=30, accuracy=95), open_room.instructor()
        here(student).tap()
        says(student, "Needs confirmation")
        how = student.locator("[data-reason]:visible").inner_text()
        button(laptop, answer).click()
        undo(laptop, "Ann Fleming is ")
        says(student, "Needs confirmation", how)
        laptop.mouse.move(0, 0)
        doubts = laptop.get_by_role("region", name="Needs confirmation 1")
        expect(doubts).to_contain_text("30 m away, ±95 m")
        assert open_room.state("Ann Fleming") == "unconfirmed"
        button(doubts, "Confirm Ann Fleming").click()
        says(student, "You are present")

    def test_better_position_needs_no_confirmation(self, open_room):
        student = open_room.student(accuracy=95)
        here(student).tap()
        says(student, "Needs confirmation")
        move(student, 20)
        here(student).tap()
        says(student, "You are present")
        assert open_room.state("Ann Fleming") == "present"

    def test_accuracy_that_the_course_does_not_allow(self, book, devices):
        room = Room(book, devices, accuracy=20).start()
        student = room.student(metres=10, accuracy=30)
        here(student).tap()
        says(student, "Needs confirmation")
        move(student, 10, accuracy=20)
        here(student).tap()
        says(student, "You are present")

    def test_venue_without_a_position(self, book, devices):
        room = Room(book, devices)
        anywhere = book.venue("Anywhere")
        book.post(entry("class.started", **room.named, venue=anywhere))
        student, laptop = room.student(), room.instructor()
        expect(laptop.get_by_text("This venue has no position, so there is no geofence")).to_be_visible()
        here(student).tap()
        says(student, "Needs confirmation", re.compile("The class has no geofence"))
        button(laptop, "Confirm Ann Fleming").click()
        says(student, "You are present")


class TestPermission:
    def test_position_is_asked_for_only_on_the_students_act(self, open_room):
        student = open_room.student(permissions=[])
        student.add_init_script(COUNTED)
        question = dialog(student, "May Shala use your location?")
        permit_position(student, "prompt")
        student.reload()
        says(student, "Drag yourself into the classroom")
        expect(question).to_be_hidden()
        before = open_room.book.sequence
        here(student).tap()
        expect(question).to_contain_text("Only your distance from the class is stored")
        button(question, "Not Now").tap()
        expect(question).to_be_hidden()
        says(student, "Your location is unknown", "You did not allow Shala to use it.")
        assert open_room.book.sequence == before
        here(student).tap()
        expect(question).to_be_visible()
        student.keyboard.press("Escape")
        says(student, "Your location is unknown", "You did not allow Shala to use it.")
        here(student).tap()
        expect(question).to_be_visible()
        permit_position(student, "granted")
        button(question, "Continue").tap()
        says(student, "You are present")
        expect_asked(student, 1)

    def test_denied(self, open_room):
        student = open_room.student(permissions=[])
        permit_position(student, "denied")
        here(student).tap()
        says(student, "Your location is unknown", DENIED)
        self.confirmed(open_room, student)

    def test_unavailable(self, open_room):
        student = open_room.student()
        student.context.set_geolocation(None)
        here(student).tap()
        says(student, "Your location is unknown", "It could not be found. Is location turned on?")
        self.confirmed(open_room, student)

    def test_the_device_is_wrong(self, open_room):
        """A position outside, of somebody who is in class."""
        student = open_room.student(240)
        here(student).tap()
        says(student, "You are 240 m from Catalina Room", "Come closer and try again.")
        self.confirmed(open_room, student)

    def confirmed(self, room, student):
        laptop = room.instructor()
        button(student, "Ask for Confirmation").tap()
        says(student, "Needs confirmation", re.compile("There was no location that counts"))
        expect(laptop.get_by_role("region", name="Needs confirmation 1")).to_contain_text("without a position")
        button(laptop, "Confirm Ann Fleming").click()
        says(student, "You are present")


# How often the page asks the browser.
COUNTED = """
  window.asked = 0;
  const { getCurrentPosition } = Geolocation.prototype;
  Geolocation.prototype.getCurrentPosition = function (...rest) {
    window.asked += 1;
    return getCurrentPosition.apply(this, rest);
  };
"""


def expect_asked(page, times):
    assert page.evaluate("window.asked") == times


class TestInstructor:
    def test_marks_and_clears_by_hand(self, open_room):
        student, laptop = open_room.student(), open_room.instructor()
        button(laptop, "Absent 2").click()
        absent(laptop, "Ann Fleming").click()
        expect(notice(laptop, "Ann Fleming is present")).to_be_visible()
        says(student, "You are present", re.compile("^Marked by Maya Lindqvist at "))
        undo(laptop, "Ann Fleming is present")
        says(student, "Drag yourself into the classroom")
        laptop.mouse.move(0, 0)
        absent(laptop, "Ann Fleming").click()
        says(student, "You are present")
        laptop.mouse.move(0, 0)
        button(laptop, "Present 1").click()
        expect(present(laptop, "Ann Fleming")).to_contain_text("by hand")
        present(laptop, "Ann Fleming").click()
        expect(notice(laptop, "Ann Fleming is absent")).to_be_visible()
        says(student, "Drag yourself into the classroom")
        assert open_room.state("Ann Fleming") == "absent"

    def test_marks_after_the_end(self, open_room):
        open_room.book.step("saved", open_room.session)
        student, laptop = open_room.student(), open_room.instructor()
        says(student, "You were absent")
        button(laptop, "Absent 2").click()
        absent(laptop, "Ann Fleming").click()
        says(student, "You are present", re.compile("^Marked by Maya Lindqvist at "))

    def test_list_and_board(self, open_room):
        open_room.book.mark(open_room.session, open_room.ann)
        laptop = open_room.instructor()
        row, board = present(laptop, "Ann Fleming"), button(laptop, "Show as board")
        as_list = row.bounding_box()
        board.click()
        expect(board).to_have_attribute("aria-pressed", "true")
        as_board = row.bounding_box()
        assert as_board["width"] < as_list["width"] / 2 < as_board["height"] * 5
        assert as_board["height"] > as_list["height"]
        button(laptop, "Absent 1").click()
        absent(laptop, "Bea Okafor").click()
        expect(button(laptop, "Present 2")).to_be_visible()
        board.click()
        expect(board).to_have_attribute("aria-pressed", "false")

    def test_search_among_many(self, room):
        names = [(f"Student{number:03}", f"Of Many{number % 7}") for number in range(500)]
        room.book.post(*(entry("person.edited", person=room.ann, lastName="Østergaard") for _ in range(1)))
        people = many(room.book, names)
        for first in range(0, 500, 200):
            room.book.post(*(entry("enrolment.accepted", course=room.course, person=one) for one in people[first:first + 200]))
        room.start().book.mark(room.session, people[123], people[456])
        laptop = room.instructor()
        button(laptop, "Absent 500").click()
        find = laptop.get_by_role("searchbox", name="Search this class")
        find.fill("student41")
        expect(shown(laptop)).to_have_count(10)
        find.fill("many3 student413")
        expect(shown(laptop)).to_have_count(0)
        find.fill("oster")
        expect(shown(laptop)).to_have_text([re.compile("Ann Østergaard")])
        find.fill("zzz")
        expect(laptop.get_by_text("No matches.")).to_be_visible()
        find.fill("student123")
        button(laptop, "Present 2").click()
        expect(shown(laptop)).to_have_text([re.compile("Student123")])
        find.fill("")
        expect(shown(laptop)).to_have_count(2)

    def test_search_after_a_tap_shows_nobody_else(self, open_room):
        phone = open_room.instructor(**PHONE)
        button(phone, "Absent 2").tap()
        absent(phone, "Ann Fleming").tap()
        phone.get_by_role("searchbox", name="Search this class").fill("bea")
        expect(shown(phone)).to_have_text([re.compile("Bea Okafor")], timeout=1_000)

    def test_what_is_shown_stays_so_whatever_arrives(self, open_room):
        phone = open_room.instructor(**PHONE)
        button(phone, "Absent 2").tap()
        board = button(phone, "Show as board")
        board.tap()
        open_room.book.post(entry("course.edited", course=open_room.course, title="Gentle Hatha"))
        expect(phone.get_by_role("heading", name="Gentle Hatha", level=1)).to_be_visible()
        expect(shown(phone)).to_have_count(2)
        for pressed in (button(phone, "Absent 2"), board):
            expect(pressed).to_have_attribute("aria-pressed", "true")
        expect(button(phone, "Present 0")).to_have_attribute("aria-pressed", "false")

    def test_search_goes_by_the_name_of_now(self, open_room):
        phone = open_room.instructor(**PHONE)
        button(phone, "Absent 2").tap()
        phone.get_by_role("searchbox", name="Search this class").fill("bea")
        expect(shown(phone)).to_have_text([re.compile("Bea Okafor")])
        open_room.book.post(entry("person.edited", person=open_room.ann, firstName="Beatrice"))
        expect(shown(phone)).to_have_text([re.compile("Beatrice Fleming"), re.compile("Bea Okafor")])

    def test_nothing_jumps_under_the_pointer(self, room):
        people = many(room.book, [(f"Student{number:02}", "Present") for number in range(60)])
        room.book.post(*(entry("enrolment.accepted", course=room.course, person=one) for one in people))
        room.start().book.mark(room.session, *people[1::2])
        laptop = room.instructor()
        row = present(laptop, "Student21")
        row.hover()
        before = row.bounding_box()
        room.book.mark(room.session, *people[0:20:2])
        room.book.post(*(entry("attendance.cleared", **room.named, person=one) for one in people[1:21:2]))
        room.book.mark(room.session, *people[22:42:2])
        expect(button(laptop, "Present 40")).to_be_visible()
        assert row.bounding_box() == before
        under = laptop.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('li').innerText", middle(row))
        assert "Student21" in under
        expect(absent(laptop, "Student01")).to_be_visible()
        expect(present(laptop, "Student00")).to_be_hidden()
        laptop.mouse.move(0, 0)
        expect(present(laptop, "Student00")).to_be_visible()
        expect(absent(laptop, "Student01")).to_be_hidden()
        expect(shown(laptop)).to_have_count(40)
        expect_not_reloaded(laptop)

    def test_marks_somebody_else_of_the_roster(self, open_room):
        open_room.book.people("Walk Inn")
        laptop = open_room.instructor()
        laptop.get_by_role("link", name="Mark someone else").click()
        sheet = dialog(laptop, "Attendees")
        sheet.get_by_role("button", name="Walk Inn").click()
        expect(sheet.get_by_role("button", name="Walk Inn")).to_have_attribute("aria-pressed", "true")
        button(sheet, "Done").click()
        expect(present(laptop, "Walk Inn")).to_be_visible()


def many(book, names):
    people = [new_id() for _ in names]
    for first in range(0, len(names), 200):
        book.post(*(entry("person.added", person=one, firstName=name[0], lastName=name[1], studentID=f"2{number:07}")
                    for number, (one, name) in enumerate(zip(people[first:first + 200], names[first:first + 200]), first)))
    return people


def shown(page):
    """The students that are on the screen."""
    return page.get_by_role("list", name="Students").get_by_role("listitem")


def test_only_the_instructor_marks(book, devices):
    room = Room(book, devices, evidence="instructor").start()
    student, laptop = room.student(), room.instructor()
    says(student, "Your instructor marks attendance", "You do not need to do anything.")
    expect(here(student)).to_be_disabled()
    by_key("Enter")(student)
    by_touch(student)
    assert room.claim(room.ann, **fix(1))["problems"][0]["code"] == "policy"
    button(laptop, "Absent 2").click()
    absent(laptop, "Ann Fleming").click()
    says(student, "You are present")


def test_survey_is_offered(book, devices):
    room = Room(book, devices, survey="https://example.org/survey").start()
    for page in (room.student(), room.instructor()):
        link = page.get_by_role("link", name="Survey")
        expect(link).to_have_attribute("href", "https://example.org/survey")
        expect(link).to_have_attribute("target", "_blank")
        assert "noopener" in link.get_attribute("rel").split()


def test_class_of_another_course_is_not_shown(open_room):
    book = open_room.book
    other = book.scheduled(book.course("Evening Yin", venue=open_room.venue), ago=4)
    student = open_room.student()
    expect(student.get_by_text(re.compile("^1 of 1"))).to_be_visible()
    student.goto(f"{book.base}/courses/{open_room.course}")
    links = student.get_by_role("main").locator("a[href^='/classes/']")
    # The next class is in the list, and named above.
    expect(links).to_have_count(2)
    assert not any(other in link.get_attribute("href") for link in links.all())
    [result] = book.client_of(open_room.ann).journal(
        batch(entry("attendance.claimed", **{"class": other}, **fix(1)))).json["results"]
    assert result["outcome"] == "rejected"


def states(page):
    """What the page says about its signal from now on, as a function that tells it so far."""
    page.locator(".presence-words").evaluate("""(words) => {
        window.states = [];
        new MutationObserver(() => window.states.push([...words.querySelectorAll("[data-status]")].find((one) => one.checkVisibility()).textContent))
            .observe(words, { childList: true, characterData: true, subtree: true });
    }""")
    return lambda: page.evaluate("window.states")


def test_outside_on_a_slow_line(open_room):
    """The answer comes when nobody waits for it any more: it is said as at once."""
    student, held = open_room.student(240), []
    student.route("**/journal", lambda route: held.append(route))
    seen = states(student)
    here(student).tap()
    says(student, "Sending…", re.compile("^You marked yourself present at"))
    assert set(seen()) <= {"Finding where you are…", "Sending…"}
    held[0].continue_()
    student.unroute("**/journal")
    says(student, "You are 240 m from Catalina Room", "Come closer and try again.")
    held.clear()
    student.route("**/journal", lambda route: held.append(route))
    button(student, "Ask for Confirmation").tap()
    says(student, "Sending…", re.compile("^You asked your instructor at .* to mark you"))
    held[0].continue_()
    student.unroute("**/journal")
    says(student, "Needs confirmation")


def test_what_is_being_done_is_said_until_the_answer_is_shown(open_room):
    student = open_room.student()
    says(student, "Drag yourself into the classroom")
    seen = states(student)
    here(student).tap()
    says(student, "You are present")
    assert seen() and "Drag yourself into the classroom" not in seen()


# Without a service worker, which would fetch the page in the test's place.
def test_answer_that_was_under_way_is_no_signal(room):
    student, underway = room.student(expected_errors=NO_NETWORK), []
    answer = room.book.client_of(room.ann).get(room.address.removeprefix(room.book.base), "text/html")
    student.route(room.address, lambda route: underway.append(route))
    # The page hears it once it follows the feed.
    until_some(student, underway, lambda: student.evaluate("dispatchEvent(new Event('online'))"))
    without_signal(student)
    says(student, "No signal")
    seen = states(student)
    route = underway[0]
    headers = {name: answer.headers[name] for name in ("Content-Type", "Shala-Version")}
    page = answer.body.replace(b"<title>", b"<title>Late: ", 1)
    route.fulfill(status=answer.status, headers=headers, body=page)
    expect(student).to_have_title(re.compile("^Late: "))
    assert set(seen()) <= {"No signal"}


@pytest.mark.usefixtures("service_worker")
class TestWithoutSignal:
    def student(self, room, metres=20):
        page = prepared(room.student(metres, expected_errors=NO_NETWORK))
        without_signal(page)
        return page

    @pytest.mark.parametrize("metres, state", [(20, "present"), (95, "unconfirmed")])
    def test_claim_waits_and_is_judged(self, open_room, metres, state):
        student, laptop = self.student(open_room, metres), open_room.instructor()
        here(student).tap()
        says(student, "Waiting for signal", re.compile(r"^You marked yourself present at \d\d:\d\d. This is stored on this device"))
        student.reload()
        says(student, "Waiting for signal")
        expect(here(student)).to_be_disabled()
        assert [one["kind"] for one in outbox(student)] == ["attendance.claimed"]
        seen = states(student)
        student.context.set_offline(False)
        expect_sent(student)
        says(student, "You are present" if state == "present" else "Needs confirmation")
        assert seen() and "Drag yourself into the classroom" not in seen()
        assert open_room.state("Ann Fleming") == state
        if state == "present":
            expect(present(laptop, "Ann Fleming")).to_be_visible()

    def test_class_begins_while_there_is_no_signal(self, room):
        student = self.student(room)
        says(student, "No signal")
        room.start()
        here(student).tap()
        says(student, "Waiting for signal")
        student.context.set_offline(False)
        says(student, "You are present")

    def test_claim_after_the_end_is_refused_in_words(self, open_room):
        student = self.student(open_room)
        open_room.book.step("saved", open_room.session)
        here(student).tap()
        says(student, "Waiting for signal")
        student.context.set_offline(False)
        says(student, "This class is over", "Ask your instructor to mark you.")
        assert open_room.state("Ann Fleming") == "absent"

    def test_attendance_that_was_closed_may_be_open_again(self, open_room):
        open_room.book.post(entry("attendance.closed", **open_room.named))
        student = self.student(open_room)
        says(student, "Attendance was closed", re.compile("^There has been no signal since, so it may be open again"))
        here(student).tap()
        says(student, "Waiting for signal")
        student.context.set_offline(False)
        says(student, "Attendance is closed", "Ask your instructor to mark you.")
        expect(sign(student)).to_have_text("1 rejected")
        # Who is present after all need not hear of it any more.
        open_room.book.post(entry("attendance.opened", **open_room.named))
        here(student).tap()
        says(student, "You are present")
        expect(sign(student)).to_be_hidden()

    def test_late_claim_needs_confirmation(self, room):
        room.book.post(entry("class.started", 4, **room.named, venue=room.venue))
        assert room.claim(room.ann, ago=1.5, **fix(20))["outcome"] == "accepted"
        assert room.claim(room.bea, ago=3, **fix(20))["outcome"] == "accepted"
        assert (room.state("Ann Fleming"), room.state("Bea Okafor")) == ("present", "unconfirmed")
        expect(room.instructor().get_by_role("region", name="Needs confirmation 1")).to_contain_text("sent late, 20 m away")

    def test_instructor_marks_by_hand(self, open_room):
        laptop = prepared(open_room.instructor(expected_errors=NO_NETWORK))
        button(laptop, "Absent 2").click()
        without_signal(laptop)
        absent(laptop, "Ann Fleming").click()
        expect(button(laptop, "Present 1")).to_be_visible()
        assert open_room.state("Ann Fleming") == "absent"
        laptop.reload()
        expect(present(laptop, "Ann Fleming")).to_be_visible()
        expect(button(laptop, "Present 1")).to_be_visible()
        laptop.context.set_offline(False)
        expect_sent(laptop)
        assert open_room.state("Ann Fleming") == "present"
        expect(present(laptop, "Ann Fleming")).to_contain_text("by hand")
