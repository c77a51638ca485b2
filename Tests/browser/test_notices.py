"""Notices of what was done: one at a time, in nobody's way."""

import pytest
from playwright.sync_api import expect

from book import batch, entry
from conftest import LAPTOP, PHONE
from steps import button, dialog, notice, open_roster, row, undo

NOTICES = "#notices > .notice:visible"


@pytest.mark.parametrize("width, height", [(390, 844), (320, 568)])
def test_a_long_name_leaves_room_for_what_is_said_of_it(book, blank_phone, width, height):
    long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"
    one = book.person("Wolfgang Amadeus", long)
    book.started(book.venue(), ago=5)
    blank_phone.set_viewport_size({"width": width, "height": height})
    blank_phone.goto(f"{book.base}/class")
    sheet = open_roster(blank_phone)
    row(sheet, long).tap()
    words = blank_phone.locator(NOTICES).get_by_role("paragraph")
    expect(words).to_have_text("Wolfgang Amadeus Donaud… marked")
    assert words.evaluate("one => one.scrollHeight <= one.clientHeight")
    blank_phone.goto(f"{book.base}/people/{one}")
    button(blank_phone, "Remove Person…").tap()
    button(blank_phone.get_by_role("alertdialog"), "Remove").tap()
    expect(words.filter(has_text="removed")).to_have_text("Wolfgang Amadeus Donaud… removed")
    assert words.filter(has_text="removed").evaluate("one => one.scrollHeight <= one.clientHeight")


def ask_to_join(book, course, first, last):
    student = book.client_of(book.person(first, last))
    assert student.journal(batch(entry("enrolment.requested", course=course))).json["results"][0]["outcome"] == "accepted"


@pytest.fixture
def course(book):
    course = book.course("Morning Vinyasa")
    for name in ("Ann Fleming", "Sam Okafor", "Priya Raghavan"):
        ask_to_join(book, course, *name.split())
    return course


def requests(book, course):
    return {one["name"] for one in book.page(f"/courses/{course}/students")["requested"]}


def enrolled(book, course):
    return {one["name"] for one in book.page(f"/courses/{course}/students")["enrolled"]}


def test_an_answer_to_a_request_is_taken_back(book, course, blank_phone):
    blank_phone.goto(f"{book.base}/courses/{course}/students")
    button(blank_phone, "Decline Ann Fleming").click()
    undo(blank_phone, "Ann Fleming declined")
    expect(button(blank_phone, "Accept Ann Fleming")).to_be_visible()
    button(blank_phone, "Accept Sam Okafor").click()
    undo(blank_phone, "Sam Okafor has joined the course")
    expect(button(blank_phone, "Accept Sam Okafor")).to_be_visible()
    assert requests(book, course) == {"Ann Fleming", "Sam Okafor", "Priya Raghavan"} and enrolled(book, course) == set()


def test_who_was_added_from_the_roster_is_out_again(book, course, blank_phone):
    book.person("Noor", "Haddad")
    blank_phone.goto(f"{book.base}/courses/{course}/students?search=noor")
    button(blank_phone, "Add Noor Haddad").click()
    undo(blank_phone, "Noor Haddad has joined the course")
    assert "Noor Haddad" not in requests(book, course) | enrolled(book, course)


def test_a_walk_in_is_taken_back(book, blank_phone):
    session = book.started(book.venue(), ago=5)
    blank_phone.goto(f"{book.base}/class")
    sheet = open_roster(blank_phone)
    button(sheet, "Add Student").click()
    for label, text in (("First name", "Rae"), ("Last name", "Kim")):
        sheet.get_by_label(label).fill(text)
    button(sheet, "Save and Mark").click()
    button(notice(blank_phone, "Rae Kim added and marked"), "Undo").click()
    expect(notice(blank_phone, "Rae Kim is removed")).to_be_visible()
    assert book.present(session) == set()
    groups = book.page("/students?activity=removed")["groups"]
    assert [one["name"] for group in groups for one in group["people"]] == ["Rae Kim"]


def test_scheduled_classes_are_taken_back(book, blank_phone):
    course = book.course("Morning Vinyasa")
    blank_phone.goto(f"{book.base}/courses/{course}/schedule")
    blank_phone.get_by_label("Date").fill("2031-03-04")
    blank_phone.get_by_label("Repeats").select_option(label="Every week")
    blank_phone.get_by_label("How many times").fill("3")
    button(blank_phone, "Schedule").click()
    button(notice(blank_phone, "3 classes scheduled"), "Undo").click()
    expect(notice(blank_phone, "3 classes removed")).to_be_visible()
    assert book.page(f"/courses/{course}")["coming"] == []
    expect(blank_phone.get_by_text("No class scheduled")).to_have_count(2)


def test_a_move_and_an_edit_are_taken_back(book, blank_phone):
    course = book.course("Morning Vinyasa")
    session = book.scheduled(course, ago=-3000)
    before = book.page(f"/classes/{session}")["card"]["startText"]
    blank_phone.goto(f"{book.base}/classes/{session}/schedule")
    blank_phone.get_by_label("Date").fill("2031-03-04")
    button(blank_phone, "Move Class").click()
    undo(blank_phone, "Class moved")
    assert book.page(f"/classes/{session}")["card"]["startText"] == before
    blank_phone.goto(f"{book.base}/courses/{course}/edit")
    blank_phone.get_by_label("Title").fill("Evening Yin")
    button(blank_phone, "Save").click()
    expect(blank_phone.get_by_role("heading", name="Evening Yin", level=1)).to_be_visible()
    undo(blank_phone, "Course saved")
    expect(blank_phone.get_by_role("heading", name="Morning Vinyasa", level=1)).to_be_visible()


# Shows a notice, as behaviours do.
SHOW = """async notice => {
  const here = document.querySelector('script[type=module]').src;
  (await import(here.replace('app.js', 'screen/notices.js'))).notify(notice);
}"""


def test_there_is_one_at_a_time_and_the_one_before_comes_back(book, phone):
    expect(button(phone, "Check In")).to_be_visible()
    undoable = [{"kind": "training.deleted", "training": "01a205c5-84af-7c93-a500-035f1ddf877b"}]
    for text in ("First", "Second"):
        phone.evaluate(SHOW, {"text": text, "undo": undoable})
    phone.evaluate(SHOW, {"text": "Third"})
    expect(phone.locator(NOTICES)).to_have_text(["Third"])
    button(notice(phone, "Third"), "Dismiss").click()
    expect(phone.locator(NOTICES)).to_have_text(["SecondUndo"])
    button(notice(phone, "Second"), "Dismiss").click()
    expect(phone.locator(NOTICES)).to_have_text(["FirstUndo"])
    button(notice(phone, "First"), "Dismiss").click()
    expect(phone.locator(NOTICES)).to_have_count(0)


def test_what_others_did_waits_until_nothing_can_be_undone(book, phone):
    phone.goto(f"{book.base}/class")
    expect(button(phone, "Check In")).to_be_visible()
    undoable = [{"kind": "training.deleted", "training": "01a205c5-84af-7c93-a500-035f1ddf877b"}]
    phone.evaluate(SHOW, {"text": "First", "undo": undoable, "group": "mark"})
    phone.evaluate(SHOW, {"text": "News", "href": "/training", "group": "news", "isNews": True})
    expect(phone.locator(NOTICES)).to_have_text(["FirstUndo"])
    # Not lost, whatever else is done meanwhile.
    phone.evaluate(SHOW, {"text": "Second", "undo": undoable, "group": "mark"})
    expect(phone.locator(NOTICES)).to_have_text(["SecondUndo"])
    button(notice(phone, "Second"), "Dismiss").click()
    expect(phone.locator(NOTICES)).to_have_text(["NewsShow"])
    # What is done now comes before it.
    phone.evaluate(SHOW, {"text": "Third", "undo": undoable, "group": "mark"})
    expect(phone.locator(NOTICES)).to_have_text(["ThirdUndo"])


def test_what_was_read_and_cannot_be_undone_stays_behind(book, phone):
    undoable = [{"kind": "training.deleted", "training": "01a205c5-84af-7c93-a500-035f1ddf877b"}]
    phone.add_init_script("window.brought = sessionStorage.getItem('notices') ?? ''")
    for shown, is_read, comes in (({"text": "Just said"}, False, True), ({"text": "Old news"}, True, False),
                                 ({"text": "Undoable", "undo": undoable}, True, True)):
        phone.goto(f"{book.base}/class")
        phone.evaluate(SHOW, shown)
        expect(notice(phone, shown["text"])).to_be_visible()
        if is_read:
            phone.evaluate("() => { const now = Date.now; Date.now = () => now() + 2000; }")
        phone.goto(f"{book.base}/sessions")
        assert (shown["text"] in phone.evaluate("brought")) == comes


# What a press in the middle of a control would reach, if that is a notice.
COVERED = """selector => [...document.querySelectorAll(selector)].filter(one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.notice');
}).map(one => one.ariaLabel ?? one.textContent)"""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_it_covers_no_button_that_is_next(book, devices, size):
    course = book.course("Morning Vinyasa", students=book.people(*(f"Ann Number{number}" for number in range(25))))
    page = devices.open(**size)
    page.goto(book.link)
    page.goto(f"{book.base}/courses/{course}/students")
    remove = page.get_by_role("button", name="Remove")
    expect(remove).to_have_count(25)
    # The lowest one in sight: the next is above it. Pressed where it is, without scrolling there first.
    end = page.viewport_size["height"] - 70
    boxes = [remove.nth(place).bounding_box() for place in range(25)]
    lowest = max((box for box in boxes if box["y"] + box["height"] < end), key=lambda box: box["y"])
    page.mouse.click(lowest["x"] + lowest["width"] / 2, lowest["y"] + lowest["height"] / 2)
    expect(notice(page, "removed")).to_be_visible()
    page.evaluate(SHOW, {"text": "Something was done that takes rather many words to be told, more than one line has room for."})
    expect(notice(page, "Something was done")).to_be_visible()
    assert page.evaluate(COVERED, "main [data-decline]") == []


def test_in_a_sheet_it_covers_nothing(book, blank_phone):
    book.people(*(f"Ann Number{number}" for number in range(20)))
    book.started(book.venue(), ago=5)
    blank_phone.goto(f"{book.base}/class")
    sheet = open_roster(blank_phone)
    row(sheet, "Ann Number3").click()
    expect(notice(blank_phone, "marked")).to_be_visible()
    edge = blank_phone.locator(NOTICES).bounding_box()["y"]
    body = sheet.locator(".sheet-body").bounding_box()
    assert body["y"] + body["height"] <= edge
    assert dialog(blank_phone, "Attendees").bounding_box()["y"] < edge
