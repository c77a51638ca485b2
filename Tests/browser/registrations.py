"""Students who are registered on a device and not uploaded yet, as the device keeps them; and those the server has."""

import contextlib
import sqlite3

from playwright.sync_api import expect

from book import entry, new_id
from conftest import BROWSER
from server import PATIENCE
from steps import button
from waiting import until

# The same shape as the app's own. The app has made the database by the time the page has counted what is in it.
OPEN = """
  const later = time => new Promise(resolve => setTimeout(resolve, time));
  while (!(await indexedDB.databases()).some(({ name }) => name === 'shala')) await later(20);
  const done = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await done(indexedDB.open('shala'));
"""

HOLD = """async entries => {""" + OPEN + """
  localStorage.device ??= crypto.randomUUID();
  const { maker } = document.documentElement.dataset;
  const transaction = database.transaction('entries', 'readwrite');
  const shared = { maker, device: localStorage.device, held: true, state: 'held', problems: [] };
  for (const entry of entries) transaction.objectStore('entries').add({ ...shared, entry });
  await new Promise((resolve, reject) => { transaction.oncomplete = resolve; transaction.onabort = reject; });
  database.close();
  new BroadcastChannel('shala').postMessage({});
}"""

KEPT = """async () => {""" + OPEN + """
  const kept = await done(database.transaction('entries').objectStore('entries').getAll());
  database.close();
  return kept;
}"""

COUNT = """async () => {""" + OPEN + """
  const count = await done(database.transaction('entries').objectStore('entries').count());
  database.close();
  return count;
}"""

CHUNK = 1000

# What the service worker must keep before there may be no signal.
MISSING = """async paths => {
  const kept = await Promise.all(paths.map(path => caches.match(path, { ignoreVary: true })));
  return navigator.serviceWorker.controller ? paths.filter((_, index) => !kept[index]) : ['/sw.js'];
}"""


def registered(number, ago=0.0, **fields):
    """An entry that registers a student."""
    return entry("person.registered", ago, **{
        "person": new_id(), "firstName": "Student", "lastName": f"No {number}", "email": f"s{number}@example.org",
        "gender": ("female", "male", "other")[number % 3], "university": "ETH Zürich", "country": "Switzerland",
        **fields})


def hold(page, *entries):
    """Puts entries among those that wait for "Upload Students"."""
    for start in range(0, len(entries), CHUNK):
        page.evaluate(HOLD, entries[start:start + CHUNK])


def kept(page):
    """All that the device keeps of entries."""
    return page.evaluate(KEPT)


def kept_count(page):
    return page.evaluate(COUNT)


def on_server(book):
    """The e-mail addresses of all who are registered, in order."""
    path = book.server.data / "shala.sqlite"
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
        return sorted(row[0] for row in database.execute("SELECT email FROM registration"))


def entries_on_server(book):
    """The ids of all entries that register somebody, in order."""
    path = book.server.data / "shala.sqlite"
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
        rows = database.execute("SELECT id_text FROM entry_text WHERE kind = 'person.registered'")
        return sorted(row[0] for row in rows)


def take_along(page, base):
    """Visits the pages of registering until the device has them without signal."""
    page.goto(f"{base}/register/new")
    page.goto(f"{base}/register")
    paths = ["/register", "/register/new"]
    until(lambda: not page.evaluate(MISSING, paths))


def upload_button(page):
    return button(page, "Upload Students")


def expect_pending(page, count):
    words = f"{count:,} pending" if count else "None pending"
    expect(upload_button(page)).to_have_accessible_description(words)
    expect(upload_button(page)).to_be_enabled(enabled=count > 0)


def progress(page):
    return page.get_by_role("group", name="Upload")


def corrections(page):
    """What the server did not take."""
    return page.get_by_role("region", name="To Be Corrected").get_by_role("listitem")


def fill_form(page, first="Ann", last="Fleming", email="ann@example.org", gender="Female", university="Hogwarts"):
    for name, text in (("First name", first), ("Last name", last), ("E-mail", email), ("University", university)):
        page.get_by_label(name).fill(text)
    if gender:
        page.get_by_role("radio", name=gender, exact=True).check()


def register(page, **fields):
    """Registers somebody by the form, from the start screen and back to it."""
    page.get_by_role("link", name="Add New Student").click()
    fill_form(page, **fields)
    button(page, "Save").click()
    expect(page.get_by_role("heading", name="Register Students", level=1)).to_be_visible()


@contextlib.contextmanager
def browser(chromium, folder, **options):
    """A browser that keeps in a folder what it knows, until it is opened the next time."""
    context = chromium.browser_type.launch_persistent_context(
        folder, **BROWSER, **options)
    context.set_default_timeout(PATIENCE * 1000)
    try:
        yield context
    finally:
        context.close()
