"""Attendance of a course: people down, classes across, on the screen, as a file and on paper."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from book import entry, new_id, time_text
from conftest import LAPTOP, PHONE
from http_client import Client
from judges import on_screens
from steps import button, expect_sent, notice, outbox, prepared, sign_in, undo, until, with_signal, without_signal

DAY = 24 * 60
A4, LETTER = (297, 210), (279.4, 215.9)


def day(ago):
    """A day in the time zone of the courses, such as 12 Mar."""
    moment = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=ago)
    return f"{moment.day} {moment:%b}"


def held(book, course, ago, *present, saved=True):
    """A class of a course, so many minutes ago, and who was there."""
    session = book.scheduled(course, ago)
    place = book.page(f"/classes/{session}/schedule")["venues"][0]["value"]
    of = {"class": session}
    steps = [entry("class.started", ago, **of, venue=place)]
    steps += [entry("attendance.marked", ago - 1, **of, person=one) for one in present]
    book.post(*steps, *([entry("class.saved", ago - 60, **of)] if saved else []))
    return session


def recorded(book, course, count, *present):
    """Classes of a course, one a day from 20 days ago back, and who was there; gives the oldest."""
    venue, sessions = book.venue(), [new_id() for _ in range(count)]
    for number, session in enumerate(sessions):
        ago = (20 + number) * DAY
        times = {"start": time_text(ago), "end": time_text(ago - 60)}
        book.post(entry("class.recorded", course=course, venue=venue, **{"class": session}, **times),
                  *(entry("attendance.marked", person=one, **{"class": session}) for one in present))
    return sessions[-1]


class Taught:
    """A course in UTC with three students and two classes that have ended."""

    def __init__(self, book):
        self.ann, self.ben, self.cleo = book.people("Ann Fleming", "Ben Ito", "Cleo Marsh")
        self.course = book.course("Morning Vinyasa", students=[self.ann, self.ben, self.cleo], since=300 * DAY, timeZone="UTC")
        self.old = held(book, self.course, 9 * DAY, self.ann, self.ben)
        self.new = held(book, self.course, 2 * DAY, self.ann)
        book.post(entry("attendance.cleared", **{"class": self.new}, person=self.cleo))
        self.address = f"{book.base}/courses/{self.course}"


@pytest.fixture
def taught(book):
    return Taught(book)


def box(page, name, ago, word):
    return page.get_by_role("button", name=f"{name}, {day(ago)}: {word}", exact=True)


@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_an_old_mark_is_corrected_in_three_taps(book, taught, devices, device):
    for number in range(12):
        held(book, taught.course, DAY + number, taught.ann)
    page = sign_in(devices.open(**device), book)
    page.goto(taught.address)
    taps = 0

    def tap(control):
        nonlocal taps
        taps += 1
        control.click()

    tap(page.get_by_role("link", name="Attendance", exact=True))
    expect(page.get_by_text("Classes 3–14 of 14")).to_be_visible()
    tap(page.get_by_role("link", name="Earlier Classes"))
    tap(box(page, "Cleo Marsh", 9 * DAY, "no mark"))
    expect(box(page, "Cleo Marsh", 9 * DAY, "present")).to_be_visible()
    assert taps == 3
    expect(notice(page, "Cleo Marsh is present")).to_be_visible()
    assert book.attendance(taught.old)["Cleo Marsh"] == "present"
    line = page.get_by_role("row").filter(has_text="Cleo Marsh")
    expect(line).to_contain_text("1 of 14")
    undo(page, "Cleo Marsh is present")
    expect(box(page, "Cleo Marsh", 9 * DAY, "no mark")).to_be_visible()
    expect(line).to_contain_text("0 of 14")


def test_boxes_say_how_each_person_was(book, taught, phone):
    phone.goto(f"{taught.address}/attendance")
    for name, ago, word, sign in (
            ("Ann Fleming", 9 * DAY, "present", "✓"), ("Ann Fleming", 2 * DAY, "present", "✓"),
            ("Ben Ito", 2 * DAY, "no mark", "·"), ("Cleo Marsh", 2 * DAY, "absent", "✕")):
        expect(box(phone, name, ago, word)).to_have_text(sign)
    heads = phone.get_by_role("columnheader")
    expect(heads).to_contain_text(["Name", "Present", day(2 * DAY), day(9 * DAY)])
    expect(phone.get_by_role("row").filter(has_text="People present").get_by_role("cell")).to_have_text(["", "1", "2"])
    expect(phone.get_by_role("row").filter(has_text="Ann Fleming")).to_contain_text("2 of 2")
    expect(phone.get_by_role("row").filter(has_text="Ben Ito")).to_contain_text("50\u00a0%")


def test_presses_go_back_and_forth(book, taught, phone):
    phone.goto(f"{taught.address}/attendance")
    box(phone, "Cleo Marsh", 2 * DAY, "absent").tap()
    expect(box(phone, "Cleo Marsh", 2 * DAY, "present")).to_be_visible()
    box(phone, "Cleo Marsh", 2 * DAY, "present").tap()
    expect(notice(phone, "Cleo Marsh is absent")).to_be_visible()
    assert book.attendance(taught.new)["Cleo Marsh"] == "absent"


def test_filters(book, taught, laptop):
    laptop.goto(f"{taught.address}/attendance")
    names = laptop.locator("tbody").get_by_role("rowheader")
    expect(names).to_have_text(["Ann Fleming", "Ben Ito", "Cleo Marsh"])
    laptop.get_by_role("combobox", name="Show").select_option(label="Present below 75 %")
    expect(names).to_have_text(["Ben Ito", "Cleo Marsh"])
    laptop.get_by_role("searchbox", name="Search students").fill("cle")
    expect(names).to_have_text(["Cleo Marsh"])
    laptop.reload()
    expect(names).to_have_text(["Cleo Marsh"])
    laptop.get_by_role("searchbox", name="Search students").fill("zzz")
    expect(laptop.get_by_text("No matches")).to_be_visible()


def test_months(book, taught, laptop):
    held(book, taught.course, 70 * DAY, taught.ann)
    laptop.goto(f"{taught.address}/attendance")
    moment = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=70)
    laptop.get_by_role("combobox", name="Months").select_option(label=f"{moment:%b %Y}")
    expect(laptop.get_by_text("Class 1 of 1")).to_be_visible()
    expect(laptop.get_by_role("row").filter(has_text="Ben Ito")).to_contain_text("0 of 1")


def stops(page):
    """Boxes that the Tab key reaches: one, once the script has come."""
    return page.locator(".matrix button[tabindex='0']")


def test_arrow_keys_go_from_box_to_box(taught, laptop):
    laptop.goto(f"{taught.address}/attendance")
    expect(stops(laptop)).to_have_count(1)
    box(laptop, "Ann Fleming", 2 * DAY, "present").focus()
    laptop.keyboard.press("ArrowRight")
    expect(box(laptop, "Ann Fleming", 9 * DAY, "present")).to_be_focused()
    laptop.keyboard.press("ArrowDown")
    expect(box(laptop, "Ben Ito", 9 * DAY, "present")).to_be_focused()
    laptop.keyboard.press("Space")
    expect(box(laptop, "Ben Ito", 9 * DAY, "absent")).to_be_focused()


def test_tab_stops_at_one_box(taught, laptop):
    laptop.goto(f"{taught.address}/attendance")
    expect(stops(laptop)).to_have_count(1)
    box(laptop, "Ann Fleming", 2 * DAY, "present").focus()
    laptop.keyboard.press("ArrowRight")
    laptop.keyboard.press("Tab")
    expect(laptop.get_by_role("link", name="Ben Ito")).to_be_focused()
    laptop.keyboard.press("Shift+Tab")
    expect(box(laptop, "Ann Fleming", 9 * DAY, "present")).to_be_focused()
    laptop.keyboard.press("Space")
    expect(box(laptop, "Ann Fleming", 9 * DAY, "absent")).to_be_focused()
    expect(stops(laptop)).to_have_count(1)


def test_two_classes_of_one_day_are_told_apart(book, phone):
    today = datetime.datetime.now(datetime.timezone.utc)
    since_noon = (today - today.replace(hour=12, minute=0)).total_seconds() / 60
    course = book.course("Morning Vinyasa", students=[book.person("Ann", "Fleming")], timeZone="UTC")
    for earlier in (0, 120):
        held(book, course, 3 * DAY + since_noon + earlier)
    phone.goto(f"{book.base}/courses/{course}/attendance")
    date = day(3 * DAY)
    expect(phone.get_by_role("columnheader").filter(has_text=date)).to_have_text([f"{date}12:00", f"{date}10:00"])
    expect(phone.get_by_role("button", name=f"Ann Fleming, {date} 10:00: no mark")).to_be_visible()


def test_a_correction_waits_for_signal(book, taught, service_worker, phone):
    phone.goto(f"{taught.address}/attendance")
    prepared(phone)
    without_signal(phone)
    box(phone, "Ben Ito", 2 * DAY, "no mark").tap()
    expect(box(phone, "Ben Ito", 2 * DAY, "present")).to_be_visible()
    expect(notice(phone, "Ben Ito is present")).to_be_visible()
    phone.reload()
    expect(box(phone, "Ben Ito", 2 * DAY, "present")).to_be_visible()
    assert [one["kind"] for one in outbox(phone)] == ["attendance.marked"]
    line = phone.get_by_role("row").filter(has_text="Ben Ito")
    expect(line).to_contain_text("2 of 2")
    with_signal(phone)
    assert book.attendance(taught.new)["Ben Ito"] == "present"
    expect(line).to_contain_text("2 of 2")


def test_a_class_that_is_held_without_signal_is_among_the_others(book, taught, service_worker, blank_phone):
    """The page was never opened before."""
    phone = blank_phone
    session = book.scheduled(taught.course, -5)
    phone.goto(book.base)
    prepared(phone)
    until(phone, "() => localStorage.getItem('near')")
    without_signal(phone)
    phone.goto(f"{book.base}/classes/{session}")
    button(phone, "Start Class").click()
    phone.get_by_role("button", name="Absent").click()
    phone.get_by_role("list", name="Students").get_by_role("button", name="Cleo Marsh", exact=True).click()
    notice(phone, "Cleo Marsh is present")
    phone.goto(f"{taught.address}/attendance")
    expect(phone.get_by_text("Classes 1–3 of 3")).to_be_visible()
    expect(box(phone, "Cleo Marsh", -5, "present")).to_be_visible()
    expect(box(phone, "Ann Fleming", -5, "no mark")).to_be_visible()
    line = phone.get_by_role("row").filter(has_text="Cleo Marsh")
    expect(line).to_contain_text("0 of 2")
    box(phone, "Cleo Marsh", 2 * DAY, "absent").tap()
    expect(line).to_contain_text("1 of 2")
    undo(phone, "Cleo Marsh is present")
    expect(line).to_contain_text("0 of 2")
    phone.get_by_role("searchbox", name="Search students").fill("cle")
    expect(phone.locator("tbody").get_by_role("rowheader")).to_have_text(["Cleo Marsh"])
    with_signal(phone)
    expect(box(phone, "Cleo Marsh", -5, "present")).to_be_visible()


def test_classes_that_are_not_on_the_device(book, taught, service_worker, blank_phone):
    """What was fetched knows of all classes, and shows marks that wait; else the device has its own to show."""
    phone = blank_phone
    oldest = recorded(book, taught.course, 200, taught.ann)
    phone.goto(book.base)
    prepared(phone)
    until(phone, "() => localStorage.getItem('near')")
    without_signal(phone)
    phone.goto(f"{taught.address}/attendance")
    words = phone.get_by_text("Totals count the classes that are on this device.")
    expect(words).to_be_visible()
    line = phone.get_by_role("row").filter(has_text="Ann Fleming")
    expect(line).to_contain_text("200 of 200")
    phone.get_by_role("link", name="Earlier Classes").click()
    expect(phone.get_by_text("Classes 177–188 of 200")).to_be_visible()
    phone.goto(f"{taught.address}/attendance?until={oldest}")
    expect(phone.get_by_text("Not on this device")).to_be_visible()
    # Totals on paper are those of all classes; a sheet for a pen has none.
    phone.goto(f"{taught.address}/attendance/register")
    expect(phone.get_by_text("Not on this device")).to_be_visible()
    phone.goto(f"{book.base}/classes/{taught.new}/register")
    expect(phone.get_by_role("columnheader", name="Note")).to_be_visible()
    expect(line).to_contain_text(str(int(book.number) + 1))
    # All of half a year are.
    phone.goto(f"{taught.address}/attendance/rates")
    held = book.page(f"/courses/{taught.course}/attendance/rates")["heldText"]
    expect(phone.get_by_text(f"The last 26 weeks: {held}.")).to_be_visible()
    phone.goto(f"{taught.address}/attendance")
    with_signal(phone)
    expect(line).to_contain_text("202 of 202")
    expect(words).to_have_count(0)
    without_signal(phone)
    box(phone, "Ben Ito", 2 * DAY, "no mark").tap()
    notice(phone, "Ben Ito is present")
    expect(box(phone, "Ben Ito", 2 * DAY, "present")).to_be_visible()
    phone.reload()
    expect(box(phone, "Ben Ito", 2 * DAY, "present")).to_be_visible()
    expect(line).to_contain_text("202 of 202")
    with_signal(phone)
    expect(phone.get_by_role("row").filter(has_text="Ben Ito")).to_contain_text("2 of 202")


def test_register_without_signal(book, taught, service_worker, blank_phone):
    """Of a course and of a class, neither of which was opened before."""
    phone, coming = blank_phone, book.scheduled(taught.course, -3 * DAY)
    book.post(entry("school.saved", name="Riverside Yoga", timeZone="UTC"))
    phone.goto(book.base)
    prepared(phone)
    until(phone, "() => localStorage.getItem('near')")
    without_signal(phone)
    phone.goto(f"{taught.address}/attendance")
    box(phone, "Ben Ito", 2 * DAY, "no mark").tap()
    phone.get_by_role("link", name="Print Register").click()
    table, ben = phone.get_by_role("table"), phone.get_by_role("row").filter(has_text="Ben Ito")
    expect(table).to_contain_text("Riverside Yoga")
    expect(ben).to_contain_text("2 of 2, 100 %")
    phone.get_by_role("combobox", name="Contents").select_option(label="Empty boxes")
    phone.get_by_role("combobox", name="Empty boxes for").select_option(label="4 classes")
    expect(phone.get_by_role("columnheader", name=day(-3 * DAY))).to_be_visible()
    expect(ben.locator(".register-box")).to_have_text([""] * 4)
    phone.goto(f"{book.base}/classes/{coming}")
    phone.get_by_role("link", name="Print Register").click()
    expect(phone.get_by_role("columnheader", name="Note")).to_be_visible()
    expect(ben).to_contain_text(str(int(book.number) + 2))
    expect(phone.get_by_text("Not on this device")).to_have_count(0)
    with_signal(phone)
    expect(ben).to_contain_text(str(int(book.number) + 2))


def test_a_removal_that_is_taken_back_changes_no_total(book, taught, phone):
    phone.goto(f"{taught.address}/students")
    button(phone, "Remove Ben Ito").tap()
    undo(phone, "Ben Ito removed")
    phone.goto(f"{taught.address}/attendance")
    expect(phone.get_by_role("row").filter(has_text="Ben Ito")).to_contain_text("1 of 2")


def test_undo_without_signal(book, taught, service_worker, phone):
    phone.goto(f"{taught.address}/attendance")
    prepared(phone)
    without_signal(phone)
    box(phone, "Ben Ito", 2 * DAY, "no mark").tap()
    undo(phone, "Ben Ito is present")
    expect(box(phone, "Ben Ito", 2 * DAY, "no mark")).to_be_visible()
    with_signal(phone)
    expect(box(phone, "Ben Ito", 2 * DAY, "no mark")).to_be_visible()


def test_name_stays_while_the_classes_scroll(book, taught, phone):
    for number in range(10):
        held(book, taught.course, DAY + number, taught.ann)
    phone.goto(f"{taught.address}/attendance")
    name = phone.get_by_role("rowheader", name="Ann Fleming")
    before = name.bounding_box()["x"]
    place = phone.get_by_role("region", name="Attendance by person and class")
    assert place.evaluate("one => { one.scrollLeft = 9999; return one.scrollLeft; }") > 100
    assert name.bounding_box()["x"] == before
    assert phone.evaluate("document.documentElement.scrollWidth") == 390


def test_file(book, taught):
    file = book.client.get(f"/courses/{taught.course}/attendance/export.csv")
    assert file.headers["Content-Type"] == "text/csv; charset=utf-8"
    head, ann, ben, cleo = file.text.splitlines()
    assert re.fullmatch(r"Name,Student ID,\d{4}-\d\d-\d\d \d\d:\d\d,\d{4}-\d\d-\d\d \d\d:\d\d,Present,Held,Per Cent", head)
    assert ann == f"Ann Fleming,{int(book.number) + 1},present,present,2,2,100"
    assert ben == f"Ben Ito,{int(book.number) + 2},present,,1,2,50"
    assert cleo == f"Cleo Marsh,{int(book.number) + 3},,absent,0,2,0"
    below = book.client.get(f"/courses/{taught.course}/attendance/export.csv?below=75&search=cleo").text
    assert below.splitlines() == [head, cleo]


def test_only_who_teaches_the_course(book, taught):
    for path in ("attendance", "attendance/export.csv", "attendance/register"):
        assert book.client_of(taught.ann).get(f"/courses/{taught.course}/{path}").status == 403
        assert Client(book.base).get(f"/courses/{taught.course}/{path}").status == 401


def paper(page, size):
    """A page as PDF, with the paper of the printer."""
    return page.pdf(prefer_css_page_size=False, width=f"{max(size)}mm", height=f"{min(size)}mm")


def sheets(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


class TestPaper:
    @pytest.fixture
    def large(self, book):
        """Thirty people with long names and twelve classes."""
        people = book.people(*(f"Bartholomew{number:02} Featherstone" for number in range(30)))
        course = book.course("Morning Vinyasa", students=people)
        for number in range(12):
            held(book, course, (30 - number) * DAY, *people[:20 + number % 10])
        return course

    @pytest.mark.parametrize("size", [A4, LETTER], ids=["A4", "Letter"])
    @pytest.mark.parametrize("contents", ["", "?contents=empty"], ids=["filled", "empty"])
    def test_thirty_people_and_twelve_classes_on_one_sheet(self, book, large, laptop, size, contents):
        laptop.goto(f"{book.base}/courses/{large}/attendance/register{contents}")
        expect(laptop.get_by_role("row")).to_have_count(32)
        assert sheets(paper(laptop, size)) == 1
        laptop.emulate_media(media="print")
        table = laptop.get_by_role("table")
        # Of the shorter side of A4 and the longer of Letter, what the margins leave, at 96 pixels an inch.
        laptop.set_viewport_size({"width": 980, "height": 720})
        assert table.evaluate("one => one.scrollWidth <= one.parentElement.clientWidth + 1")
        assert table.evaluate("one => one.getBoundingClientRect().height") < 718
        expect(laptop.get_by_role("navigation", name="Main")).to_be_hidden()

    def test_headings_are_repeated_on_further_sheets(self, book, laptop):
        course = book.course(students=book.people(*(f"Person Number{number}" for number in range(80))))
        laptop.goto(f"{book.base}/courses/{course}/attendance/register?contents=empty")
        assert sheets(paper(laptop, A4)) in (2, 3)
        assert laptop.locator("thead").evaluate("one => getComputedStyle(one).display") == "table-header-group"

    def test_black_on_white_in_the_dark(self, book, taught, devices):
        page = sign_in(devices.open(color_scheme="dark", **PHONE), book)
        page.goto(f"{taught.address}/attendance")
        page.get_by_role("link", name="Print Register").tap()
        place = page.get_by_role("region", name="Register on paper")
        expect(place).to_have_css("background-color", "rgb(255, 255, 255)")
        expect(place).to_have_css("color", "rgb(0, 0, 0)")
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"

    def test_empty_boxes_for_the_next_classes(self, book, taught, laptop):
        book.scheduled(taught.course, -3 * DAY)
        laptop.goto(f"{taught.address}/attendance/register")
        expect(laptop.get_by_role("columnheader", name=day(9 * DAY))).to_be_visible()
        expect(laptop.get_by_role("combobox", name="Empty boxes for")).to_have_count(0)
        laptop.get_by_role("combobox", name="Contents").select_option(label="Empty boxes")
        laptop.get_by_role("combobox", name="Empty boxes for").select_option(label="4 classes")
        expect(laptop.get_by_role("columnheader", name=day(-3 * DAY))).to_be_visible()
        expect(laptop.locator("tbody tr").first.locator(".register-box")).to_have_text([""] * 4)
        expect(laptop.get_by_role("table")).to_contain_text("Times are in UTC")

    def test_register_says_whom_it_leaves_out(self, book, taught, laptop):
        laptop.goto(f"{taught.address}/attendance?search=ben&below=75")
        laptop.get_by_role("link", name="Print Register").click()
        sheet = laptop.get_by_role("table")
        expect(sheet).to_contain_text("Only who is found by “ben”")
        expect(sheet).to_contain_text("Only who is present below 75 %")
        laptop.get_by_role("combobox", name="Contents").select_option(label="Empty boxes")
        expect(sheet.locator("tbody tr").first.locator(".register-box")).to_have_text([""] * 12)
        expect(sheet).to_contain_text("Only who is found by “ben”")
        laptop.goto(f"{taught.address}/attendance/register")
        expect(sheet).to_contain_text("Times are in")
        assert "Only who" not in sheet.inner_text()

    def test_register_of_one_class(self, book, taught, phone):
        session = book.scheduled(taught.course, -3 * DAY)
        phone.goto(f"{book.base}/classes/{session}")
        phone.get_by_role("link", name="Print Register").tap()
        expect(phone.get_by_role("columnheader", name="Note")).to_be_visible()
        expect(phone.get_by_role("row").filter(has_text="Ann Fleming")).to_contain_text(str(int(book.number) + 1))
        phone.evaluate("window.print = () => { window.printed = true; }")
        button(phone, "Print").tap()
        assert phone.evaluate("window.printed")

    def test_register_of_a_class_that_is_over(self, book, taught, phone):
        """As it was, of that class alone."""
        for session, marks in ((taught.new, ["✓", "·", "✕"]), (taught.old, ["✓", "✓", "·"])):
            phone.goto(f"{book.base}/classes/{session}/register")
            expect(phone.locator("tbody .register-box [aria-hidden]")).to_have_text(marks)
            expect(phone.get_by_role("columnheader", name="Note")).to_be_visible()


def test_screens(book, taught, phone):
    book.post(entry("person.edited", person=taught.ben, lastName="Donaudampfschifffahrtskapitänin"))
    for number in range(12):
        held(book, taught.course, DAY + number, taught.ann)
    for path in ("attendance", "attendance?search=zzz", "attendance/register", "attendance/register?contents=empty"):
        phone.goto(f"{taught.address}/{path}")
        assert on_screens(phone) == [], path
    phone.goto(f"{book.base}/courses/{book.course('Empty')}/attendance")
    expect(phone.get_by_text("No students yet")).to_be_visible()
    assert on_screens(phone) == []


@pytest.mark.long
def test_two_hundred_people_and_sixty_classes(book, laptop):
    people = book.people(*(f"Person Number{number:03}" for number in range(200)))
    course = book.course(students=people)
    for number in range(60):
        held(book, course, (number + 1) * DAY)
    sessions = [one["id"] for one in book.page(f"/courses/{course}/attendance")["matrix"]["classes"]]
    assert len(sessions) == 12
    for session in sessions:
        book.mark(session, *people[:150])
    answer = book.client.get(f"/courses/{course}/attendance")
    assert len(answer.json["matrix"]["people"]) == 200
    laptop.goto(f"{book.base}/courses/{course}/attendance")
    expect(laptop.get_by_text("Classes 49–60 of 60")).to_be_visible()
    laptop.get_by_role("button", name="Person Number000").first.click()
    expect(notice(laptop, "Person Number000 is absent")).to_be_visible()
    expect_sent(laptop)
