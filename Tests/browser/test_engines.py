"""The same journeys in three engines: what works in one works in all of them."""

import pytest

import engines
from book import Book
from conftest import AMPLE
from server import Server


@pytest.fixture(scope="session")
def opener(chromium, tmp_path_factory):
    opener = engines.Engines(chromium, tmp_path_factory.mktemp("engines"))
    yield opener
    opener.quit()


# Each engine is started in one process of the tests alone.
@pytest.fixture(scope="module", params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in engines.NAMES])
def engine(request):
    return request.param


@pytest.fixture(scope="module")
def studio(engine, tmp_path_factory):
    """One book for all journeys of an engine that leave it usable."""
    server = Server(tmp_path_factory.mktemp("studio") / "book", *AMPLE).start()
    book = Book(server)
    book.venue()
    yield book
    assert server.is_running and server.stop() == 0


@pytest.fixture
def open_screen(engine, opener):
    """Opens screens of the engine; what their consoles said must have been expected."""
    screens = []

    def open_one(book, **options):
        screens.append(opener.open(engine, book.base, **options))
        return screens[-1]

    yield open_one
    errors = [error for screen in screens for error in screen.errors()]
    for screen in screens:
        screen.close()
    assert errors == []


@pytest.fixture
def phone(studio, open_screen):
    """The instructor's phone, signed in, with the first page open."""
    screen = open_screen(studio)
    screen.goto(studio.link.removeprefix(studio.base))
    screen.heading("Class").see()
    return screen


def sign_in(screen, book, person):
    screen.goto(f"/sign-in/{book.sign_in_code(person)}")
    screen.heading("Courses").see()
    return screen


class TestSigningIn:
    def test_link(self, phone):
        assert phone.address == "/class"
        assert phone.tab("Class").read("one => one.getAttribute('aria-current')") == "page"

    def test_typed_code(self, studio, open_screen):
        ann = studio.person("Ann", "Types")
        screen = open_screen(studio)
        screen.goto("/")
        screen.field("Sign-in code").fill(studio.sign_in_code(ann).lower().replace("-", ""))
        screen.button("Sign In").press()
        screen.heading("Courses").see()

    def test_wrong_code(self, studio, open_screen):
        screen = open_screen(studio, expected_errors="status of 400")
        screen.goto("/")
        screen.field("Sign-in code").fill("K7QF2M9XRT4D")
        screen.button("Sign In").press()
        screen.find("alert").says("Unknown sign-in code")
        assert screen.field("Sign-in code").value == "K7QF-2M9X-RT4D"


@pytest.fixture
def running(studio, phone):
    """A class in session on the phone, deleted in the end if it is still there."""
    session = studio.started(studio.venue(), ago=10)
    phone.goto("/class")
    phone.button("Pause").see()
    yield session
    if studio.page("/class").get("phase"):
        studio.step("deleted", session)


class TestClass:
    def test_pause_and_resume(self, phone, running, studio):
        phone.button("Pause").press()
        phone.button("Resume").press()
        phone.button("Pause").see()
        assert studio.page("/class")["phase"] == "running"

    def test_held_button_saves(self, phone, running):
        with phone.button("Pause").held():
            phone.notice("Class saved")
        assert phone.address == f"/classes/{running}"
