"""A student's classes where there is no signal: the device makes their pages, also those never opened."""

import pytest
from playwright.sync_api import expect

from book import entry, new_id
from conftest import PHONE
from device_pages import PAGE, compare
from positions import RADIUS, STUDIO, located
from steps import (FORGET_PAGES, PREPARED, button, enter, expect_sent, notice, outbox, prepared, sign, tab, undo, until, with_signal,
                   without_signal)

pytestmark = pytest.mark.usefixtures("service_worker")


class School:
    """A course with a class of every kind, and Ann on her phone, a few metres from its room."""

    def __init__(self, book, devices):
        self.book = book
        self.ann, self.tom = book.people("Ann Fleming", "Tom Fox")
        self.hall = book.venue("Catalina Room", "Level 2", radius=RADIUS, **STUDIO)
        self.course = book.course("Vinyasa", self.hall, [self.ann, self.tom], evidence="any",
                                  survey="https://example.org/yoga", timeZone="America/St_Johns")
        self.missed, self.over = book.scheduled(self.course, ago=2000), book.opened(self.course, self.hall, ago=200)
        book.mark(self.over, self.ann, self.tom, ago=190)
        book.step("saved", self.over, ago=100)
        self.running = book.opened(self.course, self.hall, ago=20)
        self.planned, self.cancelled = book.scheduled(self.course, ago=-60), book.scheduled(self.course, ago=-200)
        book.post(entry("class.deleted", **{"class": self.cancelled}))
        self.later = book.scheduled(self.course, ago=-5000)
        self.page = devices.open(**PHONE, **located(20))

    @property
    def classes(self):
        return [self.missed, self.over, self.running, self.planned, self.cancelled, self.later]

    def ask(self, person, text, **fields):
        question = new_id()
        self.book.post_by(
            person, entry("question.asked", **{"class": self.running}, question=question, text=text, **fields))
        return question

    def sign_in(self):
        enter(self.page, self.book, self.ann)
        prepared(self.page)
        return self.page

    def open(self, session, rest=""):
        self.page.goto(f"{self.book.base}/classes/{session}{rest}")


@pytest.fixture
def school(book, devices):
    return School(book, devices)


def test_the_students_own_pages_are_there_as_they_were(school):
    """Which the device cannot make, though they were never opened: it says when they were fetched."""
    school.book.course("Pilates")
    page = school.sign_in()
    until(page, "() => localStorage.getItem('near')")
    without_signal(page)
    tab(page, "More").click()
    page.get_by_role("link", name="Ann Fleming").click()
    expect(page.get_by_text("There is no signal. This is how it was on")).to_be_visible()
    page.get_by_role("link", name="Attendance").click()
    expect(page.get_by_role("definition").filter(has_text="1 of 1 class, 100 %")).to_have_count(2)
    expect(page.get_by_text("There is no signal. This is how it was on")).to_be_visible()
    tab(page, "Courses").click()
    page.get_by_role("link", name="Find Courses").click()
    expect(page.get_by_role("list", name="All courses")).to_contain_text("Pilates")
    button(page, "Register for Pilates").click()
    expect(page.get_by_text("Waiting for signal")).to_be_visible()
    with_signal(page)
    expect(page.get_by_text("Requested")).to_be_visible()


def test_the_devices_pages_are_the_servers(school):
    school.ask(school.tom, "Which way up?")
    hidden = school.ask(school.tom, "Really?", isAnonymous=True)
    school.ask(school.ann, "May I go?", isAnonymous=True)
    school.book.post(entry("question.hidden", **{"class": school.running}, question=hidden))
    page = school.sign_in()
    addresses = [f"/classes/{one}{rest}" for one in school.classes for rest in ("", "/questions")]
    found = compare(page, [*addresses, "/courses", f"/courses/{school.course}"])
    assert not found, found[:5]
    # Nothing that only instructors see is on the device.
    copy = page.evaluate("fetch('/offline', { headers: { Accept: 'application/json' } }).then(answer => answer.text())")
    assert "Really?" not in copy and school.tom not in copy
    for address in ("/students", f"/people/{school.tom}", f"/classes/{school.running}/roster", "/class", "/sessions"):
        assert page.evaluate(PAGE, address) is None


def test_a_class_that_was_never_opened(school):
    page = school.sign_in()
    until(page, "() => localStorage.getItem('near')")
    without_signal(page)
    page.evaluate(FORGET_PAGES)
    # What is days ahead cannot have begun.
    school.open(school.later)
    expect(page.get_by_text("Attendance is not open yet")).to_be_visible()
    expect(button(page, "I Am Here")).to_be_disabled()
    school.open(school.later, "/questions")
    expect(page.get_by_text("Questions open when the class starts.")).to_be_visible()
    expect(button(page, "Ask")).to_be_hidden()
    school.open(school.planned)
    expect(page.get_by_text("Not started yet")).to_be_visible()
    expect(button(page, "I Am Here")).to_be_enabled()
    page.get_by_role("link", name="Previous class").click()
    expect(button(page, "I Am Here")).to_be_enabled()
    expect(page).to_have_url(f"{school.book.base}/classes/{school.running}")
    expect(tab(page, "Courses")).to_have_attribute("aria-current", "page")
    page.evaluate(FORGET_PAGES)
    button(page, "I Am Here").tap()
    expect(page.locator("[data-status]:visible")).to_have_text("Waiting for signal")
    page.get_by_role("link", name="Questions").click()
    expect(page.get_by_text("No questions yet")).to_be_visible()
    page.get_by_label("Your question").fill("Left or right?")
    button(page, "Ask").tap()
    expect(page.get_by_role("list", name="Waiting to be sent")).to_contain_text("Left or right?")
    expect(sign(page)).to_have_text("Offline · 2 changes waiting")
    with_signal(page)
    expect_sent(page)
    expect(page.get_by_role("list", name="Questions")).to_contain_text("Left or right?")
    assert school.book.attendance(school.running)["Ann Fleming"] == "present"
    school.open(school.running)
    expect(page.locator("[data-status]:visible")).to_have_text("You are present")


def test_a_class_that_was_opened_before_the_copy_is_shown_as_fetched(school):
    page = school.sign_in()
    school.open(school.running)
    kept = page.evaluate("Number(document.documentElement.dataset.sequence)")
    assert page.evaluate(PAGE, f"/classes/{school.running} {kept + 1}") is None
    assert page.evaluate(PAGE, f"/classes/{school.running} {kept}") is not None


def slow_down(route):
    """The server says that students' devices, being many, ask twice a minute."""
    answer = route.fetch()
    if "json" not in answer.headers["content-type"]:
        route.fulfill(response=answer)
    else:
        route.fulfill(response=answer, json={**answer.json(), "pause": 30_000})


PAUSE = """async () => {
  const { maker } = document.documentElement.dataset;
  const { answer, transact } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'journal/storage.js'));
  return (await transact('book', 'readonly', one => answer(one.objectStore('book').get(`${maker} version`)))).pause;
}"""


@pytest.mark.parametrize("kind", ["class.paused", "attendance.closed", "reconfirmation.requested"])
def test_what_comes_seldom_is_soon_on_the_device_of_a_crowd(school, kind):
    school.page.context.route("**/offline", slow_down)
    school.page.context.route("**/offline?*", slow_down)
    page = school.sign_in()
    before = page.evaluate("Number(document.documentElement.dataset.sequence)")
    request = {"reconfirmation": new_id(), "minutes": 5} if kind.startswith("reconfirmation") else {}
    school.book.post(entry(kind, **{"class": school.running}, **request))
    until(page, "before => Number(document.documentElement.dataset.sequence) > before", before)
    until(page, PREPARED, patience=15)
    assert page.evaluate(PAUSE) == 30_000


@pytest.mark.parametrize("is_newer", [False, True], ids=["page as old as the book", "page newer than the book"])
def test_leaving_a_course_is_seen(school, is_newer):
    page = school.sign_in()
    if is_newer:
        # The copy is never brought up to date.
        page.context.route("**/offline?*", lambda _: None)
        school.book.post(entry("class.paused", **{"class": school.running}))
        page.goto(f"{school.book.base}/courses")
    page.goto(f"{school.book.base}/courses/{school.course}")
    if not is_newer:
        prepared(page)
    without_signal(page)
    button(page, "Leave Course").tap()
    button(page.get_by_role("alertdialog", name="Leave this course?"), "Leave").tap()
    expect(notice(page, "You have left the course")).to_be_visible()
    for again in (False, True):
        if again:
            page.reload()
        expect(page.get_by_role("heading", name="Courses", level=1)).to_be_visible()
        expect(page.get_by_role("main").get_by_text("Vinyasa")).to_have_count(0)
    page.goto(f"{school.book.base}/offline")
    expect(page.get_by_text("Left the course: Vinyasa")).to_be_visible()
    with_signal(page)
    assert school.ann not in [one["id"] for one in school.book.page(f"/courses/{school.course}/students")["enrolled"]]


def test_registering_is_seen(school):
    other = school.book.course("Bootcamp", school.hall)
    page = school.sign_in()
    page.goto(f"{school.book.base}/courses/catalogue")
    prepared(page)
    without_signal(page)
    register, waits = button(page, "Register for Bootcamp"), page.get_by_role("main").get_by_text("Waiting for signal")
    register.focus()
    page.keyboard.press("Enter")
    expect(notice(page, "You have asked to join Bootcamp")).to_be_visible()
    expect(waits).to_be_visible()
    expect(register).to_be_hidden()
    expect(waits).to_be_focused()
    undo(page, "You have asked to join Bootcamp")
    expect(register).to_be_visible()
    expect(waits).to_be_hidden()
    register.tap()
    expect(waits).to_be_visible()
    page.reload()
    expect(waits).to_be_visible()
    expect(register).to_be_hidden()
    with_signal(page)
    expect(page.get_by_text("Requested")).to_be_visible()
    assert [one["id"] for one in school.book.page(f"/courses/{other}/students")["requested"]] == [school.ann]


def test_questions_of_a_class_that_may_have_begun(school):
    soon = school.book.scheduled(school.course, ago=-5)
    page = school.sign_in()
    without_signal(page)
    school.open(soon, "/questions")
    expect(button(page, "Ask")).to_be_visible()
    expect(page.get_by_text("Questions open when the class starts.")).to_be_hidden()


def test_who_may_not_ask_without_being_present_is_told_so(school):
    school.book.post(entry("course.edited", course=school.course, askers="present"))
    page = school.sign_in()
    without_signal(page)
    school.open(school.running, "/questions")
    expect(button(page, "Ask")).to_be_visible()
    expect(page.get_by_text("Only students marked present can ask")).to_be_visible()
