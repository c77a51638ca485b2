"""What is said of classes, times and numbers fits together."""

import json

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import BROWSER, LAPTOP, PHONE
from http_client import Client
from steps import button, fact, notice, sign_in, tab


def test_a_class_that_nobody_started_says_so(book, phone):
    course = book.course("Morning Vinyasa")
    book.scheduled(course, ago=300)
    later = book.scheduled(course, ago=-300)
    phone.goto(f"{book.base}/courses/{course}")
    expect(phone.get_by_role("list", name="Past classes")).to_contain_text("Nobody started it")
    expect(phone.get_by_role("list", name="Coming")).to_contain_text("Not started yet")
    fact(phone, "Next class").get_by_role("link").click()
    expect(phone).to_have_url(f"{book.base}/classes/{later}")


def test_a_student_reads_that_nobody_started_it(book, devices):
    ann = book.person("Ann", "Fleming")
    session = book.scheduled(book.course(students=[ann]), ago=300)
    page = sign_in(devices.open(**PHONE), book, ann)
    page.goto(f"{book.base}/classes/{session}")
    expect(page.get_by_text("Nobody started this class")).to_be_visible()


def minutes(text):
    hours, _, rest = text.rpartition("h")
    return (int(hours) if hours else 0) * 60 + (int(rest.replace("min", "")) if "min" in rest else 0)


def test_minutes_of_a_class_and_its_pause_add_up(book, phone):
    session = book.started(book.venue(), ago=6)
    # 3.7 minutes, then 1.8 of pause, then 0.2: each by itself would be rounded down.
    book.step("paused", session, ago=2.3)
    book.step("resumed", session, ago=0.5)
    book.step("saved", session, ago=0.3)
    saved = book.page(f"/classes/{session}")
    start, end = (saved["session"][name] for name in ("startedText", "endedText"))
    shown = [int(text[-5:-3]) * 60 + int(text[-2:]) for text in (start, end)]
    assert minutes(saved["session"]["durationText"]) + minutes(saved["pausedText"]) == (shown[1] - shown[0]) % 1440


def test_nowhere_has_the_tabs_of_who_is_signed_in(book, devices):
    page = sign_in(devices.open("status of 404", **PHONE), book)
    page.goto(f"{book.base}/nowhere")
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()
    tab(page, "Students").click()
    expect(page.get_by_role("heading", name="Students", level=1)).to_be_visible()
    assert "Students" not in Client(book.base).get("/nowhere", accept="text/html").text


def test_large_numbers_are_written_alike(book, phone):
    for number in range(9):
        book.post(entry("training.logged", training=f"01a205c5-84af-7c93-a500-0000000000{number:02d}", description="Long",
                        category="endurance", minutes=1300, start=entry("x")["at"]))
    phone.goto(f"{book.base}/training?by=month")
    expect(phone.get_by_text("11,700 min")).to_be_visible()
    expect(phone.locator(".chart-table td").get_by_text("11,700")).to_have_count(2)
    expect(phone.locator("main").get_by_text("11700")).to_have_count(0)


def test_years_of_a_chart_do_not_run_together(book):
    for month in range(1, 13):
        chart = book.page(f"/training?by=month&until=2025-{month:02d}-15")["chart"]
        notes = [one["note"] for one in chart["periods"]]
        assert not any(one and other for one, other in zip(notes, notes[1:])), notes
        assert any(notes)


def test_the_question_is_asked_above_the_questions(book, devices):
    ann = book.person("Ann", "Fleming")
    venue = book.venue()
    session = book.opened(book.course(venue=venue, students=[ann]), venue, ago=5)
    page = sign_in(devices.open(**PHONE), book, ann)
    page.goto(f"{book.base}/classes/{session}/questions")
    page.get_by_role("textbox", name="Your question").fill("Where are the mats?")
    button(page, "Ask").click()
    asked = page.get_by_role("list", name="Questions").get_by_text("Where are the mats?")
    expect(asked).to_be_visible()
    assert button(page, "Ask").bounding_box()["y"] < asked.bounding_box()["y"]


def test_an_import_is_taken_back(book, laptop):
    laptop.goto(f"{book.base}/people/import")
    file = "First Name,Last Name,Student ID\nAnn,Fleming,20000001\nSam,Okafor,20000002\n"
    laptop.get_by_label("File").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": file.encode()})
    button(laptop, "Import").click()
    button(laptop, "Take Back").click()
    expect(notice(laptop, "Taken back: the people added are removed")).to_be_visible()
    assert "Ann Fleming" not in json.dumps(book.page("/students"))
    button(notice(laptop, "Taken back"), "Undo").click()
    expect(notice(laptop, "Added once more")).to_be_visible()
    assert "Ann Fleming" in json.dumps(book.page("/students"))


@pytest.fixture
def barred(book, chromium):
    """A laptop whose pages have scroll bars beside them, if they are long."""
    browser = chromium.browser_type.launch(**BROWSER, ignore_default_args=["--hide-scrollbars"])
    page = browser.new_page(**LAPTOP)
    assert page.context.request.get(book.link).ok
    yield page
    browser.close()


def test_headings_stand_at_one_place_with_and_without_a_scroll_bar(book, barred):
    book.people(*(f"Ann Number{number}" for number in range(40)))
    lefts = set()
    for path in ("/students?search=zzz", "/students"):
        barred.goto(book.base + path)
        lefts.add(barred.get_by_role("heading", level=1).bounding_box()["x"])
    assert len(lefts) == 1
