"""What is done is shown at once, before the server has answered, by the page that the device makes."""

import json

import pytest
from playwright.sync_api import expect

from book import entry, new_id
from conftest import PHONE
from steps import REFRESHED, button, dialog, expect_sent, notice, prepared, sign, sign_in, until_some

pytestmark = pytest.mark.usefixtures("service_worker")

# A screen that has waited for a moment and a half shows the device's page in any case: here it waits for ever.
PATIENT = """
const wait = window.setTimeout;
window.setTimeout = (act, time, ...rest) => wait(act, time === 1500 ? 2 ** 30 : time, ...rest);
"""


@pytest.fixture
def room(book):
    hall = book.venue("Hall", "1 Hill Road")
    people = book.people("Ann Fleming", "Bea Okafor")
    course = book.course("Vinyasa", hall, people)
    session = book.scheduled(course)
    book.scheduled(course, ago=-60 * 24)
    book.post(entry("class.started", **{"class": session}, venue=hall))
    book.post_by(people[0], entry("question.asked", **{"class": session}, question=new_id(), text="Which mat?"))
    return people[1], session


def hold(page):
    """Keeps the entries of a page on their way until they are let go; returns them."""
    held = []
    page.context.route("**/journal", lambda route: held.append(route))
    return held


@pytest.fixture
def held(book, room, blank_phone):
    """Of a phone whose entries are on their way until they are let go, those."""
    blank_phone.add_init_script(PATIENT)
    blank_phone.goto(book.base)
    return hold(blank_phone)


def opened(phone, address):
    phone.goto(address)
    prepared(phone)
    return phone


def released(phone, held, place):
    """Lets a request go that is on its way soon."""
    later = []
    until_some(phone, later, lambda: later.extend(held[place:]))
    held[place].continue_()


def kinds(held):
    return [one["kind"] for route in held for one in json.loads(route.request.post_data)["entries"]]


def turn(phone, word):
    return button(phone, f"{word}: Which mat?")


def test_a_question_is_answered(book, room, blank_phone, held):
    phone = opened(blank_phone, f"{book.base}/classes/{room[1]}/questions")
    turn(phone, "Mark Answered").click()
    expect(turn(phone, "Reopen")).to_be_visible()
    assert kinds(held) == ["question.answered"]
    held[0].continue_()
    expect_sent(phone)
    expect(turn(phone, "Reopen")).to_be_visible()


def test_what_is_not_taken_is_taken_back(book, room, blank_phone, held):
    phone = opened(blank_phone, f"{book.base}/classes/{room[1]}/questions")
    turn(phone, "Mark Answered").click()
    expect(turn(phone, "Reopen")).to_be_visible()
    [one] = json.loads(held[0].request.post_data)["entries"]
    problem = {"field": "question", "code": "gone", "message": "This question was taken back."}
    held[0].fulfill(json={"results": [{"id": one["id"], "outcome": "rejected", "problems": [problem]}]})
    expect(notice(phone, "This question was taken back.")).to_be_visible()
    expect(turn(phone, "Mark Answered")).to_be_visible()


def test_what_others_do_meanwhile_takes_nothing_back(book, room, blank_phone, held):
    phone = opened(blank_phone, f"{book.base}/classes/{room[1]}/questions")
    turn(phone, "Mark Answered").click()
    expect(turn(phone, "Reopen")).to_be_visible()
    pages = []
    phone.on("response", lambda response: pages.append(response) if response.url.endswith("/questions") else None)
    book.post_by(room[0], entry("question.asked", **{"class": room[1]}, question=new_id(), text="When?"))
    until_some(phone, pages)
    expect(turn(phone, "Reopen")).to_be_visible()
    expect(button(phone, "1 new")).to_be_hidden()
    held[0].continue_()
    # The pointer is at the list.
    button(phone, "1 new").click()
    expect(phone.get_by_text("When?")).to_be_visible()
    expect(turn(phone, "Reopen")).to_be_visible()


def test_attendance_is_closed(book, room, blank_phone, held):
    phone = opened(blank_phone, f"{book.base}/classes/{room[1]}")
    button(phone, "Close Attendance").click()
    expect(button(phone, "Open Attendance")).to_be_visible()
    until_some(phone, held)
    assert kinds(held) == ["attendance.closed"]
    held[0].continue_()
    expect_sent(phone)
    expect(button(phone, "Open Attendance")).to_be_visible()


def test_the_next_class_is_shown_meanwhile(book, room, blank_phone, held):
    phone = opened(blank_phone, f"{book.base}/classes/{room[1]}")
    button(phone, "Close Attendance").click()
    expect(button(phone, "Open Attendance")).to_be_visible()
    phone.get_by_role("link", name="Next class").click()
    expect(button(phone, "Start Class")).to_be_visible()
    phone.get_by_role("link", name="Previous class").click()
    expect(button(phone, "Open Attendance").or_(button(phone, "Close Attendance"))).to_be_visible()
    held[0].continue_()
    expect_sent(phone)
    expect(button(phone, "Open Attendance")).to_be_visible()


def test_a_double_click_does_not_press_what_came_by_the_first(book, room, blank_phone, held):
    phone = opened(blank_phone, f"{book.base}/classes/{room[1]}")
    box = button(phone, "Close Attendance").bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.mouse.click(*place)
    expect(button(phone, "Open Attendance")).to_be_visible()
    phone.mouse.down(click_count=2)
    phone.mouse.up(click_count=2)
    held[0].continue_()
    expect_sent(phone)
    assert kinds(held) == ["attendance.closed"]
    # A press of its own is one. A device on which a page takes long may show it only with the answer.
    phone.mouse.click(*place)
    released(phone, held, 1)
    expect(button(phone, "Close Attendance")).to_be_visible()


def test_the_next_class_comes_at_each_click_of_a_double_one(book, room, blank_phone):
    book.scheduled(book.page(f"/classes/{room[1]}")["course"]["id"], ago=-60 * 48)
    phone = blank_phone
    phone.goto(f"{book.base}/classes/{room[1]}")
    turn_on = phone.get_by_role("link", name="Next class")
    box = turn_on.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.mouse.click(*place)
    expect(phone.get_by_text("2 of 3")).to_be_visible()
    phone.mouse.down(click_count=2)
    phone.mouse.up(click_count=2)
    expect(phone.get_by_text("3 of 3")).to_be_visible()


def test_it_stays_when_the_answer_comes_late(book, room, blank_phone):
    phone = blank_phone
    phone.goto(book.base)
    held = hold(phone)
    opened(phone, f"{book.base}/classes/{room[1]}")
    button(phone, "Close Attendance").click()
    expect(button(phone, "Open Attendance")).to_be_visible()
    phone.evaluate("""() => {
        window.back = 0;
        new MutationObserver(() => { if (document.getElementById('close-attendance')) window.back += 1; })
            .observe(document.getElementById('main'), { childList: true, subtree: true });
    }""")
    # The screen waits no longer: the page lacks what waits, and is asked for again.
    expect(sign(phone)).to_contain_text("1 change waiting")
    phone.evaluate(REFRESHED)
    assert phone.evaluate("window.back") == 0
    held[0].continue_()
    expect_sent(phone)
    phone.evaluate(REFRESHED)
    assert phone.evaluate("window.back") == 0
    expect(button(phone, "Open Attendance")).to_be_visible()


def test_ones_own_question_stays_while_a_vote_is_on_its_way(book, room, devices):
    phone = sign_in(devices.open(**PHONE), book, room[0])
    phone.add_init_script(PATIENT)
    opened(phone, f"{book.base}/classes/{room[1]}/questions")
    phone.get_by_role("textbox", name="Your question").fill("How long?")
    button(phone, "Ask").click()
    expect_sent(phone)
    asked = phone.get_by_role("list", name="Questions").get_by_text("How long?")
    expect(asked).to_be_visible()
    phone.evaluate("""() => {
        window.gone = 0;
        new MutationObserver(() => { if (!document.querySelector('[data-questions]').textContent.includes('How long?')) window.gone += 1; })
            .observe(document.getElementById('main'), { childList: true, subtree: true });
    }""")
    held = hold(phone)
    up = button(phone, "Vote up: Which mat?")
    up.click()
    expect(up).to_have_attribute("aria-pressed", "true")
    until_some(phone, held)
    held[0].continue_()
    expect_sent(phone)
    phone.evaluate(REFRESHED)
    assert phone.evaluate("window.gone") == 0


def test_a_class_goes_on_at_once_after_a_pause(book, blank_phone):
    phone = blank_phone
    phone.add_init_script(PATIENT)
    session = new_id()
    book.post(entry("class.started", **{"class": session}, venue=book.venue("Hall")))
    phone.goto(book.base)
    held = hold(phone)
    opened(phone, f"{book.base}/classes/{session}")
    button(phone, "Pause").focus()
    phone.keyboard.press("Enter")
    expect(button(phone, "Resume")).to_be_visible()
    expect(button(phone, "Resume")).to_be_focused()
    phone.keyboard.press("Enter")
    held[0].continue_()
    released(phone, held, 1)
    expect_sent(phone)
    assert kinds(held) == ["class.paused", "class.resumed"]
    expect(button(phone, "Pause")).to_be_visible()


def test_the_choice_of_a_venue_closes_at_once(book, blank_phone):
    phone = blank_phone
    phone.add_init_script(PATIENT)
    book.venue("Hall", "1 Hill Road")
    phone.goto(book.base)
    held = hold(phone)
    opened(phone, f"{book.base}/class")
    button(phone, "Check In").click()
    dialog(phone, "Choose a Venue").get_by_role("button", name="Hall").click()
    expect(button(phone, "Pause")).to_be_visible()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    assert kinds(held) == ["class.started"]
    held[0].continue_()
    expect_sent(phone)
    expect(button(phone, "Pause")).to_be_visible()
