"""A whole class where there is no signal, and what becomes of it when there is."""

import datetime
import re
import time

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import BROWSER, PHONE, signed_in
from fault_proxy import Fault, FaultProxy
from http_client import events
from steps import (OUTBOX, attendees, button, check_in, duration, expect_marked, expect_not_reloaded, expect_sent, fact, kept_pages,
                   notice, open_roster, outbox, prepared, remember, row, sign, tab, undo, until, until_some, with_signal,
                   without_signal)

pytestmark = pytest.mark.usefixtures("service_worker")

NO_SERVER = "ERR_|fetching the script|Failed to load resource|EventSource"


@pytest.fixture
def people(book):
    return book.people("Ann Fleming", "Søren Østergaard", "Priya Raghavan")


@pytest.fixture
def venue(book):
    return book.venue("Riverside Studio", "12 Quay Street")


@pytest.fixture
def basement(people, venue, phone):
    """The phone, prepared, where there is no signal."""
    prepared(phone)
    without_signal(phone)
    return phone


@pytest.fixture
def front(people, venue, laptop):
    """The laptop, prepared."""
    return prepared(laptop)


def milliseconds(text):
    return round(datetime.datetime.fromisoformat(text).timestamp() * 1000)


def kept_entries(book, session, count):
    """The first entries about a class as the server has them."""
    with book.client.feed(f"/classes/{session}/feed?after=0") as feed:
        return events(feed, count)


def happened(entries):
    return [(one["kind"], one["id"], milliseconds(one["at"])) for one in entries]


def reload(page, *expectations):
    """What is on the screen is there after a reload too, and the sign says the same."""
    for expectation in expectations:
        expectation()
    count = len(outbox(page))
    waiting(page, count)
    page.reload()
    for expectation in expectations:
        expectation()
    waiting(page, count)


def mark(page, *names, marked=True):
    sheet = open_roster(page)
    for name in names:
        row(sheet, name).click()
        expect_marked(sheet, name, marked)
    button(sheet, "Done").click()
    expect(sheet).to_have_count(0)


def add_student(sheet, first, last, number=""):
    button(sheet, "Add Student").click()
    sheet.get_by_label("Student ID").fill(number)
    sheet.get_by_label("First name").fill(first)
    sheet.get_by_label("Last name").fill(last)
    button(sheet, "Save and Mark").click()


def waiting(page, count):
    words = f"Offline · {count} change{'s'[:count != 1]} waiting" if count else "Offline"
    expect(sign(page)).to_have_text(words)


def shows_heading(page, text):
    return lambda: expect(page.get_by_role("heading", name=text, level=1)).to_be_visible()


def shows_attendees(page, *names):
    return lambda: expect(attendees(page)).to_contain_text(list(names))


def test_whole_class(book, basement):
    phone, before = basement, book.sequence
    reload(phone, shows_heading(phone, "Class"))
    check_in(phone, "Riverside Studio")
    reload(phone, shows_heading(phone, "Riverside Studio"), lambda: waiting(phone, 1))

    sheet = open_roster(phone)
    search = sheet.get_by_role("searchbox", name="Search students")
    search.press_sequentially("oster")
    expect(sheet.locator("[data-person]")).to_have_count(1)
    row(sheet, "Søren Østergaard").tap()
    expect_marked(sheet, "Søren Østergaard")
    expect(notice(phone, "Søren Østergaard marked")).to_be_visible()
    search.fill("")
    expect(sheet.locator("[data-person]")).to_have_count(4)
    add_student(sheet, "Walk", "Inn")
    expect(notice(phone, "Walk Inn added and marked")).to_be_visible()
    expect_marked(sheet, "Walk Inn")
    button(sheet, "Done").click()
    reload(phone, shows_attendees(phone, "Walk Inn", "Søren Østergaard"), lambda: waiting(phone, 4))

    button(phone, "Pause").tap()
    expect(button(phone, "Resume")).to_be_visible()
    stopped = duration(phone)
    reload(phone, lambda: expect(button(phone, "Resume")).to_be_visible(), lambda: waiting(phone, 5))
    assert duration(phone) == stopped
    button(phone, "Resume").tap()
    reload(phone, lambda: expect(button(phone, "Pause")).to_be_visible(), lambda: waiting(phone, 6))
    button(phone, "Pause").tap()
    button(phone, "Save Class").tap()
    expect(notice(phone, "Class saved")).to_be_visible()
    expect(phone).to_have_url(re.compile("/classes/"))
    undo(phone, "Class saved")
    reload(phone, lambda: expect(button(phone, "Resume")).to_be_visible(), lambda: waiting(phone, 9))
    button(phone, "Save Class").tap()
    expect(notice(phone, "Class saved")).to_be_visible()
    reload(phone, shows_heading(phone, "Riverside Studio"), lambda: waiting(phone, 10),
           lambda: expect(fact(phone, "Duration")).to_have_text("under a minute"))
    tab(phone, "Sessions").click()
    expect(phone.get_by_role("main").get_by_role("link", name="Riverside Studio")).to_contain_text("2 students")
    tab(phone, "Students").click()
    expect(phone.get_by_role("main").get_by_role("link", name="Walk Inn")).to_contain_text("1 session")

    made = outbox(phone)
    session = made[0]["class"]
    with_signal(phone)
    # A page that is just being loaded may reach the server before the browser takes its network away.
    assert book.sequence == before + len(made) == before + 10
    of_class = [one for one in made if "class" in one]
    assert happened(kept_entries(book, session, 9)) == happened(of_class)
    at = {one["kind"]: milliseconds(one["at"]) for one in of_class}
    paused = [milliseconds(one["at"]) for one in of_class if one["kind"] == "class.paused"]
    page = book.page(f"/classes/{session}")["session"]
    assert milliseconds(page["started"]) == at["class.started"]
    assert milliseconds(page["ended"]) == at["class.saved"]
    assert page["duration"] == paused[0] - at["class.started"] + paused[1] - at["class.resumed"]
    assert book.present(session) == {"Walk Inn", "Søren Østergaard"}
    expect(phone.get_by_role("main").get_by_role("link", name="Walk Inn")).to_contain_text("1 session")


def test_class_deleted_and_its_undo(book, basement, people):
    phone = basement
    check_in(phone, "Riverside Studio")
    mark(phone, "Ann Fleming")
    button(phone, "Pause").tap()
    for undone in (True, False):
        button(phone, "Delete Class").tap()
        button(phone.get_by_role("alertdialog", name="Delete this class?"), "Delete").tap()
        expect(notice(phone, "Class deleted")).to_be_visible()
        if undone:
            reload(phone, lambda: expect(button(phone, "Check In")).to_be_visible())
            undo(phone, "Class deleted")
            reload(phone, shows_attendees(phone, "Ann Fleming"), lambda: expect(button(phone, "Resume")).to_be_visible())
    expect(button(phone, "Check In")).to_be_visible()
    with_signal(phone)
    expect(button(phone, "Check In")).to_be_visible()
    assert "venues" in book.page("/class") and book.page("/sessions")["none"]
    assert book.page(f"/people/{people[0]}")["person"]["attended"] == 0


def test_pages_without_signal(book, basement, people):
    phone = basement
    for name, heading in [("Sessions", "Sessions"), ("Students", "Students"), ("Courses", "Courses"), ("More", "More")]:
        tab(phone, name).click()
        shows_heading(phone, heading)()
        expect(sign(phone)).to_have_text("Offline")
        expect(tab(phone, name)).to_have_attribute("aria-current", "page")
    phone.goto(f"{book.base}/people/{people[0]}")
    shows_heading(phone, "Ann Fleming")()
    phone.goto(f"{book.base}/people/import")
    expect(phone.get_by_text("Not on this device")).to_be_visible()
    expect(sign(phone)).to_have_text("Offline")
    phone.get_by_role("link", name="Go to Start").click()
    shows_heading(phone, "Class")()
    phone.goto(book.base)
    shows_heading(phone, "Class")()


HEARD = """() => {
  window.heard = [];
  const note = () => { for (const one of document.querySelectorAll('.notice')) window.heard.push(one.textContent); };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""


def test_own_end_is_not_ascribed_to_another_device(book, people, venue, devices):
    """The page that ended the class is gone when the server tells of it."""
    phone = signed_in(devices, book, {**PHONE, "expected_errors": NO_SERVER})
    phone.goto(book.base)
    without_signal(prepared(phone))
    check_in(phone, "Riverside Studio")
    mark(phone, "Ann Fleming")
    button(phone, "Pause").tap()
    button(phone, "Save Class").tap()
    expect(notice(phone, "Class saved")).to_be_visible()
    main = phone.get_by_role("main")
    expect(main.get_by_text("Ann Fleming")).to_be_visible()
    phone.evaluate(HEARD)
    # It listens before it sends.
    heard = []
    phone.context.route("**/journal", lambda route: route.continue_() if heard else route.abort())
    phone.on("response", lambda response: "/feed" in response.url and heard.append(response))
    phone.context.set_offline(False)
    until_some(phone, heard)
    # The feed tells one after the other.
    book.post(entry("person.edited", person=people[0], firstName="Annabel"))
    expect(main.get_by_text("Annabel Fleming")).to_be_visible()
    assert [text for text in phone.evaluate("window.heard") if "another device" in text] == []


def test_what_was_rejected_cannot_be_undone(book, venue, devices):
    session = book.started(venue, ago=5)
    # The class is not found any more.
    phone = signed_in(devices, book, {**PHONE, "expected_errors": f"{NO_SERVER}|404"})
    phone.goto(book.base)
    prepared(phone)
    without_signal(phone)
    book.post(entry("class.deleted", **{"class": session}))
    button(phone, "Pause").tap()
    button(phone, "Save Class").tap()
    expect(notice(phone, "Class saved")).to_be_visible()
    phone.context.set_offline(False)
    expect(sign(phone)).to_have_text("2 rejected")
    # Of several notices the one before comes back.
    button(phone, "Dismiss").click()
    assert phone.locator(".notice").count() == 0


def test_what_waits_is_named(book, basement):
    phone = basement
    check_in(phone, "Riverside Studio")
    mark(phone, "Ann Fleming")
    sheet = open_roster(phone)
    add_student(sheet, "Walk", "Inn")
    expect(notice(phone, "Walk Inn added and marked")).to_be_visible()
    button(sheet, "Done").click()
    sign(phone).click()
    shows_heading(phone, "Without Signal")()
    rows = phone.get_by_role("list", name="Waiting").get_by_role("listitem")
    expect(rows).to_contain_text(["Class started: Riverside Studio", "Marked present: Ann Fleming",
                                  "Student added: Walk Inn", "Marked present: Walk Inn"])
    phone.context.set_offline(False)
    expect(phone.get_by_text("Nothing is waiting")).to_be_visible()
    expect(rows).to_have_count(0)


def test_mark_made_just_before_the_signal_goes(book, people, venue, blank_phone):
    book.started(venue, ago=5)
    blank_phone.goto(book.base)
    phone = prepared(blank_phone)
    mark(phone, "Ann Fleming")
    assert book.page("/class")["attending"] == 1
    without_signal(phone)
    reload(phone, shows_attendees(phone, "Ann Fleming"), shows_heading(phone, "Riverside Studio"))
    expect(sign(phone)).to_have_text("Offline")
    with_signal(phone)
    assert book.page("/class")["attending"] == 1


def test_browser_is_closed_and_opened_again(book, chromium, people, venue, tmp_path):
    def start():
        context = chromium.browser_type.launch_persistent_context(
            tmp_path / "profile", **BROWSER, **PHONE)
        context.set_default_timeout(10_000)
        return context

    with start() as context:
        page = context.pages[0]
        page.goto(book.link)
        prepared(page)
        without_signal(page)
        check_in(page, "Riverside Studio")
        mark(page, "Ann Fleming", "Priya Raghavan")
        button(page, "Pause").tap()
        waiting(page, 4)
        made, shown = outbox(page), duration(page)
    before = book.sequence
    with start() as context:
        without_signal(context.pages[0])
        page = context.new_page()
        page.goto(book.base)
        expect(attendees(page)).to_contain_text(["Ann Fleming", "Priya Raghavan"])
        waiting(page, 4)
        assert duration(page) == shown and outbox(page) == made
        with_signal(page)
    assert book.sequence == before + 4
    session = book.page("/class")["id"]
    assert happened(kept_entries(book, session, 4)) == happened(made)


@pytest.mark.parametrize("first", ["phone", "laptop"])
def test_two_devices_unite(book, front, basement, first):
    devices = {"phone": basement, "laptop": front}
    session = book.started(book.page("/offline")["venues"][0]["id"], ago=10)
    ann, soren, priya = (one["id"] for one in sorted(book.page("/offline")["people"], key=lambda one: one["studentID"])[1:4])
    book.mark(session, ann, ago=9)
    for page in devices.values():
        with_signal(page)
        page.reload()
        expect(attendees(page)).to_contain_text(["Ann Fleming"])
        prepared(page)
        without_signal(page)
    mark(basement, "Søren Østergaard")
    mark(front, "Priya Raghavan")
    mark(basement, "Priya Raghavan")
    mark(front, "Priya Raghavan", marked=False)
    mark(front, "Ann Fleming", marked=False)
    button(front, "Pause").click()
    expect(button(front, "Resume")).to_be_visible()
    button(basement, "Pause").tap()
    expect(button(basement, "Resume")).to_be_visible()
    button(basement, "Save Class").tap()
    expect(notice(basement, "Class saved")).to_be_visible()
    button(front, "Save Class").click()
    expect(notice(front, "Class saved")).to_be_visible()
    steps = [{one["kind"]: milliseconds(one["at"]) for one in outbox(page)} for page in (front, basement)]
    for page in (devices[first], *(page for name, page in devices.items() if name != first)):
        with_signal(page)
    assert book.present(session) == {"Søren Østergaard"}
    page = book.page(f"/classes/{session}")["session"]
    assert page["duration"] == steps[0]["class.paused"] - milliseconds(page["started"])
    assert milliseconds(page["ended"]) == steps[1]["class.saved"]
    for device in devices.values():
        device.reload()
        expect(device.get_by_role("region", name="1 student").get_by_role("link")).to_contain_text(
            ["Edit attendees", "Søren Østergaard"])


def test_class_begun_on_both_is_kept_twice(book, basement, front):
    book.venue("Old Mill Basement")
    check_in(basement, "Riverside Studio")
    expect(button(front, "Check In")).to_be_visible()
    check_in(front, "Old Mill Basement")
    later = book.page("/class")["id"]
    with_signal(basement)
    mine = book.page("/offline")["classes"]
    assert len(mine) == 2 and {one["id"] for one in mine} > {later}
    assert book.page("/class")["id"] == later


# Makes what is kept of pages an hour old.
AGE = """async () => {
  for (const name of await caches.keys()) {
    if (!name.startsWith('pages-')) continue;
    const pages = await caches.open(name);
    for (const request of await pages.keys()) {
      const page = await pages.match(request, { ignoreVary: true });
      const older = (_, time) => `data-server-time="${Number(time) - 3_600_000}"`;
      const text = (await page.text()).replace(/data-server-time="(\\d+)"/, older);
      await pages.put(request, new Response(text, { headers: page.headers }));
    }
  }
}"""


def now():
    return time.time() * 1000


@pytest.mark.parametrize("wrong", [0, 3_600_000, -86_400_000], ids=["right", "ahead", "behind"])
def test_time_is_right_on_a_page_that_was_kept_long_ago(book, venue, blank_phone, wrong):
    blank_phone.add_init_script(f"const now = Date.now; Date.now = () => now() + {wrong};")
    blank_phone.goto(book.base)
    phone = prepared(blank_phone)
    phone.evaluate(AGE)
    without_signal(phone)
    phone.reload()
    expect(sign(phone)).to_have_text("Offline")
    before = now()
    check_in(phone, "Riverside Studio")
    button(phone, "Pause").tap()
    expect(button(phone, "Resume")).to_be_visible()
    assert duration(phone) <= (now() - before) / 1000
    times = [milliseconds(one["at"]) for one in outbox(phone)]
    assert len(times) == 2 and before - 2_000 <= times[0] <= times[1] <= now() + 2_000


@pytest.fixture
def proxy(book, people, venue):
    with FaultProxy(book.server.port) as proxy:
        yield proxy


@pytest.fixture
def behind_proxy(book, proxy, devices):
    """A phone, prepared, that reaches the server by what may turn into a captive portal."""
    page = devices.open(expected_errors=NO_SERVER, **PHONE)
    page.goto(f"{proxy.base}/sign-in/{book.code}")
    return prepared(page)


def test_captive_portal_is_no_answer(book, proxy, behind_proxy):
    phone = behind_proxy
    before = book.sequence
    proxy.portal = True
    phone.reload()
    shows_heading(phone, "Class")()
    check_in(phone, "Riverside Studio")
    mark(phone, "Ann Fleming")
    for name in ("Sessions", "Students", "More"):
        tab(phone, name).click()
        shows_heading(phone, name)()
    tab(phone, "Class").click()
    shows_heading(phone, "Riverside Studio")()
    expect(attendees(phone)).to_contain_text(["Ann Fleming"])
    waiting(phone, 2)
    assert proxy.counts[Fault.LOGIN_PAGE] > 5
    kept = kept_pages(phone)
    assert kept and not any("Wi-Fi" in text for text in kept.values())
    made = outbox(phone)
    proxy.portal = False
    expect_sent(phone)
    assert book.sequence == before + 2
    assert happened(kept_entries(book, made[0]["class"], 2)) == happened(made)


def test_page_finds_the_signal_again_once_the_portal_lets_it_through(book, venue, people, proxy, behind_proxy):
    phone = behind_proxy
    remember(phone)
    # The browser gives the feed up for good once the portal has answered in its place.
    with phone.expect_event("console", lambda message: "EventSource" in message.text):
        proxy.portal = True
    expect(sign(phone)).to_have_text("Offline")
    proxy.portal = False
    expect(sign(phone)).to_be_hidden()
    book.started(venue)
    shows_heading(phone, "Riverside Studio")()
    expect_not_reloaded(phone)


def test_two_tabs_send_once(book, proxy, behind_proxy):
    one = behind_proxy
    posts = []
    one.context.on("requestfinished", lambda request: request.method == "POST" and posts.append(request.post_data_json))
    other = one.context.new_page()
    other.goto(f"{proxy.base}/class")
    prepared(other)
    proxy.down = True
    check_in(one, "Riverside Studio")
    expect(other.get_by_role("heading", name="Riverside Studio", level=1)).to_be_visible()
    mark(one, "Ann Fleming")
    mark(other, "Søren Østergaard", "Priya Raghavan")
    for page in (one, other):
        waiting(page, 4)
        expect(attendees(page)).to_have_count(3)
    made, before = outbox(one), book.sequence
    proxy.down = False
    for page in (one, other):
        expect_sent(page)
    expect(attendees(other)).to_have_count(3)
    assert book.sequence == before + 4
    assert happened(kept_entries(book, made[0]["class"], 4)) == happened(made)
    sent = [one["id"] for body in posts for one in body["entries"]]
    assert sorted(sent) == sorted(set(sent)), "An entry was sent by both tabs."


@pytest.fixture
def refused(book, basement, people):
    """A student's ID, given to a student added without signal, was taken meanwhile; a mark depends on the student."""
    phone = basement
    phone.context.set_offline(False)
    session = book.started(book.page("/offline")["venues"][0]["id"], ago=5)
    phone.goto(f"{book.base}/class")
    shows_heading(phone, "Riverside Studio")()
    prepared(phone)
    without_signal(phone)
    sheet = open_roster(phone)
    add_student(sheet, "Walk", "Inn", str(book.last_number + 1))
    expect(notice(phone, "Walk Inn added and marked")).to_be_visible()
    row(sheet, "Ann Fleming").tap()
    expect_marked(sheet, "Ann Fleming")
    button(sheet, "Done").click()
    waiting(phone, 3)
    book.person("Some", "Body")
    phone.context.set_offline(False)
    expect(sign(phone)).to_have_text("2 rejected")
    assert book.present(session) == {"Ann Fleming"}
    expect(notice(phone, "2 changes were rejected")).to_be_visible()
    sign(phone).click()
    shows_heading(phone, "Without Signal")()
    phone.session = session
    return phone


def refused_rows(page):
    return page.get_by_role("list", name="Rejected").get_by_role("listitem")


def test_refused_entry_is_corrected(book, refused):
    rows = refused_rows(refused)
    expect(rows).to_contain_text(["Student added: Walk Inn", "Marked present"])
    expect(rows.first).to_contain_text("ID")
    refused.reload()
    expect(rows).to_have_count(2)
    button(rows.first, "Correct").click()
    expect(rows.first.get_by_label("Student ID")).to_be_focused()
    rows.first.get_by_label("Student ID").fill("20000001")
    button(rows.first, "Save and Send").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(["Marked present"])
    until(refused, f"async () => (await ({OUTBOX})()).length === 1")
    assert {"Walk Inn"} <= {one["name"] for group in book.page("/students")["groups"] for one in group["people"]}
    button(rows.first, "Try Again").click()
    expect(refused.get_by_text("Nothing is waiting")).to_be_visible()
    expect(sign(refused)).to_be_hidden()
    assert book.present(refused.session) == {"Ann Fleming", "Walk Inn"}


def test_all_are_tried_again_in_their_order(book, refused):
    rows = refused_rows(refused)
    expect(rows).to_have_count(2)
    button(refused, "Try All Again").click()
    expect(notice(refused, "2 changes are still not possible.")).to_be_visible()
    expect(rows).to_have_count(2)
    [other] = [one for group in book.page("/students?search=body")["groups"] for one in group["people"]]
    book.post(entry("person.numbered", person=other["id"], studentID="30000001"))
    button(refused, "Try All Again").click()
    expect(refused.get_by_text("Nothing is waiting")).to_be_visible()
    assert book.present(refused.session) == {"Ann Fleming", "Walk Inn"}


def test_refused_entries_are_discarded(book, refused):
    before, rows = book.sequence, refused_rows(refused)
    for left in (1, 0):
        button(rows.first, "Discard").click()
        expect(rows).to_have_count(left)
    expect(sign(refused)).to_be_hidden()
    refused.reload()
    expect(refused.get_by_text("Nothing is waiting")).to_be_visible()
    assert book.sequence == before and outbox(refused) == []


@pytest.mark.parametrize("is_reloaded", [False, True], ids=["at once", "after a reload"])
def test_discarded_entry_is_taken_back(book, refused, is_reloaded):
    before, rows = book.sequence, refused_rows(refused)
    expect(rows).to_have_count(2)
    button(rows.first, "Discard").click()
    expect(rows).to_have_count(1)
    if is_reloaded:
        refused.reload()
        expect(rows).to_have_count(1)
    undo(refused, "Student added: Walk Inn")
    expect(rows).to_have_count(2)
    expect(rows).to_contain_text(["Student added: Walk Inn", "Marked present"])
    assert book.sequence == before


def test_next_press_discards_nothing_else(refused):
    rows = refused_rows(refused)
    expect(rows).to_have_count(2)
    discard = button(rows.first, "Discard").bounding_box()
    point = discard["x"] + discard["width"] / 2, discard["y"] + discard["height"] / 2
    refused.mouse.click(*point)
    expect(rows).to_have_count(1)
    refused.mouse.click(*point)
    refused.mouse.move(2, 2)
    expect(refused.get_by_text("Student added: Walk Inn").filter(visible=True)).to_have_count(1)
    expect(rows).to_have_count(1)
