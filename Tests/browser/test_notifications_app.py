"""Notifications in the app: their page, the notices in open pages, and what the service worker does with messages."""

import json
import re
import sqlite3

import pytest
from playwright.sync_api import expect

import judges
from book import batch, entry
from conftest import LAPTOP, PHONE
from positions import RADIUS, STUDIO, fix, located
from steps import button, enter, notice, prepared, sign_in, tab
from test_notifications import book, push
from waiting import until

pytestmark = pytest.mark.usefixtures("service_worker")

# The browser of the tests has no push service: its subscription is a real one of the service beside the tests.
PUSH_MANAGER = """subscription => {
  let made = sessionStorage.getItem('subscribed');
  const key = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), one => one.charCodeAt(0));
  const bytes = text => typeof text === 'string' ? key(text).buffer : text;
  const object = () => ({
    endpoint: subscription.endpoint, options: { applicationServerKey: bytes(made) }, toJSON: () => subscription,
    unsubscribe: async () => { made = null; sessionStorage.removeItem('subscribed'); return true; },
  });
  PushManager.prototype.getSubscription = async () => made ? object() : null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    made = applicationServerKey;
    sessionStorage.setItem('subscribed', made);
    return object();
  };
}"""


def answers(page, permission):
    """What the person answers when the browser asks whether Shala may notify them."""
    page.add_init_script(f"""{{
      let permission = sessionStorage.getItem('permission') ?? 'default';
      Object.defineProperty(Notification, 'permission', {{ get: () => permission }});
      Notification.requestPermission = async () => {{
        permission = '{permission}';
        sessionStorage.setItem('permission', permission);
        return permission;
      }};
    }}""")


class Studio:
    def __init__(self, book, devices, push):
        self.book, self.devices, self.push = book, devices, push
        self.ann, self.bea = book.people("Ann Fleming", "Bea Okafor")
        self.venue = book.venue("Catalina Room", radius=RADIUS, **STUDIO)
        self.course = book.course("Morning Vinyasa", self.venue, [self.ann, self.bea])
        self.session = book.scheduled(self.course, ago=-10)
        self.address = f"{book.base}/classes/{self.session}"

    @property
    def named(self):
        return {"class": self.session}

    def start(self):
        self.book.post(entry("class.started", **self.named, venue=self.venue))

    def open(self, person=None, permission="granted", **options):
        """A device of somebody, by default of the instructor, with a browser that can push."""
        page = self.devices.open(**{**PHONE, **options})
        subscription = self.push.subscription()
        page.add_init_script(f"({PUSH_MANAGER})({json.dumps(subscription.json)})")
        answers(page, permission)
        if person:
            enter(page, self.book, person)
        else:
            page.goto(self.book.link)
        page.subscription = subscription
        return page

    def claim(self, person):
        claim = entry("attendance.claimed", **self.named, **fix(10))
        assert self.book.client_of(person).journal(batch(claim)).json["results"][0]["outcome"] == "accepted"

    def kinds(self):
        """The kinds of all entries, which no page tells."""
        path = self.book.server.data / "shala.sqlite"
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as found:
            return [kind for kind, in found.execute("SELECT kind FROM entry ORDER BY sequence")]


@pytest.fixture
def studio(book, devices, push):
    return Studio(book, devices, push)


def words(page):
    return page.locator(".notify-words p:visible")


def turn_on(page, book):
    page.goto(f"{book.base}/notifications")
    button(page, "Turn On Notifications").click()
    expect(words(page)).to_have_text("Notifications are on.")


# The page.

def test_device_is_turned_on_and_off(studio, book):
    page = studio.open(studio.ann)
    tab(page, "More").click()
    page.get_by_role("link", name="Notifications").click()
    expect(page).to_have_url(f"{book.base}/notifications")
    expect(tab(page, "More")).to_have_attribute("aria-current", "page")
    expect(words(page)).to_have_text("Notifications are off. They arrive even while Shala is closed.")
    turn_on(page, book)
    button(page, "Send a Test").click()
    until(lambda: page.subscription.messages)
    assert page.subscription.messages[0]["text"] == "Notifications arrive on this device."
    page.reload()
    expect(words(page)).to_have_text("Notifications are on.")
    button(page, "Turn Off").click()
    expect(button(page, "Turn On Notifications")).to_be_visible()
    assert book.client_of(studio.ann).get("/notifications").json["devices"] == []


def test_blocked_device_is_told_so(studio, book):
    page = studio.open(studio.ann, permission="denied")
    page.goto(f"{book.base}/notifications")
    button(page, "Turn On Notifications").click()
    expect(words(page)).to_contain_text("Notifications are blocked for Shala on this device.")
    expect(button(page, "Turn On Notifications")).to_be_hidden()


def test_iphone_in_the_browser_is_led_to_installing(studio, book):
    safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 Version/17.2 Mobile/15E148 Safari/604.1"
    page = studio.devices.open(**PHONE, user_agent=safari)
    page.add_init_script("delete window.PushManager")
    sign_in(page, book, studio.ann)
    page.goto(f"{book.base}/notifications")
    expect(words(page)).to_have_text("On iPhone and iPad, notifications need the installed app.")
    expect(page.get_by_role("list").filter(has_text="Open Shala from the home screen")).to_be_visible()
    page.get_by_role("link", name="install Shala").click()
    expect(page).to_have_url(f"{book.base}/install")


def test_browser_without_push_says_so(studio, book):
    page = studio.devices.open(**LAPTOP)
    page.add_init_script("delete window.PushManager")
    sign_in(page, book, studio.ann)
    page.goto(f"{book.base}/notifications")
    expect(words(page)).to_have_text("This browser cannot show notifications. You see them in Shala while it is open.")


def test_topics_are_chosen(studio, book):
    page = studio.open(studio.ann)
    page.goto(f"{book.base}/notifications")
    expect(page.get_by_role("switch")).to_have_count(3)
    changes = page.get_by_role("switch", name="Changes")
    expect(changes).to_be_checked()
    expect(changes).to_have_accessible_description("When a class of yours is cancelled or moved.")
    changes.press("Space")
    until(lambda: "notifications.chosen" in studio.kinds())
    page.reload()
    expect(changes).not_to_be_checked()
    expect(page.get_by_role("switch", name="Class Starts")).to_be_checked()


def test_signing_out_ends_the_subscription(studio, book):
    page = studio.open(studio.ann)
    turn_on(page, book)
    tab(page, "More").click()
    button(page, "Sign Out").click()
    expect(page).to_have_url(f"{book.base}/sign-in")
    assert page.evaluate("sessionStorage.getItem('subscribed')") is None
    enter(page, book, studio.bea)
    page.goto(f"{book.base}/notifications")
    expect(button(page, "Turn On Notifications")).to_be_visible()


def test_pages_are_accessible(studio, book, request):
    page = studio.open(studio.ann, expected_errors=judges.AXE_ERRORS)
    for name, path in [("off", "/notifications"), ("class", f"/classes/{studio.session}")]:
        page.goto(book.base + path)
        expect(page.get_by_role("button", name=re.compile("Turn On|Tell Me"))).to_be_visible()
        if folder := request.config.getoption("--engine-shots"):
            shoot(page, f"{folder}/{name}")
        assert not judges.on_screens(page), name


def shoot(page, start):
    """Keeps pictures of a page on every screen, light and dark."""
    for width, height in judges.SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.evaluate(judges.REST)
            page.screenshot(path=f"{start}-{width}-{scheme}.png", full_page=True)


# Notices in open pages.

def test_notice_reaches_the_open_page_of_whom_it_concerns(studio, book):
    studio.start()
    laptop, student = studio.open(**LAPTOP), studio.open(studio.bea)
    laptop.goto(f"{book.base}/students")
    search = laptop.get_by_role("searchbox")
    search.focus()
    student.goto(f"{book.base}/courses")
    studio.claim(studio.ann)
    told = notice(laptop, "Morning Vinyasa: Ann Fleming is present.")
    expect(told).to_be_visible()
    # The focus stays where it is.
    expect(search).to_be_focused()
    # Other students are told of nothing but of what concerns them, which comes while that would be seen.
    other = book.scheduled(studio.course, ago=-60)
    book.post(entry("class.deleted", **{"class": other}))
    expect(notice(student, "is cancelled.")).to_be_visible()
    assert student.locator(".notice").count() == 1
    told.get_by_role("link", name="Show").click()
    expect(laptop).to_have_url(studio.address)


def test_page_that_shows_it_is_not_told(studio, book):
    studio.start()
    board, other = studio.open(**LAPTOP), studio.open(**LAPTOP)
    board.goto(studio.address)
    other.goto(f"{book.base}/students")
    studio.claim(studio.ann)
    expect(notice(other, "Ann Fleming is present.")).to_be_visible()
    expect(board.get_by_text("Ann Fleming")).to_be_visible()
    assert board.locator(".notice").count() == 0


def test_later_notice_takes_the_place_of_the_earlier(studio, book):
    studio.start()
    laptop = studio.open(**LAPTOP)
    laptop.goto(f"{book.base}/students")
    studio.claim(studio.ann)
    expect(notice(laptop, "Ann Fleming is present.")).to_be_visible()
    studio.claim(studio.bea)
    expect(notice(laptop, "Bea Okafor is present.")).to_be_visible()
    expect(laptop.locator(".notice")).to_have_count(1)


def test_cancelled_class_is_told_in_the_open_page(studio, book):
    page = studio.open(studio.ann)
    page.goto(f"{book.base}/training")
    book.post(entry("class.deleted", **studio.named))
    expect(notice(page, "Morning Vinyasa: The class on")).to_contain_text("is cancelled.")


# Being told of the start.

# The device has been asked where it is, and could have told the server.
LONG_ENOUGH = """async () => {
  await new Promise(resolve => navigator.geolocation.getCurrentPosition(resolve, resolve));
  for (let time = 0; time < 3; time += 1) await fetch('/health');
}"""


def test_student_who_is_there_is_told_of_the_start(studio, book):
    page = studio.open(studio.ann, **located(10))
    page.goto(studio.address)
    assert "device.nearby" not in studio.kinds()
    button(page, "Tell Me When It Starts").click()
    expect(page.get_by_text("You will be told if you are there.")).to_be_visible()
    until(lambda: "device.nearby" in studio.kinds())
    page.goto(f"{book.base}/courses")
    studio.start()
    expect(notice(page, "You can now confirm attendance.")).to_be_visible()
    until(lambda: page.subscription.messages)
    assert page.subscription.messages[0]["href"] == f"/classes/{studio.session}"
    # Nothing of the place stays.
    stored = page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
    assert "47.39" not in stored


def test_location_is_not_sent_without_the_press(studio, book):
    page = studio.open(studio.ann, **located(10))
    page.clock.install()
    page.goto(studio.address)
    expect(button(page, "Tell Me When It Starts")).to_be_visible()
    page.clock.run_for(60_000)
    page.evaluate(LONG_ENOUGH)
    assert "device.nearby" not in studio.kinds()


def test_location_is_sent_every_five_minutes_while_looked_at(studio, book):
    page = studio.open(studio.ann, **located(10))
    page.clock.install()
    page.goto(studio.address)
    button(page, "Tell Me When It Starts").click()
    until(lambda: studio.kinds().count("device.nearby") == 1)
    page.clock.run_for(4 * 60_000)
    page.evaluate(LONG_ENOUGH)
    assert studio.kinds().count("device.nearby") == 1
    page.clock.run_for(70_000)
    until(lambda: studio.kinds().count("device.nearby") == 2)


def test_location_is_not_sent_long_before_the_start(studio, book):
    later = book.scheduled(studio.course, ago=-40)
    page = studio.open(studio.ann, **located(10))
    page.goto(f"{book.base}/classes/{later}")
    button(page, "Tell Me When It Starts").click()
    expect(page.get_by_text("You will be told if you are there.")).to_be_visible()
    page.evaluate(LONG_ENOUGH)
    assert "device.nearby" not in studio.kinds()


# The service worker.

class Worker:
    """The page's service worker, as the browser's push service reaches it."""

    def __init__(self, page):
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.registrations = []
        self.session.on("ServiceWorker.workerRegistrationUpdated", lambda event: self.registrations.extend(event["registrations"]))
        self.session.send("ServiceWorker.enable")
        until(lambda: page.wait_for_timeout(20) or self.registrations)
        self.origin = page.evaluate("location.origin")

    def deliver(self, data):
        self.session.send("ServiceWorker.deliverPushMessage", {
            "origin": self.origin, "registrationId": self.registrations[-1]["registrationId"], "data": data})

    def code(self, script, value=None):
        [worker] = self.page.context.service_workers
        return worker.evaluate(script, value)


# What the worker shows, noted: the browser of the tests has nowhere to show it.
NOTED = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
    self.shown.push({ title, ...options, closed: false });
  };
  ServiceWorkerRegistration.prototype.getNotifications = async ({ tag }) =>
    self.shown.filter(one => one.tag === tag).map(one => ({ close: () => { one.closed = true; } }));
}"""


@pytest.fixture
def worker(studio, book):
    page = studio.open(studio.ann)
    prepared(page)
    worker = Worker(page)
    worker.code(NOTED)
    return worker


def shown(worker):
    until(lambda: worker.code("() => self.shown.length"))
    return worker.code("() => self.shown")


MESSAGE = {"title": "Morning Vinyasa", "text": "You can now confirm attendance.", "href": "/classes/1", "tag": "starts-1"}


def test_message_is_shown(worker):
    # Nobody looks at a page of the app.
    worker.code("() => { Clients.prototype.matchAll = async () => []; }")
    worker.deliver(json.dumps(MESSAGE))
    [one] = shown(worker)
    assert (one["title"], one["body"], one["tag"]) == (MESSAGE["title"], MESSAGE["text"], MESSAGE["tag"])
    assert one["data"] == {"href": "/classes/1"} and not one["closed"] and not one["silent"]


def test_message_is_not_shown_beside_a_page_that_is_looked_at(worker):
    worker.deliver(json.dumps(MESSAGE))
    until(lambda: worker.code("() => self.shown.some(one => one.closed)"))
    [one] = shown(worker)
    assert one["silent"]


@pytest.mark.parametrize("data", ["", "no JSON", "[]", "null", '{"title": 3, "href": {}}', '{"href": "https://example.org/"}',
                                  '{"href": "//example.org/"}', '{"href": "/\\\\example.org"}', '{"href": "javascript:alert(1)"}'])
def test_something_is_always_shown_and_leads_nowhere_else(worker, data):
    worker.code("() => { Clients.prototype.matchAll = async () => []; }")
    worker.deliver(data)
    [one] = shown(worker)
    assert one["title"] == "Shala" and one["body"] and one["data"] == {"href": "/"}


def test_new_address_of_the_browser_is_told(worker, studio, book):
    fresh = studio.push.subscription()
    worker.code("""subscription => {
      self.dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), {
        newSubscription: { endpoint: subscription.endpoint, toJSON: () => subscription },
        oldSubscription: { endpoint: 'old', options: { applicationServerKey: new ArrayBuffer(1) }, toJSON: () => ({ endpoint: 'old' }) },
      }));
    }""", fresh.json)
    ann = worker.page.context.request
    until(lambda: len(ann.get(f"{book.base}/notifications", headers={"Accept": "application/json"}).json()["devices"]) == 1)
