"""What somebody is about to press stands still, whatever arrives meanwhile, in every list that is live."""

import contextlib
import re

import pytest
from playwright.sync_api import expect

from book import batch, entry, new_id, time_text
from conftest import LAPTOP, PHONE
from positions import RADIUS, STUDIO, fix
from steps import button, dialog, notice, present, remember, sign_in, until

NO_NETWORK = "ERR_INTERNET_DISCONNECTED|fetching the script|Failed to load resource"


class School:
    """A course with three students, one class of it in session, and a drop-in class."""

    def __init__(self, book, devices):
        self.book, self.devices = book, devices
        self.ann, self.bea, self.zoe = book.people("Ann Abel", "Bea Bell", "Zoe Zorn")
        self.venue = book.venue("Catalina Room", "Level 2", radius=RADIUS, **STUDIO)
        self.course = book.course("Morning Vinyasa", venue=self.venue, students=[self.ann, self.bea, self.zoe])
        self.session = book.opened(self.course, self.venue, ago=5)

    def in_class(self, kind, person, **fields):
        """A student does something in the class in session."""
        self.as_student(person, entry(kind, **{"class": self.session}, **fields))

    def as_student(self, person, *entries):
        results = self.book.client_of(person).journal(batch(*entries)).json["results"]
        assert [one["outcome"] for one in results] == ["accepted"] * len(entries), results

    def doubtful(self, *people):
        for person in people:
            self.in_class("attendance.claimed", person, **fix(30, accuracy=95))

    def page(self, path, who=None, **options):
        page = self.devices.open(NO_NETWORK, **options)
        sign_in(page, self.book, who)
        page.goto(self.book.base + path)
        remember(page)
        return page


@pytest.fixture
def school(book, devices):
    return School(book, devices)


def middle(place):
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def under(page, point):
    """The words of the row that a press at a point would meet."""
    return page.evaluate("""([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return (hit?.closest('[data-key]') ?? hit)?.innerText ?? '';
    }""", list(point))


@contextlib.contextmanager
def finger(page, point):
    """A finger that lies on the screen."""
    session = page.context.new_cdp_session(page)
    x, y = point
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    yield
    session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})


@contextlib.contextmanager
def pointer(page, point):
    page.mouse.move(*point)
    yield
    page.mouse.move(2, 2)


def news(page, words="1 new"):
    return button(page, words)


# Each list: its page, whose, a row that is approached, what the list must say of what arrives, and how it arrives.
LISTS = {}


def live(name):
    def note(case):
        LISTS[name] = case
        return case
    return note


@live("needs confirmation")
def needs_confirmation(school):
    school.doubtful(school.zoe)
    return f"/classes/{school.session}", None, "Confirm Zoe Zorn", "Confirm Ann Abel", lambda: school.doubtful(school.ann)


@live("present")
def those_present(school):
    school.book.mark(school.session, school.zoe)
    return f"/classes/{school.session}", None, "Zoe Zorn", "Ann Abel", lambda: school.book.mark(school.session, school.ann)


@live("attendees")
def attendees_of_a_class(school):
    book = school.book
    book.step("saved", school.session)
    session = book.started(school.venue)
    book.mark(session, school.zoe)
    return "/class", None, "Zoe Zorn", "Ann Abel", lambda: book.mark(session, school.ann)


@live("attendees of a session")
def attendees_of_a_session(school):
    school.book.step("saved", school.session)
    session = school.book.session(school.venue, school.zoe)
    return f"/classes/{session}", None, "Zoe Zorn", "Ann Abel", lambda: school.book.mark(session, school.ann)


@live("students")
def students(school):
    return "/students", None, "Zoe Zorn", "Aaron First", lambda: school.book.person("Aaron", "First")


@live("roster of a class")
def roster(school):
    school.book.step("saved", school.session)
    session = school.book.started(school.venue)
    return f"/classes/{session}/roster", None, "Zoe Zorn", "Aaron First", lambda: school.book.person("Aaron", "First")


@live("sessions")
def sessions(school):
    school.book.step("saved", school.session)
    school.book.session(school.book.venue("Zenith"), ago=300)
    return "/sessions", None, "Zenith", "Riverside", lambda: school.book.session(school.book.venue("Riverside"))


@live("courses")
def courses(school):
    school.book.course("Zazen", venue=school.venue)
    return "/courses", None, "Zazen", "Aikido", lambda: school.book.course("Aikido", venue=school.venue)


@live("requests to join")
def requests(school):
    course = school.book.course("Evening Yin", venue=school.venue)

    def ask(person):
        school.as_student(person, entry("enrolment.requested", course=course))
    ask(school.zoe)
    return f"/courses/{course}/students", None, "Accept Zoe Zorn", "Accept Ann Abel", lambda: ask(school.ann)


@live("enrolled")
def enrolled(school):
    course = school.book.course("Evening Yin", venue=school.venue, students=[school.zoe])
    accepted = entry("enrolment.accepted", course=course, person=school.ann)
    return f"/courses/{course}/students", None, "Remove Zoe Zorn", "Remove Ann Abel", lambda: school.book.post(accepted)


@live("coming classes")
def coming(school):
    school.book.scheduled(school.course, ago=-3 * 1440, venue=school.book.venue("Zenith"))
    other = school.book.venue("Riverside")
    return (f"/courses/{school.course}", None, "Zenith", "Riverside",
            lambda: school.book.scheduled(school.course, ago=-1440, venue=other))


@live("training log")
def training(school):
    def log(words, ago):
        school.as_student(school.ann, entry("training.logged", ago, training=new_id(), description=words,
                                            category="strength", minutes=30, start=time_text(ago)))
    log("Zumba", 120)
    return "/training", school.ann, "Actions: Zumba", "Actions: Abs", lambda: log("Abs", 10)


@live("questions")
def questions(school):
    def ask(words):
        school.in_class("question.asked", school.ann, question=new_id(), text=words)
    ask("What is flow?")
    ask("What is yin?")
    return (f"/classes/{school.session}/questions", None, "Mark Answered: What is flow?", "Mark Answered: Why?",
            lambda: ask("Why?"))


WAYS = {"mouse": (LAPTOP, pointer), "touch": (PHONE, finger)}


def control(page, name):
    words = re.compile(rf"\b{re.escape(name)}")
    place = page.get_by_role("main")
    return place.get_by_role("button", name=words).or_(place.get_by_role("link", name=words))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", LISTS)
def test_row_stays_where_it_is_approached(school, case, way):
    path, who, name, newcomer, arrives = LISTS[case](school)
    options, approach = WAYS[way]
    page = school.page(path, who, **options)
    row = control(page, name)
    row.scroll_into_view_if_needed()
    point = middle(row)
    before = under(page, point)
    with approach(page, point):
        arrives()
        # What stood there has been seen to move, or the newcomer waits.
        expect(news(page).or_(control(page, newcomer)).first).to_be_visible()
        assert middle(row) == pytest.approx(point, abs=1)
        assert under(page, point) == before
        expect(news(page)).to_be_visible()
        expect(control(page, newcomer)).to_be_hidden()
    # Left alone, the list follows.
    expect(control(page, newcomer)).to_be_visible()
    expect(news(page)).to_be_hidden()


class TestConfirm:
    def arrive(self, school, page):
        school.doubtful(school.ann, school.bea)
        expect(news(page, "2 new").or_(button(page, "Confirm Bea Bell"))).to_be_visible()

    def test_click_confirms_whom_the_pointer_is_at(self, school):
        school.doubtful(school.zoe)
        page = school.page(f"/classes/{school.session}", **LAPTOP)
        point = middle(button(page, "Confirm Zoe Zorn"))
        page.mouse.move(*point)
        self.arrive(school, page)
        page.mouse.down()
        page.mouse.up()
        expect(notice(page, "Zoe Zorn is present")).to_be_visible()
        # The next press at the same place confirms nobody else.
        page.mouse.down()
        page.mouse.up()
        button(page, "2 new").click()
        expect(button(page, "Confirm Ann Abel")).to_be_visible()
        state = {"Zoe Zorn": "present", "Ann Abel": "unconfirmed", "Bea Bell": "unconfirmed"}
        assert {name: school.book.attendance(school.session)[name] for name in state} == state

    def test_tap_confirms_whom_the_finger_is_at(self, school):
        school.doubtful(school.zoe)
        page = school.page(f"/classes/{school.session}", **PHONE)
        confirm = button(page, "Confirm Zoe Zorn")
        confirm.scroll_into_view_if_needed()
        point = middle(confirm)
        with finger(page, point):
            self.arrive(school, page)
        page.touchscreen.tap(*point)
        expect(notice(page, "Zoe Zorn is present")).to_be_visible()
        assert school.book.attendance(school.session)["Zoe Zorn"] == "present"
        expect(button(page, "Confirm Ann Abel")).to_be_visible()
        expect(confirm).to_be_hidden()

    def test_several_are_confirmed_in_a_row(self, school):
        """Whoever has been answered leaves their place only when nobody is at the list any more."""
        school.doubtful(school.ann, school.bea, school.zoe)
        page = school.page(f"/classes/{school.session}", **LAPTOP)
        button(page, "Confirm Zoe Zorn").scroll_into_view_if_needed()
        points = {name: middle(button(page, f"Confirm {name}")) for name in ("Ann Abel", "Bea Bell", "Zoe Zorn")}
        for name, point in points.items():
            page.mouse.click(*point)
            expect(notice(page, f"{name} is present")).to_be_visible()
        expect(button(page, "Present 3")).to_be_visible()
        page.mouse.move(2, 2)
        expect(page.get_by_role("region", name="Needs confirmation")).to_have_count(0)


class TestAround:
    """What appears above moves nothing that is approached."""

    def expect_still(self, page, row, point, appeared):
        expect(appeared).to_be_visible()
        page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        assert middle(row) == pytest.approx(point, abs=1)

    @pytest.mark.parametrize("way", WAYS)
    def test_first_doubt_above_those_present(self, school, way):
        school.book.mark(school.session, school.zoe)
        options, approach = WAYS[way]
        page = school.page(f"/classes/{school.session}", **options)
        row = present(page, "Zoe Zorn")
        # Once the script has come, only those present are shown.
        expect(page.get_by_role("listitem").filter(has_text="Ann Abel")).to_be_hidden()
        point = middle(row)
        with approach(page, point):
            school.doubtful(school.ann)
            self.expect_still(page, row, point, page.get_by_role("region", name="Needs confirmation 1"))

    @pytest.mark.parametrize("way", WAYS)
    @pytest.mark.parametrize("path", ["/class", "/students", "/courses"])
    def test_sign_of_no_signal(self, school, way, path):
        options, approach = WAYS[way]
        page = school.page(path, **options)
        row = page.get_by_role("main").get_by_role("button").or_(page.get_by_role("main").get_by_role("link")).last
        row.scroll_into_view_if_needed()
        point = middle(row)
        with approach(page, point):
            page.context.set_offline(True)
            self.expect_still(page, row, point, page.get_by_role("link", name=re.compile("Offline")))

    def test_what_was_above_goes(self, school):
        school.doubtful(school.ann)
        school.book.mark(school.session, school.zoe)
        page = school.page(f"/classes/{school.session}", **LAPTOP)
        row = present(page, "Zoe Zorn")
        expect(page.get_by_role("listitem").filter(has_text="Bea Bell")).to_be_hidden()
        point = middle(row)
        page.mouse.move(*point)
        doubts = page.get_by_role("region", name="Needs confirmation 1")
        expect(doubts).to_be_visible()
        school.book.post(entry("attendance.cleared", **{"class": school.session}, person=school.ann))
        expect(doubts).to_be_hidden()
        assert middle(row) == pytest.approx(point, abs=1)
        # Its room is not kept for ever.
        page.mouse.move(2, 2)
        until(page, "() => !document.querySelector('main').style.paddingBlockStart")
        page.mouse.click(*middle(row))
        expect(notice(page, "Zoe Zorn is absent")).to_be_visible()


def test_row_that_goes_keeps_its_place(school):
    school.doubtful(school.ann, school.zoe)
    page = school.page(f"/classes/{school.session}", **LAPTOP)
    zoe = button(page, "Confirm Zoe Zorn")
    point = middle(zoe)
    page.mouse.move(*point)
    school.book.mark(school.session, school.ann)
    expect(button(page, "Present 1")).to_be_visible()
    assert middle(zoe) == pytest.approx(point, abs=1)
    page.mouse.click(*point)
    expect(notice(page, "Zoe Zorn is present")).to_be_visible()
    page.mouse.move(2, 2)
    expect(button(page, "Confirm Ann Abel")).to_have_count(0)


def test_what_has_come_and_gone_is_not_new(school):
    page = school.page("/students", **LAPTOP)
    page.mouse.move(*middle(page.get_by_role("main").get_by_role("link", name="Zoe Zorn")))
    aaron = school.book.person("Aaron", "First")
    expect(news(page)).to_be_visible()
    school.book.post(entry("person.removed", person=aaron))
    expect(news(page)).to_be_hidden()


def test_sheet_of_the_roster(school):
    school.book.step("saved", school.session)
    session = school.book.started(school.venue)
    page = school.page(f"/classes/{session}", **LAPTOP)
    page.get_by_role("link", name="Add attendees").click()
    row = dialog(page, "Attendees").get_by_role("button", name="Zoe Zorn")
    point = middle(row)
    page.mouse.move(*point)
    school.book.person("Aaron", "First")
    expect(news(page).or_(page.get_by_text("Aaron First"))).to_be_visible()
    page.mouse.click(*point)
    expect(notice(page, "Zoe Zorn marked")).to_be_visible()
    news(page).click()
    expect(dialog(page, "Attendees").get_by_role("button", name="Aaron First")).to_be_visible()


def test_sheet_that_comes_up_under_the_pointer(school):
    """What the pointer meets on its way up has not moved once it is there."""
    school.book.step("saved", school.session)
    session = school.book.started(school.venue)
    page = school.page(f"/classes/{session}", **PHONE)
    page.get_by_role("link", name="Add attendees").click()
    sheet = dialog(page, "Attendees")
    row = sheet.get_by_role("button", name="Zoe Zorn")
    expect(row).to_be_visible()
    page.mouse.move(*middle(row))
    until(page, "() => !document.querySelector('dialog[open]').getAnimations().length")
    school.book.mark(session, school.zoe)
    expect(row).to_have_attribute("aria-pressed", "true")
    room = "document.querySelector('.sheet .search').getBoundingClientRect().top - document.querySelector('.sheet-body').getBoundingClientRect().top"
    assert page.evaluate(room) < 18


def test_list_behind_a_sheet_just_follows(school):
    """A finger that scrolls in a sheet is not at the list behind it."""
    school.book.step("saved", school.session)
    session = school.book.started(school.venue)
    school.book.mark(session, school.zoe)
    for number in range(20):
        school.book.person("Carl", f"Crane {number}")
    page = school.page(f"/classes/{session}", **PHONE)
    page.get_by_role("link", name="Add attendees").click()
    row = dialog(page, "Attendees").get_by_role("button", name="Carl Crane 3")
    expect(row).to_be_visible()
    with finger(page, middle(row)):
        page.evaluate("""() => new Promise(resolve => {
          document.addEventListener('scroll', resolve, { capture: true, once: true });
          document.querySelector('dialog[open] .sheet-body').scrollBy(0, 60);
        })""")
        school.book.mark(session, school.ann)
        behind = page.locator("main").get_by_text("Ann Abel")
        expect(behind.or_(news(page)).first).to_be_attached()
        assert news(page).count() == 0


def test_list_follows_while_nobody_is_at_it(school):
    page = school.page(f"/classes/{school.session}", **LAPTOP)
    page.mouse.move(2, 2)
    school.doubtful(school.zoe)
    expect(button(page, "Confirm Zoe Zorn")).to_be_visible()
    school.doubtful(school.ann)
    expect(button(page, "Confirm Ann Abel")).to_be_visible()
    expect(news(page)).to_be_hidden()
