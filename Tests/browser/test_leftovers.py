"""What a device still knows: not where somebody was, once that has been answered, and nothing of who used it before."""

import json
import re

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import PHONE
from steps import button, expect_sent, prepared, sign, sign_in, until, without_signal

pytestmark = pytest.mark.usefixtures("service_worker")

NO_NETWORK = "ERR_INTERNET_DISCONNECTED|ERR_FAILED|fetching the script|Failed to load resource"

# Far apart from any number that is there by chance, in digits that the venue has not.
VENUE = {"latitude": 46.1, "longitude": 9.2}
INSIDE = {"latitude": 46.10031415926, "longitude": 9.20027182818, "accuracy": 8}
BORDERLINE = {"latitude": 46.10047712125, "longitude": 9.20069314718, "accuracy": 93}
OUTSIDE = {"latitude": 46.57721566490, "longitude": 9.14142135623, "accuracy": 8}

# Everything that a page can have put anywhere on the device, as text.
EVERYTHING = """async () => {
  const answer = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = { local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie, address: location.href };
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      found[`${name} ${store}`] = await answer(database.transaction(store).objectStore(store).getAll());
    }
    database.close();
  }
  for (const name of (await caches.keys()).filter(name => !name.startsWith('files-'))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found[`${name} ${request.url}`] = await (await cache.match(request, { ignoreVary: true })).text();
    }
  }
  return found;
}"""


def everything(page):
    return {place: json.dumps(content, ensure_ascii=False) for place, content in page.evaluate(EVERYTHING).items()}


def places_of(page, *texts):
    """Where on the device any of these texts is."""
    return [place for place, content in everything(page).items() if any(text in content for text in texts)]


def digits(*fixes):
    """The digits of coordinates by which a metre could be told."""
    return [f"{fix[name]:.11f}".split(".")[1][:7] for fix in fixes for name in ("latitude", "longitude")]


@pytest.fixture
def room(book):
    book.ann, book.bea = book.people("Ann Fleming", "Bea Okafor")
    venue = book.venue(radius=100, **VENUE)
    book.course_id = book.course(venue=venue, students=[book.ann, book.bea])
    book.room = book.opened(book.course_id, venue, ago=5)
    return book


def at_the_door(room, devices, fix):
    """Ann's phone without signal, on which a claim waits that was made there."""
    page = sign_in(devices.open(NO_NETWORK, permissions=["geolocation"], geolocation=fix, **PHONE), room, room.ann)
    page.goto(f"{room.base}/classes/{room.room}")
    prepared(page)
    without_signal(page)
    return page


def wait_with_claim(page, fix):
    button(page, "I Am Here").tap()
    expect(page.get_by_text("Waiting for signal")).to_be_visible()
    # So it would be found.
    assert places_of(page, *digits(fix)) == ["shala entries"]


def arrive(page):
    page.context.set_offline(False)
    expect(sign(page)).to_be_hidden()


def test_place_is_forgotten_once_accepted(room, devices):
    page = at_the_door(room, devices, INSIDE)
    wait_with_claim(page, INSIDE)
    arrive(page)
    expect(page.get_by_text("You are present")).to_be_visible()
    assert places_of(page, *digits(INSIDE)) == []


def test_place_is_forgotten_once_answered_as_a_duplicate(room, devices):
    page = at_the_door(room, devices, BORDERLINE)
    wait_with_claim(page, BORDERLINE)
    # The answer to the first is lost on the way.
    sent = []

    def lose(route):
        sent.append(route.fetch().status)
        route.abort()

    page.context.route("**/journal", lose, times=1)
    arrive(page)
    expect(page.get_by_text("Needs confirmation", exact=True).first).to_be_visible()
    expect_sent(page)
    assert sent == [200]
    assert places_of(page, *digits(BORDERLINE)) == []


def conflict(route):
    entries = json.loads(route.request.post_data)["entries"]
    problems = [{"field": "id", "code": "conflict", "message": "This class is over."}]
    results = [{"id": one["id"], "outcome": "conflict", "problems": problems} for one in entries]
    headers = {"Shala-Version": "x", "Content-Type": "application/json"}
    route.fulfill(status=200, headers=headers, body=json.dumps({"results": results}))


@pytest.mark.parametrize("outcome", ["rejected", "conflict"])
def test_refused_claim_keeps_no_place(room, devices, outcome):
    page = at_the_door(room, devices, INSIDE)
    wait_with_claim(page, INSIDE)

    if outcome == "rejected":
        # It ended before the claim was made.
        room.post(entry("class.saved", 1, **{"class": room.room}))
    else:
        page.context.route("**/journal", conflict)
    page.goto(f"{room.base}/offline")
    page.context.set_offline(False)
    expect(page.get_by_text("This class is over.")).to_be_visible()
    assert places_of(page, *digits(INSIDE)) == [] and "attendance.claimed" in everything(page)["shala entries"]
    # Without a place it would be another claim: a new one is made where the class is.
    expect(button(page, "Discard")).to_be_visible()
    for name in ("Try Again", "Send as New", "Try All Again"):
        expect(button(page, name)).to_have_count(0)


def test_of_a_wide_fence_no_distance_is_told(book, devices):
    ann = book.person("Ann", "Fleming")
    venue = book.venue(radius=400, **VENUE)
    session = book.opened(book.course(venue=venue, students=[ann]), venue, ago=5)
    page = sign_in(devices.open(permissions=["geolocation"], geolocation=OUTSIDE, **PHONE), book, ann)
    page.goto(f"{book.base}/classes/{session}")
    button(page, "I Am Here").tap()
    expect(page.locator("[data-status]:visible")).to_have_text("You are outside Riverside Studio")
    page.context.set_geolocation(INSIDE)
    button(page, "I Am Here").tap()
    expect(page.locator("[data-status]:visible")).to_have_text("You are present")
    expect(page.locator("[data-reason]:visible")).to_have_text(re.compile(r"^By your location at \d\d:\d\d\.$"))
    [student] = book.page(f"/classes/{session}")["board"]["students"]
    assert student.get("distance") is None and student["noteText"].endswith("by location")


def by_link(page, book, code):
    # A page that is open would see somebody else's sign-in, and begin anew in the middle of this.
    page.goto("about:blank")
    page.goto(f"{book.base}/sign-in/{code}")
    button(page, "Sign In").click()


def by_code(page, book, code):
    page.goto(f"{book.base}/sign-in")
    page.get_by_label("Sign-in code").fill(code)
    with page.expect_navigation():
        button(page, "Sign In").click()


def after_expiry(page, book, code):
    page.context.clear_cookies()
    page.goto("about:blank")
    page.goto(f"{book.base}/training")
    expect(page.get_by_role("heading", name="Sign in to Shala")).to_be_visible()
    by_code(page, book, code)


WAYS = {"link": by_link, "code": by_code, "expired": after_expiry}


@pytest.fixture
def used(room, devices):
    """A phone that Ann has used for everything there is."""
    page = sign_in(devices.open(NO_NETWORK, permissions=["geolocation"], geolocation=INSIDE, **PHONE), room, room.ann)
    page.goto(f"{room.base}/classes/{room.room}")
    button(page, "I Am Here").tap()
    expect(page.get_by_text("You are present")).to_be_visible()
    log(page, room, "Swam in the lake")
    page.locator("[data-menu]").first.click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_role("list", name="Entries").get_by_text("Swam in the lake")).to_have_count(0)
    log(page, room, "Ran up the hill")
    prepared(page)
    page.goto(f"{room.base}/people/{room.ann}")
    prepared(page)
    assert len(places_of(page, "Ann Fleming")) > 2 and places_of(page, "Ran up the hill", "Swam in the lake")
    return page


def log(page, book, text):
    page.goto(f"{book.base}/training")
    button(page, "Log").click()
    page.get_by_label("Description").fill(text)
    page.get_by_label("Duration in minutes").fill("30")
    button(page, "Save Entry").click()
    expect(page.get_by_role("list", name="Entries").get_by_text(text)).to_be_visible()


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_next_person_finds_nothing(room, used, way):
    way(used, room, room.sign_in_code(room.bea))
    expect(used.get_by_role("link", name="Me", exact=True)).to_have_attribute("href", f"/people/{room.bea}")
    prepared(used)
    until(used, f"() => localStorage.owner?.startsWith('{room.bea}')")
    assert places_of(used, "Ann Fleming", room.ann, "Ran up the hill", "Swam in the lake") == []
    assert "Undo" not in used.locator("#notices").inner_text()


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_what_waits_is_neither_lost_nor_the_next_persons(room, used, way):
    # She has no signal until somebody else has the phone.
    used.context.route("**/journal", lambda route: route.abort())
    used.goto(f"{room.base}/training")
    log(used, room, "Waits for Ann")
    expect(sign(used)).to_contain_text("1 change waiting")
    way(used, room, room.sign_in_code(room.bea))
    prepared(used)
    until(used, f"() => localStorage.owner?.startsWith('{room.bea}')")
    used.context.unroute("**/journal")
    used.reload()
    expect(sign(used)).to_be_hidden()
    assert places_of(used, "Waits for Ann") == ["shala entries"]
    used.goto(f"{room.base}/training")
    expect(used.get_by_text("Nothing logged yet")).to_be_visible()
    by_link(used, room, room.sign_in_code(room.ann))
    used.goto(f"{room.base}/training")
    expect_sent(used)
    expect(used.get_by_role("list", name="Entries").get_by_text("Waits for Ann")).to_be_visible()
    assert [one["description"] for one in room.client_of(room.bea).get("/training").json["trainings"]] == []
