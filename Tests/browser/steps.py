"""What people do on the screen again and again, by the names of the controls."""

from playwright.sync_api import expect

import waiting
from server import PATIENCE


def tab(page, name):
    return page.get_by_role("navigation", name="Main").get_by_role("link", name=name, exact=True)


def notice(page, text):
    return page.locator("#notices").locator("div").filter(has_text=text)


def sign(page):
    """What says that there is no signal, and what waits."""
    return page.locator("#sign")


def undo(page, text):
    """Takes back what a message reports."""
    notice(page, text).get_by_role("button", name="Undo").click()
    expect(notice(page, "Undone")).to_be_visible()


def dialog(page, name):
    return page.get_by_role("dialog", name=name)


def button(place, name):
    return place.get_by_role("button", name=name, exact=True)


def sign_in(page, book, person=None):
    """Signs somebody in on a device, by default the instructor; it shows no page yet, which saves loading the first one."""
    link = f"{book.base}/sign-in/{book.sign_in_code(person)}" if person else book.link
    assert page.context.request.get(link).ok
    return page


def enter(page, book, person):
    """Signs somebody in on a device, which is then on the first page."""
    page.goto(f"{book.base}/sign-in/{book.sign_in_code(person)}")
    return page


def check_in(page, venue):
    """Starts a class at a venue."""
    button(page, "Check In").click()
    dialog(page, "Choose a Venue").get_by_role("button", name=venue).click()
    expect(page.get_by_role("heading", name=venue, level=1)).to_be_visible()


def open_roster(page):
    page.get_by_role("link", name="Add attendees").click()
    sheet = dialog(page, "Attendees")
    expect(sheet).to_be_visible()
    return sheet


def row(place, name):
    """A person in the roster sheet."""
    return place.get_by_role("button", name=name)


def expect_marked(place, name, marked=True):
    expect(row(place, name)).to_have_attribute("aria-pressed", "true" if marked else "false")


def attendees(page):
    """Who is shown as present at a class."""
    return page.get_by_role("region", name="Attendees").get_by_role("list").get_by_role("link")


def permit_position(page, setting):
    """What the browser does when the page wants to know where it is: "granted", "denied", or "prompt"."""
    target = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]
    page.context.browser.new_browser_cdp_session().send("Browser.setPermission", {
        "permission": {"name": "geolocation"}, "setting": setting, "origin": page.evaluate("location.origin"),
        "browserContextId": target["browserContextId"]})


def let_use_location(page, shown):
    """Answers the app's question for the location, if it asks before it shows something."""
    ask = dialog(page, "May Shala use your location?")
    expect(ask.or_(shown)).to_be_visible()
    if ask.is_visible():
        button(ask, "Continue").click()


def slide(page, start, end, steps=10):
    """A finger goes from one point of the screen to another."""
    finger = page.context.new_cdp_session(page)

    def touch(kind, *points):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", start)
    for step in range(1, steps + 1):
        # It slows down, so that nothing is flung on.
        part = 1 - (1 - step / steps) ** 3
        touch("touchMove", [one + (other - one) * part for one, other in zip(start, end)])
    touch("touchEnd")


def present(page, name):
    """Somebody on the list of a class of a course, as present."""
    return page.get_by_role("list", name="Students").get_by_role("button", name=name, pressed=True)


def absent(page, name):
    return page.get_by_role("list", name="Students").get_by_role("button", name=name, pressed=False)


def fact(page, name):
    """What a list of facts says under a name."""
    term = page.get_by_role("term").get_by_text(name, exact=True)
    return page.locator("div.fact").filter(has=term).get_by_role("definition")


def seconds(clock):
    """A duration such as 0:42:07 in seconds."""
    hours, minutes, rest = (int(part) for part in clock.split(":"))
    return hours * 3600 + minutes * 60 + rest


def duration(page):
    return seconds(page.get_by_role("timer", name="Duration").inner_text())


def remember(page):
    """Leaves a sign on the page that does not survive a reload."""
    page.evaluate("window.staysUnlessReloaded = true")


def expect_not_reloaded(page):
    assert page.evaluate("window.staysUnlessReloaded") is True


def until(page, condition, argument=None, patience=PATIENCE):
    """Waits until an expression, asked again and again, is true; the page's policy forbids Playwright's own way."""
    return waiting.until(
        lambda: page.evaluate(condition, argument), condition, patience, lambda seconds: page.wait_for_timeout(1000 * seconds))


def until_some(page, found, ask=lambda: None):
    """Waits until a list holds something that the browser's events bring; they are heard only while one waits for the page."""
    return waiting.until(lambda: found or ask() and found, pause=lambda seconds: page.wait_for_timeout(1000 * seconds))


# Whether the service worker has this page, the book is as new as the page, and the pages of the tabs are kept.
PREPARED = """async () => {
  const open = new Promise((resolve, reject) => {
    const request = indexedDB.open('shala');
    // Whoever comes first makes the schema: that is the app's to do.
    request.onupgradeneeded = () => request.transaction.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  });
  if (!navigator.serviceWorker?.controller) return false;
  const database = await open;
  if (!database?.objectStoreNames.contains('book')) return database?.close() ?? false;
  const books = await new Promise(resolve => {
    const request = database.transaction('book').objectStore('book').getAll();
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  const { sequence, maker } = document.documentElement.dataset;
  if (!books.some(one => (one.instructor ?? one.student) === maker && one.sequence >= Number(sequence))) return false;
  const tabs = [...document.querySelectorAll('a.tab')].map(link => link.pathname);
  const pages = [...tabs, location.pathname === '/' ? '/class' : location.pathname, '/offline'];
  const kept = await Promise.all(pages.map(page => caches.match(page, { ignoreVary: true })));
  return kept.every(Boolean);
}"""


def prepared(page):
    """A page whose device has all it needs where there is no signal."""
    until(page, PREPARED)
    return page


# Resolves once the page is up to date.
REFRESHED = """async () => {
  const here = document.querySelector('script[type=module]').src;
  await (await import(here.replace('app.js', 'screen/regions.js'))).refresh();
}"""

OUTBOX = """async () => {
  const here = document.querySelector('script[type=module]').src;
  const outbox = await import(here.replace('app.js', 'journal/outbox.js'));
  const { maker } = document.documentElement.dataset;
  const states = ['waiting', 'held', 'rejected', 'conflict'];
  const kept = await Promise.all(states.map(state => outbox.all(maker, state)));
  return kept.flat().sort((one, other) => one.number - other.number).map(({ entry }) => entry);
}"""


def outbox(page):
    """The entries that wait on a device, in their order."""
    return page.evaluate(OUTBOX)


def without_signal(page):
    page.context.set_offline(True)


def with_signal(page):
    """There is a network again; all that waited arrives."""
    page.context.set_offline(False)
    expect_sent(page)


def expect_sent(page):
    until(page, f"async () => !(await ({OUTBOX})()).length")
    expect(sign(page)).to_be_hidden()


KEPT_PAGES = """async () => {
  const texts = {};
  for (const name of (await caches.keys()).filter(name => !name.startsWith('files-'))) {
    const pages = await caches.open(name);
    for (const request of await pages.keys()) {
      texts[`${name} ${request.url}`] = await (await pages.match(request, { ignoreVary: true })).text();
    }
  }
  return texts;
}"""


def kept_pages(page):
    """The pages and pictures that a device keeps, by the version and the address."""
    return page.evaluate(KEPT_PAGES)


# Takes the kept pages of classes off the device, so that only its own are left.
FORGET_PAGES = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (request.url.includes('/classes/')) await cache.delete(request);
  }
}"""
