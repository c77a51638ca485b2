"""The same journeys in three engines: what works in one works in all of them."""

import pathlib
import re

import pytest

import engines
import layout
from book import Book, entry, new_id
from conftest import AMPLE
from gallery import Studio, Walk, settle
from pictures import photo, pixels
from positions import away, fix
from program import Program
from server import Server
from steps import PREPARED

# What a browser says when the server does not answer, or answers no.
NO_SERVER = "Failed to load|Load failed|[Cc]annot load|ERR_|Could not connect|fetching the script|EventSource|NetworkError|FetchEvent"
REFUSED = "status of 40[0-4]"


# What is chosen in each select of a list, how wide these words are, and how much room there is for them.
ROOM_OF_CHOICES = """() => [...document.querySelectorAll('.choice select')].map(select => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(select);
  const words = select.selectedOptions[0].text;
  const text = Object.assign(document.createElement('span'), { textContent: words });
  Object.assign(text.style, { font, position: 'absolute', whiteSpace: 'nowrap' });
  document.body.append(text);
  const { width } = text.getBoundingClientRect();
  text.remove();
  return [words, Math.floor(width), select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)];
})"""


@pytest.fixture(scope="session")
def opener(chromium, tmp_path_factory, request):
    shots = request.config.option.engine_shots and pathlib.Path(request.config.option.engine_shots)
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    opener = engines.Engines(chromium, tmp_path_factory.mktemp("engines"), shots)
    yield opener
    opener.quit()


# Each engine is started in one process of the tests alone.
@pytest.fixture(scope="module", params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in engines.NAMES])
def engine(request):
    return request.param


@pytest.fixture(scope="module")
def studio(engine, tmp_path_factory):
    """One book for all journeys of an engine."""
    server = Server(tmp_path_factory.mktemp("studio") / "book", *AMPLE).start()
    yield Studio(server)
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
def instructor(studio, open_screen):
    """Opens the instructor's phone, or another device, on a page."""
    def open_one(path="/class", book=studio, **options):
        screen = open_screen(book, **options)
        screen.goto(book.link.removeprefix(book.base))
        screen.tab("Class").see()
        settle(screen)
        if path != "/class":
            screen.goto(path)
        return screen
    return open_one


@pytest.fixture
def student(studio, open_screen):
    """Opens a student's phone on a page, somewhere."""
    def open_one(person, path="/courses", metres=None, book=studio, **options):
        screen = open_screen(book, **options)
        if metres is not None:
            screen.move_to(away(metres))
        screen.goto(f"/sign-in/{book.sign_in_code(person)}")
        screen.heading("Courses").see()
        settle(screen)
        if path != "/courses":
            screen.goto(path)
        return screen
    return open_one


@pytest.fixture
def running(studio):
    """A drop-in class in session, that began ten minutes ago."""
    session = studio.started(studio.room, ago=10)
    yield session
    if studio.page("/class").get("phase"):
        studio.step("deleted", session)


@pytest.fixture
def lecture(studio):
    """A class of the course in session."""
    session = studio.opened(studio.vinyasa, studio.room)
    yield session
    studio.step("saved", session)


class TestSigningIn:
    def test_link(self, instructor):
        screen = instructor()
        assert screen.address == "/class"
        assert screen.tab("Class").read("one => one.getAttribute('aria-current')") == "page"

    def test_typed_code(self, studio, open_screen):
        screen = open_screen(studio)
        screen.goto("/")
        screen.field("Sign-in code").fill(studio.sign_in_code(studio.ann).lower().replace("-", ""))
        screen.button("Sign In").press()
        screen.heading("Courses").see()

    def test_wrong_code(self, studio, open_screen):
        screen = open_screen(studio, expected_errors=REFUSED)
        screen.goto("/")
        screen.field("Sign-in code").settle()
        screen.field("Sign-in code").fill("K7QF2M9XRT4D")
        screen.button("Sign In").press()
        screen.find("alert").says("Unknown sign-in code")
        assert screen.field("Sign-in code").value == "K7QF-2M9X-RT4D"

    def test_sign_out_wipes_the_device(self, instructor):
        screen = instructor("/more", expected_errors=REFUSED)
        screen.until(lambda: screen.evaluate(KEEPS_PAGES), "The device keeps pages")
        screen.button("Sign Out").press()
        screen.heading("Sign in to Shala").see()
        screen.until(lambda: not screen.evaluate(LEFT), lambda: screen.evaluate(LEFT))
        screen.goto("/students")
        screen.heading("Sign in to Shala").see()

    def test_nobody_goes_back_to_what_was_seen_before_signing_out(self, instructor, studio):
        screen = instructor("/students", expected_errors=NO_SERVER)
        screen.until(lambda: screen.evaluate(PREPARED), "The device has all it needs")
        screen.link(re.compile("Ann Fleming")).see()
        screen.tab("More").press()
        screen.heading("More").see()
        screen.button("Sign Out").press()
        screen.heading("Sign in to Shala").see()
        assert studio.server.stop() == 0
        try:
            screen.back()
            screen.heading("No signal").see()
            assert "Ann Fleming" not in screen.evaluate("() => document.documentElement.innerText")
        finally:
            studio.server.start()
        screen.link("Try Again").press()
        screen.heading("Sign in to Shala").see()


# Whether the service worker keeps pages by now.
KEEPS_PAGES = """async () => {
  const names = (await caches.keys()).filter(name => !name.startsWith('files-'));
  const kept = await Promise.all(names.map(async name => (await (await caches.open(name)).keys()).length));
  return !!navigator.serviceWorker.controller && kept.some(count => count > 0);
}"""

# Whatever a device still has of whoever was signed in: the addresses of pages, and the stores with records.
LEFT = """async () => {
  const names = (await caches.keys()).filter(name => !name.startsWith('files-'));
  const pages = await Promise.all(names.map(async name => (await (await caches.open(name)).keys()).map(({ url }) => url)));
  const done = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await done(indexedDB.open('shala'));
  const stores = await Promise.all([...database.objectStoreNames].map(async name =>
    await done(database.transaction(name).objectStore(name).count()) ? [name] : []));
  database.close();
  return [...pages.flat(), ...stores.flat()];
}"""


class TestClass:
    def test_check_in(self, instructor, studio):
        screen = instructor()
        screen.move_to(away(20))
        screen.button("Check In").press()
        sheet = screen.dialog("Choose a Venue")
        sheet.button(re.compile("^Catalina Room")).press()
        screen.heading("Catalina Room").see()
        screen.button("Pause").see()
        studio.step("deleted", studio.page("/class")["id"])

    def test_pause_and_resume(self, instructor, running, studio):
        screen = instructor()
        screen.button("Pause").press()
        screen.button("Resume").press()
        screen.button("Pause").see()
        # The device shows that before the server has it.
        screen.until(lambda: studio.page("/class")["phase"] == "running", "The class goes on")

    def test_held_button_saves(self, instructor, running):
        screen = instructor()
        with screen.button("Pause").held():
            screen.notice("Class saved")
        assert screen.address == f"/classes/{running}"

    def test_class_is_deleted_after_a_question(self, instructor, running, studio):
        studio.step("paused", running)
        screen = instructor()
        screen.button("Delete Class").press()
        screen.alert("Delete this class?").button("Delete").press()
        screen.notice("Class deleted")
        screen.button("Check In").see()

    def test_marking_and_undo(self, instructor, running, studio):
        screen = instructor()
        screen.link("Add attendees").press()
        sheet = screen.dialog("Attendees")
        sheet.button(re.compile("^Ann Fleming"), pressed=False).press()
        sheet.button(re.compile("^Ann Fleming"), pressed=True).see()
        screen.notice("Ann Fleming marked")
        screen.button("Undo").press()
        sheet.button(re.compile("^Ann Fleming"), pressed=False).see()
        sheet.field("Search students").fill("bea")
        sheet.button(re.compile("^Ann Fleming")).gone()
        sheet.button(re.compile("^Bea Okafor")).press()
        sheet.button("Done").press()
        screen.heading("Attendees 1", level=2).see()
        assert studio.present(running) == {"Bea Okafor"}


class TestPeople:
    def test_name_is_kept_when_the_page_is_left(self, instructor, studio):
        person = studio.person("Old", "Name")
        screen = instructor(f"/people/{person}")
        screen.field("First name").fill("New")
        screen.tab("Students").press()
        screen.link(re.compile("^New Name")).see()
        assert studio.page(f"/people/{person}")["person"]["firstName"] == "New"

    def test_photo_is_cropped_by_finger(self, instructor, studio, tmp_path):
        person = studio.person("Has", "Picture")
        (tmp_path / "photo.png").write_bytes(photo(1000, 500))
        screen = instructor(f"/people/{person}")
        screen.field("Photo Library").attach(tmp_path / "photo.png")
        sheet = screen.dialog("Move and Scale").see()
        x, y, side = canvas_of(screen)
        screen.rest()
        screen.drag((x + side * 0.2, y + side / 2), (x + side * 0.8, y + side / 2))
        assert float(sheet.field("Left and right").value) > 0.3, "The finger moves the photo."
        sheet.button("Use Photo").press()
        screen.notice("Picture changed")
        assert studio.page(f"/people/{person}")["person"]["avatar"]["picture"]

    @pytest.mark.parametrize("way", ["back", "reload"])
    def test_switch_shows_what_is_so(self, instructor, studio, way):
        """Though some engines bring back what was shown before."""
        person = studio.person("In", "Active")
        screen = instructor(f"/people/{person}")
        screen.find("switch", "Active").press()
        screen.notice("Now inactive")
        if way == "back":
            screen.goto("/more")
        studio.post(entry("person.activated", person=person))
        screen.back() if way == "back" else screen.reload()
        screen.heading("In Active").see()
        screen.find("switch", "Active").reads("one => one.checked", True)

    def test_two_are_one(self, instructor, studio):
        ann = studio.person("Twice", "There")
        studio.person("Twice", "There")
        screen = instructor(f"/people/{ann}")
        screen.button("Merge…").press()
        screen.link(re.compile("^Twice There")).press()
        screen.heading("Merge People").see()
        screen.shoot("merge people")
        screen.button("Merge").press()
        screen.notice("Twice There merged with Twice There")
        screen.button("Undo Merge with Twice There").see()
        screen.shoot("merged person")
        screen.button("Undo Merge with Twice There").press()
        screen.notice("Twice There is back")

    def test_student_type(self, instructor, studio):
        person = studio.person("Has", "Type")
        screen = instructor("/student-types")
        screen.field("New type").fill("Guest")
        screen.button("Add Type").press()
        screen.field("Name of Guest").see()
        screen.goto(f"/people/{person}")
        screen.field("Student type").choose("Guest")
        screen.notice("Student type changed")
        assert [one["count"] for one in studio.page("/student-types")["types"]] == [1]


def canvas_of(screen):
    """Where the photo is in its dialog, and how wide."""
    return screen.evaluate("""() => {
      const { left, top, width } = document.querySelector('#crop canvas').getBoundingClientRect();
      return [left, top, width];
    }""")


class TestRegistration:
    def fill(self, screen, email):
        screen.field("First name").fill("Rae")
        screen.field("Last name").fill("Waits")
        screen.field("E-mail").fill(email)
        screen.find("group", "Gender").field("Female").press()

    def test_registered_without_the_server_and_uploaded(self, instructor, studio):
        screen = instructor("/register")
        screen.link("Add New Student").press()
        self.fill(screen, "rae@example.org")
        screen.field("University").fill("Hogwarts")
        screen.button("Save").press()
        screen.heading("Register Students").see()
        screen.shows("1 pending")
        screen.button("Upload Students").press()
        screen.notice("1 student uploaded.")
        screen.shows("None pending")

    def test_first_press_on_save_counts_though_a_list_is_open(self, instructor):
        screen = instructor("/register/new")
        self.fill(screen, "eth@example.org")
        screen.field("University").fill("univ")
        screen.until(lambda: screen.find("option").count > 20, "Universities are offered")
        screen.button("Save").press_once()
        screen.heading("Register Students").see()

    def test_university_is_chosen_from_the_list(self, instructor):
        screen = instructor("/register/new")
        screen.field("University").fill("eth z")
        screen.find("option", re.compile("^ETH Z")).press()
        screen.find("option").gone()
        assert screen.field("University").value.startswith("ETH Z")

    def test_what_is_missing_is_said_at_the_first_field(self, instructor):
        screen = instructor("/register/new")
        screen.button("Save").press()
        screen.field("First name").reads("one => one.getAttribute('aria-invalid')", "true")
        assert screen.field("First name").read("one => one === document.activeElement")
        gender = screen.find("group", "Gender")
        gender.says("Please choose one.")


class TestCourses:
    def test_course_is_made_and_a_class_scheduled(self, instructor):
        screen = instructor("/courses/new")
        screen.field("Title").fill("Evening Yin")
        screen.field("Training category").choose("Mobility")
        screen.field("Anyone can join").press()
        screen.button("Create Course").press()
        screen.heading("Evening Yin").see()
        screen.link("Schedule Classes").press()
        screen.field("Date").put("2027-06-01")
        screen.field("Time").put("18:30")
        screen.field("Minutes").fill("75")
        screen.button("Schedule").press()
        screen.notice("Class scheduled")
        screen.link(re.compile("Tue 1 Jun 2027, 18:30 ")).see()

    def test_instructor_starts_and_ends_a_class(self, instructor, studio):
        session = studio.scheduled(studio.vinyasa, ago=1)
        screen = instructor(f"/classes/{session}")
        screen.button("Start Class").press()
        screen.button("Close Attendance").see()
        screen.button("End Class").press()
        screen.alert("End this class?").button("End Class").press()
        screen.notice("Class ended")
        screen.button("Close Attendance").gone()

    def test_arrow_leads_to_the_next_class(self, instructor, studio):
        course = studio.course("Lunch Pilates", venue=studio.room)
        first, second = (studio.scheduled(course, ago=-minutes) for minutes in (2000, 4000))
        screen = instructor(f"/classes/{first}")
        screen.link(re.compile("^Next class")).press()
        screen.until(lambda: screen.address == f"/classes/{second}", lambda: f"{screen.address} becomes /classes/{second}")


class TestAttendance:
    def test_claim_inside_by_drag(self, student, studio, lecture):
        screen = student(studio.ann, f"/classes/{lecture}", metres=20)
        screen.shows("Drag yourself into the classroom")
        # Once all is in its place, and the avatar in sight.
        self_of(screen).settle()
        assert self_of(screen).middle
        self_of(screen).drag_to(*room_of(screen))
        screen.shows("You are present")
        assert studio.attendance(lecture)["Ann Fleming"] == "present"

    def test_claim_outside_by_button(self, student, studio, lecture):
        screen = student(studio.ann, f"/classes/{lecture}", metres=2000)
        screen.button("I Am Here").press()
        screen.shows("You are 2.0 km from Catalina Room")
        screen.move_to(away(10))
        screen.button("I Am Here").press()
        screen.shows("You are present")

    def test_position_denied(self, student, studio, lecture):
        screen = student(studio.bea, f"/classes/{lecture}")
        screen.deny_position()
        screen.reload()
        screen.button("I Am Here").press()
        # WebKit says that it has to be asked until somebody has been.
        asks = screen.dialog("May Shala use your location?")
        screen.until(lambda: asks.is_there or screen.has("Your location is unknown"), "An answer")
        if asks.is_there:
            asks.button("Continue").press()
        screen.shows("Your location is unknown")
        screen.button("Ask for Confirmation").press()
        screen.shows("Your instructor sees this")
        assert studio.attendance(lecture)["Bea Okafor"] == "unconfirmed"

    def test_doubtful_claim_is_confirmed(self, instructor, studio, lecture):
        studio.in_class(lecture, "attendance.claimed", studio.bea, **fix(30, accuracy=95))
        screen = instructor(f"/classes/{lecture}")
        screen.button("Confirm Bea Okafor").press()
        screen.notice("Bea Okafor is present")
        screen.button("Present 1").see()

    def test_board_shows_everybody(self, instructor, studio, lecture):
        screen = instructor(f"/classes/{lecture}", size=engines.LAPTOP)
        screen.button("Absent 8").press()
        screen.find("list", "Students").find("listitem").has_count(8)
        screen.button("Show as board").press()
        screen.rest()
        screen.until(lambda: screen.evaluate(ON_BOARD) == 8, lambda: f"{screen.evaluate(ON_BOARD)} of 8 students on the board")


# How many on the board can really be seen: what the engine has skipped is not found under its own place.
ON_BOARD = """() => [...document.querySelectorAll('[data-students] > li .avatar')].filter(one => {
  one.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = one.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found && one.closest('button').contains(found);
}).length"""


def self_of(screen):
    """The student's own avatar on the doorstep."""
    return screen.button("Your picture: drag it into the classroom, or press")


def room_of(screen):
    return screen.evaluate("""() => {
      const { left, top, width, height } = document.querySelector('[data-room]').getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    }""")


class TestQuestions:
    def test_asked_voted_and_answered(self, student, instructor, studio, lecture):
        asked = new_id()
        studio.in_class(lecture, "question.asked", studio.bea, question=asked, text="When do we begin?")
        screen = student(studio.ann, f"/classes/{lecture}/questions")
        screen.field("Your question").fill("Why so?")
        screen.button("Ask").press()
        screen.find("list", "Questions").says("Why so?")
        screen.button("Vote up: When do we begin?", pressed=False).press()
        screen.button("Vote up: When do we begin?", pressed=True).see()
        front = instructor(f"/classes/{lecture}/questions", size=engines.LAPTOP)
        front.button("Mark Answered: When do we begin?").press()
        front.button("Reopen: When do we begin?").see()
        screen.shows("Answered")


class TestTraining:
    @pytest.fixture
    def log(self, studio, instructor):
        self.client = studio.client
        screen = instructor("/training")
        screen.button("Log").see()
        return screen

    def test_entry_is_logged_and_charted(self, log):
        log.button("Log").press()
        sheet = log.dialog("Log Training")
        sheet.field("Description").fill("Lifted")
        sheet.find("radio", "Strength").press()
        sheet.field("Duration in minutes").fill("45")
        sheet.button("Save Entry").press()
        sheet.gone()
        log.find("list", "Entries").says("Lifted")
        log.button("Table", expanded=False).press()
        log.find("columnheader", "Strength").see()
        log.find("table").says("45")

    def test_menu_closes_on_a_press_elsewhere(self, log, studio):
        self.logged(studio, "Ran to close")
        log.reload()
        log.button("Actions: Ran to close").press()
        log.find("menuitem", "Delete").see()
        log.tap_at(*log.heading("Training").middle)
        log.find("menuitem", "Delete").gone()

    def test_swipe_uncovers_delete_and_selects_nothing(self, log, studio):
        self.logged(studio, "Ran aside")
        log.reload()
        row = log.find("list", "Entries").find("listitem", re.compile("^Ran aside"))
        x, y = row.middle

        def uncovers():
            log.drag((x + 60, y), (x - 100, y))
            return row.button("Delete").is_there

        # Who swipes before the scripts are there swipes again.
        log.until(uncovers, "The swipe uncovers Delete")
        assert log.evaluate("() => String(getSelection())") == "", "A swipe selects no text."
        row.button("Delete").press()
        log.notice("“Ran aside” deleted")

    def logged(self, studio, text):
        studio.post(entry("training.logged", training=new_id(), description=text, minutes=30, category="endurance",
                          start=entry("x")["at"]))


# Goes on to another page while the outbox is being written.
LEAVES = """path => import('/assets/js/journal/storage.js').then(({ transact, answer }) => {
  void transact('entries', 'readwrite', async transaction => {
    for (;;) await answer(transaction.objectStore('entries').count());
  }).catch(() => {});
  location.assign(path);
})"""

# Goes on to another page while the storage is being made.
LEAVES_EARLY = """path => import('/assets/js/journal/storage.js').then(({ transact }) => {
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...how) => {
    const request = open(...how);
    queueMicrotask(() => request.addEventListener('upgradeneeded', () => {
      const ask = () => { request.transaction.objectStore('entries').count().onsuccess = ask; };
      ask();
      location.assign(path);
    }));
    return request;
  };
  indexedDB.deleteDatabase('shala').onsuccess = () => void transact('entries', 'readonly', () => {}).catch(() => {});
})"""

WRITES = """() => import('/assets/js/journal/storage.js').then(({ transact, answer }) =>
  transact('entries', 'readwrite', transaction => answer(transaction.objectStore('entries').count()))
).then(() => { window.hasWritten = true; })"""


class TestSignal:
    def test_offline_and_back(self, instructor, studio, running):
        screen = instructor(expected_errors=NO_SERVER)
        screen.link("Add attendees").press()
        sheet = screen.dialog("Attendees")
        sheet.button(re.compile("^Ann Fleming")).see()
        screen.until(lambda: screen.evaluate(PREPARED), "The device has all it needs")
        assert studio.server.stop() == 0
        try:
            sheet.button(re.compile("^Ann Fleming")).press()
            sheet.button(re.compile("^Ann Fleming"), pressed=True).see()
            screen.shows("Offline · 1 change waiting")
        finally:
            studio.server.start()
        screen.hides("Offline")
        assert studio.present(running) == {"Ann Fleming"}

    def test_page_without_the_server(self, instructor, studio):
        screen = instructor("/students", expected_errors=NO_SERVER)
        screen.until(lambda: screen.evaluate(KEEPS, "/students"), "The device keeps the page")
        assert studio.server.stop() == 0
        try:
            screen.reload()
            screen.heading("Students").see()
            screen.shows("Offline")
        finally:
            studio.server.start()
        screen.hides("Offline")

    def test_page_left_in_the_middle_of_writing_keeps_nobody_out(self, instructor):
        screen = instructor("/students")
        for path in ("/more", "/courses", "/students") * 3:
            screen.evaluate(LEAVES, path)
            screen.until(lambda: screen.evaluate("() => location.pathname") == path, f"The way to {path}")
            screen.evaluate(WRITES)
            screen.until(lambda: screen.evaluate("() => window.hasWritten"), "The outbox can be written")

    def test_page_left_while_the_storage_is_made_keeps_nobody_out(self, instructor):
        screen = instructor("/students")
        for path in ("/more", "/courses", "/students"):
            screen.evaluate(LEAVES_EARLY, path)
            screen.until(lambda: screen.evaluate("() => location.pathname") == path, f"The way to {path}")
            screen.evaluate(WRITES)
            screen.until(lambda: screen.evaluate("() => window.hasWritten"), "The outbox can be written")

    def test_update_takes_over(self, open_screen, tmp_path):
        program = Program(tmp_path / "program")
        server = Server(tmp_path / "book", *AMPLE)
        server.binary = program.binary
        book = Book(server.start())
        try:
            screen = open_screen(book, expected_errors=NO_SERVER)
            screen.goto(book.link.removeprefix(book.base))
            settle(screen)
            screen.until(lambda: screen.evaluate(KEEPS, "/students"), "The device keeps the page")
            assert server.stop() == 0
            program.change()
            server.start()
            screen.reload()
            screen.until(lambda: screen.evaluate(VERSION) == "2", "The new style")
            assert screen.evaluate("() => document.querySelector('a.skip').textContent") == "Skip to the content"
        finally:
            assert server.stop() == 0


# Which version the page's style is of.
VERSION = "() => getComputedStyle(document.documentElement).getPropertyValue('--version').trim()"

# Whether the service worker has a page.
KEEPS = """async path => !!navigator.serviceWorker.controller && !!await caches.match(path, { ignoreVary: true })"""


SIZES = {"phone": engines.PHONE, "laptop": engines.LAPTOP}


@pytest.fixture(scope="module")
def walk(opener, tmp_path_factory):
    """The way through everything in an engine, gone once."""
    walks = {}

    def gone(engine, size):
        if (engine, size) not in walks:
            walks[engine, size] = Walk(opener, engine, SIZES[size], tmp_path_factory.mktemp("walk"))
        return walks[engine, size]

    return gone


def told(found):
    """What was found where, a line each."""
    return "\n".join(["", *(f"{place}: {one}" for place, many in found.items() for one in many)])


class TestWideScreens:
    def test_list_stays_beside_its_entries(self, instructor):
        screen = instructor("/students", size=engines.LAPTOP)
        screen.link(re.compile("^Ann Fleming")).press()
        screen.heading("Ann Fleming").see()
        bea = screen.find("complementary", "Students").find("link", re.compile("^Bea Okafor"))
        bea.press()
        screen.heading("Bea Okafor").see()
        bea.reads("row => row.hasAttribute('aria-current')", True)
        screen.field("First name").see()


class TestLooks:
    @pytest.mark.parametrize("size", SIZES)
    def test_dialogs_and_pages(self, engine, walk, size):
        """Every dialog is as high as what is in it; nothing overlaps or sticks out."""
        found = walk(engine, size).problems
        assert not found, told(found)

    def test_places(self, engine, walk):
        """Headings and controls are where they are in Chromium, and as large."""
        if engine == "chromium":
            pytest.skip("It is what the others are compared with.")
        reference = walk("chromium", "phone").boxes
        found = {name: layout.differences(boxes, reference[name]) for name, boxes in walk(engine, "phone").boxes.items()}
        assert not any(found.values()), told(found)

    def test_choices_have_room_for_their_words(self, instructor):
        """Also one that is alone on its line, of an engine that makes selects as wide as their widest option."""
        screen = instructor("/students", size=(320, 568))
        screen.heading("Students").settle()
        choices = screen.evaluate(ROOM_OF_CHOICES)
        assert [words for words, _, _ in choices] == ["Active", "All Types", "Name"]
        assert all(needed <= room for _, needed, room in choices), choices

    def test_dates_and_times_are_at_the_end_of_their_lines(self, instructor, studio, tmp_path):
        screen = instructor(f"/courses/{studio.vinyasa}/schedule")
        screen.rest()
        screen.screenshot(tmp_path / "page.png")
        lines = pixels((tmp_path / "page.png").read_bytes())
        for label in ("Date", "Time", "Venue"):
            field = screen.field(label)
            box, start, end = field.box, *field.read("one => { const { left, right } = one.closest('.field').getBoundingClientRect(); return [left, right]; }")
            left, top, width, height = (round(box[side]) for side in ("left", "top", "width", "height"))
            rows = [line[left + 2:left + width - 2] for line in lines[top + 4:top + height - 4]]
            ground = rows[0][0]
            inked = [at for row in rows for at, pixel in enumerate(row) if max(abs(a - b) for a, b in zip(pixel, ground)) > 60]
            begins = left + 2 + min(inked) - start
            assert begins > (end - start) * 0.4, f"{label} begins {begins} px behind the start of its line of {end - start} px"

    @pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
    def test_scheme(self, instructor, is_dark):
        screen = instructor(is_dark=is_dark)
        channels = screen.evaluate("() => getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number)")
        assert all(channel < 60 for channel in channels[:3]) if is_dark else all(channel > 200 for channel in channels[:3])
        assert screen.evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches") is is_dark
