"""Classes after the fact: taken, corrected, and ended when nobody remembered to."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from book import entry, new_id
from steps import button, expect_sent, fact, notice, outbox, prepared, row, tab, undo, without_signal

DAY = 24 * 60


@pytest.fixture
def people(book):
    return book.people("Ann Fleming", "Priya Raghavan", "Yuki Tanaka")


@pytest.fixture(params=["phone", "laptop"])
def page(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def held(book, people):
    """A drop-in class of three days ago, from 18:00 to 19:00 by the school's clock."""
    return at_six(book, book.venue("Quay"), people[0])


def evening(days_ago, hour=18, minute=0):
    """A time by the school's clock, some days ago."""
    day = datetime.datetime.now().astimezone() - datetime.timedelta(days=days_ago)
    return day.replace(hour=hour, minute=minute, second=0, microsecond=0)


def moment(time):
    return time.astimezone(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def dated(kind, time, **fields):
    return {"id": new_id(), "kind": kind, "at": moment(time), **fields}


def at_six(book, venue, person):
    session = new_id()
    book.post(
        dated("class.started", evening(3), **{"class": session}, venue=venue),
        dated("attendance.marked", evening(3, 18, 5), **{"class": session}, person=person),
        dated("class.saved", evening(3, 19), **{"class": session}))
    return session


def test_yesterdays_class_of_a_course_is_taken(book, people, page):
    venue = book.venue("Catalina Room")
    course = book.course("Tango", venue, people)
    session = book.scheduled(course, DAY)
    page.goto(f"{book.base}/courses/{course}")
    page.get_by_role("link", name="Nobody started it").click()
    expect(page.get_by_text("Nobody started it")).to_be_visible()
    button(page, "Take Attendance").click()
    expect(notice(page, "The class counts as held")).to_be_visible()
    expect(fact(page, "Duration")).to_have_text("1 h")
    # Nobody is marked yet: those who may have been there are shown at once.
    page.get_by_role("button", name="Ann Fleming").click()
    expect(notice(page, "Ann Fleming is present")).to_be_visible()
    assert book.attendance(session) == {"Ann Fleming": "present", "Priya Raghavan": "absent", "Yuki Tanaka": "absent"}
    expect(page.get_by_text("Added afterwards by Maya Lindqvist")).to_be_visible()
    assert book.page(f"/people/{people[0]}")["person"]["attended"] == 1
    tab(page, "Sessions").click()
    expect(page.get_by_role("link", name="Tango")).to_contain_text("1 student")


def test_a_held_class_of_a_course_is_deleted_and_brought_back(book, people, page):
    course = book.course("Tango", book.venue("Catalina Room"), people)
    session = book.scheduled(course, DAY)
    page.goto(f"{book.base}/classes/{session}")
    button(page, "Take Attendance").click()
    expect(notice(page, "The class counts as held")).to_be_visible()
    button(page, "Delete Class").click()
    button(page.get_by_role("alertdialog", name="Delete this class?"), "Delete").click()
    expect(page).to_have_url(f"{book.base}/courses/{course}")
    expect(page.get_by_role("heading", name="Tango", level=1)).to_be_visible()
    assert not book.page(f"/courses/{course}")["past"]
    undo(page, "Class deleted")
    expect(fact(page, "Duration")).to_have_text("1 h")
    assert len(book.page(f"/courses/{course}")["past"]) == 1


def test_a_class_deleted_without_signal_says_so(book, people, phone, service_worker):
    course = book.course("Tango", book.venue("Catalina Room"), people)
    session = book.scheduled(course, DAY)
    address = f"{book.base}/classes/{session}"
    phone.goto(address)
    button(phone, "Take Attendance").click()
    expect(notice(phone, "The class counts as held")).to_be_visible()
    prepared(phone)
    without_signal(phone)
    button(phone, "Delete Class").click()
    button(phone.get_by_role("alertdialog", name="Delete this class?"), "Delete").click()
    expect(notice(phone, "Class deleted")).to_be_visible()
    phone.goto(address)
    expect(phone.get_by_text("This class was deleted.")).to_be_visible()
    expect(button(phone, "Delete Class")).to_have_count(0)


def test_taking_attendance_is_undone(book, people, phone):
    session = book.scheduled(book.course("Tango", book.venue("Catalina Room"), people), DAY)
    phone.goto(f"{book.base}/classes/{session}")
    button(phone, "Take Attendance").click()
    undo(phone, "The class counts as held")
    expect(button(phone, "Take Attendance")).to_be_visible()
    expect_sent(phone)
    assert book.page(f"/classes/{session}")["card"]["phase"] == "scheduled"


def test_a_past_class_is_added_from_the_sessions(book, people, page):
    book.venue("Quay")
    tab(page, "Sessions").click()
    page.get_by_role("link", name="Add Past Class").click()
    page.get_by_label("Date").fill(evening(4).date().isoformat())
    page.get_by_label("Start").fill("20:15")
    page.get_by_label("End").fill("19:00")
    expect(page.get_by_text("It ended on the next day.")).to_be_visible()
    page.get_by_label("End").fill("21:30")
    expect(page.get_by_text("Duration 1 h 15 min.")).to_be_visible()
    button(page, "Add Class").click()
    expect(notice(page, "Class added")).to_be_visible()
    row(page, "Priya Raghavan").click()
    expect(notice(page, "Priya Raghavan marked")).to_be_visible()
    tab(page, "Sessions").click()
    link = page.get_by_role("link", name="Quay")
    for words in ("1 h 15 min", "20:15", "1 student"):
        expect(link).to_contain_text(words)


def test_adding_a_past_class_is_undone(book, people, phone):
    book.venue("Quay")
    phone.goto(f"{book.base}/classes/new")
    button(phone, "Add Class").click()
    undo(phone, "Class added")
    expect(phone.get_by_text("No sessions yet")).to_be_visible()


def test_the_future_is_refused_at_its_field(book, phone):
    book.venue("Quay")
    phone.goto(f"{book.base}/classes/new")
    phone.get_by_label("Date").fill(evening(-3).date().isoformat())
    button(phone, "Add Class").click()
    expect(phone.get_by_label("End")).to_have_accessible_description("This is in the future. Duration 1 h.")
    # The times are judged together: none is wrong any more as far as the page knows.
    phone.get_by_label("Date").fill(evening(1).date().isoformat())
    expect(phone.get_by_label("End")).to_have_accessible_description("Duration 1 h.")
    phone.get_by_label("Date").fill("")
    button(phone, "Add Class").click()
    expect(phone.get_by_label("Date")).to_have_accessible_description("This is required.")
    assert book.page("/sessions")["empty"]


def test_the_future_is_refused_without_signal_too(book, phone, service_worker):
    book.venue("Quay")
    phone.goto(f"{book.base}/classes/new")
    prepared(phone)
    without_signal(phone)
    phone.get_by_label("Date").fill(evening(-3).date().isoformat())
    button(phone, "Add Class").click()
    expect(phone.get_by_label("End")).to_have_accessible_description("This is in the future. Duration 1 h.")
    assert outbox(phone) == []


def test_the_end_is_corrected_and_the_history_shown(book, held, page):
    gym = "Gym"
    book.venue(gym)
    page.goto(f"{book.base}/classes/{held}")
    page.get_by_role("link", name="Correct Class").click()
    page.get_by_label("End").fill("19:15")
    page.get_by_label("Minutes paused").fill("5")
    page.get_by_label("Venue").select_option(gym)
    button(page, "Save Correction").click()
    expect(notice(page, "Class corrected")).to_be_visible()
    expect(fact(page, "Ended")).to_have_text("19:15")
    expect(fact(page, "Duration")).to_have_text("1 h 10 min")
    changes = page.get_by_role("list", name="Changes")
    expect(changes).to_contain_text("Changed by Maya Lindqvist")
    expect(changes).to_contain_text("end 19:00 → 19:15, paused none → 5 min, venue Quay → Gym")
    undo(page, "Class corrected")
    expect(fact(page, "Duration")).to_have_text("1 h")
    expect(changes).to_have_count(0)
    page.get_by_role("link", name="Correct Class").click()
    page.get_by_label("Start").fill("18:10")
    button(page, "Save Correction").click()
    expect(changes).to_contain_text("start 18:00 → 18:10")
    expect(page.get_by_role("region", name="1 student")).to_contain_text("Ann Fleming")


def test_a_class_that_ran_on_for_days_keeps_the_times_that_nobody_touched(book, people, phone):
    quay, gym, session = book.venue("Quay"), book.venue("Gym"), new_id()
    start, end, real_end = evening(4) + datetime.timedelta(seconds=20), evening(2, 10) + datetime.timedelta(seconds=40), evening(4, 19, 30)
    book.post(dated("class.started", start, **{"class": session}, venue=quay), dated("class.saved", end, **{"class": session}))

    def times():
        shown = book.page(f"/classes/{session}")["session"]
        return [datetime.datetime.fromisoformat(shown[name]) for name in ("started", "ended")]

    def correct(label, value):
        phone.goto(f"{book.base}/classes/{session}/correct")
        expect(phone.get_by_text("Duration 40 h. It ended on ")).to_be_visible()
        field = phone.get_by_label(label)
        field.select_option(value) if label == "Venue" else field.fill(value)
        button(phone, "Save Correction").click()

    assert gym and times() == [start, end]
    correct("Venue", "Gym")
    expect(notice(phone, "Class corrected")).to_be_visible()
    assert times() == [start, end]
    undo(phone, "Class corrected")
    assert times() == [start, end]
    phone.goto(f"{book.base}/classes/{session}/correct")
    phone.get_by_label("Date").fill((start - datetime.timedelta(days=1)).date().isoformat())
    expect(phone.get_by_text("Duration 40 h. It ended on ")).to_be_visible()
    # The end stays at its day, which is too late for that.
    correct("Start", "17:45")
    expect(phone.get_by_label("Start")).to_have_accessible_description(re.compile("^A class lasts 24 hours at most."))
    assert times() == [start, end]
    correct("End", "19:30")
    expect(notice(phone, "Class corrected")).to_be_visible()
    # Such times cannot be put back.
    expect(button(notice(phone, "Class corrected"), "Undo")).to_have_count(0)
    assert times() == [start, real_end]


def test_a_drop_in_becomes_one_of_a_course(book, held, phone):
    course = book.course("Tango", book.venue("Catalina Room"), category="strength")
    phone.goto(f"{book.base}/classes/{held}/correct")
    expect(phone.get_by_text("does not take this course")).to_be_hidden()
    phone.get_by_label("Course").select_option("Tango")
    expect(phone.get_by_text("1 person who was there does not take this course. Their marks stay.")).to_be_visible()
    button(phone, "Save Correction").click()
    expect(notice(phone, "Class corrected")).to_be_visible()
    expect(phone.get_by_role("link", name="Tango")).to_be_visible()
    expect(phone.get_by_role("list", name="Changes")).to_contain_text("course none → Tango")
    assert book.attendance(held) == {"Ann Fleming": "present"}
    assert [one["present"] for one in book.page(f"/courses/{course}/attendance")["matrix"]["classes"]] == [1]
    undo(phone, "Class corrected")
    expect(phone.get_by_role("region", name="1 student")).to_be_visible()


def test_a_forgotten_class_is_asked_about(book, people, page):
    quay = book.venue("Quay")
    session = new_id()
    book.post(
        dated("class.started", evening(2), **{"class": session}, venue=quay),
        dated("attendance.marked", evening(2, 19, 10), **{"class": session}, person=people[0]))
    page.goto(f"{book.base}/class")
    expect(page.get_by_role("heading", name="When did this class end?")).to_be_visible()
    expect(button(page, "Save as ended at 19:10")).to_be_visible()
    page.get_by_label("End", exact=True).fill("19:15")
    # What happens meanwhile leaves what was typed.
    book.mark(session, people[1])
    expect(page.get_by_role("link", name="Priya Raghavan")).to_be_visible()
    button(page, "Save as ended at 19:15").click()
    expect(notice(page, "Class saved")).to_be_visible()
    expect(fact(page, "Duration")).to_have_text("1 h 15 min")
    expect(page.get_by_role("list", name="Changes")).to_contain_text("Saved as ended at 19:15 by Maya Lindqvist")
    undo(page, "Class saved")
    expect(page.get_by_role("heading", name="When did this class end?")).to_be_visible()


def test_a_forgotten_class_stands_in_nobodys_way(book, people, phone):
    """Whoever starts the next class is led to the one that was forgotten."""
    quay = book.venue("Quay")
    book.post(entry("class.started", 2 * DAY, **{"class": new_id()}, venue=quay))
    session = book.scheduled(book.course("Tango", quay, people))
    phone.goto(f"{book.base}/classes/{session}")
    button(phone, "Start Class").click()
    expect(notice(phone, "You have a class in session at Quay.")).to_be_visible()
    notice(phone, "You have a class in session").get_by_role("link", name="Show").click()
    phone.get_by_role("button", name="Save as ended at").click()
    expect(notice(phone, "Class saved")).to_be_visible()
    phone.goto(f"{book.base}/classes/{session}")
    button(phone, "Start Class").click()
    expect(button(phone, "End Class")).to_be_visible()


def test_a_forgotten_class_of_a_course_ends_as_planned(book, people, phone):
    quay = book.venue("Quay")
    session = book.opened(book.course("Tango", quay, people), quay, 5 * 60)
    phone.goto(f"{book.base}/class")
    phone.get_by_role("button", name="Save as ended at").click()
    expect(fact(phone, "Duration")).to_have_text("1 h")
    assert book.page(f"/classes/{session}")["card"]["phase"] == "saved"
