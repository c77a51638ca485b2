"""The training log: written down, summed up, taken back."""

import csv
import datetime
import io
import re

import pytest
from playwright.sync_api import expect

from book import UTC, entry, new_id, time_text
from conftest import LAPTOP, PHONE
from http_client import events
from steps import button, expect_not_reloaded, expect_sent, notice, remember, slide, undo
from trainees import Trainee, delete_by_menu, entries, expect_log, log, open_log, row, write

UNUSUAL = ["Donaudampfschifffahrt" * 12, "🧗🏽‍♀️👩‍👩‍👧‍👦 🏋️", "جري في الصباح (5 كم)", "<script>alert(1)</script> & <b>bold</b>",
           "\"Run\", 'slow'"]

FOCUSED = "document.activeElement.closest('dialog') && document.activeElement.outerHTML.slice(0, 60)"

ROLES = {"student": ("student", PHONE), "instructor": ("instructor", LAPTOP)}


@pytest.fixture(params=ROLES.values(), ids=ROLES)
def each(request, shared_book, devices):
    """A student with a phone; an instructor with a laptop."""
    role, options = request.param
    return Trainee(shared_book, devices, role, **options)


@pytest.fixture
def ann(shared_book, devices):
    return Trainee(shared_book, devices)


@pytest.fixture
def noor(shared_book, devices):
    """An instructor with a laptop."""
    return Trainee(shared_book, devices, "instructor", **LAPTOP)


def test_log_opens_over_the_page_and_saves(each):
    page = each.open()
    expect_log(page)
    sheet = open_log(page)
    expect(sheet.get_by_label("Description")).to_be_focused()
    expect(sheet.get_by_role("radio", name="Endurance")).to_be_checked()
    assert page.evaluate("document.querySelectorAll('dialog:modal').length") == 1
    for key in ("Tab", "Shift+Tab"):
        stops = set()
        for _ in range(20):
            page.keyboard.press(key)
            stops.add(page.evaluate(FOCUSED))
        assert None not in stops and len(stops) == 7, stops
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(button(page, "Log")).to_be_focused()
    open_log(page)
    button(sheet, "Close").click()
    expect(sheet).to_be_hidden()
    expect(button(page, "Log")).to_be_focused()
    log(page, "Lifted", "45", "Strength")
    expect_log(page, "Lifted", strength=45)
    log(page, "Ran", "1")
    log(page, "Slept on the mat", "1440", "Mobility")
    expect_log(page, "Slept on the mat", "Ran", "Lifted", endurance=1, strength=45, mobility=1440)
    expect_sent(page)
    expect_not_reloaded(page)
    assert each.kept() == [("Slept on the mat", 1440, "mobility"), ("Ran", 1, "endurance"), ("Lifted", 45, "strength")]


def test_what_is_written_is_not_lost_without_asking(each):
    page = each.open()
    before, sheet = each.book.sequence, open_log(page)
    sheet.get_by_label("Description").fill("Half a")
    sheet.get_by_role("radio", name="Mobility").check()
    ask = page.get_by_role("alertdialog", name="Discard this entry?")
    for _ in range(9):
        page.keyboard.press("Escape")
        expect(sheet).to_have_attribute("open", "")
    expect(ask).to_be_visible()
    page.keyboard.press("Escape")
    expect(ask).to_be_hidden()
    for close in (lambda: page.keyboard.press("Escape"), button(sheet, "Close").click):
        close()
        expect(ask).to_be_visible()
        expect(button(ask, "Keep Editing")).to_be_focused()
        button(ask, "Keep Editing").click()
        expect(ask).to_be_hidden()
        expect(sheet.get_by_label("Description")).to_have_value("Half a")
        expect(sheet.get_by_role("radio", name="Mobility")).to_be_checked()
    for _ in range(9):
        page.keyboard.press("Escape")
        expect(sheet.get_by_label("Description")).to_have_value("Half a")
        expect(sheet).to_have_attribute("open", "")
    expect(ask).to_be_visible()
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('dialog')?.id") == "log-discard"
    button(ask, "Discard").click()
    expect(ask).to_be_hidden()
    expect(sheet).to_be_hidden()
    expect(button(page, "Log")).to_be_focused()
    assert each.book.sequence == before
    open_log(page)
    expect(sheet.get_by_label("Description")).to_have_value("")
    expect(sheet.get_by_label("Duration in minutes")).to_have_value("")
    expect(sheet.get_by_role("radio", name="Endurance")).to_be_checked()
    shown = f"{sheet.get_by_label('Date').input_value()} {sheet.get_by_label('Time').input_value()}"
    now = datetime.datetime.now(UTC)
    assert abs(datetime.datetime.fromisoformat(f"{shown}+00:00") - now) < datetime.timedelta(minutes=2)


def test_refused_on_the_device_with_the_reason_at_the_field(each):
    page = each.open()
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    sheet = write(page, " ", "30")
    tomorrow = (datetime.datetime.now(UTC) + datetime.timedelta(days=2)).date().isoformat()
    refused = [("Description", "", "empty"), ("Description", "x" * 501, "at most 500")]
    refused += [("Duration in minutes", text, "1 to 1440|must") for text in ("", "0", "1441", "30.5", "abc", "-5", "1e2")]
    refused += [("Date", text, "") for text in ("", tomorrow, "12026-11-03", "0001-01-01")] + [("Time", "", "")]
    good = {"Description": "Run", "Duration in minutes": "30", "Date": sheet.get_by_label("Date").input_value(),
            "Time": sheet.get_by_label("Time").input_value()}
    for label, text, words in refused:
        for other, value in {**good, label: text}.items():
            sheet.get_by_label(other).fill(value)
        button(sheet, "Save Entry").click()
        field = sheet.get_by_label(label)
        expect(field, f"{label} {text[:20]}").to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
        expect(field).to_have_accessible_description(re.compile(f"^(?=.)(.*({words}))", re.S))
        expect(sheet.locator("[aria-invalid]")).to_have_count(1)
    assert posts == [] and each.kept() == []
    for label, value in good.items():
        sheet.get_by_label(label).fill(value)
    sheet.get_by_label("Duration in minutes").press("Enter")
    expect(sheet).to_be_hidden()
    expect_log(page, "Run", endurance=30)


def swipe(page, text, by=-120, down=0, touch=False):
    """A finger or a mouse drags a row."""
    row(page, text).evaluate("one => one.scrollIntoView({ block: 'center' })")
    box = row(page, text).bounding_box()
    start = (box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    end = (start[0] + by, start[1] + down)
    if touch:
        slide(page, start, end)
        return
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    page.mouse.up()


@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
def test_swiping_uncovers_delete(ann, noor, touch):
    each = ann if touch else noor
    each.log("Run", 30)
    each.log("Lifted", 20, "strength", ago=60)
    page = each.open()
    delete = button(row(page, "Run"), "Delete")
    for by, down in ((-30, 0), (120, 0), (-10, 120)):
        swipe(page, "Run", by, down, touch)
        expect(delete).to_be_hidden()
    swipe(page, "Run", touch=touch)
    expect(delete).to_be_visible()
    expect(page.get_by_role("menu")).to_be_hidden()
    page.get_by_role("heading", name="Entries").click()
    expect(delete).to_be_hidden()
    for cover in (row(page, "Lifted").get_by_text("Lifted").click, row(page, "Run").get_by_text("Run").click,
                  lambda: swipe(page, "Run", 120, touch=touch), lambda: swipe(page, "Lifted", touch=touch)):
        swipe(page, "Run", touch=touch)
        expect(delete).to_be_visible()
        cover()
        expect(delete).to_be_hidden()
    swipe(page, "Run", touch=touch)
    (delete.tap if touch else delete.click)()
    expect_log(page, "Lifted", strength=20)
    undo(page, "“Run” deleted")
    expect_log(page, "Run", "Lifted", endurance=30, strength=20)
    expect_sent(page)
    assert [one[0] for one in each.kept()] == ["Run", "Lifted"]


def test_a_mouse_swipes_on_marked_words_too(noor):
    noor.log("Run")
    page = noor.open()
    words = row(page, "Run").get_by_text("Run")
    words.dblclick(position={"x": 8, "y": 8})
    assert page.evaluate("String(getSelection()).trim()") == "Run"
    box = words.bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] - 120, box["y"] + 8, steps=64)
    page.mouse.up()
    expect(button(row(page, "Run"), "Delete")).to_be_visible()
    assert page.evaluate("String(getSelection())") == ""


def test_deleted_by_the_menu_and_by_keyboard(each):
    for number in range(3):
        each.log(f"Run {number}", 10, ago=number)
    page = each.open()
    delete_by_menu(page, "Run 1")
    expect_log(page, "Run 0", "Run 2", endurance=20)
    undo(page, "“Run 1” deleted")
    expect_log(page, "Run 0", "Run 1", "Run 2", endurance=30)
    menu = page.get_by_role("menu", name="Entry")
    actions = page.get_by_role("button", name="Actions: Run 1")
    actions.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Delete")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(actions).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect_log(page, "Run 0", "Run 2", endurance=20)
    expect(menu).to_be_hidden()
    expect(page.get_by_role("button", name="Actions: Run 2")).to_be_focused()
    page.keyboard.press("Delete")
    expect_log(page, "Run 0", endurance=10)
    expect(page.get_by_role("button", name="Actions: Run 0")).to_be_focused()
    page.keyboard.press("Delete")
    expect_log(page)
    expect(button(page, "Log")).to_be_focused()
    undo(page, "“Run 0” deleted")
    expect_log(page, "Run 0", endurance=10)
    expect_sent(page)
    expect_not_reloaded(page)
    assert [one[0] for one in each.kept()] == ["Run 0"]


def test_two_pages_of_one_person_follow_each_other_and_nobody_elses(noor, ann):
    one, other, stranger = noor.open(), noor.open(**PHONE), ann.open()
    log(one, "Secretly ran", "30")
    expect_log(other, "Secretly ran", endurance=30)
    delete_by_menu(other, "Secretly ran")
    expect_log(one)
    undo(other, "“Secretly ran” deleted")
    expect_log(one, "Secretly ran", endurance=30)
    log(stranger, "Lifted", "10")
    expect_log(stranger, "Lifted", endurance=10)
    for page in (one, other, stranger):
        expect_not_reloaded(page)
    assert "Secretly" not in stranger.content()
    with ann.client.feed("/feed?after=0") as feed:
        # Their own registration may be told of too.
        told = events(feed, 1)
        while told[-1]["kind"] != "training.logged":
            told += events(feed, 1)
    assert len(told) <= 2 and {one["person"] for one in told} == {ann.person}


def cells(page):
    """The table as it is read out."""
    table = page.get_by_role("table")
    rows = table.get_by_role("row").all()[1:]
    return [[one.get_by_role("rowheader").inner_text(), *one.get_by_role("cell").all_inner_texts()] for one in rows]


def expect_chart(trainee, page):
    """What the table says is what programs are told at the same address."""
    chart = trainee.seen(f"?{page.url.partition('?')[2]}&timeZone=UTC")["chart"]
    expected = [[one["title"], *(str(one[name]) for name in ("endurance", "strength", "mobility", "total"))]
                for one in chart["periods"]]
    assert cells(page) == expected
    expect(page.get_by_role("img", name=chart["title"])).to_be_visible()
    return chart


def test_sums_by_week_and_month(each):
    for number in range(30):
        each.log(f"Training {number}", 10 + number, ["endurance", "strength", "mobility"][number % 3], ago=number * 1440 * 9)
    page = each.open()
    main = page.get_by_role("main")
    assert len(expect_chart(each, page)["periods"]) == 8
    expect(main.get_by_role("link", name="Later")).to_have_count(0)
    box = page.get_by_role("table").bounding_box
    assert not page.locator("#chart-table").evaluate("one => one.offsetHeight > 1")
    table = button(page, "Table")
    table.click()
    expect(table).to_have_attribute("aria-expanded", "true")
    assert box()["height"] > 100
    first = cells(page)
    main.get_by_role("link", name="Earlier").click()
    expect(main.get_by_role("link", name="Later")).to_be_visible()
    expect_chart(each, page)
    assert cells(page)[-1] != first[-1] and not {one[0] for one in cells(page)} & {one[0] for one in first}
    main.get_by_role("link", name="Later").click()
    expect(main.get_by_role("link", name="Later")).to_have_count(0)
    assert cells(page) == first
    main.get_by_role("link", name="Month").click()
    expect(main.get_by_role("link", name="Month")).to_have_attribute("aria-current", "true")
    chart = expect_chart(each, page)
    assert len(chart["periods"]) == 12
    assert sum(one["total"] for one in chart["periods"]) == sum(range(10, 40))


def test_table_stays_open_whatever_arrives(each):
    each.log("Run", 30)
    page = each.open()
    table = button(page, "Table")
    table.click()
    each.log("Swim", 20)
    expect(row(page, "Swim")).to_be_visible()
    expect(table).to_have_attribute("aria-expanded", "true")
    table.click()
    expect(table).to_have_attribute("aria-expanded", "false")


def test_weeks_are_those_of_where_the_device_is(ann):
    # In Auckland, Monday has begun; in New York, it is still Sunday.
    monday = datetime.datetime.now(UTC).date() - datetime.timedelta(days=datetime.datetime.now(UTC).weekday() + 7)
    ann.log("Run", 30, start=f"{monday}T02:00:00Z")
    ann.log("Sunday run", 7, start=f"{monday - datetime.timedelta(days=1)}T13:00:00Z")
    weeks = {}
    for zone in ("Pacific/Auckland", "America/New_York"):
        page = ann.open(timezone_id=zone)
        expect(row(page, "Sunday run")).to_contain_text("Mon" if "Auckland" in zone else "Sun")
        weeks[zone] = {title: total for title, *_, total in cells(page) if total != "0"}
    titles = [f"Week of {day.day} {day:%b %Y}" for day in (monday, monday - datetime.timedelta(days=7))]
    assert weeks == {"Pacific/Auckland": {titles[0]: "37"}, "America/New_York": {titles[1]: "37"}}


def test_classes_attended_write_themselves(ann):
    book = ann.book
    venue = book.venue()
    course = book.course("Evening Yin", venue=venue, students=[ann.person], category="mobility")
    page = ann.open()
    session = book.opened(course, venue, ago=50)
    book.mark(session, ann.person, ago=40)
    expect_log(page)
    book.step("saved", session)
    expect_log(page, "Evening Yin", mobility=50)
    expect(row(page, "Evening Yin")).to_contain_text("Class")
    expect(row(page, "Evening Yin").get_by_role("button")).to_have_count(0)
    swipe(page, "Evening Yin")
    expect(button(page, "Delete")).to_have_count(0)
    page.goto(ann.address)
    remember(page)
    row(page, "Evening Yin").get_by_role("link").focus()
    page.keyboard.press("Delete")
    expect_log(page, "Evening Yin", mobility=50)
    # A row that somebody is at by keyboard stays.
    page.evaluate("document.activeElement.blur()")
    book.post(entry("attendance.cleared", person=ann.person, **{"class": session}))
    expect_log(page)
    book.mark(session, ann.person)
    expect_log(page, "Evening Yin", mobility=50)
    expect_not_reloaded(page)
    row(page, "Evening Yin").get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/classes/{session}$"))


def test_out_of_one_log_and_into_another(noor, ann):
    for text in UNUSUAL:
        noor.log(text, 20, ago=60)
    page = noor.open()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download CSV").click()
    content = waiting.value.path().read_bytes()
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert len(rows) == len(UNUSUAL) and {one["Minutes"] for one in rows} == {"20"}
    other = ann.open()
    other.get_by_role("link", name="Import From CSV").click()
    file = {"name": "training.csv", "mimeType": "text/csv", "buffer": content}

    def add(added, heading):
        other.get_by_label("File", exact=True).set_input_files(file)
        button(other, "Add").click()
        expect(other.get_by_role("heading", name=heading)).to_be_visible()
        expect(other.locator("div.fact").filter(has_text="Added").get_by_role("definition")).to_have_text(str(added))

    other.get_by_role("switch", name="Only check").check()
    add(5, "Checked only")
    assert ann.kept() == []
    other.get_by_role("switch", name="Only check").uncheck()
    add(5, "Imported")
    assert sorted(ann.kept()) == sorted(noor.kept()) and len(noor.kept()) == 5
    add(0, "Imported")
    other.get_by_role("link", name="Training", exact=True).first.click()
    expect(entries(other)).to_have_count(5)


def test_unusual_texts_are_shown_as_they_are(ann):
    page = ann.open()
    for text in UNUSUAL:
        log(page, text, "10")
    expect_log(page, *reversed(UNUSUAL), endurance=50)
    for text in UNUSUAL:
        expect(page.get_by_role("button", name=f"Actions: {text}", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    # Once from this device, once from the server: alike.
    shown = entries(page).all_inner_texts()
    expect_sent(page)
    page.reload()
    expect_log(page, *reversed(UNUSUAL), endurance=50)
    assert entries(page).all_inner_texts() == shown
    delete_by_menu(page, UNUSUAL[3])
    expect(notice(page, f"“{UNUSUAL[3][:23]}…” deleted")).to_be_visible()


@pytest.mark.long
def test_ten_thousand_entries(ann):
    for first in range(0, 10_000, 200):
        ann.send(*(entry("training.logged", training=new_id(), description=f"Run {number}", minutes=1 + number % 60,
                         category="endurance", start=time_text(number * 60)) for number in range(first, first + 200)))
    total = sum(1 + number % 60 for number in range(10_000))
    page = ann.open()
    expect(entries(page)).to_have_count(50)
    expect(page.get_by_text(f"{total:,} min", exact=True)).to_be_visible()
    page.get_by_role("link", name="Show next").click()
    expect(entries(page)).to_have_count(100)
    expect(entries(page).nth(50)).to_contain_text("Run 50")
    # What comes and goes keeps what has been unfolded.
    delete_by_menu(page, "Run 77")
    expect(row(page, "Run 77")).to_have_count(0)
    expect(page.get_by_text(f"{total - 18:,} min", exact=True)).to_be_visible()
    undo(page, "“Run 77” deleted")
    expect(entries(page)).to_have_count(100)
    expect(page.get_by_text(f"{total:,} min", exact=True)).to_be_visible()
    expect_not_reloaded(page)


def test_reads_without_scripts(ann):
    ann.log("Run", 30)
    page = ann.open(java_script_enabled=False)
    expect(row(page, "Run")).to_contain_text("30 min")
    expect(page.get_by_role("img", name="Minutes of training by week")).to_be_visible()
    page.get_by_role("link", name="Month").click()
    expect(page.get_by_role("img", name="Minutes of training by month")).to_be_visible()
