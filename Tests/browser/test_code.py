"""The rotating code of a class: the instructor shows it, students scan or type it."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import LAPTOP, PHONE
from steps import (button, expect_not_reloaded, expect_sent, notice, outbox, prepared, present, sign, sign_in, undo,
                   without_signal)
from test_attendance import NO_NETWORK, Room, here, says
from test_clocks import CLOCK, HOUR

# Where a device is that does not say so.
NOWHERE = {"geolocation": None, "permissions": []}
MISSING = "status of 404"


@pytest.fixture
def room(book, devices):
    return Room(book, devices, evidence="any").start()


def show_code(room, **options):
    """The instructor's screen with the code."""
    page = room.instructor(**options)
    page.get_by_role("link", name="Show Code").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    return page


def picture(page):
    return page.get_by_role("img", name="QR code")


def shown(page):
    """The code that is on the screen, as people read it."""
    return page.get_by_role("region", name="Code").locator("p").inner_text().replace("\n", " ").strip()


def scanned(page, path):
    """What a phone's camera reads from the whole screen."""
    page.screenshot(path=path)
    done = subprocess.run(["zbarimg", "-q", "--raw", path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def field(page):
    return page.get_by_role("textbox", name="Code on the screen in class")


def type_code(page, code):
    """By the keyboard alone."""
    button(page, "Enter Code").press("Enter")
    expect(field(page)).to_be_focused()
    page.keyboard.type(code)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_scanned_from_the_screen(room, tmp_path, scheme):
    screen = show_code(room, color_scheme=scheme)
    for width, height in [(1280, 800), (390, 844), (667, 375), (1920, 1080)]:
        screen.set_viewport_size({"width": width, "height": height})
        link = scanned(screen, tmp_path / "screen.png")
        assert re.fullmatch(rf"{room.address}/here/[0-9A-HJKMNP-TV-Z]{{16}}", link)
        assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{3} [0-9A-HJKMNP-TV-Z]{3}", shown(screen))
        # All of it is on the screen at once.
        wide, high = screen.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert wide <= width and high <= height


def test_student_who_is_signed_in_scans(room, tmp_path):
    screen, laptop = show_code(room), room.instructor()
    student = room.student(**NOWHERE)
    student.goto(scanned(screen, tmp_path / "screen.png"))
    says(student, "You are present", re.compile(r"^By the code at \d\d:\d\d\.$"))
    # The ticket is gone from the address.
    expect(student).to_have_url(room.address)
    expect(present(laptop, "Ann Fleming")).to_contain_text("by code")
    expect(screen.get_by_text("1 present")).to_be_visible()
    before = room.book.sequence
    student.goto(scanned(screen, tmp_path / "screen.png"))
    says(student, "You are present")
    expect(student).to_have_url(room.address)
    assert room.book.sequence == before


@pytest.mark.parametrize("is_open", [True, False], ids=["open", "asked"])
def test_whoever_scans_and_is_not_in_the_course_registers_there(room, devices, tmp_path, is_open):
    room.book.post(entry("course.edited", course=room.course, isOpen=is_open))
    cid = room.book.person("Cid", "Moreau")
    link = scanned(show_code(room), tmp_path / "screen.png")
    student = devices.open(expected_errors=MISSING, **{**PHONE, **NOWHERE})
    sign_in(student, room.book, cid).goto(link)
    expect(student.get_by_role("heading", level=1)).to_have_text("Morning Vinyasa")
    expect(student.get_by_text("You are not registered for this course.")).to_be_visible()
    button(student, "Register").tap()
    if not is_open:
        expect(student.get_by_text("Requested")).to_be_visible()
        laptop = room.instructor()
        laptop.goto(f"{room.book.base}/courses/{room.course}/students")
        button(laptop, "Accept Cid Moreau").click()
    says(student, "You are present", re.compile(r"^By the code at \d\d:\d\d\.$"))
    expect(student).to_have_url(room.address)


def test_class_of_a_course_that_is_archived_is_not_offered(room, devices):
    cid = room.book.person("Cid", "Moreau")
    answer = room.book.client_of(cid).get(f"/classes/{room.session}")
    assert answer.status == 404 and "Morning" not in answer.text
    room.book.post(entry("course.archived", course=room.course))
    student = devices.open(expected_errors=MISSING, **PHONE)
    sign_in(student, room.book, cid).goto(room.address + "?scan=old")
    expect(student.get_by_role("heading", name="Not found")).to_be_visible()
    student.get_by_role("link", name="Find Courses").tap()
    expect(student.get_by_role("heading", name="Find Courses")).to_be_visible()


@pytest.mark.long
def test_student_who_is_not_signed_in_scans(room, devices, tmp_path):
    screen = show_code(room)
    student = devices.open(**PHONE)
    link = scanned(screen, tmp_path / "screen.png")
    student.goto(link)
    expect(student.get_by_role("heading", name="Sign in to Shala")).to_be_visible()
    # The code changes twice while the student looks for the card, so that it is no longer good.
    for _ in range(3):
        before = shown(screen)
        expect(screen.get_by_role("region", name="Code")).not_to_contain_text(before.split()[0], timeout=20_000)
    student.get_by_role("textbox", name="Sign-in code").fill(room.book.sign_in_code(room.ann))
    button(student, "Sign In").tap()
    says(student, "You are present", re.compile(r"^By the code at \d\d:\d\d\.$"))
    expect(student).to_have_url(room.address)
    # Whoever follows the link only now is too late.
    student.goto(link)
    expect(student).to_have_url(room.address)
    bea = devices.open(**PHONE)
    sign_in(bea, room.book, room.bea)
    bea.goto(link)
    says(bea, "This code is too old", "Scan the one that is on the screen now.")
    expect(bea).to_have_url(room.address)
    assert room.state("Bea Okafor") == "absent"


def test_typed_by_keyboard(room):
    screen, student = show_code(room), room.student(**NOWHERE)
    says(student, "Drag yourself into the classroom", re.compile("or to have the code that is on the screen"))
    type_code(student, "")
    expect(student.get_by_role("alert").get_by_text("Enter the code.")).to_be_visible()
    student.keyboard.type("k7q")
    student.keyboard.press("Enter")
    expect(student.get_by_text("A code has six letters and digits, as in K7Q F2M.")).to_be_visible()
    expect(field(student)).to_be_focused()
    expect(field(student)).to_have_attribute("aria-invalid", "true")
    student.keyboard.type("f2m")
    expect(field(student)).to_have_value("K7Q F2M")
    student.keyboard.press("Enter")
    expect(student.get_by_text("This code is wrong. Enter the one that is on the screen now.")).to_be_visible()
    student.keyboard.press("ControlOrMeta+A")
    student.keyboard.type(shown(screen).lower().replace(" ", ""))
    student.keyboard.press("Enter")
    says(student, "You are present", re.compile("^By the code at "))
    expect(field(student)).to_have_count(0)
    expect_not_reloaded(student)


@pytest.mark.parametrize("metres, accuracy, status", [(240, 8, "You are 240 m from Catalina Room"), (30, 95, "Needs confirmation")])
def test_who_is_outside_or_borderline_enters_the_code(room, metres, accuracy, status):
    screen, student = show_code(room), room.student(metres, accuracy)
    here(student).tap()
    says(student, status)
    expect(button(student, "Enter Code")).to_be_visible()
    if metres == 240:
        expect(button(student, "Ask for Confirmation")).to_be_visible()
    type_code(student, shown(screen))
    says(student, "You are present", re.compile("^By the code at "))


def test_both_are_asked_for(book, devices):
    room = Room(book, devices, evidence="all").start()
    screen, student, laptop = show_code(room), room.student(20), room.instructor()
    says(student, "Drag yourself into the classroom", re.compile("and to have the code"))
    here(student).tap()
    expect(field(student)).to_be_focused()
    student.keyboard.type(shown(screen))
    button(student, "Send Code").tap()
    says(student, "You are present", re.compile(r"^By your location and the code at \d\d:\d\d, 20 m away, ±10 m\.$"))
    expect(present(laptop, "Ann Fleming")).to_contain_text("by location and code, 20 m away")


def test_code_without_a_position_waits_for_the_instructor(book, devices):
    room = Room(book, devices, evidence="all").start()
    screen, student, laptop = show_code(room), room.student(**NOWHERE), room.instructor()
    here(student).tap()
    student.keyboard.type("ABC")
    button(student, "Send Code").tap()
    expect(student.get_by_text("A code has six letters and digits, as in K7Q F2M.")).to_be_visible()
    field(student).fill(shown(screen))
    button(student, "Send Code").tap()
    says(student, "Needs confirmation", re.compile("location|position"))
    expect(laptop.get_by_role("region", name="Needs confirmation 1")).to_contain_text("Ann Fleming")


def test_only_the_code_is_asked_for(book, devices):
    room = Room(book, devices, evidence="code").start()
    student, laptop = room.student(**NOWHERE), room.instructor()
    says(student, "Enter the code", "It is on the screen in class. You can also scan it with your phone’s camera.")
    here(student).tap()
    expect(field(student)).to_be_focused()
    button(student, "Ask for Confirmation").tap()
    says(student, "Needs confirmation", re.compile("You have not shown the code"))
    expect(laptop.get_by_role("region", name="Needs confirmation 1")).to_contain_text("without the code")
    button(laptop, "Confirm Ann Fleming").click()
    says(student, "You are present")


def test_code_is_not_for_students(room):
    student = room.student(expected_errors="status of 403", **NOWHERE)
    expect(student.get_by_role("link", name="Show Code")).to_have_count(0)
    student.goto(f"{room.address}/code")
    expect(student.get_by_role("heading", name="Not allowed")).to_be_visible()


def test_screen_says_when_there_is_no_code(room):
    screen, laptop = show_code(room), room.instructor()
    button(laptop, "Close Attendance").click()
    expect(screen.get_by_text("Attendance is closed.")).to_be_visible()
    expect(picture(screen)).to_have_count(0)
    button(laptop, "Open Attendance").click()
    expect(picture(screen)).to_be_visible()
    screen.get_by_role("link", name="Done").click()
    expect(button(screen, "Close Attendance")).to_be_visible()


@pytest.mark.usefixtures("service_worker")
def test_screen_without_signal(room):
    """It has codes for a while, never shows one that is not good any more, and goes on by itself."""
    screen = prepared(show_code(room, expected_errors=NO_NETWORK))
    before = shown(screen)
    without_signal(screen)
    expect(picture(screen)).to_be_visible()
    screen.evaluate("window.real = Date.now; Date.now = () => window.real() + 20_000")
    expect(screen.get_by_role("region", name="Code")).not_to_contain_text(before.split()[0])
    expect(picture(screen)).to_be_visible()
    screen.evaluate("Date.now = () => window.real() + 70_000")
    expect(screen.get_by_text("No signal. The code appears as soon as it is back.")).to_be_visible()
    expect(picture(screen)).to_have_count(0)
    screen.evaluate("Date.now = window.real")
    screen.context.set_offline(False)
    expect(picture(screen)).to_be_visible()


@pytest.mark.parametrize("hours", [-26, 3])
def test_wrong_clocks_change_nothing(room, devices, tmp_path, hours):
    """Neither the instructor's clock nor the student's counts, but the server's."""
    screen = devices.open(**LAPTOP)
    screen.context.add_init_script(CLOCK.replace("FAST", str(hours * HOUR)))
    sign_in(screen, room.book)
    screen.goto(f"{room.address}/code")
    expect(picture(screen)).to_be_visible()
    code = room.book.page(f"/classes/{room.session}/code")["codes"][0]
    assert shown(screen) in [code["code"], room.book.page(f"/classes/{room.session}/code")["codes"][0]["code"]]
    student = devices.open(**PHONE)
    student.context.add_init_script(CLOCK.replace("FAST", str(-hours * HOUR)))
    sign_in(student, room.book, room.ann)
    student.goto(room.address)
    type_code(student, shown(screen))
    says(student, "You are present")
    bea = devices.open(**PHONE)
    bea.context.add_init_script(CLOCK.replace("FAST", str(-hours * HOUR)))
    sign_in(bea, room.book, room.bea)
    bea.goto(scanned(screen, tmp_path / "screen.png"))
    says(bea, "You are present")


def test_focus_stays_while_news_arrive(room):
    student = room.student(**NOWHERE)
    button(student, "Enter Code").focus()
    room.book.post(entry("course.edited", course=room.course, title="Evening Yin"))
    expect(student.get_by_text("Evening Yin").first).to_be_visible()
    expect(button(student, "Enter Code")).to_be_focused()
    expect_not_reloaded(student)


@pytest.mark.usefixtures("service_worker")
def test_typed_without_signal(room):
    """The code was good when it was typed; what comes soon counts."""
    screen, student = show_code(room), prepared(room.student(expected_errors=NO_NETWORK, **NOWHERE))
    button(student, "Enter Code").focus()
    without_signal(student)
    expect(sign(student)).to_be_visible()
    expect(button(student, "Enter Code")).to_be_focused()
    type_code(student, shown(screen))
    says(student, "Waiting for signal")
    assert [one["kind"] for one in outbox(student)] == ["attendance.claimed"]
    student.context.set_offline(False)
    expect_sent(student)
    says(student, "You are present", re.compile("^By the code at "))


def test_class_in_session_asks_for_another_way(book, devices):
    """The position does not work in the basement after all."""
    room = Room(book, devices).start()
    laptop, student = room.instructor(), room.student(**NOWHERE)
    says(student, "Drag yourself into the classroom")
    ways = laptop.get_by_label("What proves presence")
    expect(ways.locator("option:checked")).to_have_text("As in the course")
    ways.select_option(label="Code on your screen")
    expect(notice(laptop, "Presence is proved by: code on your screen")).to_be_visible()
    expect(laptop.get_by_role("link", name="Show Code")).to_be_visible()
    says(student, "Enter the code")
    undo(laptop, "Presence is proved by: code on your screen")
    expect(laptop.get_by_role("link", name="Show Code")).to_have_count(0)
    expect(ways.locator("option:checked")).to_have_text("As in the course")
    says(student, "Drag yourself into the classroom")


def test_scanned_before_signing_in_by_a_card(book, devices, tmp_path):
    """Whoever is signed in by their card's link comes to the class, and counts from the scan."""
    room = Room(book, devices, evidence="code").start()
    screen = show_code(room)
    phone = devices.open(**PHONE)
    phone.goto(scanned(screen, tmp_path / "screen.png"))
    expect(phone.get_by_role("heading", name="Sign in")).to_be_visible()
    phone.goto(f"{book.base}/sign-in/{book.sign_in_code(room.ann)}")
    says(phone, "You are present", re.compile("^By the code at "))
    # Once.
    phone.goto(f"{book.base}/sign-in/{book.sign_in_code(room.ann)}")
    expect(phone).to_have_url(f"{book.base}/courses")


def test_one_class_asks_for_another_way(book, devices):
    room = Room(book, devices)
    laptop = room.instructor()
    laptop.get_by_role("link", name="Move").click()
    ways = laptop.get_by_label("What proves presence")
    expect(ways.locator("option:checked")).to_have_text("As in the course")
    ways.select_option(label="Code on your screen")
    button(laptop, "Move Class").click()
    button(laptop, "Start Class").click()
    expect(laptop.get_by_role("link", name="Show Code")).to_be_visible()
    expect_sent(laptop)
    assert book.page(f"/classes/{room.session}")["board"]["codeHref"]
    student = room.student(**NOWHERE)
    says(student, "Enter the code")
    other = book.scheduled(room.course, ago=-100)
    laptop.goto(f"{book.base}/classes/{other}/schedule")
    expect(ways.locator("option:checked")).to_have_text("As in the course")


@pytest.mark.usefixtures("service_worker")
def test_no_code_without_signal_is_said_where_it_would_be_shown(room):
    laptop = prepared(room.instructor(expected_errors=NO_NETWORK))
    without_signal(laptop)
    laptop.get_by_role("link", name="Show Code").click()
    expect(notice(laptop, "There is no signal, so there are no codes. You can mark everyone by hand.")).to_be_visible()
    expect(laptop).to_have_url(room.address)
