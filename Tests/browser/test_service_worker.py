"""What a device keeps of the app and of its pages: that it is there, of one version, one person's, and gone in the end."""

import base64
import re
import time

import pytest
from playwright.sync_api import Error, expect

from book import Book, entry, new_id, time_text
from conftest import LAPTOP, OFFLINE, PHONE
from fault_proxy import Fault, FaultProxy
from judges import AXE_ERRORS, fingers, guidelines, headings, overflow
from pictures import png
from program import Program
from server import PATIENCE, Server
from steps import (REFRESHED, attendees, button, check_in, dialog, expect_marked, expect_sent, kept_pages, let_use_location,
                   notice, open_roster, outbox, prepared, row, sign, sign_in, tab, until, until_some, with_signal,
                   without_signal)

pytestmark = pytest.mark.usefixtures("service_worker")

TABS = ["Courses", "Sessions", "Class", "Students", "More"]
# Chromium may take an old worker that is debugged to be busy when it is not, and keeps it for five minutes: what it is asked
# for then waits. It was so in 3 of 60 updates, and in none of 72 without a debugger, which Playwright is.
TAKING_OVER = 10
NO_SERVER = "ERR_|fetching the script|Failed to load resource|EventSource"


@pytest.fixture
def people(book):
    return book.people("Ann Fleming", "Søren Østergaard")


@pytest.fixture
def ready(book, people, devices):
    """The phone, prepared."""
    book.venue("Riverside Studio", "12 Quay Street")
    phone = devices.open(expected_errors=NO_SERVER, **PHONE)
    phone.goto(book.link)
    return prepared(phone)


VERSIONS = """() => {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  const all = [...files, ...[...document.querySelectorAll('script[src], link[href]')].map(one => one.src ?? one.href)];
  return [...new Set(all.flatMap(one => /\\/assets\\/([0-9a-f]{16})\\//.exec(one)?.[1] ?? []))];
}"""


def version(page):
    """Of which all files are that the page names and has fetched."""
    found = page.evaluate(VERSIONS)
    assert len(found) == 1, found
    return found[0]


def caches(page):
    return sorted(page.evaluate("caches.keys()"))


RECORDS = """async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'shala')) return 0;
  const answer = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await answer(indexedDB.open('shala'));
  const stores = [...database.objectStoreNames];
  const counts = stores.length ? await Promise.all(stores.map(name => answer(database.transaction(stores).objectStore(name).count()))) : [];
  database.close();
  return counts.reduce((sum, count) => sum + count, 0);
}"""


def records(page):
    """How much there is in the device's database."""
    return page.evaluate(RECORDS)


def test_page_that_came_before_its_worker_began_is_taken_over(ready):
    # As one that was on its way at that moment, a page loaded past the worker belongs to none.
    with ready.expect_event("load"):
        ready.context.new_cdp_session(ready).send("Page.reload", {"ignoreCache": True})
    until(ready, "() => navigator.serviceWorker.controller !== null")


def test_files_and_pages_are_kept(ready):
    mine = version(ready)
    assert caches(ready) == [f"files-{mine}", f"pages-{mine}"]
    kept = ready.evaluate("async name => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)",
                          f"files-{mine}")
    assert {f"/assets/{mine}/{name}" for name in ("classroom.wasm", "templates.json", "css/app.css", "js/app.js",
                                                  "js/device/book.js", "universities.txt")} <= set(kept)
    assert {"/assets/icons.svg", "/manifest.webmanifest"} <= set(kept)
    without_signal(ready)
    for name in TABS:
        tab(ready, name).click()
        expect(ready.get_by_role("heading", name=name, level=1)).to_be_visible()
        assert version(ready) == mine


# An update of the program.

@pytest.fixture
def program(tmp_path):
    return Program(tmp_path / "program")


@pytest.fixture
def updated(program, tmp_path, devices):
    """A server that can be updated, a proxy before it, and a phone that is prepared."""
    server = Server(tmp_path / "book")
    server.binary = program.binary
    book = Book(server.start())
    with FaultProxy(server.port, matches=is_page) as proxy:
        page = devices.open(expected_errors=NO_SERVER, **PHONE)
        page.goto(f"{proxy.base}/sign-in/{book.code}")
        prepared(page)
        yield server, proxy, page
    assert server.stop() == 0


def is_page(request):
    return request.method == "GET" and not request.path.startswith(("/assets/", "/sw.js", "/manifest"))


SETTLED = """async () => {
  const { active, waiting, installing } = await navigator.serviceWorker.getRegistration();
  return active?.state === 'activated' && !waiting && !installing;
}"""


def until_taken_over(page, condition, argument=None):
    """Waits for what a new service worker does; in the end without Chromium's old one."""
    try:
        until(page, condition, argument, TAKING_OVER)
    except AssertionError:
        session = page.context.new_cdp_session(page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        session.detach()
        until(page, condition, argument)


def generation(page):
    """Which version the page is of and which its style, as can be seen on the screen."""
    style = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--version')").strip() or "1"
    words = page.locator("a.skip").text_content()
    return {"Skip to content": "1", "Skip to the content": "2"}[words], style


def reload_to_the_second(page):
    """A server that has just come back and is slow is not waited for: until then the page is the first, all of it."""
    deadline = time.monotonic() + PATIENCE
    page.reload()
    while generation(page) == ("1", "1"):
        version(page)
        assert time.monotonic() < deadline, "The second version does not come."
        page.reload()
    assert generation(page) == ("2", "2")


def expect_generation(page, number):
    for name in TABS:
        tab(page, name).click()
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
        assert generation(page) == (number, number), name
        version(page)


def test_update_takes_over(program, updated):
    server, _, page = updated
    old = version(page)
    assert server.stop() == 0
    program.change()
    expect_generation(page, "1")
    server.start()
    reload_to_the_second(page)
    new = version(page)
    assert new != old
    # First all files are fetched anew.
    until_taken_over(page, "async name => (await caches.keys()).includes(name)", f"pages-{new}")
    until(page, "async name => !(await caches.keys()).includes(name)", f"pages-{old}")
    prepared(page)
    without_signal(page)
    expect_generation(page, "2")


# A page that has much to do, until it is told that it has not, and that says when it has looked for its worker.
BUSY = """
window.requestIdleCallback = work => { window.whenIdle = work; };
const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
navigator.serviceWorker.register = (...all) => register(...all).finally(() => { window.hasLooked = true; });"""


def test_update_comes_with_the_signal(program, updated):
    """The network went while a page of the new version came; it finds the new worker as the network returns."""
    server, proxy, page = updated
    assert server.stop() == 0
    program.change()
    server.start()
    page.add_init_script(BUSY)
    # The browser has looked in vain, and does so again with the next page only.
    proxy.matches, proxy.choose = lambda request: request.path == "/sw.js", lambda _: Fault.DROP_BEFORE
    reload_to_the_second(page)
    without_signal(page)
    expect(sign(page)).to_be_visible()
    page.evaluate("whenIdle()")
    until(page, "() => window.hasLooked")
    new = version(page)
    assert f"pages-{new}" not in caches(page)
    proxy.choose = None
    page.context.set_offline(False)
    until_taken_over(page, "async name => (await caches.keys()).includes(name)", f"pages-{new}")


def test_update_that_failed_is_tried_again(program, updated):
    """The network went while the new version's files came; the next page begins anew."""
    server, proxy, page = updated
    assert server.stop() == 0
    program.change()
    server.start()
    proxy.matches, proxy.choose = lambda request: request.path.endswith("/texts.json"), lambda _: Fault.DROP_BEFORE
    with pytest.raises(Error):
        page.evaluate("""async () => {
          const { installing } = await (await navigator.serviceWorker.getRegistration()).update();
          await new Promise((_, reject) => installing.addEventListener('statechange', () => {
            if (installing.state === 'redundant') reject(new Error('It failed.'));
          }));
        }""")
    assert len([name for name in caches(page) if name.startswith("files-")]) == 1
    proxy.choose = None
    reload_to_the_second(page)
    # Nothing is opened that is not there: the page would take it for the worker's.
    until(page, "async name => await caches.has(name) && (await (await caches.open(name)).keys()).length > 1",
          f"files-{version(page)}")


def test_half_an_update_mixes_nothing(program, updated):
    server, proxy, page = updated
    old = version(page)
    assert server.stop() == 0
    program.change()
    server.start()
    # The new version's files come, and none of its pages.
    proxy.choose = lambda _: Fault.DROP_BEFORE
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")
    until(page, "async name => (await caches.keys()).filter(one => one.startsWith('files-')).length == 2", "")
    until_taken_over(page, SETTLED)
    page.reload()
    expect_generation(page, "1")
    assert version(page) == old
    proxy.choose = None
    page.reload()
    for name in TABS:
        tab(page, name).click()
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
        page.reload()
        assert generation(page) == ("2", "2")
    without_signal(page)
    expect_generation(page, "2")


@pytest.mark.parametrize("who", ["instructor", "student"])
def test_classes_around_today_are_there_though_never_opened(book, devices, who):
    """The signal goes soon after signing in for the first time."""
    ann = book.person("Ann", "Fleming")
    course = book.course("Gentle Hatha", students=[ann])
    tomorrow, much_later = book.scheduled(course, ago=-60 * 24), book.scheduled(course, ago=-60 * 24 * 20)
    page = devices.open(expected_errors=NO_SERVER, **PHONE)
    page.goto(book.link if who == "instructor" else f"{book.base}/sign-in/{book.sign_in_code(ann)}")
    page.goto(f"{book.base}/offline")
    expect(readiness(page)).to_have_text("Ready for use without signal")
    without_signal(page)
    for path, title in ((f"/courses/{course}", "Gentle Hatha"), (f"/classes/{tomorrow}", "Gentle Hatha"),
                        (f"/classes/{tomorrow}/questions", "Questions")):
        page.goto(book.base + path)
        expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    # The device's book has what is planned.
    page.goto(f"{book.base}/classes/{much_later}")
    expect(page.locator("[data-current]").get_by_text("Not started yet")).to_be_visible()
    page.goto(f"{book.base}/classes/{much_later}/questions")
    expect(page.get_by_text("No questions yet")).to_be_visible()
    page.goto(f"{book.base}/classes/{new_id()}")
    expect(page.get_by_text("Not on this device")).to_be_visible()


def readiness(page):
    return page.get_by_role("region", name="On this device").get_by_role("status")


def test_how_far_the_device_is_prepared_is_shown(book, devices):
    page, held = devices.open(expected_errors=NO_SERVER, **PHONE), []
    bar = page.get_by_role("progressbar", name="Fetched")
    page.route("**/offline/pages", lambda route: held.append(route))
    assert page.context.request.get(book.link).ok
    page.goto(f"{book.base}/offline")
    expect(readiness(page)).to_have_text("Getting this device ready")
    expect(bar).to_be_visible()
    until_some(page, held)
    assert page.evaluate("document.querySelector('progress').position") > 0
    held[0].abort()
    page.unroute("**/offline/pages")
    expect(readiness(page)).to_have_text("Not ready yet. This goes on when there is a signal.")
    expect(bar).to_be_hidden()
    without_signal(page)
    expect(sign(page)).to_contain_text("Offline")
    with_signal(page)
    expect(readiness(page)).to_have_text("Ready for use without signal")
    expect(bar).to_be_hidden()
    without_signal(page)
    page.reload()
    expect(readiness(page)).to_have_text("Ready for use without signal")


def test_class_never_opened_is_started_and_marked_without_signal(book, devices):
    ann = book.person("Ann", "Fleming")
    session = book.scheduled(book.course("Gentle Hatha", students=[ann]), ago=-60 * 24)
    page = devices.open(expected_errors=NO_SERVER, **PHONE)
    page.goto(book.link)
    until(page, "() => localStorage.getItem('near')")
    without_signal(page)
    page.goto(f"{book.base}/classes/{session}")
    button(page, "Start Class").click()
    button(page, "Start Now").click()
    expect(button(page, "Pause")).to_be_visible()
    expect(page.get_by_text("Not started yet")).to_have_count(0)
    with_signal(page)
    expect(button(page, "Close Attendance")).to_be_visible()
    assert book.page(f"/classes/{session}")["clock"]


# One person's things.

def hold_back(page):
    """There is signal, and yet nothing is sent."""
    page.context.route("**/journal", lambda route: route.abort())


def test_sign_out_asks_first_and_takes_everything(book, ready, people):
    phone = ready
    book.post(entry("person.pictured", person=people[0], data=base64.b64encode(png(32, 32)).decode()))
    phone.goto(f"{book.base}/people/{people[0]}")
    until(phone, "async () => (await caches.keys()).includes('pictures')")
    hold_back(phone)
    phone.goto(f"{book.base}/class")
    check_in(phone, "Riverside Studio")
    tab(phone, "More").click()
    expect(sign(phone)).to_contain_text("1 change waiting")
    button(phone, "Sign Out").click()
    asks = phone.get_by_role("alertdialog", name="Sign out and lose changes?")
    expect(asks).to_contain_text("1 change has not reached the server")
    button(asks, "Cancel").click()
    expect(asks).to_have_count(0)
    assert len(outbox(phone)) == 1
    button(phone, "Sign Out").click()
    button(asks, "Sign Out").click()
    expect(phone.get_by_role("heading", name="Sign In")).to_be_visible()
    assert kept_pages(phone) == {} and "pictures" not in caches(phone)
    assert records(phone) == 0
    left = phone.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    assert not {"spilt", "owner", "notices"} & set(left)
    without_signal(phone)
    for path in ("/class", "/students", "/offline"):
        phone.goto(book.base + path)
        expect(phone.get_by_role("heading", name="No signal")).to_be_visible()


def test_sign_out_needs_signal(ready):
    tab(ready, "More").click()
    expect(button(ready, "Sign Out")).to_be_visible()
    without_signal(ready)
    button(ready, "Sign Out").click()
    expect(notice(ready, "You can sign out when there is a signal")).to_be_visible()
    assert kept_pages(ready) and records(ready)


def test_nobody_is_asked_whether_to_lose_changes_who_cannot_sign_out(ready):
    without_signal(ready)
    check_in(ready, "Riverside Studio")
    tab(ready, "More").click()
    expect(sign(ready)).to_contain_text("1 change waiting")
    button(ready, "Sign Out").click()
    expect(notice(ready, "You can sign out when there is a signal")).to_be_visible()
    expect(ready.get_by_role("alertdialog")).to_have_count(0)


def test_next_person_sees_nothing_of_the_first(book, ready, people):
    phone = ready
    other = book.person("Noor", "Haddad", role="instructor")
    code = book.sign_in_code(other)
    hold_back(phone)
    check_in(phone, "Riverside Studio")
    expect(sign(phone)).to_contain_text("1 change waiting")
    waiting = outbox(phone)
    phone.goto(f"{book.base}/sign-in/{code}")
    button(phone, "Sign In").click()
    prepared(phone)
    first = book.page("/offline")["instructor"]
    until(phone, "async () => (await caches.keys()).some(name => name.startsWith('pages-'))")
    assert not [address for address, text in kept_pages(phone).items() if f'data-maker="{first}"' in text]
    without_signal(phone)
    phone.reload()
    expect(sign(phone)).to_have_text("Offline")
    expect(button(phone, "Check In")).to_be_visible()
    assert outbox(phone) == []
    # What the first had left waiting is still theirs.
    phone.context.set_offline(False)
    phone.context.unroute("**/journal")
    phone.goto(book.link)
    button(phone, "Sign In").click()
    expect(phone.get_by_role("heading", name="Riverside Studio", level=1)).to_be_visible()
    expect_sent(phone)
    assert book.page("/class")["id"] == waiting[0]["class"]


@pytest.mark.parametrize("way", ["wrong code", "no signal", "just looked"])
def test_sign_in_that_came_to_nothing_takes_nothing_away(book, people, devices, way):
    """Who is signed in stays so, and has all that was taken along."""
    book.venue("Riverside Studio", "12 Quay Street")
    phone = devices.open(expected_errors=f"{NO_SERVER}|400", **PHONE)
    phone.goto(book.link)
    prepared(phone)
    phone.goto(f"{book.base}/sign-in")
    field = phone.get_by_role("textbox", name="Sign-in code")
    field.fill("K7QF-2M9X-RT4D")
    if way == "wrong code":
        button(phone, "Sign In").click()
        expect(phone.get_by_role("alert")).to_contain_text("Unknown sign-in code")
        until(phone, "async () => !(await caches.has('door'))")
    without_signal(phone)
    if way == "no signal":
        button(phone, "Sign In").click()
        assert "no signal" in field.evaluate("field => { field.setCustomValidity(''); return document.activeElement === field && 'no signal'; }")
        expect(phone).to_have_url(f"{book.base}/sign-in")
    for name in TABS:
        phone.goto(f"{book.base}/{name.lower()}")
        expect(phone.get_by_role("heading", name=name, level=1)).to_be_visible()
    phone.goto(f"{book.base}/people/{people[0]}")
    expect(phone.get_by_role("heading", name="Ann Fleming", level=1)).to_be_visible()
    # What needs a signal leads back.
    phone.goto(f"{book.base}/sign-in")
    expect(phone.get_by_text("Not on this device")).to_be_visible()


def test_page_that_is_not_theirs_any_more_is_not_kept(book, people, devices):
    """Who was in a course and is not any more has once seen that its class is not there: nor is it later without signal."""
    hall = book.venue("Hall")
    course = book.course("Morning Vinyasa", hall, people)
    session = book.opened(course, hall, ago=5)
    phone = devices.open(expected_errors=f"{NO_SERVER}|404", **PHONE)
    sign_in(phone, book, people[0])
    phone.goto(f"{book.base}/classes/{session}")
    expect(button(phone, "I Am Here")).to_be_visible()
    prepared(phone)
    book.post(entry("enrolment.declined", course=course, person=people[0]))
    phone.goto(f"{book.base}/classes/{session}")
    expect(phone.get_by_role("heading", name="Not found", level=1)).to_be_visible()
    phone.goto(f"{book.base}/courses")
    prepared(phone)
    without_signal(phone)
    phone.goto(f"{book.base}/classes/{session}")
    expect(phone.get_by_text("Not on this device")).to_be_visible()
    expect(button(phone, "I Am Here")).to_have_count(0)


def test_positions_are_kept_nowhere(book, ready):
    phone = ready
    book.venue("Far Hall", latitude=48.0, longitude=9.0)
    phone.context.grant_permissions(["geolocation"])
    phone.context.set_geolocation({"latitude": 47.987654, "longitude": 8.123456, "accuracy": 5})
    for is_lost in (False, True):
        phone.context.set_offline(is_lost)
        phone.goto(f"{book.base}/class")
        button(phone, "Check In").click()
        sheet = dialog(phone, "Choose a Venue")
        expect(sheet.get_by_text("Nearest first.")).to_be_visible()
        with_search = sheet.get_by_role("searchbox", name="Search venues")
        with_search.fill("hall")
        expect(sheet.locator("[data-venue]")).to_have_count(1)
        kept = kept_pages(phone)
        assert kept and not [address for address in kept if re.search("latitude|longitude|search", address)]
        assert not [address for address, text in kept.items() if "47.98" in text or "8.12" in text]
        stored = phone.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
        assert "47.98" not in stored and "47.98" not in phone.url


# No room, and an older schema.

def fill_disk(page, base):
    """No room for pages; and none for entries, of which Chromium lets the smallest pass for a while."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": base, "quotaSize": 1})
    page.evaluate("""() => {
      IDBObjectStore.prototype.add = () => { throw new DOMException('The disk is full.', 'QuotaExceededError'); };
    }""")


def test_full_disk_is_said_and_loses_nothing(book, ready, people):
    phone = ready
    session = book.started(book.page("/offline")["venues"][0]["id"], ago=5)
    expect(button(phone, "Pause")).to_be_visible()
    phone.reload()
    prepared(phone)
    fill_disk(phone, book.base)
    sheet = open_roster(phone)
    # With signal, there is no need of the disk.
    row(sheet, "Ann Fleming").tap()
    expect(notice(phone, "Ann Fleming marked")).to_be_visible()
    assert book.present(session) == {"Ann Fleming"}
    without_signal(phone)
    row(sheet, "Søren Østergaard").tap()
    expect(notice(phone, "This device is out of space. There is also no connection")).to_be_visible()
    expect_marked(sheet, "Søren Østergaard", False)
    expect_marked(sheet, "Ann Fleming")
    button(sheet, "Add Student").click()
    sheet.get_by_label("First name").fill("Walk")
    sheet.get_by_label("Last name").fill("Inn")
    button(sheet, "Save and Mark").click()
    expect(notice(phone, "This device is out of space").filter(has_not_text="Søren")).to_be_visible()
    expect(sheet.get_by_label("First name")).to_have_value("Walk")
    expect(sheet.get_by_label("Last name")).to_have_value("Inn")


FIRST_SCHEMA = """entry => new Promise((resolve, reject) => {
  const request = indexedDB.open('shala', 1);
  request.onerror = () => reject(request.error);
  request.onupgradeneeded = () => {
    const entries = request.result.createObjectStore('entries', { keyPath: 'number', autoIncrement: true });
    entries.createIndex('id', 'entry.id', { unique: true });
    entries.createIndex('state', ['maker', 'state']);
    entries.add(entry);
  };
  request.onsuccess = () => {
    request.result.close();
    resolve();
  };
})"""


def test_older_schema_is_brought_forward(book, blank_phone):
    phone = blank_phone
    phone.goto(f"{book.base}/health")
    waiting = {"id": new_id(), "kind": "venue.saved", "at": time_text(60), "venue": new_id(), "name": "From Long Ago"}
    phone.evaluate(FIRST_SCHEMA, {
        "maker": book.page("/offline")["instructor"], "device": new_id(), "held": False, "state": "waiting", "problems": [],
        "entry": waiting,
    })
    phone.goto(book.base)
    prepared(phone)
    expect_sent(phone)
    assert [venue["name"] for venue in book.page("/class")["venues"]] == ["From Long Ago"]
    without_signal(phone)
    check_in(phone, "From Long Ago")
    with_signal(phone)


# The page of what waits.

@pytest.mark.parametrize("options", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_list_of_what_waits_is_for_everybody(book, people, devices, options):
    venue = book.venue("Riverside Studio")
    book.started(venue, ago=5)
    page = devices.open(expected_errors=f"{OFFLINE}|{AXE_ERRORS}", **options)
    page.goto(book.link)
    prepared(page)
    without_signal(page)
    sheet = open_roster(page)
    button(sheet, "Add Student").click()
    sheet.get_by_label("Student ID").fill(str(book.last_number + 1))
    sheet.get_by_label("First name").fill("Walk")
    button(sheet, "Save and Mark").click()
    expect(notice(page, "Walk added and marked")).to_be_visible()
    button(sheet, "Done").click()
    book.person("Some", "Body")
    page.context.set_offline(False)
    expect(sign(page)).to_have_text("2 rejected")
    without_signal(page)
    page.goto(f"{book.base}/class")
    expect(attendees(page)).to_have_count(0)
    button(page, "Pause").click()
    sign(page).click()
    expect(page.get_by_role("list", name="Waiting").get_by_role("listitem")).to_have_count(1)
    rows = page.get_by_role("list", name="Rejected").get_by_role("listitem")
    expect(rows).to_have_count(2)
    button(rows.first, "Correct").click()
    expect(rows.first.get_by_label("Student ID")).to_be_focused()
    assert (guidelines(page), headings(page), fingers(page), overflow(page)) == ([], [], [], [])


def test_class_on_the_screen_stays_though_it_was_not_kept(book, devices):
    """As for somebody who loses the signal a moment after signing in for the first time."""
    ann, venue = book.person("Ann", "Fleming"), book.venue(latitude=47.4, longitude=8.5)
    session = book.opened(book.course(venue=venue, students=[ann]), venue)
    phone = sign_in(devices.open(NO_SERVER, **PHONE, geolocation={"latitude": 47.4, "longitude": 8.5, "accuracy": 5},
                                 permissions=["geolocation"]), book, ann)
    phone.goto(f"{book.base}/classes/{session}")
    prepared(phone)
    phone.evaluate("""async () => {
      for (const name of await caches.keys()) await (await caches.open(name)).delete(location.href, { ignoreVary: true });
    }""")
    without_signal(phone)
    button(phone, "I Am Here").click()
    status = phone.locator("[data-status]:visible")
    let_use_location(phone, status.filter(has_text="Waiting for signal"))
    expect(status).to_have_text("Waiting for signal")
    expect(sign(phone)).to_contain_text("1 change waiting")
    phone.evaluate(REFRESHED)
    expect(status).to_have_text("Waiting for signal")
    with_signal(phone)
    expect(status).to_have_text("You are present")
