import re
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from book import Beginning, Book
from engine_table import EngineTable
from server import Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}

# Chromium without a window's frame takes half the time of the browser with one. Pages share a process, which saves starting one;
# so does drawing, and JavaScript does without threads that help. The network stays in a process of its own: in the browser's,
# cookies are lost when it is closed.
BROWSER = {
    "executable_path": shutil.which("chromium-headless-shell"),
    "args": ["--no-sandbox", "--disable-gpu", "--renderer-process-limit=1", "--in-process-gpu",
             "--js-flags=--single-threaded"],
}

# Tests write faster than a student does.
AMPLE = ["--student-entries-per-hour", "100000", "--student-megabytes-per-day", "1000"]

# What a browser says when a test takes the network away from it: it also looks for a newer service worker in vain.
# So it does where it does not trust the server's certificate.
NO_NEWS = "occurred when fetching the script"
# Who signs out while the page is still taking the book along is not given it any more.
TOO_LATE = "/offline: .* 401 "
OFFLINE = f"ERR_INTERNET_DISCONNECTED|{NO_NEWS}|{TOO_LATE}"

expect.set_options(timeout=20_000)


def pytest_addoption(parser):
    parser.addoption("--engine-table", metavar="FILE", help="write which journey took how many seconds in which engine")
    parser.addoption("--engine-shots", metavar="FOLDER", help="keep pictures of all dialogs in all engines")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: begins before the others, so that no process is left with it alone in the end")
    # Selenium tells of itself.
    config.addinivalue_line("filterwarnings", "ignore:setting remote_server_addr:DeprecationWarning")
    if config.option.engine_table and not hasattr(config, "workerinput"):
        config.pluginmanager.register(EngineTable(config.option.engine_table))


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**BROWSER)
        yield browser
        browser.close()


@pytest.fixture
def serve(tmp_path):
    """Starts servers, each with a book of its own; in the end each must end well."""
    servers = []

    def start(name="book", *options, **settings):
        servers.append(Server(tmp_path / name, *options, **settings))
        return servers[-1].start()

    yield start
    codes = [server.stop() for server in servers if server.is_running]
    assert codes == [0] * len(codes)


@pytest.fixture(scope="session")
def beginning(tmp_path_factory):
    return Beginning(tmp_path_factory.mktemp("beginning") / "book")


@pytest.fixture
def book(serve, beginning, tmp_path):
    beginning.copy(tmp_path / "book")
    return Book(serve("book", *AMPLE), beginning)


@pytest.fixture(scope="module")
def shared_book(tmp_path_factory):
    """One book for all tests of a file that leave it as it was."""
    server = Server(tmp_path_factory.mktemp("shared") / "book", *AMPLE).start()
    book = Book(server)
    book.ann = book.person("Ann", "Fleming")
    yield book
    assert server.is_running and server.stop() == 0


@pytest.fixture
def unharmed(shared_book):
    """In the end the journal is as it was, and the server answers."""
    before = shared_book.sequence
    yield shared_book
    assert shared_book.server.is_running
    assert shared_book.client.get("/health").json["status"] == "ok"
    assert shared_book.sequence == before


class Devices:
    """Browsers of people: each with cookies and storage of its own, all watched for errors.

    Nothing moves unless a test asks for it, which takes a tenth less time; the journeys of all engines are in motion.
    """

    def __init__(self, chromium, service_workers="allow"):
        self.chromium, self.service_workers = chromium, service_workers
        self.contexts = []
        self.errors = []

    def open(self, expected_errors=OFFLINE, **options):
        """A device's page. Errors on its console fail the test, but for those that fit the expression."""
        options = {"reduced_motion": "reduce", "service_workers": self.service_workers, **options}
        context = self.chromium.new_context(**options)
        context.set_default_timeout(20_000)
        self.contexts.append(context)

        def note(text, address):
            error = f"{address}: {text}"
            if not re.search(expected_errors, error):
                self.errors.append(error)

        context.on("console", lambda message: message.type == "error" and note(message.text, message.location["url"]))
        context.on("weberror", lambda error: note(str(error.error), error.page.url if error.page else ""))
        return context.new_page()

    def close(self):
        for context in self.contexts:
            context.close()


@pytest.fixture
def service_worker():
    """Lets the devices of a test have a service worker, which first takes the whole app along: as much work as a test."""


@pytest.fixture
def devices(chromium, serve, request):
    devices = Devices(chromium, "allow" if "service_worker" in request.fixturenames else "block")
    yield devices
    devices.close()
    assert devices.errors == []


def signed_in(devices, book, options):
    page = devices.open(**options)
    assert page.context.request.get(book.link).ok
    return page


@pytest.fixture
def blank_phone(book, devices):
    """The instructor's phone, signed in, with no page open yet."""
    return signed_in(devices, book, PHONE)


@pytest.fixture
def blank_laptop(book, devices):
    """The instructor's laptop, signed in, with no page open yet."""
    return signed_in(devices, book, LAPTOP)


@pytest.fixture
def phone(book, blank_phone):
    """The instructor's phone, signed in, on the first page."""
    blank_phone.goto(book.base)
    return blank_phone


@pytest.fixture
def laptop(book, blank_laptop):
    """The instructor's laptop, signed in, on the first page."""
    blank_laptop.goto(book.base)
    return blank_laptop
