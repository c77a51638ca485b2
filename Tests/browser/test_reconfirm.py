"""The instructor asks who is still there, and looks at what is worth a look."""

import re

import pytest
from playwright.sync_api import expect

from book import batch, entry, new_id
from steps import absent, button, notice, prepared, sign, undo, without_signal
from test_attendance import STUDIO, Room, here, says
from test_code import NOWHERE


@pytest.fixture
def room(book, devices):
    return Room(book, devices).start()


def still_here(page):
    return page.get_by_role("region", name="Still here")


def worth(page):
    return page.get_by_role("region", name="Worth a look")


def mark(room, *people):
    room.book.post(*(entry("attendance.marked", 1, person=one, **room.named) for one in people))


def test_asked_and_confirmed_live(room):
    mark(room, room.ann, room.bea)
    student, laptop = room.student(), room.instructor()
    expect(button(student, "I Am Still Here")).to_have_count(0)
    button(laptop, "Reconfirm").click()
    expect(notice(laptop, "Everybody present is asked to confirm")).to_be_visible()
    expect(still_here(laptop)).to_contain_text("0 of 2")
    expect(still_here(laptop)).to_contain_text(re.compile(r"[45]:\d\d left"))
    # The student's page asks by itself.
    button(student, "I Am Still Here").click()
    expect(student.get_by_text(re.compile(r"^You confirmed at \d\d:\d\d that you are still here\.$"))).to_be_visible()
    expect(still_here(laptop)).to_contain_text("1 of 2")
    row = still_here(laptop).get_by_role("listitem").filter(has_text="Bea Okafor")
    expect(row).to_contain_text("Has not confirmed yet")
    # Only the instructor makes anybody absent.
    assert room.state("Bea Okafor") == "present"
    button(row, "Mark Bea Okafor absent").click()
    expect(notice(laptop, "Bea Okafor is absent")).to_be_visible()
    assert room.state("Bea Okafor") == "absent"
    undo(laptop, "Bea Okafor is absent")
    assert room.state("Bea Okafor") == "present"


@pytest.mark.usefixtures("service_worker")
def test_confirmation_waits_for_signal(room):
    mark(room, room.ann)
    student = room.student()
    room.book.post(entry("reconfirmation.requested", reconfirmation=new_id(), minutes=5, **room.named))
    expect(button(student, "I Am Still Here")).to_be_visible()
    prepared(student)
    without_signal(student)
    button(student, "I Am Still Here").tap()
    says(student, "Waiting for signal", re.compile(r"^You confirmed at \d\d:\d\d that you are still here\. This is stored"))


def test_question_is_taken_back(room):
    mark(room, room.ann)
    student, laptop = room.student(), room.instructor()
    button(laptop, "Reconfirm").click()
    expect(button(student, "I Am Still Here")).to_be_visible()
    undo(laptop, "Everybody present is asked to confirm")
    expect(button(student, "I Am Still Here")).to_have_count(0)
    expect(still_here(laptop)).to_have_count(0)


def test_nobody_is_asked_without_signal(room):
    mark(room, room.ann)
    laptop = room.instructor()
    button(laptop, "Absent 1").click()
    expect(absent(laptop, "Bea Okafor")).to_be_visible()
    without_signal(laptop)
    expect(sign(laptop)).to_contain_text("Offline")
    button(laptop, "Reconfirm").click()
    expect(notice(laptop, "There is no signal, so nobody can be asked now.")).to_be_visible()
    expect(sign(laptop)).not_to_contain_text("waiting")
    assert not room.book.page(f"/classes/{room.session}")["board"].get("reconfirm")


def test_student_who_has_left(room):
    mark(room, room.ann)
    laptop, student = room.instructor(), room.student(metres=1200)
    button(laptop, "Reconfirm").click()
    button(student, "I Am Still Here").click()
    says(student, "You are 1.2 km from Catalina Room", "Come closer and try again.")
    expect(button(student, "I Am Still Here")).to_be_enabled()
    assert room.state("Ann Fleming") == "present"


def test_unsure_position_is_seen_by_the_instructor(room):
    mark(room, room.ann)
    laptop, student = room.instructor(), room.student(**NOWHERE)
    button(laptop, "Reconfirm").click()
    button(student, "I Am Still Here").click()
    button(student, "Ask for Confirmation").click()
    row = still_here(laptop).get_by_role("listitem").filter(has_text="Ann Fleming")
    expect(row).to_contain_text(re.compile(r"Confirmed at \d\d:\d\d, without a position"))
    button(row, "Keep Ann Fleming present").click()
    laptop.mouse.move(5, 5)
    expect(still_here(laptop)).to_contain_text("1 of 1")
    expect(still_here(laptop)).not_to_contain_text("Ann Fleming")
    assert room.state("Ann Fleming") == "present"


def test_many_who_have_not_are_listed_on_request(book, devices):
    room = Room(book, devices)
    crowd = book.people(*(f"Person Number{number}" for number in range(12)))
    book.post(*(entry("enrolment.accepted", course=room.course, person=one) for one in crowd))
    room.start()
    mark(room, *crowd)
    laptop = room.instructor()
    button(laptop, "Reconfirm").click()
    expect(still_here(laptop)).to_contain_text("0 of 12")
    expect(still_here(laptop).get_by_role("listitem")).to_have_count(0)
    button(laptop, "Show Who Has Not Confirmed").click()
    expect(still_here(laptop).get_by_role("listitem")).to_have_count(12)


def test_worth_a_look(room):
    """Two students by one device and one fix. One tap decides, and can be undone."""
    device, near = new_id(), {**STUDIO, "accuracy": 12.5, "age": 500}
    for person in (room.ann, room.bea):
        sent = entry("attendance.claimed", **room.named, **near)
        assert room.book.client_of(person).journal({**batch(sent), "device": device}).status == 200
    laptop = room.instructor()
    row = worth(laptop).get_by_role("listitem").filter(has_text="The same device marked Ann Fleming.")
    expect(row).to_contain_text("Bea Okafor")
    expect(row).to_contain_text("The position is the same to the last digit as that of Ann Fleming.")
    expect(worth(laptop)).to_contain_text("Each can have an honest reason. You decide; nothing happens by itself.")
    button(row, "Mark Bea Okafor absent").click()
    expect(notice(laptop, "Bea Okafor is absent")).to_be_visible()
    laptop.mouse.move(5, 5)
    expect(worth(laptop).get_by_role("listitem")).to_have_count(1)
    assert room.state("Bea Okafor") == "absent"
    undo(laptop, "Bea Okafor is absent")
    assert room.state("Bea Okafor") == "present"


def test_students_see_no_signs(room):
    room.claim(room.ann, **STUDIO, accuracy=8, age=500_000)
    page = room.book.client_of(room.ann).get(f"/classes/{room.session}").json
    assert "board" not in page and "suspicions" not in str(page)
    assert len(room.book.page(f"/classes/{room.session}")["board"]["suspicions"]) == 1


def test_outside_is_judged_by_the_server(room):
    """So that the instructor sees who was outside shortly before."""
    student = room.student(metres=1200)
    here(student).click()
    says(student, "You are 1.2 km from Catalina Room", "Come closer and try again.")
    room.claim(room.ann, **STUDIO, accuracy=8, age=500)
    facts = room.book.page(f"/classes/{room.session}")["board"]["suspicions"][0]["facts"]
    assert re.fullmatch(r"Was 1\.2 km away (a moment|\d+ seconds?) before\.", facts[0])
